import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { typeFactStore } from "./type-fact-store.ts";

describe("typeFactStore", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-types-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("gives back what was written, to another process too", () => {
    typeFactStore({ PLUMBLINE_CACHE: folder }).write("abc", "{}\n");
    expect(typeFactStore({ PLUMBLINE_CACHE: folder }).read("abc")).toBe("{}\n");
    expect(typeFactStore({ PLUMBLINE_CACHE: folder }).read("abd")).toBeNull();
  });

  it("goes without where nothing can be written", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const store = typeFactStore({ PLUMBLINE_CACHE: file });
    store.write("abc", "{}");
    expect(store.read("abc")).toBeNull();
  });
});
