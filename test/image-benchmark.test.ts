// A benchmark whose trees lie in images, end to end: made images, real containers, the program as a
// user runs it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type Dockerode from "dockerode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planOf } from "../src/cli/open-study.ts";
import { dockerSandbox } from "../src/sandboxes/docker.ts";
import { extractPatches } from "../src/sandboxes/git.ts";
import { podmanSandbox } from "../src/sandboxes/podman.ts";
import type { Sandbox } from "../src/sandboxes/sandbox.ts";
import { studyFileSchema } from "../src/study/plan/study-file.ts";
import { baseTree } from "../src/study/run/base-tree.ts";
import { openState } from "../src/study/run/open-state.ts";
import { prepareState } from "../src/study/run/prepare-state.ts";
import type { LoadedInstance } from "../src/study/run/load-instance.ts";
import type { RunContext } from "../src/study/run/run-context.ts";
import { PLAIN_SETTING } from "../src/study/run/setting.ts";
import { plumbline, temporaryFolder } from "./cli.ts";
import { makeImage, removeMadeImage, testEngine } from "./made-image.ts";
import { makeRepository } from "./made-repository.ts";
import type { MadeRepository } from "./made-repository.ts";

const IMAGE = "plumbline-made/calc:1";
const ID = "acme__calc-1";
const TIMEOUT_MS = 300_000;

const engines = [
  { id: "docker", backend: dockerSandbox },
  { id: "podman", backend: podmanSandbox },
] as const;

interface Summary {
  readonly resolved_ids: readonly string[];
  readonly unresolved_ids: readonly string[];
}

describe("without an engine", { timeout: TIMEOUT_MS }, () => {
  const nowhere = "unix:///nonexistent/socket";
  const checked = async (...args: string[]) => {
    using root = temporaryFolder();
    const clone = join(root.path, "clones", "acme__calc");
    const { row } = makeRepository(clone, ID, IMAGE);
    const rows = join(root.path, "rows.jsonl");
    writeFileSync(rows, `${JSON.stringify(row)}\n`);
    const cache = join(root.path, "cache");
    const env = { PLUMBLINE_CACHE: cache, DOCKER_HOST: nowhere, CONTAINER_HOST: nowhere };
    const options = args.map((arg) => (arg === "CLONES" ? join(root.path, "clones") : arg));
    return await plumbline(
      ["check", "bench", "swe-bench", "--from", rows, "--times", "1", ...options],
      {
        env,
      },
    );
  };

  it("nothing is run that lives in an image, and it is said what to do", async () => {
    const { exitCode, stderr } = await checked();
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^plumbline: These tasks live in container images.*clones: repos\.$/m);
  });

  it("a sandbox by name that runs no images is refused for them", async () => {
    const { exitCode, stderr } = await checked("--sandbox", "process");
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/The process sandbox runs no images/);
  });

  it("trees from clones are tested without their images, with a notice", async () => {
    const { exitCode, stdout, stderr } = await checked("--repos", "CLONES");
    expect(stderr).toMatch(/^Without the images of the instances: no docker answers/m);
    // What the image would have built is not there.
    expect(stdout).toContain(`BAD  ${ID}`);
    expect(exitCode).toBe(1);
  });
});

