import { describe, expect, it } from "vitest";

import { cgroupCandidates } from "./cgroup.ts";

describe("where cgroups of sandboxes can be made", () => {
  it("is below the owner's own folders of v1", () => {
    const own = "8:pids:/\n4:memory:/job/7\n1:cpu,cpuacct:/\n0::/\n";
    const mounts = [
      "30 24 0:26 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory",
      "31 24 0:27 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids",
    ].join("\n");
    expect(cgroupCandidates(own, mounts)).toEqual([
      { version: "v1", memory: "/sys/fs/cgroup/memory/job/7", pids: "/sys/fs/cgroup/pids" },
    ]);
  });

  it("is the owner's own folder of v2, or else one above it", () => {
    const mounts = "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
    const folders = cgroupCandidates("0::/user.slice/a.scope\n", mounts).map(
      ({ memory }) => memory,
    );
    expect(folders).toEqual([
      "/sys/fs/cgroup/user.slice/a.scope",
      "/sys/fs/cgroup/user.slice",
      "/sys/fs/cgroup",
    ]);
  });

  it("takes off what a container's mount leaves out", () => {
    const mounts = "29 23 0:26 /docker/c1 /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
    expect(cgroupCandidates("0::/docker/c1/app\n", mounts)[0]?.memory).toBe("/sys/fs/cgroup/app");
  });

  it("is nowhere without a mount", () => {
    expect(cgroupCandidates("0::/\n", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n")).toEqual([]);
  });
});
