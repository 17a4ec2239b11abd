// `export trajectory FILE`: a trajectory in the format of another program.
import { trajectoryFormat } from "../agents/trajectory/read-trajectory.ts";
import { PlumblineError } from "../core/errors.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import type { CommandSpec } from "./command.ts";
import { loadTrajectories } from "./trajectory-files.ts";

/** Formats by the names that people use. */
const ALIASES: Readonly<Record<string, string>> = { mini: "mini-swe-agent" };

export const exportTrajectory: CommandSpec = {
  name: "trajectory",
  summary: "Write a trajectory in the format of another program: atif, mini.",
  configure: (command) =>
    void command
      .argument("<file>", "a trajectory in any known format")
      .requiredOption("--to <format>", "atif or mini")
      .option("--out <file>", "file to write to; standard output where absent"),
  run: async ([file = ""], options, io) => {
    const to = String(options["to"]);
    const format = await trajectoryFormat(Object.hasOwn(ALIASES, to) ? (ALIASES[to] ?? to) : to);
    if (format.write === undefined) {
      const message = `Trajectories can be read from ${format.id}, not written to it.`;
      throw new PlumblineError("no-writer", "usage", message, { hint: "--to atif, or --to mini" });
    }
    const [loaded, ...others] = await loadTrajectories([file]);
    if (loaded === undefined || others.length > 0) {
      throw new PlumblineError("several", "usage", `${file} holds more than one trajectory.`, {
        hint: "one of its files",
      });
    }
    const text = `${JSON.stringify(format.write(loaded.trajectory), null, 2)}\n`;
    const { out } = options;
    if (typeof out === "string") writeFileAtomic(out, text);
    else io.out(text);
  },
};
