// The price table that costs are reckoned by, with one's own prices before it.
import { defineCommand } from "../command.ts";
import { priceTable } from "../study-models.ts";
import { table } from "../../report/terminal/table.ts";

const COLUMNS = [
  { head: "model", align: "left" },
  ...["input", "cached", "cache write", "output"].map(
    (head) => ({ head, align: "right" }) as const,
  ),
] as const;

export const prices = defineCommand({
  name: "prices",
  summary: "Show the prices that the cost of models is reckoned by.",
  configure: (command) =>
    void command.option("--prices <file>", "YAML file of prices that stand before the table's"),
  run: (_args, options, io) => {
    const file = options["prices"];
    const { date, models } = priceTable(typeof file === "string" ? file : null);
    if (io.json) io.out(JSON.stringify({ date, currency: "USD", per: 1_000_000, models }, null, 2));
    else {
      const rows = Object.entries(models).map(([id, price]) => [
        ...[id, String(price.input), String(price.cached ?? price.input)],
        ...[String(price.cache_write ?? price.input), String(price.output)],
      ]);
      io.out(`US dollars per million tokens, as of ${date}`);
      io.out(table(COLUMNS, rows));
    }
    return Promise.resolve();
  },
});
