import { expect, it } from "vitest";
import { verdict } from "./verdict.ts";

const above = { lowerPp: 1, upperPp: 9 };
const below = { lowerPp: -9, upperPp: -1 };
const around = { lowerPp: -2, upperPp: 9 };
const touching = { lowerPp: 0, upperPp: 9 };

it.each([
  { mover: above, bootstrap: above, degenerate: false, says: "worse" },
  { mover: below, bootstrap: below, degenerate: false, says: "better" },
  { mover: around, bootstrap: around, degenerate: false, says: "not-shown" },
  { mover: touching, bootstrap: touching, degenerate: false, says: "not-shown" },
  { mover: around, bootstrap: above, degenerate: false, says: "intervals-disagree" },
  { mover: above, bootstrap: around, degenerate: false, says: "intervals-disagree" },
  { mover: around, bootstrap: { lowerPp: 5, upperPp: 5 }, degenerate: true, says: "not-shown" },
  { mover: above, bootstrap: { lowerPp: 5, upperPp: 5 }, degenerate: true, says: "worse" },
])("says $says for $mover by MOVER and $bootstrap by bootstrap", (example) => {
  const { mover, bootstrap, degenerate, says } = example;
  expect(verdict(mover, { ...bootstrap, degenerate })).toBe(says);
});
