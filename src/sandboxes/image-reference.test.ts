import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageMirror, imageReference, mirroredName } from "./image-reference.ts";

const DIGEST = `sha256:${"a1".repeat(32)}`;

describe("the name of an image", () => {
  it.each([
    ["busybox", "docker.io", "library/busybox", "latest"],
    ["swebench/x_1776_y:v2", "docker.io", "swebench/x_1776_y", "v2"],
    ["docker.io/a/b:1", "docker.io", "a/b", "1"],
    ["ghcr.io/kndy666/feat:7", "ghcr.io", "kndy666/feat", "7"],
    ["localhost/a:1", "localhost", "a", "1"],
    ["localhost:5000/a/b", "localhost:5000", "a/b", "latest"],
    ["jefzda/sweap-images:Owner.name-X_1", "docker.io", "jefzda/sweap-images", "Owner.name-X_1"],
  ])("%s is taken apart as engines do it", (name, registry, path, tag) => {
    expect(imageReference(name)).toEqual({ registry, path, tag, digest: null });
  });

  it("may say by digest which one is meant", () => {
    expect(imageReference(`a/b:1@${DIGEST}`)).toMatchObject({ tag: null, digest: DIGEST });
  });

  it.each(["", "A/b", "a/b:", "a b", "a/b@sha256:12", "a/b:-x"])("%j is none", (name) => {
    expect(() => imageReference(name)).toThrow(/is no name of an image/);
  });
});

describe("a mirror", () => {
  it("has each image behind its prefix", () => {
    const mirror = imageMirror("mirror.example.org:5000/hub/copies/", "--mirror");
    expect(mirroredName(imageReference("swebench/x:y"), mirror)).toBe(
      "mirror.example.org:5000/hub/copies/swebench/x:y",
    );
    expect(mirroredName(imageReference(`ghcr.io/a/b@${DIGEST}`), mirror)).toBe(
      `mirror.example.org:5000/hub/copies/ghcr.io/a/b@${DIGEST}`,
    );
  });

  it.each(["", "hub", "http://mirror.example.org", "mirror.example.org/A"])(
    "%j is none",
    (text) => {
      expect(() => imageMirror(text, "--mirror")).toThrow(/^--mirror is .* no HOST\[\/PREFIX\]/);
    },
  );

  it("keeps path and tag, whatever they are", () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const mirror = imageMirror("localhost:1/p", "--mirror");
    fc.assert(
      fc.property(part, part, part, (owner, name, tag) => {
        const there = mirroredName(imageReference(`${owner}/${name}:${tag}`), mirror);
        expect(there).toBe(`localhost:1/p/${owner}/${name}:${tag}`);
        expect(imageReference(there)).toMatchObject({ path: `p/${owner}/${name}`, tag });
      }),
    );
  });
});
