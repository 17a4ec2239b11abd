// `import trajectory FILE…`: trajectories of other programs in our format.
import { basename, join } from "node:path";
import { PlumblineError } from "../core/errors.ts";
import { stepCount } from "../core/trajectory.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import type { CommandSpec } from "./command.ts";
import { loadTrajectories, type LoadedTrajectory } from "./trajectory-files.ts";

export const importTrajectory: CommandSpec = {
  name: "trajectory",
  summary: "Read trajectories of other programs and keep them in Plumbline's format.",
  configure: (command) =>
    void command
      .argument("<files...>", "trajectories, or folders of studies")
      .option("--format <id>", "their format, where their content does not tell")
      .requiredOption("--out <dir>", "folder to write to, one file each"),
  run: async (files, options, io) => {
    const format = options["format"];
    const loaded = await loadTrajectories(files, typeof format === "string" ? format : null);
    const names = outputNames(loaded, String(options["out"]));
    const imported = loaded.map((one, index) => describe(one, names[index] ?? ""));
    loaded.forEach(({ trajectory }, index) => {
      writeFileAtomic(names[index] ?? "", `${JSON.stringify(trajectory, null, 2)}\n`);
    });
    io.out(io.json ? `${JSON.stringify({ imported }, null, 2)}\n` : imported.map(line).join(""));
  },
};

type Imported = ReturnType<typeof describe>;

function describe({ path, format, trajectory }: LoadedTrajectory, out: string) {
  const { runId, agent, model, exitStatus, reported, truncated, events } = trajectory;
  const calls = events.filter(({ role }) => role === "tool").length;
  const costUsd = reported?.costUsd ?? null;
  return {
    ...{ path, out, format, runId, agent, model, steps: stepCount(trajectory), calls },
    ...{ costUsd, exitStatus, truncated },
  };
}

function line({
  out,
  format,
  agent,
  steps,
  calls,
  costUsd,
  exitStatus,
  truncated,
}: Imported): string {
  const cost = costUsd === null ? "" : `, ${costUsd.toFixed(4)} USD`;
  const ending = exitStatus === null ? "" : `, ${exitStatus}`;
  const cut = truncated === null ? "" : ` (not whole: ${truncated})`;
  return `${out}: ${agent} (${format}), ${steps} steps, ${calls} calls${cost}${ending}${cut}\n`;
}

/** Two files of one name in different folders would overwrite each other. */
function outputNames(loaded: readonly LoadedTrajectory[], folder: string): string[] {
  const names = loaded.map(({ path, trajectory, format }) => {
    const own = format === "plumbline" ? trajectory.runId : basename(path);
    const stem = own.replace(/(\.traj)?\.(json|jsonl|traj)$/, "").replace(/[^\w.@+=-]+/g, "_");
    return join(folder, `${stem}.json`);
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return names;
  throw new PlumblineError("same-name", "usage", `Two files would be written to ${twice}.`, {
    hint: "import them into folders of their own",
  });
}
