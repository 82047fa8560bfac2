import type { ServiceError } from "../../core/problem.ts";
import type { Limiter } from "../../limits/limiter.ts";
import { LimitReached } from "../calling/limit-reached.ts";
import type { FaceLog } from "../calling/problem-of.ts";

/** What came of an attempt that may be a guess; a wrong one ends with a refusal, or with a value as well. */
export type Judged<T> =
  | { readonly judged: "right" | "wrong"; readonly value: T }
  | { readonly judged: "wrong"; readonly refusal: ServiceError };

/**
 * Counts an attempt that may be a guess, in each of the rows by the key beside it: an address, or a keyed hash of what must
 * not be kept; `null` counts nothing. It is counted before `work`, so that guesses side by side do not slip through, and
 * given back for every outcome but a wrong one.
 * @returns the value of `work`
 * @throws LimitReached with the true wait where a row is used up; the refusal of a wrong one
 */
export type Attempt = <T>(
  rows: readonly string[],
  keys: readonly (string | null)[],
  work: () => Promise<Judged<T>>,
) => Promise<T>;

/** Counts attempts with a limiter. */
export function createAttempt(limiter: Pick<Limiter, "take" | "giveBack">, log: FaceLog): Attempt {
  return async (rows, keys, work) => {
    const taken: { readonly row: string; readonly key: string }[] = [];
    let isWrong = false;
    try {
      for (const [index, row] of rows.entries()) {
        const key = keys[index] ?? null;
        if (key === null) continue;
        const decision = await limiter.take([row], key);
        if (!decision.allowed) {
          log.warn({ limit: decision.refusedBy }, "attempts are refused");
          throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
        }
        taken.push({ row, key });
      }
      const outcome = await work();
      isWrong = outcome.judged === "wrong";
      if ("refusal" in outcome) throw outcome.refusal;
      return outcome.value;
    } finally {
      if (!isWrong) for (const { row, key } of taken) await limiter.giveBack([row], key);
    }
  };
}
