// `plumbline images` on real engines, which fetch from a registry on their own loopback.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type Dockerode from "dockerode";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plumbline, temporaryFolder } from "./cli.ts";
import { removeMadeImage, testEngine } from "./made-image.ts";
import { makeRepository } from "./made-repository.ts";
import { enginePid, putImage, serveRegistry } from "./made-registry.ts";
import type { ServedRegistry } from "./made-registry.ts";

const NAMES = ["acme/images-one:1", "acme/images-two:1", "acme/images-three:1"];
const TIMEOUT_MS = 240_000;

interface Pulled {
  readonly fetched: readonly { readonly name: string; readonly digest: string }[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  readonly leftOut: readonly string[];
}

for (const id of ["docker", "podman"] as const) {
  const { client, title } = await testEngine(id, "fetching images");
  const isOurs = client !== null && enginePid(id) !== null;
  if (client !== null && !isOurs) {
    process.stdout.write(`skipped: ${id}: fetching images (not by scripts/container-engines.sh)\n`);
  }
  describe.skipIf(!isOurs)(title, { timeout: TIMEOUT_MS }, () => {
    const root = temporaryFolder();
    const folder = join(root.path, "registry");
    const rows = join(root.path, "rows.jsonl");
    let registry: ServedRegistry;
    const sizes: number[] = [];

    const images = async (verb: string, ...args: string[]) => {
      const source = ["swe-bench", "--from", rows, "--sandbox", id];
      const env = { PLUMBLINE_IMAGE_MIRROR: `${registry.host}/hub` };
      return plumbline(["images", verb, ...source, ...args], { env });
    };
    const clear = async () => {
      for (const name of NAMES) {
        await removeMadeImage(client as Dockerode, name);
        await removeMadeImage(client as Dockerode, `${registry.host}/hub/${name}`);
      }
    };

    beforeAll(async () => {
      const { row } = makeRepository(join(root.path, "tree"), "acme__images-1", NAMES[0] ?? "");
      const lines = NAMES.map((image, at) =>
        JSON.stringify({ ...row, instance_id: `acme__images-${at + 1}`, image }),
      );
      writeFileSync(rows, `${lines.join("\n")}\n`);
      for (const name of NAMES.slice(0, 2)) {
        const [path = "", tag = ""] = name.split(":");
        const layers = { shared: "s", [name.replace(/\W/g, "-")]: name };
        sizes.push(putImage(folder, `hub/${path}`, tag, layers));
      }
      registry = await serveRegistry(folder, { engine: id });
    }, TIMEOUT_MS);
    // None begins with what another has left.
    beforeEach(clear, TIMEOUT_MS);
    afterAll(async () => {
      await clear();
      await registry[Symbol.asyncDispose]();
      root[Symbol.dispose]();
    }, TIMEOUT_MS);

    it("says what is missing, and what the registry has of it", async () => {
      const { exitCode, stdout, stderr } = await images("check");
      expect(exitCode).toBe(3);
      expect(stdout).toContain("missing  acme/images-two:1\n");
      expect(stdout).toContain("0 of 3 images of swe-bench are here");
      expect(stderr).toContain("plumbline images pull swe-bench");
      const listed = await images("list", "--remote", "--json");
      const states = (JSON.parse(listed.stdout) as { images: { state: string }[] }).images;
      expect(states.map(({ state }) => state)).toEqual(["remote", "remote", "absent"]);
    });

    it("begins nothing that is over its budget", async () => {
      const { exitCode, stderr } = await images("pull", "--disk-budget", "0.000000001");
      expect(exitCode).toBe(1);
      expect(stderr).toContain("to fetch: 3 images");
      expect(stderr).toMatch(/The images would take about .* of the budget are left/);
      expect((await images("check")).stdout).toContain("0 of 3 images");
    });

    it("fetches what fits, and says what does not", async () => {
      // What the first is estimated to take on disk.
      const budget = ((3 * (sizes[0] ?? 0)) / 1e9).toFixed(12);
      const { exitCode, stdout } = await images("pull", "--disk-budget", budget, "--fit", "--json");
      const { fetched, failed, leftOut } = JSON.parse(stdout) as Pulled;
      expect(fetched.map(({ name }) => name)).toEqual([NAMES[0]]);
      expect(leftOut).toEqual([NAMES[1]]);
      expect(failed.map(({ name }) => name)).toEqual([NAMES[2]]);
      expect(exitCode).toBe(3);
    });

    it("fetches what there is, under its own name, and goes on with the rest", async () => {
      const { exitCode, stdout } = await images("pull", "--json");
      const { fetched, failed } = JSON.parse(stdout) as Pulled;
      expect(fetched.map(({ name }) => name).sort()).toEqual(NAMES.slice(0, 2).sort());
      for (const { digest } of fetched)
        expect(digest).toMatch(/hub\/acme\/.*@sha256:[0-9a-f]{64}$/);
      expect(failed.map(({ name }) => name)).toEqual([NAMES[2]]);
      expect(exitCode).toBe(3);
      const [path = "", tag = ""] = (NAMES[2] ?? "").split(":");
      putImage(folder, `hub/${path}`, tag, { shared: "s", three: "3" });
      const again = await images("pull", "--json", "--disk-budget", "1");
      expect((JSON.parse(again.stdout) as Pulled).fetched.map(({ name }) => name)).toEqual([
        NAMES[2],
      ]);
      expect(again.exitCode).toBe(0);
      expect((await images("check")).exitCode).toBe(0);
    });

    it("removes the selection's images and no other", async () => {
      const [path = "", tag = ""] = (NAMES[2] ?? "").split(":");
      putImage(folder, `hub/${path}`, tag, { shared: "s", three: "3" });
      const pulled = await images("pull", "--json");
      expect(pulled.exitCode, pulled.stderr).toBe(0);
      const one = ["--ids", "acme__images-1"];
      const dry = await images("prune", ...one, "--dry-run");
      expect(dry.stdout).toContain(`would remove  ${NAMES[0] ?? ""}`);
      expect((await images("check")).exitCode).toBe(0);
      expect((await images("prune", ...one)).stdout).toContain(`removed  ${NAMES[0] ?? ""}`);
      const { stdout } = await images("check");
      expect(stdout).toContain(`missing  ${NAMES[0] ?? ""}\n2 of 3 images`);
      const used = NAMES[1] ?? "";
      const options = { Image: used, Cmd: ["true"] };
      const container = await (client as Dockerode).createContainer(options);
      const pruned = await images("prune");
      await container.remove({ force: true });
      expect(pruned.stdout).toContain(`kept, in use  ${used}\n1 images`);
      expect((await images("check")).stdout).toContain("1 of 3 images");
    });
  });
}
