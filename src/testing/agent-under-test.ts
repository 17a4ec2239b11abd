// What the tests of an agent share: a small repository in a sandbox whose only way out leads to a
// scripted model, and one attempt in it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Agent, AgentEnding } from "../agents/agent.ts";
import { installProgram } from "../agents/programs/installed-program.ts";
import { recordedSession } from "../agents/session.ts";
import type { RecordedSession } from "../agents/session.ts";
import { systemClock } from "../core/clock.ts";
import { randomStream } from "../core/random-stream.ts";
import type { ReadOnlyMount, Sandbox, SandboxBackend } from "../sandboxes/sandbox.ts";
import { scriptedModelAccess } from "./scripted-model-access.ts";
import { startScriptedModelServer } from "./scripted-model-server.ts";
import type { ScriptedModelServer } from "./scripted-model-server.ts";
import { shellCall } from "./scripted-models/shell-call.ts";
import type { ScriptedTurn, TurnOrMaker } from "./scripted-models/turn.ts";

export interface TestAgentOptions {
  /** The study file's settings of it. */
  readonly settings?: unknown;
  /** bubblewrap where absent. */
  readonly sandbox?: SandboxBackend;
  /** Where its program is kept; a new folder, which is removed, where absent. */
  readonly cache?: string;
  /** What ends it, for scaffolds that end by a command and not by an answer without calls. */
  readonly closingCommand?: string;
  /** A turn that runs a command; by default with whatever shell it offers. */
  readonly act?: (command: string, turn: Omit<ScriptedTurn, "toolCalls">) => TurnOrMaker;
  /** Milliseconds that it gets where its time is no matter, and where it is. */
  readonly plentyMs?: number;
  readonly shortMs?: number;
}

export const PROBLEM = "add(2, 1) gives 1. It should give 3.";
/** What makes the tests pass, and how the tree shows it. */
export const EDIT = "sed -i 's/a - b/a + b/' calc.py";

const FILES = { "calc.py": "def add(a, b):\n    return a - b\n", ".gitignore": "*.log\n" };
const COMMIT = "git -c user.name=t -c user.email=t@example.invalid commit -qm base";
const INSTALL_MS = 15 * 60_000;
const COMMAND_MS = 60_000;

/** One attempt: the agent, at work. */
export interface Attempt {
  readonly sandbox: Sandbox;
  readonly server: ScriptedModelServer;
  readonly session: RecordedSession;
  readonly ending: Promise<AgentEnding>;
  /** Output of a bash command in the tree. */
  readonly bash: (command: string) => Promise<string>;
}

export interface AttemptOptions {
  readonly turns: readonly TurnOrMaker[];
  readonly wallMs: number;
  readonly steps?: number;
  readonly signal?: AbortSignal;
}

export class AgentUnderTest {
  readonly agent: Agent;
  readonly options: TestAgentOptions;
  readonly #backend: SandboxBackend;
  #folder = "";
  #mounts: readonly ReadOnlyMount[] = [];

  constructor(agent: Agent, backend: SandboxBackend, options: TestAgentOptions) {
    this.agent = agent;
    this.options = options;
    this.#backend = backend;
  }

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), "agent-"));
    const cache = this.options.cache ?? join(this.#folder, "cache");
    const { program } = this.agent;
    if (program === undefined) return;
    this.#mounts = await installProgram(program, cache, AbortSignal.timeout(INSTALL_MS));
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  act(command: string, turn: Omit<ScriptedTurn, "toolCalls">): TurnOrMaker {
    return (this.options.act ?? shellCall)(command, turn);
  }

  /** The turn with which it ends by itself. */
  closing(turn: ScriptedTurn): TurnOrMaker {
    const { closingCommand } = this.options;
    return closingCommand === undefined ? turn : this.act(closingCommand, turn);
  }

  async attempt(options: AttemptOptions, use: (attempt: Attempt) => Promise<void>): Promise<void> {
    const place = await mkdtemp(join(this.#folder, "s-"));
    await using server = await startScriptedModelServer({
      ...{ turns: options.turns, socketPath: join(place, "socket") },
    });
    const sandbox = await this.#backend.create({
      ...{ label: `test:${this.agent.id}`, limits: {}, mounts: this.#mounts },
      reachSocket: server.socketPath ?? "",
    });
    try {
      await makeRepository(sandbox);
      await use(this.#begin(sandbox, server, options));
    } finally {
      await sandbox.dispose();
    }
  }

  #begin(
    sandbox: Sandbox,
    server: ScriptedModelServer,
    { wallMs, steps = 20, signal = new AbortController().signal }: AttemptOptions,
  ): Attempt {
    const limits = { steps, wallMs, commandMs: wallMs, outputBytes: 100_000 };
    const asked = () => server.counts().turns;
    const session = recordedSession({
      ...{ sandbox, limits, clock: systemClock, signal },
      ...(this.agent.needsModel === true ? { modelSteps: asked } : {}),
    });
    const ending = this.agent.solve({
      ...{ problemStatement: PROBLEM, session, random: randomStream(1, "test-agent") },
      ...{ reference: null, prediction: null },
      model:
        this.agent.needsModel === true
          ? scriptedModelAccess(server, {
              ...{ address: sandbox.reachAddress, dialects: this.agent.dialects ?? ["chat"] },
              ...{ steps, wallMs, signal },
            })
          : null,
      settings: this.agent.parseSettings(this.options.settings ?? {}),
    });
    ending.catch(() => undefined);
    return { sandbox, server, session, ending, bash: (command) => bash(sandbox, command) };
  }
}

async function makeRepository(sandbox: Sandbox): Promise<void> {
  await sandbox.writeFiles(
    Object.entries(FILES).map(([path, content]) => {
      return { path, bytes: Buffer.from(content), mode: "100644" };
    }),
  );
  await bash(sandbox, `git init -q && git add -A && ${COMMIT}`);
}

async function bash(sandbox: Sandbox, command: string): Promise<string> {
  const { stdout, stderr, exitCode } = await sandbox.exec({
    ...{ command: ["bash", "-c", command], timeoutMs: COMMAND_MS },
  });
  if (exitCode !== 0) throw new Error(`${command}: ${stderr.toString()}`);
  return stdout.toString();
}
