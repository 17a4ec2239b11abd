import { describe, expect, it } from "vitest";
import { processSandbox } from "../../sandboxes/process.ts";
import { compileGate } from "./compile-gate.ts";

const { signal } = new AbortController();
const file = (path: string, before: string, after: string) => ({
  path,
  before: Buffer.from(before, "latin1"),
  after: Buffer.from(after, "latin1"),
});

/** Compiles in a sandbox whose only programs are those in `bin`, where it is given. Modules of it
 * lie in the work tree. */
async function compiled(files: Parameters<typeof compileGate>[1], bin?: Record<string, string>) {
  const sandbox = await processSandbox.create({ label: "compile-test", limits: {} });
  try {
    if (bin === undefined) return await compileGate(sandbox, files, signal);
    const programs = Object.entries(bin).map(([name, text]) => ({
      ...{
        path: name.endsWith(".py") ? name : `bin/${name}`,
        bytes: Buffer.from(text),
        mode: "100755" as const,
      },
    }));
    await sandbox.writeFiles(programs);
    const narrowed = {
      ...sandbox,
      exec: (request: Parameters<typeof sandbox.exec>[0]) =>
        sandbox.exec({ ...request, env: { PATH: `${sandbox.workdir}/bin` } }),
    };
    return await compileGate(narrowed, files, signal);
  } finally {
    await sandbox.dispose();
  }
}

describe("compileGate", () => {
  it("names the files that no longer compile, with what the compiler says", async () => {
    const check = await compiled([
      file("good.py", "x = 1\n", "x = 2\n"),
      file("bad.py", "def f():\n    pass\n", "def f():\n    nonlocal x\n"),
      file("worse.py", "x = 1\n", "x = (\n"),
    ]);
    expect(check).toMatchObject({ kind: "compiled" });
    expect(check.kind === "compiled" && check.python).toMatch(/^3\.\d+\.\d+/);
    expect(check).toMatchObject({
      broken: [
        { path: "bad.py", message: expect.stringContaining("no binding for nonlocal") as string },
        { path: "worse.py", message: expect.stringContaining("line 1: SyntaxError") as string },
      ],
    });
  });

  it("blames no file that this Python could not compile before", async () => {
    const check = await compiled([file("old.py", "print 1\n", "print 2\n")]);
    expect(check).toMatchObject({ kind: "compiled", broken: [] });
  });

  it("reads bytes, so that a file's own encoding holds", async () => {
    const source = (name: string) => `# coding: latin-1\n${name} = "\xe9"\n`;
    const check = await compiled([file("latin.py", source("x"), source("y"))]);
    expect(check).toMatchObject({ kind: "compiled", broken: [] });
  });

  it("runs and imports nothing, not even a json.py in the tree", async () => {
    const check = await compiled([file("exit.py", "x = 1\n", "raise SystemExit(3)\n")], {
      "json.py": "raise SystemExit(4)\n",
      python3: '#!/bin/sh\nexec /usr/bin/python3 "$@"\n',
    });
    expect(check).toMatchObject({ kind: "compiled", broken: [] });
  });

  it("blames the file on which the interpreter dies, and goes on with the next", async () => {
    const files = [file("a.py", "x = 1\n", "x = 2\n"), file("b.py", "x = 1\n", "x = 2\n")];
    const check = await compiled(files, {
      python3: '#!/bin/sh\n/usr/bin/python3 "$@" | /usr/bin/head -n 2\nexit 139\n',
    });
    const died = { message: "python3 died of it (exit code 139)" };
    expect(check).toMatchObject({
      kind: "compiled",
      broken: [
        { path: "a.py", ...died },
        { path: "b.py", ...died },
      ],
    });
  });

  it("says so where there is no Python, or one that does not start", async () => {
    const files = [file("a.py", "x = 1\n", "x = (\n")];
    expect(await compiled(files, { other: "" })).toEqual({
      kind: "unchecked",
      reason: "no python3 or python in the sandbox",
    });
    expect(await compiled(files, { python3: "#!/bin/sh\necho broken >&2\nexit 1\n" })).toEqual({
      kind: "unchecked",
      reason: "python3 did not start: broken",
    });
  });
});
