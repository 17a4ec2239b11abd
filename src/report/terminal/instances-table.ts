import type { Contrast, InstanceContrast } from "../../analysis/index.ts";
import { interval, signed } from "../format-number.ts";
import { table } from "./table.ts";

/** Longest name that leaves room for the numbers. */
const NAME_WIDTH = 44;

/** Each instance in both arms of a contrast, with Newcombe's interval. */
export function instancesTable({ baseline, changed, perInstance }: Contrast): string {
  return table(
    [
      { head: "instance", align: "left" },
      { head: baseline, align: "right" },
      { head: changed, align: "right" },
      { head: "difference", align: "right" },
      { head: "Newcombe", align: "left" },
    ],
    perInstance.map(instanceRow),
  );
}

function instanceRow(row: InstanceContrast): string[] {
  return [
    shortened(row.instanceId),
    `${row.baseline.resolved}/${row.baseline.n}`,
    `${row.changed.resolved}/${row.changed.n}`,
    ...(row.degradationPp === null
      ? ["left out", ""]
      : [signed(row.degradationPp), interval(row.lowerPp, row.upperPp)]),
  ];
}

/** Both ends of a long name: the front names the repository, the tail is what differs. */
function shortened(name: string): string {
  if (name.length <= NAME_WIDTH) return name;
  const tail = Math.floor(NAME_WIDTH / 2) - 1;
  return `${name.slice(0, NAME_WIDTH - 1 - tail)}…${name.slice(-tail)}`;
}
