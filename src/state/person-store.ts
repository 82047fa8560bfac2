import {
  type Account,
  accountById,
  lockAccount,
  setActiveOrganization,
  setFirstActiveOrganization,
} from "./accounts.ts";
import {
  type ApiKey,
  addApiKey,
  apiKeysOf,
  freeExpiredName,
  type NewApiKey,
  revokeApiKey,
  wasIssuedOnce,
} from "./api-keys.ts";
import { type AuditEntry, type AuditPlace, auditOfActor } from "./audit-log.ts";
import { acceptInvitation, invitationByToken, type OpenInvitation } from "./invitations.ts";
import {
  activeOrganizationOf,
  addMember,
  addOrganization,
  type NewOrganization,
  type OwnOrganization,
  organizationsOf,
  type ScoredOrganization,
  scoredOrganizationsOf,
} from "./organizations.ts";
import { type OwnAccountStore, ownAccountStore } from "./own-account-store.ts";
import { type OwnStatus, statusesOf } from "./register-entries.ts";
import type { StateDatabase } from "./state-database.ts";

/** What a person may reach of his own. */
export interface PersonStore {
  /** Oldest membership first. */
  organizations(): Promise<readonly OwnOrganization[]>;
  /** The same with the scores of the newest completed scan of each. */
  scoredOrganizations(): Promise<readonly ScoredOrganization[]>;
  /** The chosen organization, else that of the oldest membership. */
  activeOrganization(): Promise<OwnOrganization | undefined>;
  /** His own account: how he signs in, and where he is signed in. */
  readonly own: OwnAccountStore;
  /** What he did himself, newest first, in every organization. */
  audit(limit: number, after?: AuditPlace): Promise<readonly AuditEntry[]>;
  account(): Promise<Account | undefined>;
  /** His account, which nobody else changes until the transaction ends. */
  lock(): Promise<Account | undefined>;
  /** The statuses in the registers of all his organizations. */
  statuses(): Promise<readonly OwnStatus[]>;
  /** Adds an organization that he owns; it is the active one where he had none. */
  addOrganization(organization: Omit<NewOrganization, "created_by">, now: number): Promise<void>;
  /** @returns false for an organization that is not his. */
  activate(orgId: string): Promise<boolean>;
  /** The open invitation of a token, whoever it is for. */
  invitation(tokenHash: string, now: number): Promise<OpenInvitation | undefined>;
  /** Uses an invitation up and becomes a member. @returns false where somebody else was faster. */
  accept(invitation: OpenInvitation, now: number): Promise<boolean>;
  /** His keys that work, oldest first. */
  keys(now: number): Promise<readonly ApiKey[]>;
  addKey(key: Omit<NewApiKey, "accountId">, now: number): Promise<void>;
  /** Lets the name of an expired key be used again. */
  freeKeyName(name: string, now: number): Promise<void>;
  /** True when a key came from this form before. */
  wasIssuedOnce(once: string): Promise<boolean>;
  /** @returns false where he has no such key that works. */
  revokeKey(id: string, now: number): Promise<boolean>;
}

/** Binds the store to a person. */
export function personStore(db: StateDatabase, accountId: string): PersonStore {
  return {
    organizations: () => organizationsOf(db, accountId),
    scoredOrganizations: () => scoredOrganizationsOf(db, accountId),
    activeOrganization: () => activeOrganizationOf(db, accountId),
    own: ownAccountStore(db, accountId),
    audit: (limit, after) => auditOfActor(db, accountId, limit, after),
    account: () => accountById(db, accountId),
    lock: () => lockAccount(db, accountId),
    statuses: () => statusesOf(db, accountId),
    addOrganization: async (organization, now) => {
      await addOrganization(db, { ...organization, created_by: accountId }, now);
      await setFirstActiveOrganization(db, accountId, organization.id);
    },
    activate: (orgId) => setActiveOrganization(db, accountId, orgId),
    invitation: (tokenHash, now) => invitationByToken(db, tokenHash, now),
    accept: async ({ id, org_id: orgId, role }, now) => {
      if (!(await acceptInvitation(db, id, now))) return false;
      // Who is a member already keeps the role.
      await addMember(db, { accountId, orgId, role }, now);
      await setFirstActiveOrganization(db, accountId, orgId);
      return true;
    },
    keys: (now) => apiKeysOf(db, accountId, now),
    addKey: (key, now) => addApiKey(db, { ...key, accountId }, now),
    freeKeyName: (name, now) => freeExpiredName(db, accountId, name, now),
    wasIssuedOnce: (once) => wasIssuedOnce(db, accountId, once),
    revokeKey: (id, now) => revokeApiKey(db, id, accountId, now),
  };
}
