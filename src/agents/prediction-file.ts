// Files of predictions in the shapes that are about: a JSON list, an object by instance id, or a line
// of JSON each; with SWE-bench's field names, SWE-bench Pro's, Multi-SWE-bench's or OpenHands'.
import { z } from "zod";
import { PlumblineError } from "../core/errors.ts";

export interface PredictedPatch {
  readonly instanceId: string;
  /** `model_name_or_path`, or what stands for it; empty where nothing does. */
  readonly model: string;
  /** Empty where there is none. */
  readonly patch: string;
}

/** The names of a patch, the first one that is there counts. */
const PATCH_FIELDS = ["model_patch", "patch", "fix_patch", "agent_patch", "completion_patch"];

const optionalText = z.string().nullish();
const recordSchema = z
  .looseObject({
    instance_id: optionalText,
    model_name_or_path: optionalText,
    prefix: optionalText,
    ...{ org: optionalText, repo: optionalText },
    number: z.union([z.int(), z.string()]).nullish(),
    ...Object.fromEntries(PATCH_FIELDS.map((field) => [field, optionalText])),
    test_result: z.looseObject({ git_patch: optionalText }).nullish(),
  })
  .transform((record, context): PredictedPatch => {
    const { instance_id, org, repo, number } = record;
    const isParts = typeof org === "string" && typeof repo === "string" && number != null;
    const id = instance_id ?? (isParts ? `${org}__${repo}-${number}` : "");
    if (id === "") {
      context.issues.push({ code: "custom", message: "no instance_id", input: record });
      return z.NEVER;
    }
    const fields = [...PATCH_FIELDS.map((name) => record[name]), record.test_result?.git_patch];
    if (fields.every((value) => value === undefined)) {
      context.issues.push({ code: "custom", message: "no model_patch", input: record });
      return z.NEVER;
    }
    const patch = fields.find((value): value is string => typeof value === "string") ?? "";
    return { instanceId: id, model: record.model_name_or_path ?? record.prefix ?? "", patch };
  });

/** Reads the text of a predictions file. Throws a usage error that names the record. */
export function parsePredictions(text: string, file: string): PredictedPatch[] {
  const seen = new Set<string>();
  return recordsOf(text, file).map(({ place, value }) => {
    const parsed = recordSchema.safeParse(value);
    if (!parsed.success) {
      throw malformed(`${file}, ${place}: ${describe(parsed.error)}`);
    }
    const { instanceId, model } = parsed.data;
    const key = JSON.stringify([instanceId, model]);
    if (seen.has(key)) throw malformed(`${file}, ${place}: ${instanceId} is predicted twice`);
    seen.add(key);
    return parsed.data;
  });
}

interface Located {
  readonly place: string;
  readonly value: unknown;
}

function recordsOf(text: string, file: string): readonly Located[] {
  const whole = jsonOf(text);
  if (Array.isArray(whole)) {
    return whole.map((value: unknown, index) => ({ place: `record ${index + 1}`, value }));
  }
  if (isObject(whole) && !("instance_id" in whole) && !("org" in whole)) {
    return Object.entries(whole).map(([id, value]) => ({
      place: id,
      value: withId(id, value),
    }));
  }
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line, place: `line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== "");
  if (lines.length === 0) throw malformed(`${file} holds no prediction`);
  return lines.map(({ line, place }) => {
    const value = jsonOf(line);
    if (value === undefined) throw malformed(`${file}, ${place}: not JSON`);
    return { place, value };
  });
}

/** An object by id may hold records, or patches alone. */
function withId(id: string, value: unknown): unknown {
  if (typeof value === "string" || value === null) return { instance_id: id, model_patch: value };
  return isObject(value) ? { instance_id: id, ...value } : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  return `${path === "" ? "" : `${path}: `}${issue?.message ?? "malformed"}`;
}

function malformed(what: string): PlumblineError {
  return new PlumblineError("bad-predictions", "usage", `${what}.`, {
    hint: "a list, an object by id, or lines of { instance_id, model_name_or_path, model_patch }",
  });
}
