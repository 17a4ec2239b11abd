// The first process of a container: a shell that ends what commands leave running. Engines can start
// a command in a container but not end one. This shell can: it does so when told through its
// standard input, with built-ins only, so that it needs no new process where none is to be had.
// Being process 1 it takes in orphans and cannot be killed from inside. When its input ends, because
// its owner has, it ends, and the container with it.
import { splitFrames } from "./container-frames.ts";
import { SandboxError } from "./sandbox.ts";

/** Set for each command; what inherits it belongs to that command. Says nothing to who sees it. */
export const MARK_VARIABLE = "COMMAND_ID";

const OVER = 7;
/** Killed by a command, the shell that listens is started anew. */
const STAY = `while :; do /bin/sh -c "$1" sh "$2" "$3"; [ $? = ${OVER} ] && exit 0; done`;

/** Its arguments: the work tree, and whether it is to be made. */
const LISTEN = `exec 2>/dev/null
umask 022
mkdir -p /tmp/home
[ "$2" = make ] && mkdir -p "$1"
tree=usable
[ -d "$1" ] && [ -w "$1" ] || tree=unusable
for name in "$1"/* "$1"/.[!.]*; do [ -e "$name" ] && tree=filled; done
memory=-; processes=-
for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
  [ -r $file ] && read -r memory < $file
done
for file in /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max; do
  [ -r $file ] && read -r processes < $file
done
echo "ready $tree $(id -u) $(id -g) $memory $processes $$"

# Processes that run and are neither the first nor this one.
each_other() {
  for folder in /proc/[0-9]*; do
    pid=\${folder#/proc/}
    [ $pid = 1 ] || [ $pid = $$ ] && continue
    stat=; read -r stat < $folder/stat || continue
    set -- "$1" \${stat##*) }
    case $2 in Z|X) continue;; esac
    parent=$3
    $1
  done
}
see_own() { kill -0 $pid && others=yes; }
see_marked() {
  text=; line=
  while IFS= read -r line || [ "$line" ]; do text=$text$line; done < $folder/environ
  case $text in *"$mark"*) found="$found$pid ";; esac
}
see_child() {
  case $found in
    *" $pid "*) ;;
    *" $parent "*) found="$found$pid "; grown=yes;;
  esac
}
end_all() {
  others=yes
  while [ $others ]; do kill -9 -1; others=; each_other see_own; done 2>/dev/null
}
# Stopped first, all of them, until no new one turns up: nothing can fork past the kill.
end_marked() {
  stopped=' '
  while :; do
    found=' '; each_other see_marked
    grown=yes; while [ $grown ]; do grown=; each_other see_child; done
    fresh=
    for one in $found; do
      case $stopped in *" $one "*) ;; *) kill -STOP $one; stopped="$stopped$one "; fresh=yes;; esac
    done
    [ $fresh ] && continue
    [ "$stopped" = ' ' ] && return
    for one in $stopped; do kill -9 $one; done
    stopped=' '
  done
}
# An order is given again until it is answered. Carried out late, it would end what came after it.
answered=' '
while read -r number mark; do
  case $number in ''|*[!0-9]*) continue;; esac
  case $answered in
    *" $number "*) ;;
    *)
      case $mark in all) end_all;; *) end_marked;; esac
      answered="$answered$number "
      [ \${#answered} -gt 400 ] && answered=" \${answered#' '*' '}";;
  esac
  echo "ended $number"
done
exit ${OVER}`;

/** What the container runs. A work tree that the image does not bring is made. */
export function keeperCommand(workdir: string, isBrought: boolean): string[] {
  return ["/bin/sh", "-c", STAY, "sh", LISTEN, workdir, isBrought ? "keep" : "make"];
}

export interface KeeperGreeting {
  readonly tree: "usable" | "unusable" | "filled";
  readonly uid: number;
  readonly gid: number;
  /** Limits as the container's own cgroup shows them; not a number where there are none. */
  readonly memory: string;
  readonly processes: string;
}

const START_DEADLINE_MS = 60_000;
const END_DEADLINE_MS = 10_000;
/** An order is lost when the shell that listens is killed while it carries it out. */
const AGAIN_MS = 500;
const RESCUE_MS = 3_000;

