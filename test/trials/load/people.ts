import { newId } from "../../../src/core/random-id.ts";
import { hashApiKey, newApiKey, tailOf } from "../../../src/identity/api-key.ts";
import { hashToken, newToken } from "../../../src/identity/token.ts";
import { addAccount } from "../../../src/state/accounts.ts";
import { addApiKey } from "../../../src/state/api-keys.ts";
import { addDomain, noteProof } from "../../../src/state/domains.ts";
import { addOrganization } from "../../../src/state/organizations.ts";
import { addSession } from "../../../src/state/sessions.ts";
import { composedSql } from "../../../src/state/sql.ts";
import type { State } from "../../../src/state/state.ts";
import type { StateDatabase } from "../../../src/state/state-database.ts";

/** Somebody with an organization of their own, who is signed in and has a key. */
export interface Owner {
  readonly accountId: string;
  readonly orgId: string;
  /** Token of the session. */
  readonly session: string;
  readonly key: string;
}

/** A firm of the shipped sample, and the domain that proves an organization to be it. */
const FIRM = { country: "SK", ico: "31322832", domain: "slovnaft.sk" } as const;

const DAY_MS = 86_400_000;

/** Puts an owner into the state. @param isFirm whether the organization is a firm of the register that may publish */
export async function addOwner(state: StateDatabase, at: number, isFirm = false): Promise<Owner> {
  const [accountId, orgId] = [newId("account"), newId("organization")];
  const email = `${accountId}@firma.sk`;
  const person = { id: accountId, email, email_key: email, name: "Jana", locale: "sk", password_hash: null } as const;
  await addAccount(state, { ...person, email_verified_at: at }, at);
  const firm = isFirm ? { country: FIRM.country, ico: FIRM.ico } : { country: null, ico: null };
  await addOrganization(state, { id: orgId, name: "Alfa s.r.o.", ...firm, created_by: accountId }, at);
  if (isFirm) {
    await addDomain({ db: state, orgId }, { domain: FIRM.domain, token: "token", added_by: accountId }, at);
    await noteProof({ db: state, orgId }, FIRM.domain, "dns", at);
  }
  const [session, key] = [newToken(), newApiKey()];
  await addSession(state, {
    hash: hashToken(session),
    account_id: accountId,
    stage: "full",
    assurance: "one",
    created_at: at,
    authenticated_at: at,
    seen_at: at,
    expires_at: at + 7 * DAY_MS,
    ip_prefix: null,
    agent: "Firefox, Linux",
  });
  await addApiKey(
    state,
    {
      id: newId("apiKey"),
      accountId,
      name: "agent",
      scopes: ["read", "scan:write", "trust:write"],
      hash: hashApiKey(key),
      tail: tailOf(key),
      expiresAt: null,
      once: null,
    },
    at,
  );
  return { accountId, orgId, session, key };
}

/** Somebody for each kind of write. */
export interface Writers {
  readonly saver: Owner;
  readonly keeper: Owner;
  readonly claimer: Owner;
  readonly publisher: Owner;
  /** Their organizations' limits of a day are for few scans each. */
  readonly scanning: readonly Owner[];
}

/** Puts writers into a state. @param scanning how many order scans */
export function addWriters(state: State, scanning: number): Promise<Writers> {
  const at = Date.now();
  return state.transaction(async (tx) => {
    const ordering: Owner[] = [];
    for (let n = 0; n < scanning; n++) ordering.push(await addOwner(tx, at));
    const [saver, keeper, claimer] = [await addOwner(tx, at), await addOwner(tx, at), await addOwner(tx, at)];
    const publisher = await addOwner(tx, at, true);
    // For a day the sign-in is recent: issuing a key and publishing ask nobody again.
    await tx.run(composedSql("UPDATE session SET authenticated_at = ?"), at + DAY_MS);
    return { scanning: ordering, saver, keeper, claimer, publisher };
  });
}
