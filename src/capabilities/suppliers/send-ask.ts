import { hashToken } from "../../identity/token.ts";
import type { Accounts } from "../accounts/accounts.ts";

/**
 * The token of a request: made from its id, so that the reminder leads to the same address, and known to nobody without the
 * key of this installation. What is stored is its hash.
 */
export function askTokenOf(id: string, { sealing }: Pick<Accounts, "sealing">): { token: string; tokenHash: string } {
  const token = sealing.keyedHash(id, "supplier_ask");
  return { token, tokenHash: hashToken(token) };
}

/** What ends further requests of an organization to an address, for the link of that page. */
export function askStopOf(orgId: string, emailKey: string, { sealing }: Pick<Accounts, "sealing">): string {
  return sealing.seal(JSON.stringify([orgId, emailKey]), "supplier_ask");
}
