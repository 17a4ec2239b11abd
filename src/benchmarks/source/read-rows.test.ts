import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readRows } from "./read-rows.ts";

const file = (content: string | Uint8Array) => ({
  name: "rows",
  bytes: typeof content === "string" ? Buffer.from(content) : content,
});
const values = async (content: string | Uint8Array) =>
  (await readRows(file(content))).map(({ value }) => value);

const ROW = { instance_id: "a", ids: ["x, y", 'say "z"'] };

describe("rows", () => {
  test.each([
    ["a list", JSON.stringify([ROW])],
    ["a list with a byte order mark", `\ufeff${JSON.stringify([ROW])}`],
    ["{ instances }", JSON.stringify({ instances: [ROW] })],
    ["rows by id", JSON.stringify({ a: { ids: ROW.ids, hints: null } })],
    ["one row", JSON.stringify(ROW)],
    ["lines", `${JSON.stringify(ROW)}\n\n`],
    ["gzip", gzipSync(`${JSON.stringify(ROW)}\n`)],
  ])("come out of %s", async (_, content) => {
    expect(await values(content)).toEqual([ROW]);
  });

  test("come out of CSV, with line ends in cells; an empty cell is no value", async () => {
    const csv = 'instance_id,ids,hints\r\na,"[""x, y"", ""z""]","two\nlines"\r\nb,[],\r\n';
    expect(await values(csv)).toEqual([
      { instance_id: "a", ids: '["x, y", "z"]', hints: "two\nlines" },
      { instance_id: "b", ids: "[]" },
    ]);
  });

  test("lines are named by their number in the file", async () => {
    const rows = await readRows(file('{"a":1}\n\n{"a":2}\n'));
    expect(rows.map(({ place }) => place)).toEqual(["rows: line 1", "rows: line 3"]);
  });

  test.each([
    ["nothing", " \n", "rows: is empty."],
    ["a list that is cut off", '[{"a":1},', /^rows: is no JSON \(/],
    ["a line that is cut off", '{"a":1}\n{"a":', /^rows: line 2 is no JSON \(/],
    ["a list of numbers", "[1]", "rows: row 1: is no object."],
    ["an object of numbers", '{"a":1}', /is neither a list of rows/],
    [
      "gzip that is cut off",
      gzipSync("{}".repeat(99)).subarray(0, 20),
      /^rows: cannot be unpacked/,
    ],
    ["Parquet that is cut off", "PAR1....", /^rows: is no readable Parquet file/],
    ["bytes", Buffer.from([0xff, 0xfe, 0x00]), "rows: is neither Parquet nor text in UTF-8."],
    ["CSV with a cell too many", "a,b\n1,2\n1,2,3\n", /^rows: line 3: /],
  ])("%s is refused in one line", async (_, content, message) => {
    await expect(readRows(file(content))).rejects.toThrow(message);
    await expect(readRows(file(content))).rejects.toMatchObject({ exitCode: 2 });
  });
});
