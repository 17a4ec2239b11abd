// Reads pytest as published Python instances name its tests. Their ids come from readers that cut
// an id at its first space, squeeze runs of spaces, or keep only the last part of a path that is
// a parameter. So each test is recorded under its own id and under what each of these makes of
// it; where several tests share such a name, the worst status counts.
import type { TestStatus } from "../../core/run.ts";
import { pytest } from "./pytest.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import { worstStatuses } from "./test-line.ts";

export const pytestPublished = defineTestLogParser({
  id: "pytest-published",
  summary: "pytest, with test ids as published benchmark rows write them.",
  parse(output) {
    const statuses = [...pytest.parse(output)];
    return worstStatuses(
      statuses.flatMap(([id, status]: [string, TestStatus]) =>
        [...publishedIds(id)].map((published) => ({ id: published, status })),
      ),
    );
  },
});

function publishedIds(id: string): ReadonlySet<string> {
  const words = id.split(/\s/).filter((word) => word !== "");
  const renamed = id
    .replaceAll("MouseButton.LEFT", "1")
    .replaceAll("MouseButton.RIGHT", "3")
    .split(/\s/, 1);
  const cut = words[0] ?? id;
  return new Set([id, words.join(" "), cut, ...renamed, withShortPath(cut), withShortPath(id)]);
}

/** `test_x[/a/b/c]` → `test_x[/c]`. */
function withShortPath(id: string): string {
  const start = id.indexOf("[");
  const end = id.lastIndexOf("]");
  const option = id.slice(start + 1, Math.max(end, 0));
  const isPath = option.startsWith("/") && !option.startsWith("//") && !option.includes("*");
  if (start === -1 || end < start || !isPath) return id;
  return `${id.slice(0, start)}[/${option.slice(option.lastIndexOf("/") + 1)}]`;
}
