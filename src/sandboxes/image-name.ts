// Which image a sandbox is made from.
import { SandboxError } from "./sandbox.ts";
import type { SandboxSpec } from "./sandbox.ts";

/** Names the image of tasks that bring none. */
export const IMAGE_VARIABLE = "PLUMBLINE_IMAGE";

export function imageName(backend: string, spec: SandboxSpec): string {
  const name = spec.image ?? process.env[IMAGE_VARIABLE];
  if (name) return name;
  throw new SandboxError("no-image", `The ${backend} sandbox needs an image.`, {
    hint: `set ${IMAGE_VARIABLE} to the name of one with bash, git, python3 and tar`,
  });
}

/** What a check says where all is well but this. */
export function imageNotice(): string {
  return process.env[IMAGE_VARIABLE]
    ? ""
    : `tasks that bring no image need one by name, in ${IMAGE_VARIABLE}`;
}
