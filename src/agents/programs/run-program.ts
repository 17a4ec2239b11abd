// What all scaffolds with a program of their own share: where the model is, a file beside the work
// tree, and what it means when the program breaks.
import { PlumblineError } from "../../core/errors.ts";
import type { ModelAccess } from "../../llm/model-access.ts";
import type { ExecResult } from "../../sandboxes/sandbox.ts";
import type { AgentTask } from "../agent.ts";
import type { AgentSession } from "../session.ts";

export interface ReachedModel extends ModelAccess {
  readonly address: string;
}

/** The model of a task whose program runs in the sandbox. */
export function reachedModel({ model }: AgentTask): ReachedModel {
  if (model === null || model.address === null) {
    throw new PlumblineError(
      "model-not-reached",
      "usage",
      "An agent whose program runs in the sandbox was given no address of a model there.",
      { hint: "a sandbox that reaches the gateway, and a model in the study file" },
    );
  }
  return { ...model, address: model.address, ask: model.ask.bind(model) };
}

const WRITE = 'mkdir -p -- "$(dirname -- "$1")" && cat > "$1"';

/** Writes a file of the scaffold's own outside the work tree; gives its path. */
export async function writeScratchFile(
  session: AgentSession,
  name: string,
  text: string,
): Promise<string> {
  const path = `${session.scratch}/${name}`;
  const result = await session.program({ command: ["sh", "-c", WRITE, "sh", path], stdin: text });
  if (result.exitCode !== 0) throw programBroke("its configuration", result);
  return path;
}

const LAST_LINES = 12;
const LAST_CHARACTERS = 1500;

/** A program that breaks is not the model's doing. */
export function programBroke(name: string, result: ExecResult, why?: string): PlumblineError {
  const { exitCode, signal } = result;
  const ended =
    exitCode === null ? `was ended by ${signal ?? "a signal"}` : `ended with ${exitCode}`;
  const printed = [result.stderr, result.stdout].map((stream) =>
    lastLines(stream.toString("utf8")),
  );
  const said = why ?? printed.find((text) => text !== "") ?? "it printed nothing";
  return new PlumblineError("agent-broke", "environment", `${name} ${ended}: ${said}`, {
    hint: "see the gateway's record of this run for what it asked last",
  });
}

function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-LAST_LINES).join("\n").slice(-LAST_CHARACTERS);
}
