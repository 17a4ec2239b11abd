// Where each conversation stands in its script: which turn is due, and which of its faults come
// first. Nothing here knows of HTTP.
import type { ScriptedRequest } from "./request.ts";
import type { ScriptedFault, ScriptedTurn, ScriptedUsage, TurnOrMaker } from "./turn.ts";

export interface ModelScript {
  /** Which conversation a request belongs to; by default all are one, called "". */
  readonly conversation?: (request: ScriptedRequest) => string;
  /** The turns of a conversation, in order; undefined where it has none. */
  readonly turns:
    readonly TurnOrMaker[] | ((conversation: string) => readonly TurnOrMaker[] | undefined);
  /** What requests get that the script does not foresee. */
  readonly unforeseen?: ScriptedTurn;
}

/** What a request gets. `index` is the place in the script, null for what it does not foresee. */
export interface Due {
  readonly conversation: string;
  readonly index: number | null;
  readonly turn: ScriptedTurn;
  readonly fault: ScriptedFault | null;
}

export interface Counts {
  /** Turns of the script. */
  readonly turns: number;
  readonly faults: number;
  readonly unforeseen: number;
  /** Sums over all turns, those that the script did not foresee among them. */
  readonly usage: Required<ScriptedUsage>;
}

export interface Play {
  due(request: ScriptedRequest): Due;
  /** What was served so far, of one conversation or of all. */
  counts(conversation?: string): Counts;
}

interface Place {
  readonly turns: readonly TurnOrMaker[];
  next: number;
  /** Requests that met a fault of the turn that is due. */
  faulted: number;
}

const DEFAULT_TURN: ScriptedTurn = { text: "Scripted.", usage: { input: 11, output: 2 } };

export function playScript(script: ModelScript): Play {
  const places = new Map<string, Place>();
  const served: Due[] = [];

  const placeOf = (conversation: string): Place => {
    const known = places.get(conversation);
    if (known !== undefined) return known;
    const turns = typeof script.turns === "function" ? script.turns(conversation) : script.turns;
    const place = { turns: turns ?? [], next: 0, faulted: 0 };
    places.set(conversation, place);
    return place;
  };

  const next = (request: ScriptedRequest): Due => {
    const conversation = script.conversation?.(request) ?? "";
    const place = placeOf(conversation);
    const turn = turnOf(place.turns[place.next], request);
    if (turn === null) {
      const answer = script.unforeseen ?? DEFAULT_TURN;
      return { conversation, index: null, turn: answer, fault: null };
    }
    const index = place.next;
    const fault = faultAt(turn, place.faulted);
    if (fault === null) [place.next, place.faulted] = [place.next + 1, 0];
    else place.faulted += 1;
    return { conversation, index, turn, fault };
  };

  return {
    due: (request) => {
      const due = next(request);
      served.push(due);
      return due;
    },
    counts: (conversation) =>
      count(served.filter((due) => (conversation ?? due.conversation) === due.conversation)),
  };
}

/** Requests without tools are no place for a turn that calls some: titles, summaries. */
function turnOf(made: TurnOrMaker | undefined, request: ScriptedRequest): ScriptedTurn | null {
  if (made === undefined) return null;
  const turn = typeof made === "function" ? made(request) : made;
  if (turn === null) return null;
  return (turn.toolCalls ?? []).length > 0 && request.tools.length === 0 ? null : turn;
}

function faultAt(turn: ScriptedTurn, faulted: number): ScriptedFault | null {
  let before = 0;
  for (const fault of turn.faults ?? []) {
    before += fault.times ?? 1;
    if (faulted < before) return fault;
  }
  return null;
}

function count(served: readonly Due[]): Counts {
  const whole = served.filter(({ fault }) => fault === null);
  const sum = (part: keyof ScriptedUsage) =>
    whole.reduce((total, { turn }) => total + (turn.usage[part] ?? 0), 0);
  const unforeseen = whole.filter(({ index }) => index === null).length;
  return {
    ...{ turns: whole.length - unforeseen, faults: served.length - whole.length, unforeseen },
    usage: {
      ...{ input: sum("input"), output: sum("output"), cached: sum("cached") },
      ...{ cacheWrite: sum("cacheWrite"), reasoning: sum("reasoning") },
    },
  };
}
