import { describe, expect, it } from "vitest";

import { hostedSandbox } from "./hosted-sandbox.ts";

describe("a hosted sandbox", () => {
  it("fails as the environment does when its process cannot be started", async () => {
    const { execPath } = process;
    const backend = hostedSandbox({ id: "process", summary: "" });
    process.execPath = "/no/such/program";
    try {
      await expect(backend.check()).rejects.toMatchObject({ code: "sandbox-host-died" });
      await expect(backend.sweep()).rejects.toMatchObject({ code: "sandbox-host-died" });
    } finally {
      process.execPath = execPath;
    }
  });
});
