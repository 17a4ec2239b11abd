// Containers of Apptainer (or Singularity), by its command line: no daemon, no root, as computing
// centres have it. A fresh one for each command, in a process namespace of its own that ends with
// it; what stays is what the command wrote. Its arguments are tested against a program that records
// them, not against Apptainer itself, which cannot be had everywhere.
import { execa } from "execa";

import { ApptainerSandbox } from "./apptainer-sandbox.ts";
import { findProgram } from "./find-program.ts";
import { imageName, imageNotice } from "./image-name.ts";
import { labelledFolder } from "./owner-label.ts";
import { refuseLimits, refuseMounts } from "./refuse-spec.ts";
import { removeTree } from "./remove-tree.ts";
import { runtimeFolder } from "./runtime-folder.ts";
import { sweepProcesses } from "./sweep-processes.ts";
import { SandboxError, defineSandbox } from "./sandbox.ts";

const ID = "apptainer";

export const apptainerSandbox = defineSandbox({
  id: ID,
  summary: "Containers of Apptainer or Singularity, without daemon or root. Set limits around it.",
  async check() {
    const program = findApptainer();
    if (program === null) {
      return { available: false, reason: "neither apptainer nor singularity found", limits: [] };
    }
    const { exitCode, stderr } = await execa(program, ["--version"], { reject: false });
    const available = exitCode === 0;
    return { available, reason: available ? imageNotice() : `${program}: ${stderr}`, limits: [] };
  },
  async create(spec) {
    refuseLimits(ID, spec.limits, []);
    refuseMounts(ID, spec);
    const program = findApptainer();
    if (program === null) throw new SandboxError("programs-missing", "No apptainer found.");
    const image = imageSource(imageName(ID, spec));
    const version = (await execa(program, ["--version"])).stdout.trim();
    const folder = await labelledFolder(await runtimeFolder(), ID, spec.label);
    try {
      return await ApptainerSandbox.open(folder, spec, { program, version, image });
    } catch (error) {
      await removeTree(folder.path);
      throw error;
    }
  },
  sweep: () => sweepProcesses(ID),
});

function findApptainer(): string | null {
  return findProgram("apptainer") ?? findProgram("singularity");
}

/** A name as registries have it, unless it says what else it is: `docker://`, or a file. */
function imageSource(name: string): string {
  return /^(\w+:\/\/|\.?\/)|\.sif$/.test(name) ? name : `docker://${name}`;
}
