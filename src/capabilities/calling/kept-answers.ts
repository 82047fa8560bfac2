import { createAskedBefore } from "../../core/asked-before.ts";
import { deepFreeze } from "../../core/deep-freeze.ts";
import { keepRenderings } from "./ready-answers.ts";

/** The most that is kept of one capability, in bytes of what was rendered; the answers are about as much again. */
const CAPACITY_BYTES = 16 * 1_048_576;
/** What an entry takes beside its renderings. */
const ENTRY_BYTES = 4_000;
/** About as many answers as may be kept: one that comes again after more others would not be there any more. */
const QUESTIONS = 1_000;

interface Entry<Answer> {
  readonly parts: readonly unknown[];
  readonly answer: Answer;
  bytes: number;
}

/** An answer, and whether it may be kept. */
export interface Made<Answer> {
  readonly answer: Answer;
  /** False where it must be made anew for the next who asks, such as one with a withheld text. */
  readonly isLasting: boolean;
}

/** Answers to questions whose parts are looked up for each call. */
export interface KeptAnswers<Answer extends object> {
  /**
   * The answer of before, where every part is the very same value as before; else one that is made now. It is kept, and
   * frozen, when the question comes for the second time.
   * @param key all of the arguments that the answer, or what a face shows of it, depends on
   * @param parts what it rests on besides: what was read of the registers, the knowledge, the day
   */
  of(key: string, parts: readonly unknown[], make: () => Made<Answer>): Answer;
}

/**
 * Keeps answers with what the faces made of them, as long as what they rest on stays. Unlike `restsOn` of a capability
 * it spares nobody the reading: the parts are read for each call, and compared. What was not asked for longest goes first.
 */
export function createKeptAnswers<Answer extends object>(capacity: number = CAPACITY_BYTES): KeptAnswers<Answer> {
  const entries = new Map<string, Entry<Answer>>();
  const wasAsked = createAskedBefore(QUESTIONS);
  let size = 0;

  function forget(key: string): void {
    size -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function grow(key: string, entry: Entry<Answer>, bytes: number): void {
    // One that has gone meanwhile still serves who holds it, and counts no more.
    if (entries.get(key) !== entry) return;
    entry.bytes += bytes;
    size += bytes;
    while (size > capacity) {
      const oldest = entries.keys().next().value;
      if (oldest === undefined) return;
      forget(oldest);
    }
  }

  return {
    of: (key, parts, make) => {
      const known = entries.get(key);
      if (known !== undefined && isSame(known.parts, parts)) {
        entries.delete(key);
        entries.set(key, known);
        return known.answer;
      }
      forget(key);
      const { answer, isLasting } = make();
      if (!wasAsked(key) || !isLasting) return answer;
      const entry: Entry<Answer> = { parts, answer: deepFreeze(answer), bytes: 0 };
      entries.set(key, entry);
      keepRenderings(answer, (made) => grow(key, entry, made.length));
      grow(key, entry, ENTRY_BYTES);
      return answer;
    },
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (!Object.is(one[at], other[at])) return false;
  return true;
}
