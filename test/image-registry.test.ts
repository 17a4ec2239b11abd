// What registries say of images, asked over HTTP on loopback.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askSizes, sizeOf, whatFits } from "../src/cli/image-estimate.ts";
import { askRegistry } from "../src/sandboxes/image-registry.ts";
import { imageMirror, imageReference } from "../src/sandboxes/image-reference.ts";
import { temporaryFolder } from "./cli.ts";
import { putImage, serveRegistry } from "./made-registry.ts";

const question = { architecture: "amd64" };
const total = (layers: ReadonlyMap<string, number> | undefined) =>
  [...(layers ?? [])].reduce((sum, [, bytes]) => sum + bytes, 0);

describe("a registry", () => {
  it("tells the layers of an image, with and without a token", async () => {
    using root = temporaryFolder();
    const bytes = putImage(root.path, "acme/calc", "1", { a: "1", b: "22" });
    for (const wantsToken of [false, true]) {
      await using registry = await serveRegistry(root.path, { wantsToken });
      const known = await askRegistry(imageReference(`${registry.host}/acme/calc:1`), question);
      expect(known?.layers.size).toBe(2);
      expect(total(known?.layers)).toBe(bytes);
    }
  });

  it("does not have what is not there", async () => {
    using root = temporaryFolder();
    await using registry = await serveRegistry(root.path);
    expect(await askRegistry(imageReference(`${registry.host}/no/such:1`), question)).toBeNull();
  });

  it("says why it does not answer", async () => {
    using root = temporaryFolder();
    putImage(root.path, "acme/calc", "1", { a: "1" });
    mkdirSync(join(root.path, "manifests/acme/odd"), { recursive: true });
    writeFileSync(join(root.path, "manifests/acme/odd/1"), '{"mediaType":"x/y"}');
    await using registry = await serveRegistry(root.path);
    const ask = (name: string, architecture = "amd64") =>
      askRegistry(imageReference(`${registry.host}/${name}`), { architecture });
    await expect(ask("acme/busy:1")).rejects.toThrow(/no more requests for now \(429\)/);
    await expect(ask("acme/calc:1", "riscv64")).rejects.toThrow(/it has none for riscv64/);
    await expect(ask("acme/odd:1")).rejects.toThrow(/no known form/);
    const nobody = askRegistry(imageReference("127.0.0.1:9/a/b:1"), question);
    await expect(nobody).rejects.toMatchObject({ kind: "environment", code: "registry" });
  });
});

describe("an estimate", () => {
  it("counts a layer that several images have once, and asks the mirror", async () => {
    using root = temporaryFolder();
    const first = putImage(root.path, "hub/acme/one", "1", { shared: "s", one: "1" });
    const second = putImage(root.path, "hub/acme/two", "1", { shared: "s", two: "2" });
    await using registry = await serveRegistry(root.path);
    const mirror = imageMirror(`${registry.host}/hub`, "--mirror");
    const signal = new AbortController().signal;
    const names = ["acme/one:1", "acme/two:1", "acme/none:1", "acme/busy:1"];
    const known = await askSizes(names, mirror, { ...question, signal });
    expect([...known.keys()]).toEqual(names);
    expect(names.map((name) => known.get(name)?.kind)).toEqual([
      ...["remote", "remote", "absent", "unknown"],
    ]);
    const images = [...known.values()].flatMap((one) => (one.kind === "remote" ? [one.image] : []));
    const together = sizeOf(images).downloadBytes;
    expect(together).toBeLessThan(first + second);
    expect(together).toBeGreaterThan(Math.max(first, second));
  });

  it("says what fits, in the order of the selection", () => {
    const image = (layers: Readonly<Record<string, number>>) => ({
      layers: new Map(Object.entries(layers)),
    });
    const images = new Map([
      ["a", image({ base: 10, a: 1 })],
      ["large", image({ large: 100 })],
      ["b", image({ base: 10, b: 2 })],
    ]);
    const { diskBytes } = sizeOf([image({ base: 10, a: 1, b: 2 })]);
    expect(whatFits(images, diskBytes)).toEqual(["a", "b"]);
    expect(whatFits(images, diskBytes - 1)).toEqual(["a"]);
    expect(whatFits(images, 0)).toEqual([]);
  });
});
