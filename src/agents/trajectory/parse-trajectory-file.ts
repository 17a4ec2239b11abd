// The text of a file as JSON documents, repaired to the last whole event where it was cut off.
import { jsonrepair } from "jsonrepair";
import { PlumblineError } from "../../core/errors.ts";
import { closeCutJson } from "./cut-json.ts";
import { isRecord, type TrajectoryFile } from "./trajectory-format.ts";

const CUT = "the file ends in the middle of an event";

/** Reads JSON or JSON Lines. Throws a usage error where the text is neither. */
export function parseTrajectoryFile(source: string, name: string): TrajectoryFile {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const whole = parsed(text);
  if (whole !== undefined) return { name, documents: [whole], truncated: null, isCut: false };
  return jsonLines(text, name) ?? repaired(text, name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * One document a line, between lines that other programs may have written; null where the text is
 * no JSON Lines: its first line that begins like an object is none.
 */
function jsonLines(text: string, name: string): TrajectoryFile | null {
  if (/^\s*\[/.test(text)) return null;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const first = lines.findIndex((line) => line.startsWith("{"));
  const isAlone = lines.length === 1;
  if (first === -1 || isAlone || !isRecord(parsed(lines[first] ?? ""))) return null;
  const values = lines.map(parsed);
  const documents = values.filter(isRecord);
  const lost = lines.length - documents.length;
  const isCut = !isRecord(values.at(-1)) && !text.endsWith("\n");
  const others = lost - (isCut ? 1 : 0);
  const reasons = [
    ...(isCut ? [CUT] : []),
    ...(others === 0 ? [] : [`${others} of ${lines.length} lines are no JSON objects`]),
  ];
  const truncated = reasons.length === 0 ? null : reasons.join("; ");
  return { name, documents, truncated, isCut: false };
}

function repaired(text: string, name: string): TrajectoryFile {
  const closed = closeCutJson(text);
  const isCut = closed !== null;
  const document = parsed(closed ?? text) ?? parsed(mended(closed ?? text) ?? "");
  if (typeof document !== "object" || document === null) {
    throw new PlumblineError("no-json", "usage", `${name} is no JSON.`, {
      hint: "a trajectory file as its program wrote it",
    });
  }
  return { name, documents: [document], truncated: isCut ? CUT : "its JSON is damaged", isCut };
}

function mended(text: string): string | null {
  try {
    return jsonrepair(text);
  } catch {
    return null;
  }
}
