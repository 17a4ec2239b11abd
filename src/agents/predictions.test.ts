import { afterAll, describe, expect, it } from "vitest";
import { systemClock } from "../core/clock.ts";
import { randomStream } from "../core/random-stream.ts";
import { processSandbox } from "../sandboxes/process.ts";
import type { Sandbox } from "../sandboxes/sandbox.ts";
import { predictions } from "./predictions.ts";
import { recordedSession } from "./session.ts";

const LINES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const FILE = `${LINES.join("\n")}\n`;
const COMMIT =
  "git init -q . && git add -A && git -c user.name=n -c user.email=m@example.org commit -qm base";

const sandboxes: Sandbox[] = [];
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.dispose();
});

/** A patch of one hunk, as git would write it. */
function patchOf(hunk: string): string {
  return `diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n${hunk}`;
}

async function handIn(prediction: string | null, file = FILE) {
  const sandbox = await processSandbox.create({ label: "predictions-test", limits: {} });
  sandboxes.push(sandbox);
  await sandbox.writeFiles([{ path: "f.txt", bytes: Buffer.from(file), mode: "100644" }]);
  await sandbox.exec({ command: ["bash", "-c", COMMIT], timeoutMs: 60_000 });
  const session = recordedSession({
    sandbox,
    limits: { steps: 50, wallMs: 120_000, commandMs: 60_000, outputBytes: 65_536 },
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const ending = await predictions.solve({
    ...{ problemStatement: "", session, random: randomStream(0, "predictions") },
    ...{ reference: null, prediction, model: null, settings: {} },
  });
  const status = await sandbox.exec({
    command: ["git", "status", "--porcelain"],
    timeoutMs: 60_000,
  });
  return {
    ending,
    text: (await sandbox.readFile("f.txt", 10_000))?.toString() ?? null,
    changed: status.stdout.toString(),
    tried: session.events.flatMap((event) => (event.role === "assistant" ? event.text : [])),
  };
}

const GOOD = "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";

describe("a prediction", () => {
  it("that git takes is applied as it is", async () => {
    const { ending, text, tried } = await handIn(patchOf(GOOD));
    expect(ending).toEqual({
      ...{ kind: "finished", decision: "submit", conclusion: "Applied by git apply." },
    });
    expect(text).toBe(FILE.replace("two", "TWO"));
    expect(tried).toHaveLength(1);
  });

  it("that lost its last line end, or came with CRLF, is mended, and the trajectory says so", async () => {
    for (const patch of [patchOf(GOOD).slice(0, -1), patchOf(GOOD).replaceAll("\n", "\r\n")]) {
      const { ending, text, tried } = await handIn(patch);
      expect(ending.kind).toBe("finished");
      expect(text).toBe(FILE.replace("two", "TWO"));
      expect(tried[0]).toMatch(/\(.+\)\.$/);
    }
  });

  it("with a context that has changed is applied with fuzz, and leaves nothing beside", async () => {
    const hunk = "@@ -3,5 +3,5 @@\n THREE\n four\n-five\n+FIVE\n six\n SEVEN\n";
    const { ending, text, changed, tried } = await handIn(patchOf(hunk));
    expect(ending).toMatchObject({ decision: "submit", conclusion: "Applied by patch --fuzz=5." });
    expect(text).toBe(FILE.replace("five", "FIVE"));
    expect(changed).toBe(" M f.txt\n");
    expect(tried.filter((thought) => thought.startsWith("Apply"))).toHaveLength(4);
  });

  it("that nothing takes is rejected whole, with the reasons, and leaves the tree alone", async () => {
    const good = "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";
    const bad = "@@ -6,4 +6,4 @@\n 6\n 7\n-8\n+VIII\n 9\n";
    const patch = patchOf(good + bad);
    const { ending, text, changed } = await handIn(patch);
    expect(ending).toMatchObject({ kind: "rejected", code: "patch-does-not-apply", patch });
    expect(ending.kind === "rejected" ? ending.evidence : "").toContain("git apply: ");
    expect(text).toBe(FILE);
    expect(changed).toBe("");
  });

  it("that is no patch is rejected", async () => {
    const { ending } = await handIn("I could not find the bug.");
    expect(ending.kind).toBe("rejected");
  });

  it("can't write out of the tree", async () => {
    const outside =
      "diff --git a/../out.txt b/../out.txt\nnew file mode 100644\n--- /dev/null\n+++ b/../out.txt\n" +
      "@@ -0,0 +1 @@\n+x\n";
    const { ending, changed } = await handIn(outside);
    expect(ending.kind).toBe("rejected");
    expect(changed).toBe("");
  });

  it("that is empty abstains, and one that is not there is ambiguous", async () => {
    expect((await handIn(" \n")).ending).toMatchObject({ decision: "abstain" });
    expect((await handIn(null)).ending).toMatchObject({ kind: "ambiguous", code: "no-prediction" });
  });
});
