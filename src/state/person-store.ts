import {
  accountByEmail,
  accountById,
  lockAccount,
  setEmail,
  setFirstActiveOrganization,
  setPassword,
  setProfile,
  setWaysLeft,
} from "./accounts.ts";
import {
  addApiKey,
  apiKeysOf,
  freeExpiredName,
  type NewApiKey,
  organizationsOfKey,
  revokeApiKey,
  wasIssuedOnce,
} from "./api-keys.ts";
import { answersBy } from "./assessments.ts";
import { auditOfActor } from "./audit-log.ts";
import { calendarsOf, removeCalendar } from "./calendars.ts";
import { digestIn } from "./digests.ts";
import { listsOf } from "./firm-lists.ts";
import { addIdentity, type Identity, identitiesOf, removeIdentity, removeIdentityOf } from "./identities.ts";
import {
  acceptInvitation,
  declineInvitation,
  invitationByToken,
  type OpenInvitation,
  openInvitationOf,
  openInvitationsOf,
} from "./invitations.ts";
import { addMailToken, endMailTokens, type NewMailToken } from "./mail-tokens.ts";
import {
  type Connection,
  chosenOf,
  connectionsOf,
  type EndWhy,
  endConnection,
  hasAllowed,
  openConnectionOf,
  saveConnection,
} from "./oauth-connections.ts";
import { useRequest } from "./oauth-requests.ts";
import { addCode } from "./oauth-tokens.ts";
import { saveFacts } from "./organization-facts.ts";
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
import { addPasskey, type Passkey, passkeyOf, passkeysOf, removePasskey, usePasskey } from "./passkeys.ts";
import { commentCountsOf, commentsBy } from "./register-comments.ts";
import { changesBy, registersOf, statusesOf } from "./register-entries.ts";
import { bound, type PersonScope } from "./scope.ts";
import {
  backupCodesLeft,
  confirmTotp,
  factorsOf,
  findTotp,
  removeTotp,
  setBackupCodes,
  startTotp,
  useBackupCode,
  useTotpStep,
} from "./second-factors.ts";
import { addSession, countTry, endSession, endSessionsOf, raiseSession, type Session, sessionsOf } from "./sessions.ts";
import { spend } from "./spent.ts";
import type { StateDatabase } from "./state-database.ts";
import { subscriptionsIn } from "./subscriptions.ts";
import { askByToken, askStarted, type OpenAsk } from "./supplier-asks.ts";
import { supplierChangesBy } from "./supplier-changes.ts";
import { taskStatesOf } from "./task-states.ts";
import { eventsOf, newestEvents } from "./watch.ts";
import { watchedOrganizationsIn } from "./watched-organizations.ts";

/** What a person may reach and change of their own account: there is no way from here to another one. */
export const ownAccountStore = ({ db, accountId }: PersonScope) => ({
  ...bound([db, accountId], { get: accountById, lock: lockAccount, setPassword, setProfile, setEmail }),
  ...bound([db, accountId], { sessions: sessionsOf, endOtherSessions: endSessionsOf, endMailTokens }),
  ...bound([db, accountId], { totp: findTotp, startTotp, removeTotp, setBackupCodes, backupCodesLeft }),
  ...bound([db, accountId], { factors: factorsOf, useTotpStep, useBackupCode }),
  ...bound([db, accountId], {
    passkeys: passkeysOf,
    passkey: passkeyOf,
    removePasskey,
    identities: identitiesOf,
    removeIdentity,
    removeIdentityOf,
  }),
  ...bound([db, accountId], { keys: apiKeysOf, revokeKey: revokeApiKey, setWaysLeft, calendars: calendarsOf }),
  ...bound([db, accountId], { registerChanges: changesBy, comments: commentsBy, supplierChanges: supplierChangesBy }),
  ...bound([db, accountId], { connections: connectionsOf, tasks: taskStatesOf }),
  ...subscriptionsIn({ db, accountId }),
  ...bound([db], { endConnection, chosenOrganizations: chosenOf, organizationsOfKey }),
  ...bound([db, accountId], { answers: answersBy, onlyMemberOf, onlyOwnerOf }),
  ...bound([db], { endSession, countTry, raiseSession, spend, usePasskey }),
  /** Whether an address has an account, whoever's. Never for an answer. */
  isTaken: async (emailKey: string) => (await accountByEmail(db, emailKey)) !== undefined,
  removeCalendarOf: (orgId: string) => removeCalendar({ db, accountId, orgId }),
  /** Gives the transaction to what removes the account, and with it organizations in which nobody else is a member. */
  remove: <T>(work: (tx: StateDatabase, accountId: string) => Promise<T>) => work(db, accountId),
  addMailToken: (token: Omit<NewMailToken, "accountId">, now: number) => addMailToken(db, { ...token, accountId }, now),
  addSession: (session: Omit<Session, "account_id">) => addSession(db, { ...session, account_id: accountId }),
  confirmTotp: (sealed: string, step: number, at: number) =>
    confirmTotp(db, { account_id: accountId, sealed }, step, at),
  addIdentity: (identity: Omit<Identity, "account_id">) => addIdentity(db, { ...identity, account_id: accountId }),
  addPasskey: (passkey: Omit<Passkey, "last_used_at" | "account_id">) =>
    addPasskey(db, { ...passkey, account_id: accountId }),
});

