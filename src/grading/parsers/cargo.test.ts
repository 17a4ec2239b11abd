import { expect, test } from "vitest";
import { cargo } from "./cargo.ts";

const CLOSED = "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
const REAL = "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";

test.each([
  ["closes a block of its own", ["test other ... ok", "test real ... ok", CLOSED]],
  ["begins the details", ["test real ... ok", "failures:"]],
])("a test that failed is not passed where a line that it wrote %s", (_, printed) => {
  const log = ["running 2 tests", ...printed, "test other ... ok", "test real ... FAILED", REAL];
  expect(cargo.parse(log.join("\n")).get("real")).toBe("FAILED");
});
