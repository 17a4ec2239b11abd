import type { CommandResult } from "../../session.ts";

/** Characters of output from which on the middle is left out. */
const LONG = 10_000;
const PART = 5_000;

/** What the model is shown of a command. */
export function observation(
  { exitCode, timedOut, output }: CommandResult,
  timeoutMs: number,
): string {
  const ended = timedOut
    ? `<stopped>It ran for ${timeoutMs / 1000} seconds and was stopped.</stopped>\n`
    : "";
  const code = `<exit_code>${exitCode ?? -1}</exit_code>\n`;
  if (output.length < LONG) return `${ended}${code}<output>\n${output}</output>`;
  const left = output.length - 2 * PART;
  return `${ended}${code}<note>The output is too long to be shown whole. Ask for less: head, tail, sed -n, a narrower
search, or a file to look into.</note>
<output_head>
${output.slice(0, PART)}
</output_head>
<left_out>${left} characters</left_out>
<output_tail>
${output.slice(-PART)}
</output_tail>`;
}
