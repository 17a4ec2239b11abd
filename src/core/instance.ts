// One task of a benchmark, in SWE-bench's field names. Rows from outside pass this schema once.
import { z } from "zod";

/** A list of test ids: a JSON array, or SWE-bench's JSON array inside a string. */
const testIds = z.preprocess(
  (value, context) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.issues.push({ code: "custom", message: "not a JSON list", input: value });
      return z.NEVER;
    }
  },
  z.array(z.string().min(1)),
);

export const instanceSchema = z.object({
  /** Unique in its benchmark, for example `starter__ledgerkit-1`. */
  instance_id: z.string().min(1),
  /** `owner/name` of the repository. */
  repo: z.string().min(1),
  base_commit: z.string().regex(/^[0-9a-f]{40}$/, "40 hexadecimal digits"),
  /** All that the agent is told. Empty where a data set lacks it: then only gold and nop can run. */
  problem_statement: z.string(),
  hints_text: z.string().default(""),
  /** The gold patch: a git diff that resolves the issue. */
  patch: z.string().min(1),
  /** A git diff that adds the tests that decide. */
  test_patch: z.string(),
  FAIL_TO_PASS: testIds,
  PASS_TO_PASS: testIds,
  created_at: z.string().default(""),
  version: z.string().default(""),
  environment_setup_commit: z.string().default(""),
  /** `pass_and_fail`, or `fail_only` where the runner names failed tests only. */
  eval_type: z.enum(["pass_and_fail", "fail_only"]).default("pass_and_fail"),
  /** Lower case, for example `python`; empty where it is not known. */
  language: z.string().default(""),
  /** `bug-fix`, `feature` …, a data set's own labels, or `unlabelled`. */
  task_type: z.string().default("unlabelled"),
  difficulty: z.string().nullable().default(null),
});
export type Instance = z.infer<typeof instanceSchema>;

/** Who made the base commit and when; the one commit that an agent sees carries the same. */
export const commitIdentitySchema = z.object({
  authorName: z.string(),
  authorEmail: z.string(),
  /** ISO 8601 with a time zone. */
  authorDate: z.string(),
  message: z.string(),
});
export type CommitIdentity = z.infer<typeof commitIdentitySchema>;
