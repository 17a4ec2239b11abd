// Log parsers by their ids, and by the names that published rows give them.
import { publishedParser, publishedParserNames } from "../grading/parsers/published-parsers.ts";
import { parsers as parserRegistry } from "../grading/parsers/registry.ts";
import type { TestLogParser } from "../grading/parsers/test-log-parser.ts";
import { loadMembers } from "./load-members.ts";

/** Every parser, under every name that a benchmark may know it by. */
export async function knownParsers(): Promise<ReadonlyMap<string, TestLogParser>> {
  const known = await loadMembers<TestLogParser>(parserRegistry);
  for (const name of publishedParserNames) {
    const parser = known.get(publishedParser(name));
    if (parser !== undefined) known.set(name, parser);
  }
  return known;
}
