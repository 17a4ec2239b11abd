// The script that a row of SWE-bench's newer form carries, taken apart: what comes before the tests,
// and the tests. What it does with git (test files back, test patch on) is grading's own work here.
import type { SetupStep } from "../../core/test-command.ts";

export interface EvalScript {
  readonly setup: readonly SetupStep[];
  /** The lines between the markers. */
  readonly command: string;
}

const START = /^(?::|echo) ['"]>>>>> Start Test Output['"]$/;
const END = /^(?::|echo) ['"]>>>>> End Test Output['"]$/;
const HEREDOC = /<<-?\s*(['"]?)(\w+)\1/;

/** Belongs to grading, or says how the script itself is run. */
const NOT_OURS = /^(#|set [-+]|cd \/testbed$|git |rm -f |\{ set |:)/;
/** Only there inside the image: its Python environment, its locales. */
const IMAGE_ONLY = /^(source \/opt\/|conda |sed -i .*\/etc\/|.*\blocale-gen\b)/;

/** The parts of a script; null where it has no markers around a command. */
export function readEvalScript(script: string): EvalScript | null {
  const lines = statements(script.replaceAll("\r\n", "\n").split("\n"));
  const start = lines.findIndex((line) => START.test(line.trim()));
  const end = lines.findIndex((line, at) => at > start && END.test(line.trim()));
  if (start === -1 || end === -1) return null;
  const command = lines
    .slice(start + 1, end)
    .join("\n")
    .trim();
  if (command === "") return null;
  return { setup: setupSteps(lines.slice(0, start)), command };
}

/** Lines joined where one goes on: a backslash at its end, or a here-document behind it. */
function statements(lines: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const parts = [lines[at] ?? ""];
    const last = () => parts.at(-1) ?? "";
    while (last().endsWith("\\") && at + 1 < lines.length) parts.push(lines[++at] ?? "");
    const delimiter = HEREDOC.exec(last())?.[2];
    if (delimiter !== undefined) {
      while (last() !== delimiter && at + 1 < lines.length) parts.push(lines[++at] ?? "");
    }
    result.push(parts.join("\n"));
  }
  return result;
}

function setupSteps(lines: readonly string[]): readonly SetupStep[] {
  const steps: SetupStep[] = [];
  for (const script of lines.map((line) => line.trim())) {
    if (script === "" || NOT_OURS.test(script)) continue;
    const step: SetupStep = { kind: kindOf(script), script };
    // The environment is switched on twice in each script.
    if (step.kind === "image" && steps.some((other) => other.script === script)) continue;
    steps.push(step);
  }
  return steps;
}

function kindOf(script: string): SetupStep["kind"] {
  if (IMAGE_ONLY.test(script)) return "image";
  return script.startsWith("export ") ? "environment" : "build";
}
