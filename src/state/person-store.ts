import {
  accountByEmail,
  accountById,
  lockAccount,
  setEmail,
  setFirstActiveOrganization,
  setPassword,
  setProfile,
} from "./accounts.ts";
import { addApiKey, apiKeysOf, freeExpiredName, type NewApiKey, revokeApiKey, wasIssuedOnce } from "./api-keys.ts";
import { answersBy } from "./assessments.ts";
import { auditOfActor } from "./audit-log.ts";
import { identitiesOf, removeIdentity } from "./identities.ts";
import { acceptInvitation, invitationByToken, type OpenInvitation } from "./invitations.ts";
import { addMailToken, endMailTokens, type NewMailToken } from "./mail-tokens.ts";
import {
  activeOrganizationOf,
  addMember,
  addOrganization,
  lockOrganization,
  type NewOrganization,
  onlyMemberOf,
  onlyOwnerOf,
  organizationsOf,
  scoredOrganizationsOf,
} from "./organizations.ts";
import { addPasskey, type Passkey, passkeysOf, removePasskey } from "./passkeys.ts";
import { changesBy, statusesOf } from "./register-entries.ts";
import { bound, type PersonScope } from "./scope.ts";
import { backupCodesLeft, confirmTotp, findTotp, removeTotp, setBackupCodes, startTotp } from "./second-factors.ts";
import { addSession, endSession, endSessionsOf, type Session, sessionsOf } from "./sessions.ts";
import { supplierChangesBy } from "./supplier-changes.ts";

/** What a person may reach and change of their own account: there is no way from here to another one. */
export const ownAccountStore = ({ db, accountId }: PersonScope) => ({
  ...bound([db, accountId], { get: accountById, lock: lockAccount, setPassword, setProfile, setEmail }),
  ...bound([db, accountId], { sessions: sessionsOf, endOtherSessions: endSessionsOf, endMailTokens }),
  ...bound([db, accountId], { totp: findTotp, startTotp, removeTotp, setBackupCodes, backupCodesLeft }),
  ...bound([db, accountId], { passkeys: passkeysOf, removePasskey, identities: identitiesOf, removeIdentity }),
  ...bound([db, accountId], { keys: apiKeysOf, registerChanges: changesBy, supplierChanges: supplierChangesBy }),
  ...bound([db, accountId], { answers: answersBy, onlyMemberOf, onlyOwnerOf }),
  ...bound([db], { endSession }),
  /** Whether an address has an account, whoever's. Never for an answer. */
  isTaken: async (emailKey: string) => (await accountByEmail(db, emailKey)) !== undefined,
  addMailToken: (token: Omit<NewMailToken, "accountId">, now: number) => addMailToken(db, { ...token, accountId }, now),
  addSession: (session: Omit<Session, "account_id">) => addSession(db, { ...session, account_id: accountId }),
  confirmTotp: (sealed: string, step: number, at: number) =>
    confirmTotp(db, { account_id: accountId, sealed }, step, at),
  addPasskey: (passkey: Omit<Passkey, "last_used_at" | "account_id">) =>
    addPasskey(db, { ...passkey, account_id: accountId }),
});

export type OwnAccountStore = ReturnType<typeof ownAccountStore>;

/** What a person may reach of their own. */
export const personStore = (scope: PersonScope) => {
  const { db, accountId } = scope;
  return {
    /** Their own account: how they sign in, and where they are signed in. */
    own: ownAccountStore(scope),
    ...bound([db, accountId], { account: accountById, lock: lockAccount, audit: auditOfActor, statuses: statusesOf }),
    ...bound([db, accountId], { organizations: organizationsOf, scoredOrganizations: scoredOrganizationsOf }),
    ...bound([db, accountId], { activeOrganization: activeOrganizationOf }),
    ...bound([db, accountId], {
      keys: apiKeysOf,
      freeKeyName: freeExpiredName,
      wasIssuedOnce,
      revokeKey: revokeApiKey,
    }),
    ...bound([db], { invitation: invitationByToken }),
    addKey: (key: Omit<NewApiKey, "accountId">, now: number) => addApiKey(db, { ...key, accountId }, now),
    /** Adds an organization that the person owns; it is the active one where they had none. */
    addOrganization: async (organization: Omit<NewOrganization, "created_by">, now: number) => {
      await addOrganization(db, { ...organization, created_by: accountId }, now);
      await setFirstActiveOrganization(db, accountId, organization.id);
    },
    /** Uses an invitation up and becomes a member. @returns false where somebody else was faster. */
    accept: async ({ id, org_id: orgId, role }: OpenInvitation, now: number) => {
      // Else the issuer's right could shrink between the look at it and the membership.
      await lockOrganization(db, orgId);
      if (!(await acceptInvitation(db, id, now))) return false;
      // Who is a member already keeps the role.
      await addMember(db, { accountId, orgId, role }, now);
      await setFirstActiveOrganization(db, accountId, orgId);
      return true;
    },
  };
};

export type PersonStore = ReturnType<typeof personStore>;