for (const { id, backend } of engines) {
  const { client, title } = await testEngine(id, "a benchmark of images");
  describe.skipIf(client === null)(title, { timeout: TIMEOUT_MS }, () => {
    const root = temporaryFolder();
    const rows = join(root.path, "rows.jsonl");
    const source = ["--from", rows, "--sandbox", id, "--quiet"];
    let made: MadeRepository;
    const env = { PLUMBLINE_CACHE: join(root.path, "cache") };
    const run = (args: readonly string[]) => plumbline(args, { env });

    beforeAll(async () => {
      made = makeRepository(join(root.path, "image", "testbed"), ID, IMAGE);
      writeFileSync(rows, `${JSON.stringify(made.row)}\n`);
      await makeImage(client as Dockerode, IMAGE, join(root.path, "image"));
    }, TIMEOUT_MS);
    afterAll(async () => {
      if (client !== null) await removeMadeImage(client, IMAGE);
      root[Symbol.dispose]();
    }, TIMEOUT_MS);

    const grade = async (name: string, model_patch: string) => {
      const file = join(root.path, `${name}.jsonl`);
      const prediction = { instance_id: ID, model_name_or_path: name, model_patch };
      writeFileSync(file, `${JSON.stringify(prediction)}\n`);
      const out = join(root.path, `out-${name}`);
      const options = ["--benchmark", "swe-bench", "--predictions", file, "--out", out, "--json"];
      const { stdout, stderr } = await run(["grade", ...options, ...source]);
      expect(stderr).toBe("");
      return JSON.parse(stdout) as Summary;
    };

    it("is valid: gold resolves, nothing does not", async () => {
      const { exitCode, stdout } = await run([
        ...["check", "bench", "swe-bench", "--times", "1", ...source],
      ]);
      expect(stdout).toContain(`ok   ${ID}`);
      expect(exitCode).toBe(0);
    });

    it("grades a right prediction and a wrong one", async () => {
      expect(await grade("right", made.right)).toMatchObject({ resolved_ids: [ID] });
      expect(await grade("wrong", made.wrong)).toMatchObject({ unresolved_ids: [ID] });
    });

    it("runs seed and variant, and has no artefact in any patch", async () => {
      const study = join(root.path, "study.yaml");
      const out = join(root.path, "out-study");
      writeFileSync(
        study,
        JSON.stringify({
          ...{ name: "images", seed: 3, sandbox: id, conditions: ["seed", "variant"] },
          benchmarks: [{ id: "swe-bench", from: rows }],
          ...{ scaffolds: ["gold"], replicates: 1, variants: 1 },
          sampler: { num_transformations: 30, fraction: 1, exclude: ["calc/core.py"] },
        }),
      );
      const { exitCode, stderr } = await run(["run", study, "--out", out, "--json"]);
      expect(stderr).toContain("no limit on disk");
      expect(exitCode).toBe(0);
      const db = new Database(join(out, "plumbline.db"), { readonly: true });
      const outcomes = db.prepare("SELECT condition, outcome FROM runs WHERE purpose = 'solve'");
      expect(outcomes.raw().all()).toEqual([
        ["seed", "resolved"],
        ["variant-1", "resolved"],
      ]);
      const rewritten = db.prepare("SELECT sum(files_changed) FROM states").pluck().get();
      expect(rewritten).toBeGreaterThan(0);
      db.close();
      const patches = readFileSync(join(out, "preds.jsonl"), "utf8");
      expect(patches).toContain("calc/core.py");
      expect(patches).not.toMatch(/build\/|egg-info|settings\.cfg|obsolete/);
    });

    it("shows an agent one commit, its build and no history", async () => {
      const { benchmarks } = await planOf(
        studyFileSchema.parse({
          ...{ name: "x", scaffolds: ["nop"], benchmarks: [{ id: "swe-bench", from: rows }] },
        }),
      );
      const benchmark = benchmarks.get("swe-bench");
      const [instance] = (await benchmark?.instances()) ?? [];
      if (benchmark === undefined || instance === undefined) throw new Error("No instance.");
      const signal = new AbortController().signal;
      const context = { backend, runsImages: true, sandboxLimits: {}, retries: 0, signal };
      const tree = await baseTree(context, benchmark, instance);
      const modes = [...tree.files].map(([path, { mode }]) => [path, mode]);
      expect(modes).toEqual([
        [".gitignore", "100644"],
        ["calc/__init__.py", "100644"],
        ["calc/core.py", "100644"],
        ["calc/more.py", "100644"],
        ["logo.bin", "100644"],
        ["settings.cfg", "100644"],
        ["tests/__init__.py", "100644"],
        ["tests/test_core.py", "100644"],
        ["tools/link", "120000"],
        ["tools/say", "100755"],
      ]);
      expect(text(tree.files.get("settings.cfg"))).toBe("pinned = yes\n");
      expect(text(tree.files.get("tools/link"))).toBe("say");
      expect([...(tree.files.get("logo.bin")?.bytes ?? [])]).toEqual([0, 255, 10, 13, 0, 200]);
      expect(tree.commit).toEqual({
        ...{ authorName: "A. Author", authorEmail: "author@example.org" },
        ...{ authorDate: "2023-05-06T07:08:09+02:00", message: "Begin\n\nwith sums" },
      });
      const setting = {
        ...PLAIN_SETTING,
        ...{ spec: { image: IMAGE, workdir: "/testbed" }, inImage: true, imageId: tree.imageId },
      };
      const loaded = { instance, base: tree.files, identity: tree.commit, setting };
      const key = { benchmark: benchmark.id, instanceId: ID, condition: "seed" };
      const changes = new Map([
        ["new.txt", { bytes: Buffer.from("n\n"), mode: "100644" as const }],
      ]);
      const state = await prepareState(
        context as unknown as RunContext,
        key,
        loaded as unknown as LoadedInstance,
        { changes, log: null },
      );
      const other = { ...setting, imageId: "sha256:0" };
      await expect(openState(context, "other", state.committed, other)).rejects.toMatchObject({
        code: "image-changed",
      });
      const opened = await openState(context, "seen", state.committed, setting);
      try {
        const { sandbox, artefacts } = opened;
        expect(await shell(sandbox, "git log --all --format='%an %aI %s'")).toBe(
          "A. Author 2023-05-06T07:08:09+02:00 Begin\n",
        );
        expect(await shell(sandbox, "git reflog; git fsck --unreachable; git remote")).toBe("");
        expect(await shell(sandbox, "git status --porcelain")).toBe("");
        expect(await shell(sandbox, "cat build/scale.txt calc.egg-info/PKG-INFO new.txt")).toBe(
          "7\nName: calc\nn\n",
        );
        // Neither by changed rules nor by force does what the image brought become a change.
        await shell(sandbox, "echo > .gitignore; echo 8 > build/scale.txt; echo x > mine.txt");
        const { patch } = await extractPatches(sandbox, state.committed, artefacts);
        const files = [...patch.toString().matchAll(/^diff --git a\/(\S+)/gm)].map(([, f]) => f);
        expect(files).toEqual([".gitignore", "mine.txt"]);
      } finally {
        await opened.sandbox.dispose();
      }
    });

    it("names a missing image before anything is run", async () => {
      const missing = join(root.path, "missing.jsonl");
      const others = ["none/a:1", "none/b:2"].map((image, at) =>
        JSON.stringify({ ...made.row, instance_id: `acme__calc-${at + 7}`, image }),
      );
      writeFileSync(missing, `${JSON.stringify(made.row)}\n${others.join("\n")}\n`);
      const { exitCode, stderr } = await run([
        ...["check", "bench", "swe-bench", "--from", missing, "--sandbox", id],
      ]);
      expect(exitCode).toBe(3);
      expect(stderr.split("\n").filter((line) => line.startsWith("missing:"))).toEqual([
        "missing: none/a:1",
        "missing: none/b:2",
      ]);
      expect(stderr).toContain("does not have 2 of 3 images");
    });

    it("has no limit on disk where one is asked for by name", async () => {
      const study = join(root.path, "limited.yaml");
      writeFileSync(
        study,
        JSON.stringify({
          ...{ name: "limited", sandbox: id, scaffolds: ["nop"], conditions: ["seed"] },
          ...{ benchmarks: [{ id: "swe-bench", from: rows }], limits: { disk_mb: 500 } },
        }),
      );
      const { exitCode, stderr } = await run([
        ...["run", study, "--out", join(root.path, "out-limited")],
      ]);
      expect(exitCode).toBe(3);
      expect(stderr).toContain("cannot keep disk_mb for work trees that lie in images");
    });
  });
}

function text(file: { readonly bytes: Uint8Array } | undefined): string {
  return Buffer.from(file?.bytes ?? []).toString();
}

async function shell(sandbox: Sandbox, script: string): Promise<string> {
  const { stdout } = await sandbox.exec({
    command: ["bash", "-c", script],
    ...{ timeoutMs: 60_000, mergeOutput: true },
  });
  return stdout.toString();
}
