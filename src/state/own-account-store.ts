import {
  type Account,
  accountByEmail,
  accountById,
  lockAccount,
  setEmail,
  setPassword,
  setProfile,
} from "./accounts.ts";
import { type ApiKey, apiKeysOf } from "./api-keys.ts";
import { answersBy, type OwnAnswer } from "./assessments.ts";
import { type Identity, identitiesOf, removeIdentity } from "./identities.ts";
import { addMailToken, endMailTokens, type NewMailToken } from "./mail-tokens.ts";
import { onlyMemberOf, onlyOwnerOf } from "./organizations.ts";
import { addPasskey, type Passkey, passkeysOf, removePasskey } from "./passkeys.ts";
import { changesBy, type OwnChange } from "./register-entries.ts";
import {
  backupCodesLeft,
  confirmTotp,
  findTotp,
  removeTotp,
  setBackupCodes,
  startTotp,
  type Totp,
} from "./second-factors.ts";
import { addSession, endSession, endSessionsOf, type Session, sessionsOf } from "./sessions.ts";
import type { StateDatabase } from "./state-database.ts";
import { type OwnSupplierChange, supplierChangesBy } from "./supplier-changes.ts";

/** Name and id of an organization; the name is foreign text. */
export interface NamedOrganization {
  readonly id: string;
  readonly name: string;
}

/** What a person may reach and change of his own account: there is no way from here to another one. */
export interface OwnAccountStore {
  get(): Promise<Account | undefined>;
  /** Like `get`; nobody else changes the account until the transaction ends. */
  lock(): Promise<Account | undefined>;
  setPassword(passwordHash: string): Promise<void>;
  setProfile(profile: Pick<Account, "name" | "locale">): Promise<void>;
  /** @throws StateError `conflict` where the address has an account already */
  setEmail(address: { readonly email: string; readonly emailKey: string }, verifiedAt: number): Promise<void>;
  /** Whether an address has an account, whoever's. Never for an answer. */
  isTaken(emailKey: string): Promise<boolean>;
  addMailToken(token: Omit<NewMailToken, "accountId">, now: number): Promise<void>;
  /** Ends every link that was sent for the account. */
  endMailTokens(): Promise<void>;

  /** Oldest first. */
  sessions(now: number): Promise<readonly Session[]>;
  addSession(session: Omit<Session, "account_id">): Promise<void>;
  /** @returns false where it is none of his, or over */
  endSession(hash: string): Promise<boolean>;
  /** @returns how many ended */
  endOtherSessions(butHash: string): Promise<number>;

  totp(): Promise<Totp | undefined>;
  /** @returns false where one is confirmed already */
  startTotp(sealed: string): Promise<boolean>;
  confirmTotp(sealed: string, step: number, at: number): Promise<boolean>;
  removeTotp(): Promise<boolean>;
  setBackupCodes(hashes: readonly string[]): Promise<void>;
  backupCodesLeft(): Promise<number>;

  passkeys(): Promise<readonly Passkey[]>;
  addPasskey(passkey: Omit<Passkey, "last_used_at" | "account_id">): Promise<boolean>;
  removePasskey(id: string): Promise<boolean>;
  identities(): Promise<readonly Identity[]>;
  removeIdentity(issuer: string): Promise<boolean>;

  /** The valid keys. */
  keys(now: number): Promise<readonly ApiKey[]>;
  /** What he saved in obligation registers. */
  registerChanges(): Promise<readonly OwnChange[]>;
  /** What he noted about suppliers, in the organizations where he is a member. */
  supplierChanges(): Promise<readonly OwnSupplierChange[]>;
  /** The answers of saved questionnaires that stand as he gave them. */
  answers(): Promise<readonly OwnAnswer[]>;
  /** Organizations that would go with the account. */
  onlyMemberOf(): Promise<readonly NamedOrganization[]>;
  /** Organizations with other members that would be left without an owner. */
  onlyOwnerOf(): Promise<readonly NamedOrganization[]>;
}

/** Binds the store to a person. */
export function ownAccountStore(db: StateDatabase, accountId: string): OwnAccountStore {
  return {
    get: () => accountById(db, accountId),
    lock: () => lockAccount(db, accountId),
    setPassword: (passwordHash) => setPassword(db, accountId, passwordHash),
    setProfile: (profile) => setProfile(db, accountId, profile),
    setEmail: (address, verifiedAt) => setEmail(db, accountId, address, verifiedAt),
    isTaken: async (emailKey) => (await accountByEmail(db, emailKey)) !== undefined,
    addMailToken: (token, now) => addMailToken(db, { ...token, accountId }, now),
    endMailTokens: () => endMailTokens(db, accountId),

    sessions: (now) => sessionsOf(db, accountId, now),
    addSession: (session) => addSession(db, { ...session, account_id: accountId }),
    endSession: (hash) => endSession(db, hash),
    endOtherSessions: (butHash) => endSessionsOf(db, accountId, butHash),

    totp: () => findTotp(db, accountId),
    startTotp: (sealed) => startTotp(db, accountId, sealed),
    confirmTotp: (sealed, step, at) => confirmTotp(db, { account_id: accountId, sealed }, step, at),
    removeTotp: () => removeTotp(db, accountId),
    setBackupCodes: (hashes) => setBackupCodes(db, accountId, hashes),
    backupCodesLeft: () => backupCodesLeft(db, accountId),

    passkeys: () => passkeysOf(db, accountId),
    addPasskey: (passkey) => addPasskey(db, { ...passkey, account_id: accountId }),
    removePasskey: (id) => removePasskey(db, id, accountId),
    identities: () => identitiesOf(db, accountId),
    removeIdentity: (issuer) => removeIdentity(db, accountId, issuer),

    keys: (now) => apiKeysOf(db, accountId, now),
    registerChanges: () => changesBy(db, accountId),
    supplierChanges: () => supplierChangesBy(db, accountId),
    answers: () => answersBy(db, accountId),
    onlyMemberOf: () => onlyMemberOf(db, accountId),
    onlyOwnerOf: () => onlyOwnerOf(db, accountId),
  };
}
