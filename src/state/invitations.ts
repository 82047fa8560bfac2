import type { Role } from "../core/role.ts";
import { grantHeld } from "./grants.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** An invitation to an organization. Instants in milliseconds since 1970. */
export interface Invitation {
  readonly id: string;
  readonly org_id: string;
  readonly email_key: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** An open invitation as the invited person sees it. Names and the inviter's address are foreign text. */
export interface OpenInvitation extends Invitation {
  readonly org_name: string;
  readonly inviter_name: string;
  readonly inviter_email: string;
  /** Of the secret that the mail alone holds; `null`: made before there was one. */
  readonly proof_hash: string | null;
}

/** An invitation that its addressee declined. */
export interface DeclinedInvitation extends Invitation {
  readonly declined_at: number;
}

const COLUMNS = "i.id, i.org_id, i.email_key, i.role, i.invited_by, i.created_at, i.expires_at";
const OPEN = "i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > ?";

const ADD = sql(
  "INSERT INTO invitation (id, org_id, email_key, role, token_hash, proof_hash, invited_by, created_at, expires_at) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const END_OLDER = sql(
  "UPDATE invitation SET withdrawn_at = ? WHERE org_id = ? AND email_key = ? AND accepted_at IS NULL AND withdrawn_at IS NULL",
);
const SEEN_BY_INVITED =
  `${COLUMNS}, i.proof_hash, o.name AS org_name, a.name AS inviter_name, a.email AS inviter_email FROM invitation i ` +
  "JOIN organization o ON o.id = i.org_id JOIN account a ON a.id = i.invited_by";
const BY_TOKEN = sql(
  `SELECT ${SEEN_BY_INVITED} WHERE i.token_hash = ? AND ${OPEN} AND ${grantHeld("invitation", "i")}`,
);
const OF_ADDRESS = `${SEEN_BY_INVITED} JOIN account own ON own.email_key = i.email_key AND own.email_verified_at IS NOT NULL`;
const FOR_ACCOUNT = sql(
  `SELECT ${OF_ADDRESS} WHERE own.id = ? AND ${OPEN} AND ${grantHeld("invitation", "i")} ORDER BY i.created_at, i.id`,
);
const ONE_FOR_ACCOUNT = sql(
  `SELECT ${OF_ADDRESS} WHERE own.id = ? AND ${OPEN} AND i.id = ? AND ${grantHeld("invitation", "i")}`,
);
const DECLINE = sql(
  "UPDATE invitation SET withdrawn_at = ?, declined_at = ? WHERE id = ? AND accepted_at IS NULL AND withdrawn_at IS NULL",
);
const DECLINED_FOR_MEMBER = sql(
  `SELECT ${COLUMNS}, i.declined_at FROM invitation i JOIN membership m ON m.org_id = i.org_id ` +
    "WHERE m.account_id = ? AND m.org_id = ? AND i.declined_at IS NOT NULL ORDER BY i.declined_at DESC, i.id",
);
const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM invitation i JOIN membership m ON m.org_id = i.org_id ` +
    `WHERE m.account_id = ? AND m.org_id = ? AND ${OPEN} ORDER BY i.created_at, i.id`,
);
const ACCEPT = sql(
  "UPDATE invitation SET accepted_at = ? WHERE id = ? AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > ? " +
    `AND ${grantHeld("invitation")}`,
);
const WITHDRAW = sql(
  "UPDATE invitation SET withdrawn_at = ? WHERE id = ? AND org_id = ? AND accepted_at IS NULL AND withdrawn_at IS NULL",
);

/** An invitation that is sent. Its token is in the link alone, its proof in the link of the mail alone. */
export type NewInvitation = Invitation & { readonly tokenHash: string; readonly proofHash?: string };

/** Adds an invitation; it ends an older open one for the same address. */
export async function addInvitation(tx: StateDatabase, invitation: NewInvitation): Promise<void> {
  const { id, org_id, email_key, role, tokenHash, proofHash, invited_by, created_at, expires_at } = invitation;
  await tx.run(END_OLDER, created_at, org_id, email_key);
  await tx.run(ADD, id, org_id, email_key, role, tokenHash, proofHash ?? null, invited_by, created_at, expires_at);
}

/**
 * The open invitation of a token. `undefined`: unknown, used, withdrawn, too old, or of somebody who may not give that role
 * now, which cost the same.
 */
export function invitationByToken(
  db: StateDatabase,
  tokenHash: string,
  now: number,
): Promise<OpenInvitation | undefined> {
  return db.get<OpenInvitation>(BY_TOKEN, tokenHash, now);
}

/** The open invitations for the address of an account, which was confirmed. */
export function openInvitationsOf(
  db: StateDatabase,
  accountId: string,
  now: number,
): Promise<readonly OpenInvitation[]> {
  return db.all<OpenInvitation>(FOR_ACCOUNT, accountId, now);
}

/** One of them. `undefined`: of another address, or as in `invitationByToken`. */
export function openInvitationOf(
  db: StateDatabase,
  accountId: string,
  id: string,
  now: number,
): Promise<OpenInvitation | undefined> {
  return db.get<OpenInvitation>(ONE_FOR_ACCOUNT, accountId, now, id);
}

/** Ends an invitation because its addressee does not want it. */
export async function declineInvitation(tx: StateDatabase, id: string, now: number): Promise<boolean> {
  return (await tx.run(DECLINE, now, now, id)) === 1;
}

/** The invitations of an organization that were declined lately, for one of its members. */
export function declinedInvitationsFor({ db, accountId, orgId }: Scope): Promise<readonly DeclinedInvitation[]> {
  return db.all<DeclinedInvitation>(DECLINED_FOR_MEMBER, accountId, orgId);
}

/** The open invitations of an organization, for one of its members. */
export function invitationsFor({ db, accountId, orgId }: Scope, now: number): Promise<readonly Invitation[]> {
  return db.all<Invitation>(FOR_MEMBER, accountId, orgId, now);
}

/** Uses an invitation up: of two that accept at once one gets it. */
export async function acceptInvitation(tx: StateDatabase, id: string, now: number): Promise<boolean> {
  return (await tx.run(ACCEPT, now, id, now)) === 1;
}

export async function withdrawInvitation(
  { db: tx, orgId }: OrganizationScope,
  id: string,
  now: number,
): Promise<boolean> {
  return (await tx.run(WITHDRAW, now, id, orgId)) === 1;
}

/** The invitations of an organization, for a member. */
export const invitationsIn = (scope: Scope) => ({
  ...bound([scope], {
    invitations: invitationsFor,
    declinedInvitations: declinedInvitationsFor,
    withdraw: withdrawInvitation,
  }),
  invite: (invitation: Omit<NewInvitation, "org_id">) =>
    addInvitation(scope.db, { ...invitation, org_id: scope.orgId }),
});
