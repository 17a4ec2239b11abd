// Registries are generated; what is checked in is what the generator would write now.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
// @ts-expect-error -- a build script in plain JavaScript
import { FAMILIES, registrySource } from "../scripts/registries.mjs";

interface Family {
  readonly folder: string;
}

for (const family of FAMILIES as readonly Family[]) {
  it(`lists every member of ${family.folder}`, () => {
    const path = new URL(`../src/${family.folder}/registry.ts`, import.meta.url);
    expect(readFileSync(path, "utf8")).toBe((registrySource as (f: Family) => string)(family));
  });
}
