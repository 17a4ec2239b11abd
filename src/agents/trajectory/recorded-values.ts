// Values as many formats hold them: counts and prices that may be absent, text in parts, arguments
// in JSON.
import { z } from "zod";
import type { ToolEvent, TokenUsage } from "../../core/trajectory.ts";
import { isRecord } from "./trajectory-format.ts";

export const countSchema = z.int().min(0).nullish();
export const dollarsSchema = z.number().min(0).nullish();

const partSchema = z.looseObject({ type: z.string().optional(), text: z.string().nullish() });

/** Text, or text in parts; a part of another kind is named in brackets. */
export const textSchema = z
  .union([z.string(), z.null(), z.array(z.union([z.string(), partSchema]))])
  .optional()
  .transform((content) => {
    if (content === null || content === undefined) return "";
    if (typeof content === "string") return content;
    return content
      .map((part) =>
        typeof part === "string" ? part : (part.text ?? `[${part.type ?? "unknown part"}]`),
      )
      .join("\n");
  });

const NOTHING: TokenUsage = {
  ...{ inputTokens: null, outputTokens: null, cachedTokens: null, cacheWriteTokens: null },
  ...{ reasoningTokens: null, costUsd: null },
};

/** Null where nothing is known. */
export function usageOf(known: {
  readonly [Field in keyof TokenUsage]?: TokenUsage[Field] | undefined;
}): TokenUsage | null {
  const given = Object.entries(known).filter(([, value]) => value !== null && value !== undefined);
  return given.length === 0 ? null : { ...NOTHING, ...Object.fromEntries(given) };
}

/** Arguments of a call: an object, or what stands for it. */
export function callArguments(value: unknown): ToolEvent["arguments"] {
  if (isRecord(value)) return value;
  if (typeof value !== "string") return value === undefined ? {} : JSON.stringify(value);
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : value;
  } catch {
    return value;
  }
}

/** What editors that take a `command` can do; no shell runs that. */
const EDITOR_COMMANDS = new Set(["view", "create", "str_replace", "insert", "undo_edit"]);

/** The shell command of a call, where the tool runs one. */
export function commandOf(args: ToolEvent["arguments"]): string | null {
  if (typeof args === "string") return null;
  const command = args["command"] ?? args["cmd"];
  if ("path" in args && typeof command === "string" && EDITOR_COMMANDS.has(command)) return null;
  if (typeof command === "string") return command;
  // Codex's shell takes an argument vector: `bash -lc SCRIPT`.
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return null;
  const [shell, flag, script, ...rest] = command;
  const isScript = /(^|\/)(ba|z|da)?sh$/.test(shell ?? "") && /^-\w*c$/.test(flag ?? "");
  if (isScript && script !== undefined && rest.length === 0) return script;
  return command.map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
