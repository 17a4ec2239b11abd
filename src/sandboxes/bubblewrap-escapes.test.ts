// Ways out of the sandbox, each tried for real. What is tried on is the test's own: files,
// listeners and processes that it made.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { homedir, hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { execIn } from "../testing/sandbox-under-test.ts";
import { bubblewrapSandbox } from "./bubblewrap.ts";
import { allProcesses, hasEnded } from "./process-table.ts";
import type { ExecRequest, Sandbox, SandboxLimits } from "./sandbox.ts";

const MEGABYTE = 1024 * 1024;

const { available, reason, limits: kept } = await bubblewrapSandbox.check();
/** Why nothing below can be tried; empty where it can. */
const missing = available ? reason : `bubblewrap: ${reason}`;
if (missing !== "") process.stdout.write(`skipped: escapes from bubblewrap: ${missing}\n`);

/** Attempts that only a limit can stop are not made where it would not hold. */
function needs(limit: keyof SandboxLimits): string {
  const lacks = missing !== "" || kept.includes(limit) ? missing : `no limit on ${limit} here`;
  if (lacks !== "") process.stdout.write(`skipped: an escape that ${limit} stops: ${lacks}\n`);
  return lacks;
}

const title = (name: string, why: string) => (why === "" ? name : `${name} (skipped: ${why})`);

