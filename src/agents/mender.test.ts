import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { randomStream } from "../core/random-stream.ts";
import { processSandbox } from "../sandboxes/process.ts";
import { mender } from "./mender.ts";
import { programs } from "./mender/programs/index.ts";
import { recordedSession } from "./session.ts";

const fixtures = fileURLToPath(new URL("./mender/fixtures/", import.meta.url));

interface Attempt {
  readonly decision: string;
  readonly commands: readonly string[];
  readonly patch: string;
  /** What git sees in the tree, ignored files included. */
  readonly status: string;
}

interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

function treeOf(name: string): Map<string, string> {
  const root = join(fixtures, name, "tree");
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(".py"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, "utf8")]),
  );
}

async function attempt(
  name: string,
  seed: number,
  options: { issue?: string; change?: Change; settings?: unknown } = {},
): Promise<Attempt> {
  const files = treeOf(name);
  const { change } = options;
  if (change) {
    const before = files.get(change.file) ?? "";
    expect(before).toContain(change.from);
    files.set(change.file, before.replace(change.from, change.to));
  }
  const sandbox = await processSandbox.create({ label: `mender-${name}`, limits: {} });
  try {
    await sandbox.writeFiles(
      [...files].map(([path, text]) => ({
        path,
        bytes: Buffer.from(text),
        mode: "100644" as const,
      })),
    );
    const bash = async (command: string): Promise<string> => {
      const result = await sandbox.exec({ command: ["bash", "-c", command], timeoutMs: 60_000 });
      return result.stdout.toString();
    };
    await bash(
      "git init -q && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm base",
    );
    const session = recordedSession({
      sandbox,
      limits: { steps: 60, wallMs: 600_000, commandMs: 300_000, outputBytes: 16_000 },
      clock: { now: () => 0, monotonicMs: () => 0 },
      signal: new AbortController().signal,
    });
    const ending = await mender.solve({
      problemStatement: options.issue ?? readFileSync(join(fixtures, name, "issue.md"), "utf8"),
      session,
      random: randomStream(seed, "mender"),
      reference: null,
      prediction: null,
      model: null,
      settings: mender.parseSettings(options.settings ?? {}),
    });
    const withoutPaths = (text: string): string =>
      text.replaceAll(sandbox.scratch, "$SCRATCH").replaceAll(sandbox.workdir, "$WORKDIR");
    return {
      decision: ending.kind === "finished" ? ending.decision : ending.kind,
      commands: session.events.flatMap((event) =>
        event.role === "tool" ? withoutPaths(event.command ?? "") : [],
      ),
      patch: await bash("git diff"),
      status: await bash("git status --porcelain --ignored"),
    };
  } finally {
    await sandbox.dispose();
  }
}

const knitFix = { file: "knit/rows.py", from: "range(1, times)", to: "range(times)" };

describe("mender", { timeout: 600_000 }, () => {
  it("repairs a fault of one place and leaves nothing else behind", async () => {
    const attempts = [];
    for (const seed of [1, 2]) attempts.push(await attempt("knit", seed));
    const submitted = attempts.filter(({ decision }) => decision === "submit");
    expect(submitted.length).toBeGreaterThan(0);
    for (const { status } of submitted) expect(status).toBe(" M knit/rows.py\n");
    for (const { status } of attempts.filter((a) => a.decision === "give-up"))
      expect(status).toBe("");
  });

  it("does the same with the same stream", async () => {
    const [first, second] = [await attempt("birdlog", 4), await attempt("birdlog", 4)];
    expect(second).toEqual(first);
  });

  it("reads a call and its values out of prose", async () => {
    const { decision, status } = await attempt("beacon", 1, { settings: { maxCandidates: 2000 } });
    expect(decision).toBe("submit");
    expect(status).toBe(" M beacon/heading.py\n");
  });

  it("abstains where the reproduction shows nothing wrong", async () => {
    const { decision, status } = await attempt("knit", 1, { change: knitFix });
    expect([decision, status]).toEqual(["abstain", ""]);
  });

  it("gives up on what no small edit repairs, and leaves the tree as it was", async () => {
    const issue =
      "`expand` should read cables:\n\n```python\nfrom knit.rows import expand\nassert expand('c4f') == ['slip', 'slip', 'knit', 'knit']\n```\n";
    const { decision, status } = await attempt("knit", 1, {
      issue,
      settings: { maxCandidates: 60 },
    });
    expect([decision, status]).toEqual(["give-up", ""]);
  });

  it("guesses only when it is bold where an issue shows nothing to run", async () => {
    const issue = "The docstring of `heaviest` does not fit what `heaviest` does with kilos.";
    const shy = await attempt("orchard", 1, { issue, settings: { boldness: 0 } });
    expect([shy.decision, shy.status]).toEqual(["give-up", ""]);
    const bold = await attempt("orchard", 1, { issue, settings: { boldness: 1 } });
    expect([bold.decision, bold.status]).toEqual(["submit", " M orchard.py\n"]);
  });

  it("never edits a test and never writes but to its tree and scratch", async () => {
    const { commands, status } = await attempt("orchard", 2);
    expect(status).not.toContain("tests/");
    const absolute = commands.flatMap((command) => command.match(/(?<=[\s'"=])\/[\w./-]+/g) ?? []);
    // The interpreter by its path is all that stands outside.
    expect(absolute.filter((path) => !/\/python[\d.]*$/.test(path))).toEqual([]);
  });

  it("refuses settings that it does not know", () => {
    expect(() => mender.parseSettings({ maxCandidate: 3 })).toThrow();
    expect(mender.parseSettings({})).toEqual({ maxCandidates: 240, boldness: 0.35 });
  });

  it("has programs that Python can read", () => {
    const check =
      "import ast, json, sys\nfor text in json.load(sys.stdin).values(): ast.parse(text)";
    execFileSync("python3", ["-c", check], { input: JSON.stringify(programs) });
  });
});
