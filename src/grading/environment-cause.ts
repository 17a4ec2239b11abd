// Why tests fail that the data set says pass, where the environment is the likely reason: read from
// their output. For people who mend environments; no outcome is decided by it.

export interface EnvironmentCause {
  readonly kind:
    "missing-package" | "package-version" | "interpreter" | "network" | "missing-program";
  /** The line that says so. */
  readonly evidence: string;
}

/** Modules that Python had once, and has no more. */
const REMOVED = "(?:imp|distutils|asynchat|asyncore|smtpd|binhex|formatter|parser|symbol)";
/** Modules of the standard library that names have left, or moved within. */
const CHANGED =
  "(?:collections|inspect|asyncio|typing|fractions|math|cgi|html|gettext|base64|time)";

/** In order: the first that is found counts. What comes first can't be brought about by others. */
const SIGNS: readonly (readonly [kind: EnvironmentCause["kind"], sign: RegExp])[] = [
  ["interpreter", new RegExp(`No module named '${REMOVED}'`)],
  ["interpreter", new RegExp(`cannot import name '\\w+' from '${CHANGED}'`)],
  ["interpreter", new RegExp(`module '${CHANGED}' has no attribute`)],
  ["interpreter", /required field "\w+" missing from|unexpected keyword argument 'encoding' *$/],
  ["package-version", /cannot import name '\w+' from '[\w.]+'|ContextualVersionConflict/],
  ["missing-package", /ModuleNotFoundError: No module named|DistributionNotFound/],
  [
    "missing-package",
    /Cannot find module '[^.'/]|is required to run|requires? .{1,40} to be installed/,
  ],
  ["missing-program", /: command not found|dot command '\w+' cannot be run/],
  [
    "network",
    /Temporary failure in name resolution|Network is unreachable|ENOTFOUND|EAI_AGAIN|ENETUNREACH/,
  ],
  ["network", /Failed to establish a new connection|Name or service not known/],
];

const LONGEST = 200;

/** The likely cause, or null where the output names none. */
export function environmentCause(output: string): EnvironmentCause | null {
  const lines = output.split("\n");
  for (const [kind, sign] of SIGNS) {
    const line = lines.find((text) => sign.test(text));
    if (line !== undefined) return { kind, evidence: line.trim().slice(0, LONGEST) };
  }
  return null;
}