describe.skipIf(missing !== "")(title("a program in bubblewrap", missing), () => {
  /** Readable by everybody outside, as a careless user's files are. */
  const folder = mkdtempSync(join(tmpdir(), "escape-"));
  const secretFile = join(folder, "secret");
  const server = createServer((socket) => socket.end("reached the host"));
  let sandbox: Sandbox;

  const attempt = async (script: string, request: Partial<ExecRequest> = {}) => {
    const result = await execIn(sandbox, script, { mergeOutput: true, ...request });
    return { ...result, output: result.stdout.toString() };
  };
  const python = (source: string) =>
    attempt(`exec python3 -c "$SOURCE"`, { env: { SOURCE: source } });

  beforeAll(async () => {
    await chmod(folder, 0o755);
    writeFileSync(secretFile, "the secret", { mode: 0o644 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    process.env["PLUMBLINE_TEST_KEY"] = "sk-secret";
    sandbox = await bubblewrapSandbox.create({ label: "the-label", limits: {} });
  });
  afterAll(async () => {
    await sandbox.dispose();
    delete process.env["PLUMBLINE_TEST_KEY"];
    server.close();
    await rm(folder, { recursive: true });
  });

  it("cannot read anybody's home", async () => {
    const { output } = await attempt(`ls -A /root /home ${homedir()}; cat ${homedir()}/.*rc`);
    expect(output.split("\n").filter(Boolean)).not.toHaveLength(0);
    for (const line of output.split("\n").filter(Boolean)) {
      expect(line).toMatch(/No such file or directory/);
    }
  });

  it("cannot read the machine's users and passwords", async () => {
    expect((await attempt("cat /etc/shadow /etc/gshadow /etc/sudoers")).exitCode).not.toBe(0);
    expect((await attempt("cut -d: -f1 /etc/passwd")).output).toBe("root\nagent\nnobody\n");
  });

  it("cannot read its owner's files, though everybody outside can", async () => {
    const { output } = await attempt(`cat ${secretFile}; cat /proc/1/root${secretFile}`);
    expect(output).not.toContain("the secret");
  });

  it("cannot write anywhere but in its work tree and scratch folder", async () => {
    const { output } = await attempt(
      "for d in $(find / -xdev -type d 2>/dev/null) /usr /dev /run /var /sys /proc/sys/kernel; do" +
        ' (echo x > "$d/was-here") 2>/dev/null && echo "$d"; done; echo done',
    );
    expect(output).toBe("/testbed\n/tmp\ndone\n");
    expect((await attempt("touch /testbed/a /tmp/a /dev/shm/a")).exitCode).toBe(0);
  });

  it("cannot change the system's programs", async () => {
    const before = readFileSync("/usr/bin/env");
    const { exitCode } = await attempt(
      "echo x > /usr/bin/env || chmod 777 /usr/bin/env || rm -f /usr/bin/env || touch /usr/lib/x",
    );
    expect(exitCode).not.toBe(0);
    expect(readFileSync("/usr/bin/env").equals(before)).toBe(true);
  });

  it("cannot reach what listens on the machine's loopback", async () => {
    const { port } = server.address() as AddressInfo;
    const { output } = await attempt(`exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`);
    expect(output).toContain("Connection refused");
    expect(output).not.toContain("reached the host");
  });

  it("has no network but a loopback of its own", async () => {
    const { output } = await attempt(
      "tail -n +3 /proc/net/dev | cut -d: -f1; tail -n +2 /proc/net/route",
    );
    expect(output.trim()).toBe("lo");
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address } of own.filter(
      ({ internal, family }) => !internal && family === "IPv4",
    )) {
      const tried = await attempt(`exec 3<>/dev/tcp/${address}/9`);
      expect(tried.output).toContain("Network is unreachable");
    }
  });

  it("cannot reach abstract Unix sockets of the machine", async () => {
    const name = `plumbline-test-${process.pid}`;
    const abstract = createServer((socket) => socket.end("reached the host"));
    abstract.listen(`\0${name}`);
    await once(abstract, "listening");
    const { output } = await python(
      `import socket; s = socket.socket(socket.AF_UNIX); s.connect("\\0${name}"); print(s.recv(99))`,
    );
    abstract.close();
    expect(output).toContain("ConnectionRefusedError");
  });

  it("cannot see processes of the machine", async () => {
    const { output } = await attempt(
      "cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'; ls -d /proc/[0-9]*",
    );
    expect(output).not.toContain("vitest");
    expect(output.match(/^\/proc\/\d+$/gm)?.length).toBeLessThan(8);
  });

  it("cannot kill processes of the machine", async () => {
    const victim = spawn("sleep", ["60"]);
    await attempt(`kill -9 ${victim.pid ?? 0}; kill -9 -1; kill -9 0`);
    expect(hasEnded(victim.pid ?? 0)).toBe(false);
    victim.kill();
  });

  it("cannot trace processes of the machine", async () => {
    const victim = spawn("sleep", ["60"]);
    const { output } = await python(
      `import ctypes; l = ctypes.CDLL(None, use_errno=True); print(l.ptrace(16, ${victim.pid ?? 0}, 0, 0))`,
    );
    expect(output).toBe("-1\n");
    victim.kill();
  });

  it("cannot read its owner's environment, or what it is run for", async () => {
    const { output } = await attempt(
      "cat /proc/[0-9]*/environ /proc/$PPID/environ /proc/[0-9]*/cmdline /proc/self/mountinfo; env",
    );
    expect(output).toContain("/testbed");
    expect(output).not.toContain("sk-secret");
    expect(output).not.toContain("the-label");
  });

  it("cannot mount", async () => {
    for (const script of [
      "mount -t tmpfs tmpfs /tmp",
      "mount -o remount,rw /",
      "mount --bind /usr /testbed",
      "umount /testbed",
    ]) {
      expect((await attempt(script)).exitCode).not.toBe(0);
    }
  });

  it("cannot make a user namespace to gain capabilities in", async () => {
    const { output } = await attempt(
      "unshare --user --map-root-user id -u; grep Cap /proc/self/status",
    );
    expect(output).not.toMatch(/^0$/m);
    expect(output.match(/^Cap\w+:\s+0{16}$/gm)).toHaveLength(5);
  });

  it("cannot gain rights by programs that have them", async () => {
    const { output } = await attempt(
      "grep NoNewPrivs /proc/self/status; grep ' /usr ' /proc/mounts",
    );
    expect(output).toMatch(/NoNewPrivs:\s+1/);
    expect(output).toContain("nosuid");
  });

  it("cannot lead its owner to files of the machine by links", async () => {
    const before = readFileSync("/etc/shadow");
    await attempt(
      `ln -s /etc/shadow one; ln -s ${secretFile} two; ln -s ${folder} three; ln -s / four`,
    );
    for (const path of ["one", "two", "three/secret", `four${secretFile}`]) {
      expect(await sandbox.readFile(path, 1000)).toBeNull();
    }
    const file = { bytes: Buffer.from("written"), mode: "100644" } as const;
    await sandbox.writeFiles([
      { ...file, path: "one" },
      { ...file, path: "two" },
      { ...file, path: "three/secret" },
    ]);
    // Inside, this is a folder of the sandbox's own /tmp.
    await sandbox.writeFiles([{ ...file, path: `four${folder}/new` }]);
    expect(readdirSync(folder)).toEqual(["secret"]);
    expect(readFileSync(secretFile, "utf8")).toBe("the secret");
    expect(readFileSync("/etc/shadow").equals(before)).toBe(true);
  });

  it("cannot open or make devices", async () => {
    const devices = ["kmsg", "mem", "sda", "vda", "kvm", "fuse", "net/tun"];
    const { output } = await attempt(`cd /dev; ls -d ${devices.join(" ")} 2>/dev/null; echo done`);
    expect(output).toBe("done\n");
    expect((await attempt("mknod /tmp/disk b 8 0")).exitCode).not.toBe(0);
    // What is in memory counts as disk of the sandbox, but no device can be opened there.
    expect((await attempt("grep ' /testbed \\| /tmp ' /proc/mounts | grep -v nodev")).output).toBe(
      "",
    );
  });

  it("cannot change the name of the machine", async () => {
    const before = hostname();
    expect((await attempt("hostname broken")).exitCode).not.toBe(0);
    expect(hostname()).toBe(before);
    expect((await attempt("uname -n")).output).toBe("sandbox\n");
  });

  it("cannot type into its owner's terminal", async () => {
    const { output } = await python(
      "import fcntl, termios\n" +
        "for path in ('/dev/tty', '/dev/stdin', '/dev/console'):\n" +
        "  try: fcntl.ioctl(open(path), termios.TIOCSTI, b'x'); print('typed')\n" +
        "  except OSError as error: print(error.strerror)",
    );
    expect(output.trim().split("\n")).toHaveLength(3);
    expect(output).not.toContain("typed");
  });

  it("cannot leave its cgroup", async () => {
    const { output } = await attempt(
      "cut -d: -f3 /proc/self/cgroup | sort -u; ls /sys; mount -t cgroup2 none /tmp; mount -t cgroup -o memory none /tmp",
    );
    expect(output).toMatch(/^\/\n/);
    expect(output).toContain("cannot access '/sys'");
    expect(output).toMatch(/mount: .*(permission denied|must be superuser)/i);
  });

  it("cannot dump core outside", async () => {
    expect((await attempt("ulimit -Hc")).output).toBe("0\n");
  });

  it("cannot use what its owner left open", async () => {
    const module = new URL("../../dist/sandboxes/bubblewrap.js", import.meta.url).href;
    const owner = `
      const { bubblewrapSandbox } = await import(${JSON.stringify(module)});
      const sandbox = await bubblewrapSandbox.create({ label: "x", limits: {} });
      const { stdout } = await sandbox.exec({ command: ["ls", "-l", "/proc/self/fd"], timeoutMs: 9000 });
      console.log(stdout.toString());
      await sandbox.dispose();`;
    const inherits = `exec 7<${folder} 200<${folder}; exec "$0" --input-type=module --eval "$1"`;
    const child = spawn("bash", ["-c", inherits, process.execPath, owner]);
    const output = (await child.stdout.toArray()).join("");
    expect(output).toContain("0 -> /dev/null");
    expect(output).not.toContain(folder);
    expect(output.match(/ -> /g)).toHaveLength(4);
  });

  it("cannot outlive its command", async () => {
    const tricks = ["setsid", "nohup", "(setsid", "((setsid nohup"];
    const beat =
      "bash -c 'trap \"\" HUP TERM; while :; do date +%s%N >> beat; sleep 0.02; done' >/dev/null 2>&1";
    const close = (trick: string) => ")".repeat(trick.split("(").length - 1);
    await attempt(
      `${tricks.map((trick) => `${trick} ${beat} & ${close(trick)}`).join("\n")}\nsleep 0.5`,
    );
    const before = (await attempt("cat beat")).output;
    await sleep(200);
    expect(before).not.toBe("");
    expect((await attempt("cat beat")).output).toBe(before);
    expect(processesOf(sandbox)).toEqual([]);
  });

  const noProcesses = needs("processes");
  it.skipIf(noProcesses !== "")(title("cannot fork without end", noProcesses), async () => {
    const limited = await bubblewrapSandbox.create({ label: "fork", limits: { processes: 64 } });
    const bomb = execIn(limited, "bomb() { bomb | bomb & }; bomb; sleep 300", {
      timeoutMs: 3000,
      outputLimitBytes: 1000,
    });
    await sleep(1500);
    expect(processesOf(limited).length).toBeLessThan(80);
    expect(await bomb).toMatchObject({ timedOut: true });
    expect(processesOf(limited)).toEqual([]);
    expect(await execIn(limited, "echo fine")).toMatchObject({ exitCode: 0 });
    await limited.dispose();
  });

  const noDisk = needs("diskBytes");
  it.skipIf(noDisk !== "")(title("cannot fill the disk", noDisk), async () => {
    const limited = await bubblewrapSandbox.create({
      label: "disk",
      limits: { diskBytes: 8 * MEGABYTE },
    });
    const { stdout } = await execIn(
      limited,
      "for d in /testbed /tmp /dev/shm ~; do head -c 6M /dev/zero > $d/fill 2>/dev/null; done;" +
        "cat /testbed/fill /tmp/fill /dev/shm/fill ~/fill | wc -c;" +
        "seq 5000 | (cd /tmp && xargs mkdir 2>/dev/null); ls /tmp | wc -l",
    );
    const [bytes, folders] = stdout.toString().trim().split("\n").map(Number);
    expect(bytes).toBeLessThanOrEqual(8 * MEGABYTE);
    expect(folders).toBeLessThan(5000);
    await limited.dispose();
  });

  const noMemory = needs("memoryBytes");
  it.skipIf(noMemory !== "")(title("cannot fill the memory", noMemory), async () => {
    const limits = { memoryBytes: 128 * MEGABYTE };
    const limited = await bubblewrapSandbox.create({ label: "memory", limits });
    const eat = "python3 -c 'x = [bytes([1]) * 2**20 for _ in range(300)]; print(\"ate\")'";
    const alone = await execIn(limited, eat);
    const together = await execIn(limited, `${eat} & ${eat} & ${eat}; wait`);
    for (const { stdout } of [alone, together]) expect(stdout.toString()).toBe("");
    expect(await execIn(limited, "echo fine")).toMatchObject({ exitCode: 0 });
    await limited.dispose();
  });
});

/** Processes outside that run under the user id of a sandbox. */
function processesOf({ isolation }: Sandbox): number[] {
  return allProcesses().filter((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return status.includes(`\nUid:\t${isolation.uid ?? ""}\t`) && !hasEnded(pid);
    } catch {
      return false;
    }
  });
}
