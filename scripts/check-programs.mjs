// Generated Python programs, each rewritten by every transformation alone and by all of them in a
// drawn order, at every site that they accept; whatever a program prints or raises must stay the
// same. Arguments: how many (20000), the seed (plumbline), the number of the first one (0).
import {
  allPlans,
  checkPrograms,
  generated,
  reduced,
  report,
  unsteady,
} from "../dist/testing/generated-programs/check-programs.js";

/** Types are asked of that many at once; more take more memory, fewer more time. */
const TOGETHER = 200;
const MOST_REPORTS = 5;

const [count = "20000", seed = "plumbline", first = "0"] = process.argv.slice(2);
const end = Number(first) + Number(count);
const started = Date.now();
const seconds = () => Math.round((Date.now() - started) / 1000);
const sites = new Map();
let differing = 0;
let unequal = 0;
for (let number = Number(first); number < end; number += TOGETHER) {
  const subjects = generated(seed, number, Math.min(TOGETHER, end - number));
  const skipped = new Set(unsteady(subjects));
  for (const name of skipped) {
    unequal += 1;
    console.log(`Program ${name} does not do the same each time.`);
  }
  const steady = subjects.filter(({ program }) => !skipped.has(program.name));
  const found = checkPrograms(steady, allPlans);
  for (const [id, amount] of found.sites) sites.set(id, (sites.get(id) ?? 0) + amount);
  for (const difference of found.differences) {
    differing += 1;
    if (differing <= MOST_REPORTS) console.log(report(reduced(difference)));
  }
  const done = number + subjects.length - Number(first);
  console.error(`${done} of ${count} programs, ${differing} differences, ${seconds()} s`);
}
for (const [id, amount] of [...sites].sort()) console.log(`${id}: ${amount} sites`);
console.log(`${count} programs of seed ${seed}, ${differing} differences, ${seconds()} s`);
if (differing + unequal > 0) process.exitCode = 1;
