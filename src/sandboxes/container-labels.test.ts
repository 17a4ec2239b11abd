import { describe, expect, it, vi } from "vitest";

import { containerLabels, isAbandoned } from "./container-labels.ts";
import { thisProcess } from "./owner-label.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const HOUR = 3600_000;
const labels = containerLabels({ backend: "docker", id: "0123", label: "run" }, NOW);
const owned = (owner: object) => ({ ...labels, "plumbline.owner": JSON.stringify(owner) });

describe("a container", () => {
  it("is not abandoned while its owner lives and its deadline is not over", () => {
    expect(isAbandoned({ Labels: labels, State: "running" }, NOW + HOUR)).toBe(false);
    expect(isAbandoned({ Labels: labels, State: "running" }, NOW + 1000 * HOUR)).toBe(true);
  });

  it("is abandoned when its owner has ended, or another process has its pid", () => {
    const Labels = owned({ ...thisProcess(), startTime: "1" });
    expect(isAbandoned({ Labels, State: "running" }, NOW)).toBe(true);
  });

  it("is not abandoned while its owner is there, though /proc hides it", () => {
    // No process has that pid, so /proc has nothing to show.
    const Labels = owned({ ...thisProcess(), pid: 2 ** 22 + 1 });
    const kill = vi.spyOn(process, "kill");
    for (const { code, abandoned } of [
      { code: "EPERM", abandoned: false },
      { code: "ESRCH", abandoned: true },
    ]) {
      kill.mockImplementation(() => {
        throw Object.assign(new Error(code), { code, syscall: "kill" });
      });
      expect(isAbandoned({ Labels, State: "running" }, NOW)).toBe(abandoned);
    }
    kill.mockRestore();
  });

  it("of another boot or machine is abandoned when it has ended itself", () => {
    const Labels = owned({ ...thisProcess(), bootId: "another" });
    expect(isAbandoned({ Labels, State: "created" }, NOW)).toBe(false);
    expect(isAbandoned({ Labels, State: "running" }, NOW)).toBe(false);
    expect(isAbandoned({ Labels, State: "exited" }, NOW)).toBe(true);
  });

  it("of another process namespace is left to who shares it", () => {
    const Labels = owned({ ...thisProcess(), pidNamespace: "another", startTime: "1" });
    expect(isAbandoned({ Labels, State: "running" }, NOW)).toBe(false);
  });

  it("with labels that cannot be read is nobody's to remove", () => {
    for (const owner of ["no json", "{}", "null"]) {
      const Labels = { ...labels, "plumbline.owner": owner };
      expect(isAbandoned({ Labels, State: "exited" }, NOW + 1000 * HOUR)).toBe(false);
    }
    expect(isAbandoned({ Labels: {}, State: "exited" }, NOW)).toBe(false);
  });
});
