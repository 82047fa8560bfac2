import { closeSync, copyFileSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { fold } from "../../../../core/fold.ts";
import type { RegisterSnapshot, SearchHit } from "../../register.ts";
import { icoText } from "../layout/number-texts.ts";
import { countryOf } from "../layout/slots.ts";
import { RegisterFileError, SnapshotDamage } from "../records/failure.ts";
import { openReadOnly, openSnapshot } from "./open.ts";

/** What a reader answered over all flips. */
export interface FlipCounts {
  readonly flips: number;
  /** Files that were refused when they were opened. */
  refused: number;
  /** Answers that said "damaged", and answers that were right. */
  damaged: number;
  right: number;
  /** What must never be: a fact or a list of hits that is not that of the whole file, a firm that is not found, a firm
   * that does not exist, an error that is no damage. Each with the bit and what was asked. */
  readonly wrong: string[];
  readonly hidden: string[];
  readonly failed: string[];
}

interface Question {
  readonly text: string;
  /** True when no answer would mean that there is no such firm. */
  readonly mayHide: boolean;
  readonly ask: (snapshot: RegisterSnapshot) => unknown;
  readonly isRight: (given: unknown) => boolean;
}

/**
 * Flips one bit of a published file after the other, each in a copy that is whole otherwise, and asks for firms and
 * names as before. Every other bit flips while the file is open. `random` gives a number from 0 up to 1.
 * @param firms how many firms, spread over the file, are asked for at each flip.
 * @param open opens the copy; default: as it is opened for serving.
 */
export function flipBits(
  file: string,
  flips: number,
  random: () => number,
  firms = 40,
  open = openSnapshot,
): FlipCounts {
  const counts: FlipCounts = { flips, refused: 0, damaged: 0, right: 0, wrong: [], hidden: [], failed: [] };
  const copy = `${file}.flipped`;
  copyFileSync(file, copy);
  const descriptor = openSync(copy, "r+");
  try {
    const questions = questionsTo(file, firms);
    const { size } = statSync(copy);
    const byte = Buffer.alloc(1);
    for (let turn = 0; turn < flips; turn++) {
      const bit = Math.floor(random() * size * 8);
      readSync(descriptor, byte, 0, 1, bit >> 3);
      const whole = byte[0] ?? 0;
      const flip = () => writeSync(descriptor, Buffer.from([whole ^ (1 << (bit & 7))]), 0, 1, bit >> 3);
      ask(() => open(copy), bit, turn % 2 === 0, flip, questions, counts);
      writeSync(descriptor, byte, 0, 1, bit >> 3);
    }
  } finally {
    closeSync(descriptor);
    rmSync(copy);
  }
  return counts;
}

function ask(
  open: () => RegisterSnapshot,
  bit: number,
  isBefore: boolean,
  flip: () => void,
  questions: readonly Question[],
  counts: FlipCounts,
): void {
  if (isBefore) flip();
  let snapshot: RegisterSnapshot;
  try {
    snapshot = open();
  } catch (cause) {
    if (cause instanceof RegisterFileError) counts.refused++;
    else counts.failed.push(`bit ${bit}, opening: ${cause}`);
    return;
  }
  if (!isBefore) flip();
  try {
    for (const { text, mayHide, ask, isRight } of questions) {
      try {
        const given = ask(snapshot);
        if (isRight(given)) counts.right++;
        else if (mayHide && given === undefined) counts.hidden.push(`bit ${bit}, ${text}`);
        else counts.wrong.push(`bit ${bit}, ${text}: ${JSON.stringify(given)}`);
      } catch (cause) {
        if (cause instanceof SnapshotDamage) counts.damaged++;
        else counts.failed.push(`bit ${bit}, ${text}: ${cause}`);
      }
    }
  } finally {
    snapshot.close();
  }
}

/** Equal hits; one whose row is damaged elsewhere than in what is shown leaves its category out, and never names another. */
function areSameHits(given: readonly SearchHit[], answer: readonly SearchHit[]): boolean {
  const whole = given.map((hit, at) => ("category" in hit ? hit : { ...hit, category: answer[at]?.category }));
  return isDeepStrictEqual(whole, answer);
}

/** Look-ups of firms, of numbers without a firm, searches by name and number, and counts, with the right answers. */
function questionsTo(file: string, firms: number): Question[] {
  const db = openReadOnly(file);
  const rows = db.prepare("SELECT id, ico, name FROM company ORDER BY id").all();
  db.close();
  const step = Math.max(1, Math.floor(rows.length / firms));
  const asked = rows.filter((_row, index) => index % step === 0);
  const searches = new Set(
    asked.flatMap(({ ico, name }) => {
      const folded = fold(String(name ?? ""));
      const words = folded.split(" ");
      return [folded, folded.slice(0, 3), words.at(-1) ?? "", icoText(Number(ico)), icoText(Number(ico)).slice(0, 4)];
    }),
  );
  const asking = [
    ...asked.flatMap(({ id, ico }) => {
      const country = countryOf(Number(id));
      return [0, 1].map((more) => ({
        text: `look-up ${country} ${Number(ico) + more}`,
        mayHide: true,
        ask: (snapshot: RegisterSnapshot) => snapshot.find(icoText(Number(ico) + more), country),
      }));
    }),
    { text: "holdings", mayHide: false, ask: (snapshot: RegisterSnapshot) => snapshot.holdings() },
    { text: "counts", mayHide: false, ask: (snapshot: RegisterSnapshot) => snapshot.stats() },
  ];
  const whole = openSnapshot(file);
  const looking = asking.map((question) => {
    const answer = question.ask(whole);
    return { ...question, isRight: (given: unknown) => isDeepStrictEqual(given, answer) };
  });
  const searching = [...searches].map((query) => {
    const ask = (snapshot: RegisterSnapshot) => snapshot.search(query, undefined, 10);
    const answer = ask(whole);
    return {
      text: `search ${query}`,
      mayHide: false,
      ask,
      isRight: (given: unknown) => areSameHits(given as readonly SearchHit[], answer), // what `ask` gave
    };
  });
  whole.close();
  return [...looking, ...searching];
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}
