// Exchanges of one attempt on disk: a line each, as they end. What was recorded answers again in the
// order in which it was asked, without any provider.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { PlumblineError } from "../core/errors.ts";
import { exchangeSchema } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { ModelUnavailable } from "./model-source.ts";
import type { ModelSource } from "./model-source.ts";
import { TransportFault } from "./tried.ts";

export const RECORDING_FILE = "exchanges.jsonl";

/** Appends an exchange; `redact` sees the whole line before it is written. */
export function recordExchange(
  file: string,
  exchange: Exchange,
  redact: (text: string) => string,
): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${redact(JSON.stringify(exchange))}\n`);
}

/** Exchanges of a recording, by number. A last line that was cut off is left out. */
export function readRecording(file: string): Exchange[] {
  if (!existsSync(file)) {
    throw new PlumblineError("no-recording", "usage", `${file} is not there.`, {
      hint: "a study that was run with --record",
    });
  }
  const lines = readFileSync(file, "utf8").split("\n");
  const exchanges = lines.flatMap((line, index) => {
    if (line === "") return [];
    try {
      return [exchangeSchema.parse(JSON.parse(line))];
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
      const exact = left.findIndex((one) => one.dialect === dialect && isSame(one.request, body));
      const index = exact >= 0 ? exact : left.findIndex((one) => isOfShape(one, dialect, body));
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

const isSame = (one: unknown, other: unknown) => differences(one, other).length === 0;

/** JSON Pointers to where two JSON values differ. */
export function differences(one: unknown, other: unknown, at = ""): string[] {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other ? [] : [at];
  }
  if (Array.isArray(one) !== Array.isArray(other)) return [at];
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) => {
    const pointer = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(left, key) || !Object.hasOwn(right, key)) return [pointer];
    return differences(left[key], right[key], pointer);
  });
}
