import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { dockerAddress, podmanAddress } from "./engine-address.ts";

let home = "";
beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), "home-"))));
afterEach(() => rm(home, { recursive: true }));

async function context(name: string, host: string): Promise<void> {
  const key = createHash("sha256").update(name).digest("hex");
  const folder = join(home, ".docker/contexts/meta", key);
  await mkdir(folder, { recursive: true });
  const meta = { Name: name, Endpoints: { docker: { Host: host, SkipTLSVerify: false } } };
  await writeFile(join(folder, "meta.json"), JSON.stringify(meta));
}

describe("docker is found", () => {
  const at = (env: Record<string, string> = {}) => dockerAddress({ env, home, isRoot: false });

  it("by DOCKER_HOST before all else", async () => {
    await context("work", "unix:///run/work.sock");
    const env = { DOCKER_HOST: "unix:///a/socket", DOCKER_CONTEXT: "work" };
    expect(at(env)).toEqual({ kind: "unix", path: "/a/socket" });
    expect(at({ DOCKER_HOST: "tcp://10.0.0.1:2376" })).toEqual({
      ...{ kind: "tcp", host: "10.0.0.1", port: 2376 },
    });
  });

  it("by its current context", async () => {
    await context("work", "unix:///run/work.sock");
    await writeFile(join(home, ".docker/config.json"), '{"currentContext":"work"}');
    expect(at()).toEqual({ kind: "unix", path: "/run/work.sock" });
    await context("play", "unix:///run/play.sock");
    expect(at({ DOCKER_CONTEXT: "play" })).toEqual({ kind: "unix", path: "/run/play.sock" });
  });

  it("by the socket below the user's runtime folder", async () => {
    await writeFile(join(home, "docker.sock"), "");
    // Where the system's own is there, that comes first.
    expect(at({ XDG_RUNTIME_DIR: home, DOCKER_CONTEXT: "default" }).kind).toBe("unix");
  });

  it("or it is said what is wrong", () => {
    expect(() => at({ DOCKER_HOST: "ssh://me@there" })).toThrow("DOCKER_HOST is ssh://me@there");
    expect(() => at({ DOCKER_CONTEXT: "gone" })).toThrow('context "gone" is not known');
  });
});

describe("podman is found", () => {
  it("by CONTAINER_HOST, and by the socket of the user", async () => {
    const env = { CONTAINER_HOST: "unix:///p", DOCKER_HOST: "unix:///d" };
    expect(podmanAddress({ env, home, isRoot: true })).toEqual({ kind: "unix", path: "/p" });
    await mkdir(join(home, "podman"));
    const path = join(home, "podman/podman.sock");
    await writeFile(path, "");
    const found = podmanAddress({ env: { XDG_RUNTIME_DIR: home }, home, isRoot: false });
    expect(found).toEqual({ kind: "unix", path });
  });
});
