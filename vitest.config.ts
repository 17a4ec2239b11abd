import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/build.ts"],
    reporters: ["default", "./test/closing-line.ts"],
    // Sandboxes must be spawned from a process's main thread: their life is tied to it.
    pool: "forks",
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // Engines, networks and busy machines fail now and then. What needed it is named at the end.
    retry: 1,
  },
});
