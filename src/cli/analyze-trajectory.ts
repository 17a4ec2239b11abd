// `analyze trajectory FILE|STUDY…`: how runs went, and what the scanner finds in them.
import {
  analyzeTrajectory as analyze,
  flaggedRuns,
  scanTrajectory,
  type Decoys,
} from "../analysis/trajectory/index.ts";
import { touchedFiles } from "../code/patch/index.ts";
import { trajectoryReport, type AnalyzedTrajectory } from "../report/terminal/trajectory-report.ts";
import type { CommandSpec } from "./command.ts";
import { countOption } from "./count-option.ts";
import { readPatchFile } from "./read-input-file.ts";
import { loadTrajectories } from "./trajectory-files.ts";

export const analyzeTrajectory: CommandSpec = {
  name: "trajectory",
  summary: "Phases, files, tests, cycles, loops and rule breaches of trajectories.",
  configure: (command) =>
    void command
      .argument("<targets...>", "trajectories in any known format, or folders of studies")
      .option("--gold <patch>", "the gold patch: when its files were first read and edited")
      .option("--perturbed <patch>", "what the condition rewrote, the same")
      .option("--decoys <names>", "files and identifiers that were planted, commas between")
      .option(
        "--workdir <path>",
        "where the work tree lay, where it is not one of the usual places",
      )
      .option("--step-limit <n>", "most steps that the runs were given", "250")
      .option("--format <id>", "their format, where their content does not tell"),
  run: async (targets, options, io) => {
    const text = (name: string) => {
      const value = options[name];
      return typeof value === "string" ? value : null;
    };
    const [goldFiles, perturbedFiles] = ["gold", "perturbed"].map((name) => {
      const patch = readPatchFile(`--${name}`, options[name]);
      return patch === null ? null : touchedFiles(patch);
    });
    const workdir = text("workdir");
    const stepLimit = countOption("--step-limit", options["stepLimit"]);
    const decoys = decoysOf(text("decoys"));
    const loaded = await loadTrajectories(targets, text("format"));
    const runs = loaded.map(({ path, trajectory }): AnalyzedTrajectory => {
      const inputs = { workdir, stepLimit, decoys, goldFiles: goldFiles ?? null };
      const analysis = analyze(trajectory, { ...inputs, perturbedFiles: perturbedFiles ?? null });
      const findings = scanTrajectory(trajectory, workdir);
      const isFlagged = flaggedRuns([{ runId: path, findings }]).has(path);
      return { path, analysis, findings, isFlagged };
    });
    io.out(
      io.json ? `${JSON.stringify({ trajectories: runs }, null, 2)}\n` : trajectoryReport(runs),
    );
  },
};

/** A name with a slash or an ending is a file. */
function decoysOf(names: string | null): Decoys | null {
  if (names === null) return null;
  const given = names.split(",").flatMap((name) => name.trim() || []);
  const isFile = (name: string) => /\/|\.\w+$/.test(name);
  return { files: given.filter(isFile), identifiers: given.filter((name) => !isFile(name)) };
}
