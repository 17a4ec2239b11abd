// What works on this machine: sandboxes, agents, providers; with a study file, its models are asked.
import { PlumblineError } from "../../core/errors.ts";
import { defineCommand } from "../command.ts";
import { examine } from "../examine.ts";
import type { Finding } from "../examine.ts";
import { readStudyFile } from "../read-study-file.ts";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Say what works on this machine, and how to mend what does not.",
  configure: (command) =>
    void command
      .option("--study <file>", "also ask the models of this study for one word each")
      .option("--secrets <file>", "file of NAME=value lines with the keys of providers")
      .option("--prices <file>", "YAML file of prices that stand before the price table's"),
  run: async (_args, options, io) => {
    const file = (value: unknown) => (typeof value === "string" ? value : null);
    const asked = file(options["study"]);
    const study = asked === null ? null : readStudyFile(asked, io.seed);
    const secrets = file(options["secrets"] ?? process.env["PLUMBLINE_SECRETS"]);
    const findings = await examine(study, { secrets, prices: file(options["prices"]) }, io.signal);
    io.out(io.json ? JSON.stringify(findings, null, 2) : findings.map(line).join("\n"));
    const broken = findings.filter(({ state, isNeeded }) => isNeeded && state === "fails");
    if (broken.length > 0) {
      const names = broken.map(({ what, name }) => `${what} ${name}`).join(", ");
      throw new PlumblineError("not-ready", "environment", `${names}: not usable here.`);
    }
  },
});

function line({ what, name, state, detail, fix }: Finding): string {
  const mend = fix === null ? "" : `\n${" ".repeat(9)}fix: ${fix}`;
  return `${state.padEnd(6)}   ${what} ${name}${detail === "" ? "" : `: ${detail}`}${mend}`;
}
