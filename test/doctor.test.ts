// What a machine has, as a user asks for it: doctor, agents, prices.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startScriptedModelServer } from "../src/testing/index.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (name: string) => join(folder.path, name);

interface Finding {
  readonly what: string;
  readonly name: string;
  readonly state: string;
  readonly fix: string | null;
}

it("doctor says of each sandbox, agent and provider whether it works, and what to do", async () => {
  const env = { OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "a-key-of-mine" };
  const { exitCode, stdout, stderr } = await plumbline(["doctor", "--json"], { env });
  expect(exitCode, stderr).toBe(0);
  const findings = JSON.parse(stdout) as Finding[];
  const of = (what: string) => findings.filter((finding) => finding.what === what);
  expect(of("sandbox").map(({ name }) => name)).toContain("bubblewrap");
  expect(of("agent").find(({ name }) => name === "mini")).toMatchObject({ state: "works" });
  expect(of("provider").find(({ name }) => name === "openai")).toMatchObject({
    ...{ state: "fails", fix: "OPENAI_API_KEY in the environment or in a secrets file" },
  });
  expect(of("provider").find(({ name }) => name === "anthropic")).toMatchObject({ state: "works" });
  for (const { state, fix } of findings) expect(fix === null).toBe(state === "works");
  expect(stdout).not.toContain("a-key-of-mine");
});

it("doctor asks the models of a study, and fails where one does not answer", async () => {
  await using server = await startScriptedModelServer({ turns: [] });
  const study = (model: string) => {
    const file = at("study.yaml");
    const price = "price: { input: 0, output: 0 }";
    const head = "name: s\nbenchmarks: [starter]\nscaffolds: [mini]\nsandbox: process\n";
    writeFileSync(file, `${head}models: [{ ${model}, provider: openai-compatible, ${price} }]\n`);
    return file;
  };
  const here = study(`id: m-1, base_url: ${server.address ?? ""}/v1`);
  const well = await plumbline(["doctor", "--study", here]);
  expect(well.exitCode, well.stderr).toBe(0);
  expect(well.stdout).toContain("works    model m-1: answers as m-1");
  const secrets = at("secrets");
  writeFileSync(secrets, "OTHER=1\n");
  chmodSync(secrets, 0o600);
  const keyed = study(`id: m-1, base_url: ${server.address ?? ""}/v1, key: NOT_THERE`);
  const ill = await plumbline(["doctor", "--study", keyed, "--secrets", secrets]);
  expect(ill.exitCode).toBe(3);
  expect(ill.stdout).toContain("fails    model m-1: There is no secret NOT_THERE.");
  expect(ill.stderr).toContain("model m-1: not usable here.");
});

it("doctor takes prices of one's own for the models of a study", async () => {
  await using server = await startScriptedModelServer({ turns: [] });
  const model = `{ id: m-own, base_url: "${server.address ?? ""}/v1", provider: openai-compatible }`;
  const file = at("unpriced.yaml");
  writeFileSync(file, `name: s\nbenchmarks: [starter]\nscaffolds: [mini]\nmodels: [${model}]\n`);
  const unpriced = await plumbline(["doctor", "--study", file]);
  expect(unpriced.exitCode).not.toBe(0);
  expect(unpriced.stderr).toContain("m-own");
  writeFileSync(at("own.yaml"), "date: 2030-01-01\nmodels: { m-own: { input: 7, output: 9 } }\n");
  const priced = await plumbline(["doctor", "--study", file, "--prices", at("own.yaml")]);
  expect(priced.stdout).toContain("works    model m-own: answers as m-own");
});

it("says which version it is", async () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  expect(await plumbline(["--version"])).toMatchObject({ exitCode: 0, stdout: version });
});

it("prices shows the table, and one's own prices before it", async () => {
  const own = at("prices.yaml");
  writeFileSync(own, "date: 2030-01-01\nmodels: { my-model: { input: 7, output: 9 } }\n");
  const { stdout } = await plumbline(["prices", "--prices", own, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ date: "2030-01-01", currency: "USD", per: 1_000_000 },
    models: { "my-model": { input: 7, output: 9 }, "gpt-4o": { input: 2.5 } },
  });
  expect((await plumbline(["prices"])).stdout).toMatch(/gpt-4o +2\.5 +1\.25 +2\.5 +10\n/);
  writeFileSync(own, "date: soon\nmodels: {}\n");
  const bad = await plumbline(["prices", "--prices", own]);
  expect(bad.exitCode).toBe(2);
  expect(bad.stderr).toContain("prices.yaml is no price table: date");
});

it("agents says how scaffolds differ", async () => {
  const { stdout } = await plumbline(["agents"]);
  for (const id of ["mini", "opencode", "codex", "claude-code", "mini-swe-agent", "command"]) {
    expect(stdout).toMatch(new RegExp(`\n${id}\n  program .*\n  speaks `));
  }
  const listed = JSON.parse((await plumbline(["agents", "--json"])).stdout) as { id: string }[];
  expect(listed.map(({ id }) => id)).toContain("nop");
});
