import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../core/clock.ts";
import { randomStream } from "../core/random-stream.ts";
import { processSandbox } from "../sandboxes/process.ts";
import type { Sandbox, SandboxFile } from "../sandboxes/sandbox.ts";
import type { AgentEnding } from "./agent.ts";
import { gold } from "./gold.ts";
import { recordedSession } from "./session.ts";

const BASE =
  "def f(x):\n    if x > 1:\n        return 1\n    return 2\n\n\n\n\ndef g():\n    pass\n";
const FIX = `diff --git a/pkg/m.py b/pkg/m.py
--- a/pkg/m.py
+++ b/pkg/m.py
@@ -1,4 +1,4 @@
 def f(x):
-    if x > 1:
+    if x >= 1:
         return 1
     return 2
`;

interface Outcome {
  readonly ending: AgentEnding;
  /** Content of a file afterwards. */
  readonly read: (path: string) => Promise<string | null>;
  readonly isExecutable: (path: string) => Promise<boolean>;
  readonly steps: number;
}

const sandboxes: Sandbox[] = [];
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.dispose();
});
beforeAll(async () => {
  expect((await processSandbox.check()).available).toBe(true);
});

async function solve(
  tree: Readonly<Record<string, string | SandboxFile>>,
  goldPatch: string,
  base: Readonly<Record<string, string>> = { "pkg/m.py": BASE },
): Promise<Outcome> {
  const sandbox = await processSandbox.create({ label: "gold-test", limits: {} });
  sandboxes.push(sandbox);
  await sandbox.writeFiles(
    Object.entries(tree).map(([path, content]) =>
      typeof content === "string"
        ? { path, bytes: Buffer.from(content, "latin1"), mode: "100644" }
        : content,
    ),
  );
  const session = recordedSession({
    sandbox,
    limits: { steps: 50, wallMs: 60_000, commandMs: 20_000, outputBytes: 65_536 },
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const ending = await gold.solve({
    problemStatement: "",
    session,
    random: randomStream(0, "gold"),
    prediction: null,
    model: null,
    reference: {
      goldPatch,
      baseFile: (path) => {
        const content = base[path];
        return content === undefined ? null : Buffer.from(content, "latin1");
      },
    },
    settings: gold.parseSettings({}),
  });
  return {
    ending,
    steps: session.steps,
    isExecutable: async (path) => {
      const test = await sandbox.exec({ command: ["test", "-x", path], timeoutMs: 10_000 });
      return test.exitCode === 0;
    },
    read: async (path) => (await sandbox.readFile(path, 1 << 20))?.toString("latin1") ?? null,
  };
}

describe("gold", () => {
  test("applies the patch to the base tree", async () => {
    const { ending, read, steps } = await solve({ "pkg/m.py": BASE }, FIX);
    expect(ending).toMatchObject({ kind: "finished", decision: "submit" });
    expect(await read("pkg/m.py")).toBe(BASE.replace("x > 1", "x >= 1"));
    expect(steps).toBe(2);
  });

  test("merges it with what a condition changed elsewhere in the file", async () => {
    const variant = BASE.replace("    pass\n", "    0\n    pass\n");
    const { ending, read } = await solve({ "pkg/m.py": variant }, FIX);
    expect(ending).toMatchObject({ decision: "submit" });
    expect(await read("pkg/m.py")).toBe(variant.replace("x > 1", "x >= 1"));
  });

  test("abstains where it is already in, other changes or not", async () => {
    const fixed = BASE.replace("x > 1", "x >= 1");
    for (const tree of [fixed, fixed.replace("    pass\n", "    0\n    pass\n")]) {
      const { ending, read } = await solve({ "pkg/m.py": tree }, FIX);
      expect(ending).toMatchObject({ kind: "finished", decision: "abstain" });
      expect(await read("pkg/m.py")).toBe(tree);
    }
  });

  test("a conflict is ambiguous, shows the hunk, and leaves every file as it was", async () => {
    const variant = BASE.replace("x > 1", "not x <= 1");
    const patch = FIX.replaceAll("pkg/m.py", "pkg/a.py") + FIX;
    const { ending, read } = await solve({ "pkg/a.py": BASE, "pkg/m.py": variant }, patch, {
      "pkg/a.py": BASE,
      "pkg/m.py": BASE,
    });
    expect(ending).toMatchObject({ kind: "ambiguous", code: "gold-conflict" });
    expect(ending.kind === "ambiguous" ? ending.evidence : "").toMatch(
      /^pkg\/m\.py: <<<<<<< tree\n[^]*not x <= 1[^]*=======\n[^]*x >= 1[^]*>>>>>>> gold$/,
    );
    expect(await read("pkg/a.py")).toBe(BASE);
    expect(await read("pkg/m.py")).toBe(variant);
  });

  test("creates, deletes, moves and changes modes, with names that a shell would split", async () => {
    const patch = `diff --git a/old name.py b/new/it's.py
similarity index 50%
rename from old name.py
rename to new/it's.py
--- a/old name.py\t
+++ b/new/it's.py
@@ -1,3 +1,3 @@
-one
+ONE
 two
 three
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/fresh/$(x).sh b/fresh/$(x).sh
new file mode 100755
--- /dev/null
+++ b/fresh/$(x).sh
@@ -0,0 +1 @@
+\xe9
\\ No newline at end of file
`;
    const base = { "old name.py": "one\ntwo\nthree\n", "gone.txt": "bye\n" };
    const variant = { ...base, "old name.py": "one\ntwo\nthree\nfour\n" };
    const { ending, read, isExecutable } = await solve(variant, patch, base);
    expect(ending).toMatchObject({ decision: "submit" });
    expect(await read("new/it's.py")).toBe("ONE\ntwo\nthree\nfour\n");
    expect(await read("old name.py")).toBeNull();
    expect(await read("gone.txt")).toBeNull();
    expect(await isExecutable("new/it's.py")).toBe(false);
    expect(await isExecutable("fresh/$(x).sh")).toBe(true);
    expect(await read("fresh/$(x).sh")).toBe(Buffer.from("é").toString("latin1"));
  });

  test.each([["a file that the tree changed and the patch deletes", { "gone.txt": "hello\n" }]])(
    "%s is a conflict",
    async (_, tree) => {
      const patch =
        "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n";
      const { ending, read } = await solve(tree, patch, { "gone.txt": "bye\n" });
      expect(ending).toMatchObject({ kind: "ambiguous", code: "gold-conflict" });
      expect(await read("gone.txt")).toBe("hello\n");
    },
  );

  test("files larger than an agent is shown are merged whole", async () => {
    const long = `${BASE}${"# filler, to be longer than any output limit\n".repeat(5000)}`;
    const variant = `${long}# tail\n`;
    const { read } = await solve({ "pkg/m.py": variant }, FIX, { "pkg/m.py": long });
    expect(await read("pkg/m.py")).toBe(variant.replace("x > 1", "x >= 1"));
  });

  test("a patch that does not belong to the base commit is bad input", async () => {
    await expect(solve({ "pkg/m.py": BASE }, FIX, { "pkg/m.py": "x\n" })).rejects.toMatchObject({
      code: "gold-does-not-apply",
      kind: "usage",
      message:
        "The gold patch does not apply to the base commit: pkg/m.py: hunk 1: its lines are not found.",
    });
  });
});
