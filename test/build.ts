// Builds once before the tests: those that start real processes run what users run.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function build(): void {
  execFileSync("npm", ["run", "--silent", "build"], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: "inherit",
  });
}
