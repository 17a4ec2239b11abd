// Exchanges of one attempt on disk: a line each, as they end. What was recorded answers again in the
// order in which it was asked, without any provider.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { PlumblineError } from "../core/errors.ts";
import type { JsonObject } from "./dialects/dialect.ts";
import { exchangeSchema } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { differences, isSameJson } from "./json-differences.ts";
import { ModelUnavailable } from "./model-source.ts";
import type { ModelSource } from "./model-source.ts";
import { deltaOf, requestDeltaSchema, requestOf } from "./request-delta.ts";
import { TransportFault } from "./tried.ts";

export const RECORDING_FILE = "exchanges.jsonl";

/** A line of a recording: its request is told from that of the line before. */
const lineSchema = exchangeSchema.extend({ request: requestDeltaSchema });

/** Appends exchanges to a file; `redact` sees each whole line before it is written. */
export function openRecording(
  file: string,
  redact: (text: string) => string,
): (exchange: Exchange) => void {
  let before: JsonObject = {};
  return (exchange) => {
    const line = { ...exchange, request: deltaOf(before, exchange.request) };
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${redact(JSON.stringify(line))}\n`);
    before = exchange.request;
  };
}

/** Exchanges of a recording, by number. A last line that was cut off is left out. */
export function readRecording(file: string): Exchange[] {
  if (!existsSync(file)) {
    throw new PlumblineError("no-recording", "usage", `${file} is not there.`, {
      hint: "a study that was run with --record",
    });
  }
  const lines = readFileSync(file, "utf8").split("\n");
  let before: JsonObject = {};
  const exchanges = lines.flatMap((line, index): Exchange[] => {
    if (line === "") return [];
    try {
      const read = lineSchema.parse(JSON.parse(line));
      before = requestOf(before, read.request);
      return [{ ...read, request: before }];
    } catch (cause) {
      if (index === lines.length - 1) return [];
      throw new PlumblineError(
        "bad-recording",
        "usage",
        `${file}, line ${index + 1}: no exchange.`,
        {
          cause,
        },
      );
    }
  });
  return exchanges.sort((one, other) => one.number - other.number);
}

/** Where a request is not what was recorded. */
export interface Divergence {
  /** Number of the exchange in the recording. */
  readonly number: number;
  /** Places at which they differ, as JSON Pointers (RFC 6901). */
  readonly places: readonly string[];
}

/** Answers as they were recorded. What differs from the recording is told, once an exchange. */
export function replaySource(
  exchanges: readonly Exchange[],
  onDivergence: (divergence: Divergence) => void,
): ModelSource {
  const left = [...exchanges];
  return {
    send: ({ dialect, body }) => {
      const isMeant = (one: Exchange) => isOfShape(one, dialect, body);
      // What is the same has the same shape, and shapes are soon compared.
      const exact = left.findIndex((one) => isMeant(one) && isSameJson(one.request, body));
      const index = exact >= 0 ? exact : left.findIndex(isMeant);
      const exchange = left[index];
      if (exchange === undefined) {
        const message = `The recording has no answer for call ${exchanges.length - left.length + 1}.`;
        return Promise.reject(new ModelUnavailable("replay-ended", message));
      }
      left.splice(index, 1);
      if (exact < 0) {
        const places = differences(exchange.request, body).slice(0, MOST_PLACES);
        onDivergence({ number: exchange.number, places });
      }
      const { status, contentType, tries } = exchange;
      return Promise.resolve({ status, contentType, tries, chunks: replayed(exchange) });
    },
  };
}

const MOST_PLACES = 20;

async function* replayed({ body, isCut, number }: Exchange): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(body));
  if (isCut) throw new TransportFault(`Exchange ${number} was cut off when it was recorded.`);
}

/** Of calls at once, the one that talks about as much with as many tools is meant. */
function isOfShape(
  { dialect, request }: Exchange,
  asked: Exchange["dialect"],
  body: Readonly<Record<string, unknown>>,
): boolean {
  return (
    dialect === asked &&
    ["messages", "input", "contents", "tools"].every(
      (key) => size(request[key]) === size(body[key]),
    )
  );
}

const size = (value: unknown) => (Array.isArray(value) ? value.length : -1);
