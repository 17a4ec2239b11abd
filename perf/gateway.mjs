// What the gateway adds to streaming calls: as many at once as asked for, each answered by a scripted
// model service, through the gateway and directly, in turns in one run. Every event of a stream bears
// the time at which it was sent; what counts is how late it is at the client.
// Usage: npm run bench:gateway [-- CALLS ROUNDS]
import { createServer, request } from "node:http";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../dist/core/clock.js";
import { modelEntrySchema } from "../dist/core/model-entry.js";
import { openGateway } from "../dist/llm/gateway.js";
import { PRICE_TABLE } from "../dist/llm/price-table.js";
import { openSecrets } from "../dist/llm/secrets.js";
import { servedModel } from "../dist/llm/served-model.js";

const EVENTS = 20;
const EVERY_MS = 250;
const SPREAD_MS = 1_000;
const CALLS_OF_AN_ATTEMPT = 10;

if (isMainThread) await main();
else if (workerData.part === "service") serve();
else await call();

async function main() {
  const [calls = 500, rounds = 3] = process.argv.slice(2).map(Number);
  const service = await started({ part: "service" });
  const entry = modelEntrySchema.parse({
    ...{ id: "m", provider: "openai-compatible", base_url: `http://127.0.0.1:${service.port}/v1` },
    price: { input: 1, output: 1 },
  });
  const model = servedModel(entry, PRICE_TABLE);
  const gateway = openGateway({
    models: new Map([[model.name, model]]),
    ...{ secrets: openSecrets({}, null), clock: systemClock },
  });
  const limits = { steps: null, tokens: null, costUsd: null };
  const attempts = [];
  for (let at = 0; at < calls / CALLS_OF_AN_ATTEMPT; at++) {
    const attempt = await gateway.openAttempt({
      ...{ model: "m", limits, sideCalls: false, signal: new AbortController().signal },
      ...{ recordTo: null, replayFrom: null },
    });
    attempts.push(attempt);
  }
  const direct = [{ port: service.port, token: "none" }];
  const through = attempts.map(({ socket, run }) => ({ socketPath: socket, token: run.token }));
  console.log(`${calls} streaming calls at once, ${EVENTS} events each, one every ${EVERY_MS} ms`);
  for (let round = 1; round <= rounds; round++) {
    const ways = [];
    for (const places of [direct, through]) ways.push(await measured({ places, calls }));
    const [one, other] = ways;
    const added = other.median - one.median;
    const steps = attempts.reduce((sum, { run }) => sum + run.consumed.steps, 0);
    console.log(
      `round ${round}: median lateness ${one.median.toFixed(2)} ms directly, ${other.median.toFixed(2)} ms through the gateway: ${added.toFixed(2)} ms added (p99 ${one.p99.toFixed(1)} and ${other.p99.toFixed(1)} ms); lost ${one.lost} and ${other.lost}; ${steps} counted`,
    );
  }
  for (const attempt of attempts) await attempt.close();
  gateway.close();
  process.exit(0);
}

function started(data) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function measured(way) {
  return started({ part: "client", ...way });
}

/** Answers every request with a stream whose events say when they were sent. */
function serve() {
  const server = createServer((question, answer) => {
    question.resume().on("end", () => {
      answer.writeHead(200, { "content-type": "text/event-stream" });
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        const delta = { content: String(performance.timeOrigin + performance.now()) };
        const finish_reason = sent === EVENTS ? "stop" : null;
        const usage = sent === EVENTS ? { prompt_tokens: 9, completion_tokens: EVENTS } : null;
        const chunk = { model: "m", choices: [{ index: 0, delta, finish_reason }], usage };
        answer.write(`data: ${JSON.stringify(chunk)}\n\n`);
        if (sent < EVENTS) return;
        clearInterval(timer);
        answer.end("data: [DONE]\n\n");
      }, EVERY_MS);
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
}

/** Calls begin within a second, as those of many agents do. */
async function call() {
  const late = [];
  const asked = Array.from({ length: workerData.calls }, (_, at) =>
    one(at, (at / workerData.calls) * SPREAD_MS, late),
  );
  const whole = (await Promise.all(asked)).filter(Boolean).length;
  late.sort((a, b) => a - b);
  const at = (share) => late[Math.floor(share * (late.length - 1))];
  parentPort.postMessage({ median: at(0.5), p99: at(0.99), lost: workerData.calls - whole });
}

function one(number, afterMs, late) {
  const { places } = workerData;
  const { port, socketPath, token } = places[number % places.length];
  const place = socketPath === undefined ? { host: "127.0.0.1", port } : { socketPath };
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    setTimeout(() => {
      const asking = request({
        ...place,
        path: "/v1/chat/completions",
        method: "POST",
        headers,
        agent: false,
      });
      asking.on("error", () => resolve(false));
      asking.on("response", (answer) => {
        let [rest, events] = ["", 0];
        answer.on("data", (bytes) => {
          const now = performance.timeOrigin + performance.now();
          const parts = (rest + bytes).split("\n\n");
          rest = parts.pop();
          for (const part of parts) {
            if (!part.startsWith("data: {")) continue;
            late.push(now - Number(JSON.parse(part.slice(6)).choices[0].delta.content));
            events += 1;
          }
        });
        answer.on("end", () => resolve(events === EVENTS));
      });
      const body = {
        model: "m",
        stream: true,
        stream_options: { include_usage: true },
        messages: [],
      };
      asking.end(JSON.stringify(body));
    }, afterMs);
  });
}
