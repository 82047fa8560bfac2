import fc from "fast-check";
import type { Fuzzer, Input } from "./fuzzer.ts";
import { mutate } from "./mutate.ts";
import { createRandom } from "./random.ts";

/** One input in so many is made by fast-check, the others by damaging the corpus. */
const ARBITRARY_EVERY = 4;

/** Values that fast-check makes at once. */
const SAMPLE = 50;

/** The inputs of a seed, without end: the same seed over the same corpus gives the same inputs. */
export function* inputsOf(
  { arbitrary, words }: Pick<Fuzzer, "arbitrary" | "words">,
  corpus: readonly Input[],
  seed: number,
): Generator<Input, never> {
  const random = createRandom(seed);
  const encoder = new TextEncoder();
  let made: string[] = [];
  for (let index = 0; ; index++) {
    if (index % ARBITRARY_EVERY !== 0) {
      yield mutate(random, corpus, words);
      continue;
    }
    if (made.length === 0) made = fc.sample(arbitrary, { numRuns: SAMPLE, seed: random.below(2 ** 31) });
    yield encoder.encode(made.pop() ?? "");
  }
}

/** An input that went wrong. */
export interface Found {
  /** The same for all inputs that fail in the same way: message and place, without numbers. */
  readonly key: string;
  readonly input: Input;
  readonly error: unknown;
}

/** Checks one input; gives what went wrong. */
export async function tryInput({ check }: Pick<Fuzzer, "check">, input: Input): Promise<Found | undefined> {
  try {
    await check(input);
    return undefined;
  } catch (error) {
    return { key: keyOf(error), input, error };
  }
}

/** Calls of the parser that making one input smaller may cost. */
const MOST_ATTEMPTS = 2_000;

/** The input with everything left out that is not needed to fail in the same way. */
export async function minimised(fuzzer: Pick<Fuzzer, "check">, found: Found): Promise<Found> {
  let smallest = found;
  let attempts = 0;
  for (let length = Math.ceil(found.input.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < smallest.input.length && attempts < MOST_ATTEMPTS; ) {
      const { input } = smallest;
      const shorter = Uint8Array.from(Buffer.concat([input.subarray(0, at), input.subarray(at + length)]));
      attempts++;
      const again = await tryInput(fuzzer, shorter);
      if (again?.key === found.key) smallest = again;
      else at += length;
    }
  }
  return smallest;
}

function keyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /at .*\((.*)\)|at (\S+:\d+)/.exec(error.stack?.slice(error.stack.indexOf("\n    at ")) ?? "");
  return `${error.name} ${error.message.slice(0, 80).replace(/\d+/g, "N")} ${place?.[1] ?? place?.[2] ?? ""}`;
}
