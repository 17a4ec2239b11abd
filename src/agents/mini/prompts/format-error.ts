import type { MiniSettings } from "../settings.ts";
import { SENTINEL } from "./sentinel.ts";

const RIGHT: Readonly<Record<MiniSettings["mode"], string>> = {
  tools: `Call the tool bash at least once, with arguments like {"command": "ls -la"}.`,
  text: "Give exactly one command, in a block that opens with ```bash and closes with ```.",
};

/** What the model is told when a turn holds no command that can be run. */
export function formatErrorPrompt(
  error: string,
  isCutOff: boolean,
  mode: MiniSettings["mode"],
): string {
  const why = isCutOff
    ? "Your answer reached the most tokens that it may have, before there was a command. Be brief."
    : error;
  return `Nothing was run. ${why}

${RIGHT[mode]} When you are done, the command is: echo ${SENTINEL}`;
}
