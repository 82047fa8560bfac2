import type { OwnAccountStore } from "../../state/person-store.ts";
import { Refused } from "../calling/refusal.ts";
import type { Accounts } from "./accounts.ts";
import { mayEnter } from "./may-enter.ts";

/**
 * Keeps a person from taking the last way to sign in away from himself. Call it after the removal, in its transaction:
 * what it refuses is undone.
 * @throws Refused `last_way`
 */
export async function refuseLastWay(own: OwnAccountStore, { settings, oidc }: Accounts): Promise<void> {
  const account = await own.lock();
  const hasPassword = settings.passwordSignIn && (account?.password_hash ?? null) !== null;
  if (hasPassword || (await own.passkeys()).length > 0) return;
  if (oidc !== null && (await own.identities()).length > 0) return;
  throw new Refused([{ code: "last_way" }]);
}

/**
 * Keeps a person whom the operator asks for a second factor from taking the last one away. Call it after the removal, in
 * its transaction.
 * @throws Refused `second_factor_needed`
 */
export async function refuseLastFactor(own: OwnAccountStore, { settings }: Accounts): Promise<void> {
  const isAsked = mayEnter(await own.factors(), settings.secondFactor, "one") === "set_up";
  if (isAsked) throw new Refused([{ code: "second_factor_needed" }]);
}
