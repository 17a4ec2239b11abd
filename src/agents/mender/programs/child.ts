// Python source, run in the sandbox: one forked process for each thing that is tried.
export const child = String.raw`"""Runs project code in a forked process, so that nothing it does outlives the trial."""
import json
import os
import resource
import signal
import time

# Backstops for what executes no lines (a regular expression, a lock). So far above what a trial
# needs that a busy machine does not reach them.
CPU_SECONDS = 30
WALL_SECONDS = 60
MEMORY_BYTES = 2 << 30


def run(work):
    """What work(finish) passes to finish(), as JSON gives it back; crashed where it ended otherwise."""
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read_end)
        try:
            enclose()

            def finish(result):
                with os.fdopen(write_end, "w") as pipe:
                    json.dump(result, pipe)
                os._exit(0)

            work(finish)
        finally:
            os._exit(1)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    return json.loads(text) if text else {"crashed": True}


def enclose():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    except ValueError:
        pass  # The sandbox allows less already.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(WALL_SECONDS)
    # Waiting shows nothing about a repair.
    time.sleep = lambda seconds: None
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
`;
