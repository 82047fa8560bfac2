import { type Problem, ServiceError } from "../../core/problem.ts";
import { type HashPlace, TooManyPasswordHashes } from "../../identity/hash-queue.ts";
import { sharedNetwork } from "../../limits/network-steps.ts";
import { Refused } from "../calling/refusal.ts";
import type { Person } from "../contexts.ts";
import type { Accounts } from "./accounts.ts";

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

/** For whom a password is hashed, by the counted address; without one, for the operator of the machine. */
export function hashPlace(address: string | null, isKept: boolean): HashPlace {
  return { network: address === null ? "" : sharedNetwork(address), isKept };
}

/** For a person who is signed in. */
export function placeOf({ address = null }: Person): HashPlace {
  return hashPlace(address, true);
}

/** @throws Refused where nobody signs in with a password */
export function refuseWithoutPasswords({ settings }: Pick<Accounts, "settings">): void {
  if (!settings.passwordSignIn) throw new Refused([{ code: "password_sign_in_off" }]);
}
