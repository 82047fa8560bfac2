import { getHeapStatistics } from "node:v8";
import { bytesOf, textOf } from "../../core/utf8-bytes.ts";
import type { Standing } from "../capability.ts";
import { type Ready, renderingsIn } from "./ready-answers.ts";

/**
 * The most that is kept, in bytes: an eighth of what the process may take, and no more than ten thousand long answers
 * need for two faces.
 */
const CAPACITY_BYTES = Math.min(getHeapStatistics().heap_size_limit / 8, 256 * 1_048_576);
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 600;

/** A kept answer. */
export interface StandingAnswer extends Ready {
  readonly json: string;
  /** Read anew for each who asks for it: the faces need it as bytes. */
  readonly answer: unknown;
}

/** Answers that stand, each kept once, as the bytes of its JSON. */
export interface StandingAnswers {
  /** The answer of a capability. @param ground what all answers rest on: when it changes, they go */
  of(name: string, standing: Standing<unknown>, ground: unknown): StandingAnswer | Promise<StandingAnswer>;
}

interface Entry extends StandingAnswer {
  readonly restsOn: Standing<unknown>["restsOn"];
  bytes: number;
}

/** Keeps answers in bounded memory; what was not asked for longest goes first. */
export function createStandingAnswers(capacity: number = CAPACITY_BYTES): StandingAnswers {
  const entries = new Map<string, Entry>();
  let groundOfAll: unknown;
  let size = 0;

  function grow(key: string, entry: Entry, bytes: number): void {
    // One that has gone meanwhile still serves who holds it, and counts no more.
    if (entries.get(key) !== entry) return;
    entry.bytes += bytes;
    size += bytes;
    for (const [oldest, { bytes: freed }] of entries) {
      if (size <= capacity) return;
      entries.delete(oldest);
      size -= freed;
    }
  }

  function entryOf(key: string, restsOn: Entry["restsOn"], json: string): Entry {
    const entry: Entry = {
      restsOn,
      json,
      bytes: 0,
      get answer() {
        return JSON.parse(textOf(json));
      },
      ...renderingsIn(new Map(), (made) => grow(key, entry, made.length)),
    };
    return entry;
  }

  async function made(key: string, { restsOn, make }: Standing<unknown>, ground: unknown): Promise<StandingAnswer> {
    const entry = entryOf(key, restsOn, bytesOf(JSON.stringify(await make())));
    // The ground changed while it was made: whose answer is it?
    if (ground !== groundOfAll) return entry;
    size -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
    entries.set(key, entry);
    grow(key, entry, ENTRY_BYTES + key.length + entry.json.length);
    return entry;
  }

  return {
    of: (name, standing, ground) => {
      if (ground !== groundOfAll) {
        entries.clear();
        size = 0;
        groundOfAll = ground;
      }
      const key = `${name} ${standing.key}`;
      const known = entries.get(key);
      if (known === undefined || !isSame(known.restsOn, standing.restsOn)) return made(key, standing, ground);
      // The one used last goes last; below the limit nothing goes.
      if (size > capacity / 2) {
        entries.delete(key);
        entries.set(key, known);
      }
      return known;
    },
  };
}

function isSame(one: Entry["restsOn"], other: Entry["restsOn"]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
