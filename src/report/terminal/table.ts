import Table from "cli-table3";

export interface Column {
  readonly head: string;
  readonly align: "left" | "right";
}

const NO_LINES = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "" },
  ...{ bottom: "", "bottom-mid": "", "bottom-left": "", "bottom-right": "" },
  ...{ left: "", "left-mid": "", mid: "", "mid-mid": "" },
  ...{ right: "", "right-mid": "", middle: "  " },
};

/** Aligned columns without lines, indented by two spaces. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ align }) => align),
  });
  lines.push(...rows.map((row) => [...row]));
  return lines
    .toString()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}