/** Kills one process inside, or with -1 all; resolves when that is done. */
export type Rescue = (pid: number) => Promise<void>;

/** The connection to a process, which an engine hands over. */
export type AttachedStream = NodeJS.ReadWriteStream & { destroy(): unknown };

export class Keeper {
  readonly #stream: AttachedStream;
  readonly #rescue: Rescue;
  readonly #waiting = new Map<number, () => void>();
  readonly #died = new AbortController();
  #orders = 0;
  /** The process inside that listens, as it says itself. */
  #listener: number | null = null;
  #greet: (greeting: KeeperGreeting) => void = () => undefined;
  readonly #greeting = new Promise<KeeperGreeting>((resolve) => (this.#greet = resolve));

  /**
   * `stream` is attached to the first process of a container, before that is started. `rescue` kills
   * by other means, should a command have stopped the shell that listens.
   */
  constructor(stream: AttachedStream, rescue: Rescue) {
    this.#stream = stream;
    this.#rescue = rescue;
    // Podman passes on what the client said when it attached, as a line without an end.
    stream.write("\n");
    let rest = "";
    const frames = splitFrames((channel, bytes) => {
      if (channel !== 1) return;
      const lines = (rest + bytes.toString("latin1")).split("\n");
      // Whatever is printed there without a line end is not ours, and not kept without end.
      rest = (lines.pop() ?? "").slice(-1000);
      for (const line of lines) this.#hear(line);
    });
    stream.on("data", frames);
    stream.on("error", () => undefined);
    stream.on("close", () =>
      this.#died.abort(new SandboxError("sandbox-died", "The container has ended.")),
    );
  }

  /** Aborted, with a SandboxError, when the container has ended. */
  get died(): AbortSignal {
    return this.#died.signal;
  }

  greeting(): Promise<KeeperGreeting> {
    return this.#within(this.#greeting, START_DEADLINE_MS, "does not start");
  }

  /** Ends what carries the mark, with its descendants, or everything. All of it has ended then. */
  async end(mark: string | null): Promise<void> {
    const number = ++this.#orders;
    const ended = new Promise<void>((resolve) => this.#waiting.set(number, resolve));
    const order = () => this.#stream.write(`${number} ${mark ?? "all"}\n`);
    order();
    const again = setInterval(order, AGAIN_MS);
    let rescued: Promise<void> = Promise.resolve();
    const rescue = setTimeout(() => {
      // Only where all is to end anyway: beside others, a new listener does what the old one can't.
      const pid = mark === null ? -1 : this.#listener;
      if (pid !== null) rescued = this.#rescue(pid).catch(() => undefined);
    }, RESCUE_MS);
    try {
      await this.#within(ended, END_DEADLINE_MS, "does not end its processes");
      clearTimeout(rescue);
      // Once begun, it would kill what is started next.
      await this.#within(rescued, END_DEADLINE_MS, "does not end its processes");
    } finally {
      clearInterval(again);
      clearTimeout(rescue);
      this.#waiting.delete(number);
    }
  }

  close(): void {
    this.#stream.destroy();
  }

  #hear(line: string): void {
    const [word, ...values] = line.split(" ");
    if (word === "ended") this.#waiting.get(Number(values[0]))?.();
    if (word !== "ready") return;
    const [tree, uid, gid, memory = "", processes = "", listener] = values;
    if (tree !== "usable" && tree !== "unusable" && tree !== "filled") return;
    this.#listener = Number(listener) > 1 ? Number(listener) : null;
    this.#greet({ tree, uid: Number(uid), gid: Number(gid), memory, processes });
  }

  #within<T>(done: Promise<T>, deadlineMs: number, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(this.#died.signal.reason as Error);
      const timer = setTimeout(
        () => reject(new SandboxError("sandbox-hangs", `The container ${what}.`)),
        deadlineMs,
      );
      if (this.#died.signal.aborted) fail();
      this.#died.signal.addEventListener("abort", fail, { once: true });
      void done.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#died.signal.removeEventListener("abort", fail);
      });
    });
  }
}
