import { describe, expect, it } from "vitest";
import { GUARDS, GUARD_NAMES, guardedStatement } from "./guard.ts";

describe("a guard", () => {
  it.each(GUARD_NAMES)("%s follows the problem statement as a paragraph of its own", (guard) => {
    expect(guardedStatement("It fails.\n\n", guard)).toBe(`It fails.\n\n${GUARDS[guard]}\n`);
  });

  it("that is not asked for leaves the problem statement as it is, to the byte", () => {
    expect(guardedStatement("It fails. \n\n", null)).toBe("It fails. \n\n");
  });

  it.each(GUARD_NAMES)("%s says that it comes before the first edit", (guard) => {
    expect(GUARDS[guard]).toMatch(/^Before you edit any file/);
  });
});
