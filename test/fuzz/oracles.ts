import assert from "node:assert/strict";
import type { Input } from "./fuzzer.ts";

/** A part of every foreign text of the corpora, so that it can be looked for where it must not be. */
export const MARK = "Cudzitext";

/** The text of an input, as a reader decodes it. */
export function textOf(input: Input): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(input);
}

/** A failure that a parser promises. */
type Failure = abstract new (...args: never[]) => Error;

/**
 * Runs a parser that may throw one kind of failure, whose message holds nothing foreign. `undefined` where it did.
 * @throws whatever else the parser throws.
 */
export function promised<T>(failure: Failure, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (thrown) {
    checkFailure(failure, thrown);
    return undefined;
  }
}

/** The same for a parser that answers later. */
export async function promisedLater<T>(failure: Failure, parse: () => Promise<T>): Promise<T | undefined> {
  try {
    return await parse();
  } catch (thrown) {
    checkFailure(failure, thrown);
    return undefined;
  }
}

function checkFailure(failure: Failure, thrown: unknown): void {
  if (!(thrown instanceof failure)) throw thrown;
  checkOwnWords(thrown.message);
}

/** A message or reason of ours: on one line, and nothing of the input in it. */
export function checkOwnWords(text: string): void {
  assert.ok(!text.includes(MARK), "a message repeats foreign text");
  assert.doesNotMatch(text, /[\p{Cc}\p{Cs}]/u, "a message holds control characters");
}

/** A foreign text as a reader hands it on: not empty, one line, no control characters, no broken characters, bounded. */
export function checkForeignText(text: string | null, longest: number): void {
  if (text === null) return;
  assert.ok(text.trim() !== "", "a foreign text is empty instead of null");
  assert.ok(text.length <= longest, "a foreign text is too long");
  assert.ok(text.isWellFormed(), "a foreign text holds half a character");
  assert.doesNotMatch(text, /\p{Cc}/u, "a foreign text holds control characters");
}

/** True for a day of the calendar, read by another way than the parsers' own. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
