// Environments of one's own: a YAML file that says what the tests of a repository need, by its name,
// or by name and version (`owner/name@2.1`).
import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { projectVersion, recipeId } from "../../core/environment-recipe.ts";
import type { PythonRecipe } from "../../core/environment-recipe.ts";
import { systemErrorCode } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";
import { badDataset } from "./bad-dataset.ts";

const recipeSchema = z.strictObject({
  requirements: z.array(z.string().min(1)).default([]),
  project: z
    .strictObject({
      name: z.string().regex(/^[A-Za-z0-9][\w.-]*$/),
      paths: z.array(z.string().min(1)).default(["."]),
      entry_points: z.string().default(""),
    })
    .optional(),
  programs: z.record(z.string().regex(/^[\w.+-]+$/), z.string()).default({}),
  prepare: z.string().default(""),
});
const fileSchema = z.record(
  z.string().regex(/^[\w.-]+\/[\w.-]+(@[\w.+-]+)?$/, "owner/name or owner/name@version"),
  recipeSchema,
);

export type EnvironmentsFile = z.infer<typeof fileSchema>;

/** Reads and checks the file. Throws a usage error that names file and field. */
export async function readEnvironmentsFile(path: string): Promise<EnvironmentsFile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw badDataset(path, `can't be read (${systemErrorCode(cause) ?? "unknown"})`, { cause });
  }
  const document = parseDocument(text);
  const [fault] = document.errors;
  if (fault !== undefined) throw badDataset(path, fault.message.split("\n", 1)[0] ?? "no YAML");
  const parsed = fileSchema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badDataset(path, `${issue?.path.join(": ") ?? ""}: ${issue?.message ?? "not valid"}`, {
    hint: "requirements, project, programs, prepare",
  });
}

/** The environment that the file has for an instance: that of its version, else of its repository. */
export function ownRecipe(
  file: EnvironmentsFile,
  { repo, version }: Pick<Instance, "repo" | "version">,
): PythonRecipe | null {
  const found = file[`${repo}@${version}`] ?? file[repo];
  if (found === undefined) return null;
  const release = projectVersion(version);
  const { requirements, project, programs, prepare } = found;
  return {
    kind: "python",
    id: recipeId(repo, release),
    requirements,
    project:
      project === undefined
        ? null
        : {
            ...{ name: project.name, version: release, paths: project.paths },
            entryPoints: project.entry_points,
          },
    ...{ programs, prepare },
  };
}
