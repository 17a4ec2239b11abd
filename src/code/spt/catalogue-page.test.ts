import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cataloguePage, TRANSFORMATIONS } from "./index.ts";

const PAGE = fileURLToPath(new URL("../../../docs/transformations.md", import.meta.url));

describe("cataloguePage", () => {
  it("is what docs/transformations.md holds (npm run docs:catalogue writes it)", () => {
    expect(readFileSync(PAGE, "utf8")).toBe(cataloguePage(TRANSFORMATIONS));
  });

  it("names every transformation and every reason", () => {
    const page = cataloguePage(TRANSFORMATIONS);
    for (const { id, refusals } of TRANSFORMATIONS) {
      expect(page).toContain(`### ${id}\n`);
      for (const name of Object.keys(refusals)) expect(page).toContain(`| ${name} |`);
    }
  });

  it("keeps a bar in a reason from ending its cell", () => {
    const [first] = TRANSFORMATIONS;
    if (first === undefined) throw new Error("no transformation");
    const refusals = { bar: { why: "a | b", level: "paper" as const } };
    expect(cataloguePage([{ ...first, refusals }])).toContain("| bar | paper | a \\| b |");
  });
});
