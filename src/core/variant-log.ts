// The log of one variant or sham: what was drawn, and every rewrite that was really made, in order,
// so that it can be replayed to the same bytes. Positions are byte offsets, since that is what other
// tools can use; texts are kept, so that a replay on another tree is noticed.
import { z } from "zod";

const count = z.int().nonnegative();

/** A stretch of a file: the bytes from `start` to before `end`, and what they say. */
export const loggedSpanSchema = z.object({ start: count, end: count, text: z.string() });
export type LoggedSpan = z.infer<typeof loggedSpanSchema>;

/** One rewrite. It applies to the file as all rewrites with a smaller `order` have left it. */
export const loggedRewriteSchema = z.object({
  order: count,
  transformation: z.string(),
  keyword: z.string().nullable(),
  file: z.string(),
  /** Index of the site among all that matched in the file when this transformation saw it. */
  site: count,
  /** Name of the stream from which this site, and what is written there, were drawn. */
  stream: z.string(),
  before: loggedSpanSchema,
  after: loggedSpanSchema,
});
export type LoggedRewrite = z.infer<typeof loggedRewriteSchema>;

/** A keyword and where it comes from ("problem statement: code span", a file's name, a model). */
export const keywordSchema = z.object({ text: z.string().min(1), origin: z.string() });
export type Keyword = z.infer<typeof keywordSchema>;

export const keywordMapSchema = z.object({
  methods: z.array(keywordSchema),
  strings: z.array(keywordSchema),
});
export type KeywordMap = z.infer<typeof keywordMapSchema>;

/**
 * `conservative` rewrites only where the code shows that behaviour can't change; `paper` uses the
 * paper's own applicability rules. Neither may break syntax.
 */
export const levelSchema = z.enum(["conservative", "paper"]);
export type Level = z.infer<typeof levelSchema>;

/**
 * How inserted code looks: `natural` varies from place to place and looks like what people write,
 * `plain` is the paper's simplest form (`if True:`).
 */
export const styleSchema = z.enum(["natural", "plain"]);
export type Style = z.infer<typeof styleSchema>;

/** The sampler's hyperparameters, named as in the paper in the comments. */
export const samplerParametersSchema = z.object({
  /** N_t: transformations of a variant. */
  numTransformations: z.int().positive().default(3),
  /** φ: share of the sites of a file that are rewritten. */
  fraction: z.number().gt(0).lte(1).default(0.7),
  /** N_f: files that one keyword of a keyword-bound transformation may reach. */
  maxFiles: count.default(10),
  /** N_k: keywords that a keyword-bound transformation is bound to. */
  maxKeywords: count.default(5),
  level: levelSchema.default("conservative"),
  style: styleSchema.default("natural"),
  /** Ids to draw from; null for the whole catalogue. */
  transformations: z.array(z.string()).nullable().default(null),
});
export type SamplerParameters = z.infer<typeof samplerParametersSchema>;

/** What one transformation, with one keyword or none, found and did in one included file. */
export const fileTallySchema = z.object({
  path: z.string(),
  isGold: z.boolean(),
  matched: count,
  rewritten: count,
  /** Matches that were refused, by reason. */
  refused: z.record(z.string(), count),
});

export const passSchema = z.object({
  transformation: z.string(),
  keyword: z.string().nullable(),
  /** p_file: the probability with which a file was included. */
  fileProbability: z.number(),
  files: z.array(fileTallySchema),
});

const fileReasonSchema = z.object({ path: z.string(), reason: z.string() });

/** A file whose rewrite the syntax gate rejected: a fault of ours. The file was left as it was. */
export const engineFaultSchema = z.object({
  transformation: z.string(),
  keyword: z.string().nullable(),
  file: z.string(),
  sites: z.array(count),
  message: z.string(),
});

export const variantLogSchema = z.object({
  format: z.literal("plumbline-variant-log"),
  version: z.literal(1),
  kind: z.enum(["variant", "sham"]),
  /** Seed of the study, and name of the stream that everything was drawn from. */
  seed: z.string(),
  stream: z.string(),
  parameters: samplerParametersSchema.nullable(),
  keywords: keywordMapSchema,
  passes: z.array(passSchema),
  /** Source files that must not be rewritten. */
  excluded: z.array(fileReasonSchema),
  /** Source files that were drawn but can't be read as Python in UTF-8. */
  skipped: z.array(fileReasonSchema),
  rewrites: z.array(loggedRewriteSchema),
  faults: z.array(engineFaultSchema),
  /** Whether not a single byte differs from the seed. */
  unchanged: z.boolean(),
});
export type VariantLog = z.infer<typeof variantLogSchema>;
export type Pass = z.infer<typeof passSchema>;
export type FileTally = z.infer<typeof fileTallySchema>;
export type EngineFault = z.infer<typeof engineFaultSchema>;
