// The text in which mini-swe-agent shows a command's result to its model.

export interface Observation {
  readonly output: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly outputTruncated: boolean;
}

const CODE = /^(?:<exception>[\s\S]{0,2000}?<\/exception>\s*)?<returncode>(-?\d+)<\/returncode>\s*/;
const SHORT = /^<output>\n?([\s\S]*?)\n?<\/output>\s*$/;
const TIMED_OUT = /^The last command <command>[\s\S]*?<\/command> timed out/;

/** Reads it back; what has another shape is shown as it is. */
export function readObservation(
  shown: string,
  returnCode: number | null | undefined,
  exception: string | null | undefined,
): Observation {
  const head = CODE.exec(shown);
  const rest = head === null ? shown : shown.slice(head[0].length);
  const code = returnCode ?? (head === null ? null : Number(head[1]));
  const timedOut = TIMED_OUT.test(shown) || /timed out/i.test(exception ?? "");
  return {
    output: head === null ? shown : (SHORT.exec(rest)?.[1] ?? rest),
    // mini-swe-agent writes -1 where a command came to no exit of its own.
    exitCode: timedOut || code === -1 ? null : code,
    timedOut,
    outputTruncated: rest.includes("<elided_chars>") && rest.includes("<output_head>"),
  };
}

/** The same text from a result. */
export function writeObservation(output: string, exitCode: number | null): string {
  return `<returncode>${exitCode ?? -1}</returncode>\n<output>\n${output}\n</output>`;
}
