import { getHeapStatistics } from "node:v8";
import { deepFreeze } from "../../core/deep-freeze.ts";
import { createKept } from "../../core/kept.ts";
import { bytesOf, textOf } from "../../core/utf8-bytes.ts";
import type { Cacheable, Keeps } from "../capability.ts";

/** The most that is kept of one capability, in bytes: of JSON, and of what the faces made of answers. */
const CAPACITY: Readonly<Record<Keeps, number>> = {
  answers: 16 * 1_048_576,
  // An eighth of what the process may take, and no more than ten thousand long answers need for two faces.
  bytes: Math.min(getHeapStatistics().heap_size_limit / 8, 256 * 1_048_576),
};
/** What an entry takes beside its key and its texts; an answer that is kept as it is takes more. */
const ENTRY_BYTES = 600;
const ANSWER_BYTES = 3_400;
/** About as many answers as may be kept: one that comes again after more others would not be there any more. */
const QUESTIONS = 1_000;
/** Arguments longer than this are hardly sent twice. */
const LONGEST_ARGS = 1_000;

/** What the faces made of a kept answer. It holds nothing of the caller: what his limits still allow is beside it. */
export interface Ready {
  /**
   * What `make` made of the answer when it was called for the first time under this name: bytes, each as a character
   * of a string.
   */
  rendered(name: string, make: () => string): string;
  /**
   * The whole answer as JSON, in bytes, where all faces share it: they put the rest around it for each call, and what is
   * `rendered` does not hold it once more.
   */
  readonly json?: string | undefined;
}

/** A kept answer; nobody may change it. */
export interface KeptAnswer extends Ready {
  /** Of one that is kept as bytes it is read anew for each who asks for it: the faces need it as bytes. */
  readonly answer: unknown;
  /** The arguments as the schema read them, where the key holds them as they were sent. */
  readonly args?: unknown;
}

/**
 * The answers of one capability, each under a key with all that it rests on besides. It is given again while every one
 * of these values is the very same; what was not asked for longest goes first.
 */
export interface KeptAnswers {
  find(key: string, dependsOn: readonly unknown[]): KeptAnswer | undefined;
  keep(key: string, dependsOn: readonly unknown[], made: Pick<KeptAnswer, "answer" | "args">): KeptAnswer;
  /** The answer of before, or one that is made now; `ready` where it is kept. */
  of(cacheable: Cacheable<unknown>): Promise<{ readonly answer: unknown; readonly ready?: KeptAnswer }>;
}

/** @param keeps how answers are kept; @param capacity the most that is kept, in bytes */
export function createKeptAnswers(keeps: Keeps = "answers", capacity: number = CAPACITY[keeps]): KeptAnswers {
  const entries = createKept<Entry>(capacity);
  const wasSeen = createRecentlySeen(QUESTIONS);

  const find = (key: string, dependsOn: readonly unknown[]) => entries.find(key, () => dependsOn);

  function keep(key: string, dependsOn: readonly unknown[], made: Pick<KeptAnswer, "answer" | "args">): Entry {
    const json = keeps === "bytes" ? bytesOf(JSON.stringify(made.answer)) : undefined;
    const entry = new Entry(json === undefined ? made.answer : undefined, made.args, json, (bytes) =>
      entries.grow(key, entry, bytes),
    );
    entries.keep(key, dependsOn, entry, ENTRY_BYTES + key.length + (json?.length ?? ANSWER_BYTES));
    return entry;
  }

  return {
    find,
    keep,
    of: async ({ key, dependsOn, make }) => {
      const known = find(key, dependsOn);
      if (known !== undefined) return answered(known);
      const { answer, isLasting } = await make();
      // Bytes cost little to keep. An answer as it is costs the garbage collector more than it saves, unless it is asked
      // for again.
      const isWorthKeeping = keeps === "bytes" || wasSeen(key);
      if (!isWorthKeeping || !isLasting) return { answer };
      return answered(keep(key, dependsOn, { answer: keeps === "bytes" ? answer : deepFreeze(answer) }));
    },
  };
}

/** Most callers want the bytes of an answer alone. */
function answered(ready: Entry): { readonly answer: unknown; readonly ready: KeptAnswer } {
  return {
    ready,
    get answer() {
      return ready.answer;
    },
  };
}

/**
 * Remembers what was made under a name, for as long as it is held itself.
 * @param onMade gets the length of each when it was made
 */
export function createRenderings(onMade: (length: number) => void = () => {}): Pick<Ready, "rendered"> {
  const renderings = new Map<string, string>();
  return {
    rendered: (name, make) => {
      const before = renderings.get(name);
      if (before !== undefined) return before;
      const made = make();
      renderings.set(name, made);
      onMade(made.length);
      return made;
    },
  };
}

class Entry implements KeptAnswer {
  readonly args: unknown;
  readonly json: string | undefined;
  readonly #made: unknown;
  readonly #renderings: Pick<Ready, "rendered">;

  constructor(made: unknown, args: unknown, json: string | undefined, grow: (bytes: number) => void) {
    this.args = args;
    this.json = json;
    this.#made = made;
    this.#renderings = createRenderings(grow);
  }

  get answer(): unknown {
    return this.json === undefined ? this.#made : JSON.parse(textOf(this.json));
  }

  rendered(name: string, make: () => string): string {
    return this.#renderings.rendered(name, make);
  }
}

/** Arguments, as they were sent, as a key; `undefined` for those that are no plain JSON or too long. */
export function keyOfSent(sent: unknown): string | undefined {
  if (typeof sent !== "object" || sent === null) return undefined;
  for (const field in sent) {
    const value = (sent as Record<string, unknown>)[field];
    // What JSON writes as something else must not pass for it.
    if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return undefined;
  }
  const text = JSON.stringify(sent);
  return text.length > LONGEST_ARGS ? undefined : text;
}

/**
 * Notes questions and says whether one was asked before, among the last so many. What is asked once need not be kept: an
 * answer that lives until it is pushed out costs the garbage collector more than it would have saved.
 * @param most how many questions are remembered, at least 1
 */
export function createRecentlySeen(most: number): (question: string) => boolean {
  const asked = new Set<string>();
  return (question) => {
    const isKnown = asked.delete(question);
    if (!isKnown && asked.size >= most) {
      const oldest = asked.keys().next().value;
      if (oldest !== undefined) asked.delete(oldest);
    }
    asked.add(question);
    return isKnown;
  };
}
