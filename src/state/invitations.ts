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

/** An open invitation as the invited person sees it. Names are foreign text. */
export interface OpenInvitation extends Invitation {
  readonly org_name: string;
  readonly inviter_name: string;
}

const COLUMNS = "i.id, i.org_id, i.email_key, i.role, i.invited_by, i.created_at, i.expires_at";
const OPEN = "i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > ?";

const ADD = sql(
  "INSERT INTO invitation (id, org_id, email_key, role, token_hash, invited_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
);
const END_OLDER = sql(
  "UPDATE invitation SET withdrawn_at = ? WHERE org_id = ? AND email_key = ? AND accepted_at IS NULL AND withdrawn_at IS NULL",
);
const BY_TOKEN = sql(
  `SELECT ${COLUMNS}, o.name AS org_name, a.name AS inviter_name FROM invitation i JOIN organization o ON o.id = i.org_id ` +
    `JOIN account a ON a.id = i.invited_by WHERE i.token_hash = ? AND ${OPEN} AND ${grantHeld("invitation", "i")}`,
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

/** An invitation that is sent. Its token is nowhere, but in the link. */
export type NewInvitation = Invitation & { readonly tokenHash: string };

/** Adds an invitation; it ends an older open one for the same address. */
export async function addInvitation(tx: StateDatabase, invitation: NewInvitation): Promise<void> {
  const { id, org_id, email_key, role, tokenHash, invited_by, created_at, expires_at } = invitation;
  await tx.run(END_OLDER, created_at, org_id, email_key);
  await tx.run(ADD, id, org_id, email_key, role, tokenHash, invited_by, created_at, expires_at);
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
  ...bound([scope], { invitations: invitationsFor, withdraw: withdrawInvitation }),
  invite: (invitation: Omit<NewInvitation, "org_id">) =>
    addInvitation(scope.db, { ...invitation, org_id: scope.orgId }),
});