export type OwnAccountStore = ReturnType<typeof ownAccountStore>;

/** What a person may reach of their own. */
export const personStore = (scope: PersonScope) => {
  const { db, accountId, reach = null } = scope;
  return {
    /** Their own account: how they sign in, and where they are signed in. */
    own: ownAccountStore(scope),
    ...bound([db, accountId], { account: accountById, lock: lockAccount, audit: auditOfActor, statuses: statusesOf }),
    ...bound([db, accountId], { registers: registersOf, commentCounts: commentCountsOf }),
    organizations: (most?: number) => organizationsOf(db, accountId, most, reach),
    scoredOrganizations: () => scoredOrganizationsOf(db, accountId, reach),
    activeOrganization: () => activeOrganizationOf(db, accountId, reach),
    ...bound([db, accountId], {
      keys: apiKeysOf,
      freeKeyName: freeExpiredName,
      wasIssuedOnce,
      revokeKey: revokeApiKey,
    }),
    ...digestIn(scope),
    ...subscriptionsIn(scope),
    ...watchedOrganizationsIn(scope),
    ...bound([db], { invitation: invitationByToken, decline: declineInvitation }),
    ...bound([db, accountId], { openInvitations: openInvitationsOf, openInvitation: openInvitationOf }),
    ...bound([db, accountId], { connections: connectionsOf, openConnection: openConnectionOf, hasAllowed }),
    ...bound([db], { chosenOrganizations: chosenOf, useConnectionRequest: useRequest, addCode }),
    endOwnConnection: (id: string, why: EndWhy, at: number) => endConnection(db, id, why, at),
    saveConnection: (
      connection: Omit<Connection, "account_id" | "last_used_at" | "last_used_prefix">,
      organizations: readonly string[],
      isNew: boolean,
    ) => saveConnection(db, { ...connection, account_id: accountId }, organizations, isNew),
    ...bound([scope], { events: eventsOf, newestEvents }),
    /** The lists of the organizations in reach, or of one of them. */
    firmLists: async (orgId?: string) => {
      const lists = await listsOf(scope, orgId === undefined ? {} : { orgId });
      if (reach === null) return lists;
      const reached = new Set((await organizationsOf(db, accountId, undefined, reach)).map(({ id }) => id));
      return lists.filter((list) => reached.has(list.org_id));
    },
    ...bound([db], { askByToken, organizationsOfKey }),
    /** Goes on with a request to a supplier in an organization of the person. */
    startAsk: async ({ id, org_id: orgId }: OpenAsk, startedOrg: string) => {
      if (id !== null) await askStarted({ db, orgId }, id, startedOrg);
    },
    addKey: (key: Omit<NewApiKey, "accountId">, now: number) => addApiKey(db, { ...key, accountId }, now),
    /** Adds an organization that the person owns; it is the active one where they had none. */
    addOrganization: async (organization: Omit<NewOrganization, "created_by">, now: number) => {
      await addOrganization(db, { ...organization, created_by: accountId }, now);
      await setFirstActiveOrganization(db, accountId, organization.id);
    },
    /** What an organization that was just made says of itself, as JSON. */
    addFacts: (orgId: string, facts: string, now: number) =>
      saveFacts({ db, orgId }, 0, { facts, dates: "{}", updated_at: now, updated_by: accountId }),
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
