import { describe, expect, it } from "vitest";
import type { Isolation } from "../../core/run.ts";
import { sameSetting } from "./same-setting.ts";
import { PLAIN_SETTING } from "./setting.ts";

const instance = { instance_id: "a__b-1" };
const isolation: Isolation = {
  ...{ backend: "docker", filesystem: "isolated", network: "isolated", processes: "isolated" },
  ...{ uid: 0, memory: null, processCount: null, disk: null },
};
const container = {
  ...{ image: "a/b:1", imageId: "sha256:1", imageDigest: null },
  ...{ engine: "docker", engineVersion: "1", kernel: "6" },
};
const environment = { id: "a__b-1.0", digest: "d1", kernel: "6" };

describe("the setting of an instance that has run before", () => {
  it("is any where it has not", () => {
    const setting = { ...PLAIN_SETTING, environment };
    expect(sameSetting(instance, setting, null)).toEqual(setting);
  });

  it("is tied to the image of its attempts, also where the tree came from elsewhere", () => {
    const known = { ...isolation, container };
    expect(sameSetting(instance, PLAIN_SETTING, known).imageId).toBe("sha256:1");
    const same = { ...PLAIN_SETTING, imageId: "sha256:1" };
    expect(sameSetting(instance, same, known).imageId).toBe("sha256:1");
    const other = { ...PLAIN_SETTING, imageId: "sha256:2" };
    expect(() => sameSetting(instance, other, known)).toThrow(/another image than a\/b:1 is now/);
  });

  it("has the same packages", () => {
    const known = { ...isolation, environment };
    const setting = { ...PLAIN_SETTING, environment };
    expect(sameSetting(instance, setting, known)).toEqual(setting);
    const other = { ...PLAIN_SETTING, environment: { ...environment, digest: "d2" } };
    expect(() => sameSetting(instance, other, known)).toThrow(/other packages than a__b-1\.0/);
    expect(() => sameSetting(instance, PLAIN_SETTING, known)).toThrow(/other packages/);
    expect(() => sameSetting(instance, setting, isolation)).toThrow(/other packages/);
  });
});
