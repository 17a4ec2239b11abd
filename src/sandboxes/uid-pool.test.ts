import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { acquireUid, firstUid, releaseUid } from "./uid-pool.ts";

describe("user ids of sandboxes", () => {
  let locks: string;
  beforeAll(async () => {
    locks = await mkdtemp(join(tmpdir(), "uids-"));
  });
  afterAll(() => rm(locks, { recursive: true }));

  it("are all different, however many ask at once", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `sandbox-${i}`);
    const uids = await Promise.all(names.map((name) => acquireUid(locks, name)));
    expect(new Set(uids).size).toBe(20);
    await Promise.all(names.map((name) => releaseUid(locks, name)));
    expect(await readdir(locks)).toEqual([]);
  });

  it("are given back only in the name of who has them", async () => {
    const uid = await acquireUid(locks, "first");
    await releaseUid(locks, "first");
    expect(await acquireUid(locks, "second")).toBe(uid);
    // A sweeper that comes late for the first.
    await releaseUid(locks, "first");
    expect(await acquireUid(locks, "third")).toBe(uid + 1);
  });

  it("lie within what a user namespace maps", () => {
    expect(firstUid("         0          0 4294967295\n")).toBe(1_900_000_000);
    expect(firstUid("         0     100000      65536\n")).toBeLessThan(65_534 - 4096);
  });
});
