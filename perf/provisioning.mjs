// What a sandbox costs beside what its engine costs: ours made and removed beside the engine's own
// create, start and remove of the same image with the same settings, through the same socket; and
// both again with one command in between. Alternating, so that a busy machine slows both; medians,
// and the ratio of medians. Writes Markdown.
// Usage: node perf/provisioning.mjs [rounds]; needs an engine and PLUMBLINE_IMAGE.
import { homedir } from "node:os";
import process from "node:process";
import { performance } from "node:perf_hooks";

import { connectEngine } from "../dist/sandboxes/container-engine.js";
import { dockerSandbox } from "../dist/sandboxes/docker.js";
import { dockerAddress, podmanAddress } from "../dist/sandboxes/engine-address.js";
import { podmanSandbox } from "../dist/sandboxes/podman.js";

const GOAL = 1.3;
const rounds = Number(process.argv[2] ?? 15);
const image = process.env.PLUMBLINE_IMAGE;
if (!image) throw new Error("Set PLUMBLINE_IMAGE to an image that the engine has.");

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function ours(backend, withCommand) {
  const sandbox = await backend.create({ label: "provisioning", limits: {}, image });
  if (withCommand) {
    const { exitCode } = await sandbox.exec({ command: ["true"], timeoutMs: 60_000 });
    if (exitCode !== 0) throw new Error(`true exited with ${exitCode}`);
  }
  await sandbox.dispose();
}

async function engineAlone(client, withCommand) {
  const container = await client.createContainer({
    Image: image,
    Cmd: ["sleep", "600"],
    HostConfig: { NetworkMode: "none", CapDrop: ["ALL"], SecurityOpt: ["no-new-privileges"] },
  });
  await container.start();
  if (withCommand) {
    const exec = await container.exec({ Cmd: ["true"], AttachStdout: true });
    const stream = await exec.start({ hijack: true });
    await new Promise((resolve) => stream.on("end", resolve).resume());
  }
  await container.remove({ force: true, v: true });
}

const surroundings = { env: process.env, home: homedir(), isRoot: process.getuid() === 0 };
console.log("| engine | | ours, ms | the engine's own, ms | ratio |");
console.log("|---|---|---|---|---|");
let isSlow = false;
for (const [backend, address] of [
  [dockerSandbox, () => dockerAddress(surroundings)],
  [podmanSandbox, () => podmanAddress(surroundings)],
]) {
  const { available, reason } = await backend.check();
  if (!available) {
    console.log(`| ${backend.id} | skipped: ${reason} | | | |`);
    continue;
  }
  const { client } = await connectEngine(backend.id, address());
  for (const withCommand of [false, true]) {
    const times = { ours: [], own: [] };
    for (let round = -1; round < rounds; round++) {
      const mine = await timed(() => ours(backend, withCommand));
      const own = await timed(() => engineAlone(client, withCommand));
      // The first warms caches of engine and disk.
      if (round < 0) continue;
      times.ours.push(mine);
      times.own.push(own);
    }
    const [mine, own] = [median(times.ours), median(times.own)];
    isSlow ||= mine / own > GOAL;
    const what = withCommand ? "with one command" : "made and removed";
    const cells = [mine.toFixed(0), own.toFixed(0), (mine / own).toFixed(2)];
    console.log(`| ${backend.id} | ${what} | ${cells.join(" | ")} |`);
  }
}
if (isSlow) console.log(`\nAbove the goal of ${GOAL} times the engine's own.`);
process.exit(isSlow ? 1 : 0);
