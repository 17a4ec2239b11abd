// Container images that tests make without a hub: files put over the image that has the programs.
import { existsSync } from "node:fs";
import { execa } from "execa";
import type Dockerode from "dockerode";
import { engineHere } from "../src/sandboxes/engine-here.ts";
import type { EngineId } from "../src/sandboxes/container-engine.ts";
import { describeError } from "../src/core/errors.ts";

const PROGRAMS = process.env["PLUMBLINE_IMAGE"] ?? "plumbline-test";

/** The client of an engine with the image of programs, or why there is none, which is told. */
export async function testEngine(
  id: EngineId,
  what: string,
): Promise<{ readonly client: Dockerode | null; readonly title: string }> {
  const reason = await engineHere(id)
    .then(async ({ client }) => {
      await client.getImage(PROGRAMS).inspect();
      return null;
    })
    .catch(describeError);
  if (reason !== null) process.stdout.write(`skipped: ${id}: ${what} (${reason})\n`);
  return {
    client: reason === null ? (await engineHere(id)).client : null,
    title: `${what} on ${id}${reason === null ? "" : ` (skipped: ${reason})`}`,
  };
}

/** Makes the image `name`: the one of programs with the files below `root` in it, owned by root. */
export async function makeImage(client: Dockerode, name: string, root: string): Promise<void> {
  if (!existsSync(root)) throw new Error(`${root} is not there.`);
  const packed = await execa(
    "tar",
    ["-C", root, "--owner=0", "--group=0", "--numeric-owner", "-cf", "-", "."],
    { encoding: "buffer" },
  );
  const container = await client.createContainer({ Image: PROGRAMS, Cmd: ["true"] });
  try {
    await container.putArchive(Buffer.from(packed.stdout), { path: "/" });
    const [repo = name, tag = "latest"] = name.split(":");
    await container.commit({ repo, tag });
  } finally {
    await container.remove({ force: true });
  }
}

/** Takes an image away; one that is not there is none to take. */
export async function removeMadeImage(client: Dockerode, name: string): Promise<void> {
  await client
    .getImage(name)
    .remove({ force: true })
    .catch(() => undefined);
}
