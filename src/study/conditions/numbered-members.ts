// The members of a condition that has as many as the study has variants.
import type { ConditionMember, StudyCounts } from "./condition.ts";

/** `<name>-1` to `<name>-N`; `states` names what the member of a number is made from. */
export function numberedMembers(
  { variants, runsPerVariant }: StudyCounts,
  name: string,
  states: (index: number) => readonly string[],
): ConditionMember[] {
  return Array.from({ length: variants }, (_, i) => ({
    id: `${name}-${i + 1}`,
    index: i + 1,
    replicates: runsPerVariant,
    states: states(i + 1),
    input: null,
  }));
}
