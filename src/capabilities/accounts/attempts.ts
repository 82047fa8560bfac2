import { type Problem, ServiceError } from "../../core/problem.ts";
import { TooManyPasswordHashes } from "../../identity/password-hash.ts";
import { Refused } from "../calling/refusal.ts";
import type { Accounts } from "./accounts.ts";

/**
 * Counts an attempt that may be a guess.
 * @param key what is counted: a keyed hash, never what a person typed
 * @throws Refused `too_many_attempts` with the true wait
 */
export async function countAttempt({ limiter, log }: Accounts, row: string, key: string): Promise<void> {
  const decision = await limiter.take([row], key);
  if (decision.allowed) return;
  log.warn({ limit: decision.refusedBy }, "attempts are refused");
  throw new Refused([{ code: "too_many_attempts" }], decision.retryAfter);
}

/** Seconds until a queue of password hashes is shorter. */
const HASH_RETRY_SECONDS = 5;

const busy: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Práve sa prihlasuje priveľa ľudí naraz.",
    cs: "Právě se přihlašuje příliš mnoho lidí najednou.",
    en: "Too many people are signing in at this moment.",
  },
  nextStep: { sk: "Skúste to o chvíľu.", cs: "Zkuste to za chvíli.", en: "Try again in a moment." },
  retryAfter: HASH_RETRY_SECONDS,
};

/** Hashes or checks a password. @throws ServiceError with the time to wait where too many are waiting already */
export async function orBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TooManyPasswordHashes) throw new ServiceError(busy, { cause });
    throw cause;
  }
}

/** @throws Refused where nobody signs in with a password */
export function refuseWithoutPasswords({ settings }: Pick<Accounts, "settings">): void {
  if (!settings.passwordSignIn) throw new Refused([{ code: "password_sign_in_off" }]);
}
