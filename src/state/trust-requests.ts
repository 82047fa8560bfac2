import type { Country } from "../core/country.ts";
import type { Locale } from "../core/locale.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** Where a request for answers stands: `unconfirmed` until its mail was answered, then `waiting` for a decision. */
export type TrustRequestState = "unconfirmed" | "waiting" | "granted" | "declined";

/** Who asks for answers of a profile that are not public. Texts are foreign. Instants in milliseconds since 1970. */
export interface TrustRequest {
  readonly org_id: string;
  readonly id: string;
  readonly slug: string;
  readonly locale: Locale;
  readonly name: string;
  readonly email: string;
  readonly email_key: string;
  readonly company: string;
  readonly country: Country | null;
  readonly ico: string | null;
  /** JSON: ids of the fields that are asked for. */
  readonly fields: string;
  readonly purpose: string;
  readonly state: TrustRequestState;
  readonly created_at: number;
  readonly confirmed_at: number | null;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly share_id: string | null;
}

const COLUMNS =
  "r.org_id, r.id, r.slug, r.locale, r.name, r.email, r.email_key, r.company, r.country, r.ico, r.fields, r.purpose, r.state, " +
  "r.created_at, r.confirmed_at, r.decided_at, r.decided_by, r.share_id";
const ADD = sql(
  "INSERT INTO trust_request (org_id, id, slug, locale, name, email, email_key, company, country, ico, fields, purpose, state, " +
    "token_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'unconfirmed', ?, ?)",
);
const BY_TOKEN = sql(
  `SELECT ${COLUMNS} FROM trust_request r WHERE r.token_hash = ? AND (r.state <> 'unconfirmed' OR r.created_at > ?)`,
);
const OPEN_OF = sql(
  "SELECT COUNT(*) AS n FROM trust_request r WHERE r.org_id = ? AND r.email_key = ? " +
    "AND (r.state = 'waiting' OR (r.state = 'unconfirmed' AND r.created_at > ?))",
);
const WAITING = sql("SELECT COUNT(*) AS n FROM trust_request r WHERE r.org_id = ? AND r.state = 'waiting'");
const CONFIRM = sql(
  "UPDATE trust_request SET state = 'waiting', confirmed_at = ? WHERE org_id = ? AND id = ? AND state = 'unconfirmed'",
);
const DECIDE = sql(
  "UPDATE trust_request SET state = ?, decided_at = ?, decided_by = ?, share_id = ? WHERE org_id = ? AND id = ? AND state = 'waiting'",
);
const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN trust_request r ON r.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND r.org_id = ? AND r.state <> 'unconfirmed' ORDER BY r.confirmed_at DESC, r.id",
);
const NEWLY_WAITING = sql(
  "SELECT r.org_id, COUNT(*) AS n FROM trust_request r WHERE r.state = 'waiting' AND r.org_id > ? " +
    "GROUP BY r.org_id HAVING MAX(r.confirmed_at) > ? ORDER BY r.org_id LIMIT ?",
);

/** A request that is made. Its token is in the link of the mail alone. */
export type NewTrustRequest = Pick<
  TrustRequest,
  | "org_id"
  | "id"
  | "slug"
  | "locale"
  | "name"
  | "email"
  | "email_key"
  | "company"
  | "country"
  | "ico"
  | "fields"
  | "purpose"
  | "created_at"
> & { readonly tokenHash: string };

export async function addTrustRequest(tx: StateDatabase, request: NewTrustRequest): Promise<void> {
  const { org_id, id, slug, locale, name, email, email_key, company, country, ico, fields, purpose } = request;
  const firm = [company, country, ico] as const;
  const rest = [fields, purpose, request.tokenHash, request.created_at] as const;
  await tx.run(ADD, org_id, id, slug, locale, name, email, email_key, ...firm, ...rest);
}

/** The request of a token; `undefined`: unknown, or not confirmed in its time. @param since begin of that time */
export function trustRequestByToken(
  db: StateDatabase,
  tokenHash: string,
  since: number,
): Promise<TrustRequest | undefined> {
  return db.get<TrustRequest>(BY_TOKEN, tokenHash, since);
}

/** How many requests of an address for a profile are open. @param since when those that wait for their mail began */
export async function openRequestsOf(
  db: StateDatabase,
  orgId: string,
  emailKey: string,
  since: number,
): Promise<number> {
  return Number((await db.get<{ n: number }>(OPEN_OF, orgId, emailKey, since))?.n ?? 0);
}

/** How many requests wait for a decision of an organization. */
export async function waitingRequests(db: StateDatabase, orgId: string): Promise<number> {
  return Number((await db.get<{ n: number }>(WAITING, orgId))?.n ?? 0);
}

/** @returns false where it was confirmed before */
export async function confirmTrustRequest(
  { db: tx, orgId }: OrganizationScope,
  id: string,
  at: number,
): Promise<boolean> {
  return (await tx.run(CONFIRM, at, orgId, id)) === 1;
}

/** Decides on a request that waits. @returns false where somebody did before */
export async function decideTrustRequest(
  { db: tx, orgId }: OrganizationScope,
  id: string,
  decision: Pick<TrustRequest, "state" | "decided_at" | "decided_by" | "share_id">,
): Promise<boolean> {
  const { state, decided_at, decided_by, share_id } = decision;
  return (await tx.run(DECIDE, state, decided_at, decided_by, share_id, orgId, id)) === 1;
}

/** The requests to an organization, newest first, for one of its members. */
export function trustRequestsFor({ db, accountId, orgId }: Scope): Promise<readonly TrustRequest[]> {
  return db.all<TrustRequest>(FOR_MEMBER, accountId, orgId);
}

/** Organizations for which requests wait, one of them confirmed since an instant, a page at a time. */
export function newlyWaiting(
  db: StateDatabase,
  after: string,
  since: number,
  limit: number,
): Promise<readonly { readonly org_id: string; readonly n: number }[]> {
  return db.all(NEWLY_WAITING, after, since, limit);
}

/** The requests to an organization, for a member. */
export const trustRequestsIn = (scope: Scope) =>
  bound([scope], { requests: trustRequestsFor, decideRequest: decideTrustRequest });
