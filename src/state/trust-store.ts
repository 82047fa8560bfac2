import type { StateDatabase } from "./state-database.ts";
import { type SupplierChange, type SupplierNote, supplierChangesFor } from "./supplier-changes.ts";
import {
  addSupplier,
  addSupplierAsk,
  asksOfSupplier,
  removeSupplier,
  type SupplierAsk,
  type SupplierEntry,
  saveSupplier,
  supplierAsks,
  supplierFor,
  supplierSeen,
  suppliersFor,
} from "./suppliers.ts";
import {
  addTrustEvidence,
  removeTrustEvidence,
  removeTrustEvidenceSetAside,
  type TrustEvidence,
  trustEvidenceFor,
} from "./trust-evidence.ts";
import {
  type ChangedDraft,
  changeTrustSlug,
  deleteTrustProfile,
  forgetTrustConfirmation,
  lockTrustProfile,
  nextTrustRevision,
  type Publication,
  publishTrustRevision,
  saveTrustDraft,
  setTrustChoices,
  type TrustProfile,
  type TrustRevision,
  trustProfileFor,
  trustRevisionsFor,
  withdrawTrustProfile,
} from "./trust-profiles.ts";
import { addTrustShare, removeTrustShares, revokeTrustShare, type TrustShare, trustSharesFor } from "./trust-shares.ts";
import { takeSlugBack } from "./trust-slugs.ts";

type Firm = Pick<SupplierEntry, "country" | "ico">;

/** The trust profile of one organization and its list of suppliers, bound to a member. */
export interface TrustStore {
  /** For statements of a publication that belong to nobody's organization: keys, addresses. */
  readonly db: StateDatabase;
  profile(): Promise<TrustProfile | undefined>;
  /** In a change alone: the profile, made where there is none, which nobody else changes meanwhile. */
  lock(questionnaireVersion: string, at: number): Promise<TrustProfile>;
  saveDraft(draft: ChangedDraft, at: number): Promise<boolean>;
  setChoices(choices: { readonly isIndexed: boolean; readonly showsScan: boolean }, at: number): Promise<void>;
  /** The operator's confirmation holds no longer: the organization names another firm. */
  forgetConfirmation(): Promise<void>;
  revisions(): Promise<readonly TrustRevision[]>;
  nextRevision(): Promise<number>;
  publish(revision: Omit<TrustRevision, "withdrawn_at" | "org_id">, publication: Publication): Promise<void>;
  /** Withdraws what is public; every share link ends. */
  withdraw(profile: TrustProfile, reason: string, at: number): Promise<boolean>;
  changeSlug(profile: TrustProfile, slug: string, at: number): Promise<void>;
  remove(at: number): Promise<boolean>;
  evidence(): Promise<readonly TrustEvidence[]>;
  addEvidence(evidence: Omit<TrustEvidence, "removed_at">, bytes: Uint8Array | null): Promise<void>;
  removeEvidence(id: string, how: { readonly isPublished: boolean; readonly at: number }): Promise<boolean>;
  shares(): Promise<readonly TrustShare[]>;
  addShare(share: Parameters<typeof addTrustShare>[2]): Promise<void>;
  revokeShare(id: string, at: number): Promise<boolean>;
  suppliers(): Promise<readonly SupplierEntry[]>;
  supplier(firm: Firm): Promise<SupplierEntry | undefined>;
  addSupplier(firm: Firm, at: number): Promise<boolean>;
  /** @returns what was before; `undefined` when somebody else saved it meanwhile. */
  saveSupplier(entry: Omit<Parameters<typeof saveSupplier>[2], "updated_by">): Promise<SupplierNote | undefined>;
  /** The saves of one supplier, newest first. */
  supplierChanges(firm: Firm, limit: number): Promise<readonly SupplierChange[]>;
  supplierSeen(firm: Firm, revision: number): Promise<void>;
  removeSupplier(firm: Firm): Promise<boolean>;
  /** The requests to one supplier, newest first. */
  asksOf(firm: Firm, limit: number): Promise<readonly SupplierAsk[]>;
  /** Those of the organization since an instant, and every one that was refused. */
  asks(since: number): Promise<readonly SupplierAsk[]>;
  addAsk(firm: Firm, emailKey: string, at: number): Promise<void>;
}

/** Binds the store to a member and an organization. */
export function trustStore(db: StateDatabase, accountId: string, orgId: string): TrustStore {
  return {
    db,
    profile: () => trustProfileFor(db, accountId, orgId),
    lock: (version, at) => lockTrustProfile(db, orgId, version, at),
    saveDraft: (draft, at) => saveTrustDraft(db, orgId, draft, at),
    setChoices: (choices, at) => setTrustChoices(db, orgId, choices, at),
    forgetConfirmation: () => forgetTrustConfirmation(db, orgId),
    revisions: () => trustRevisionsFor(db, accountId, orgId),
    nextRevision: () => nextTrustRevision(db, orgId),
    publish: async (revision, publication) => {
      await takeSlugBack(db, publication.slug, orgId);
      await publishTrustRevision(db, { ...revision, org_id: orgId }, publication);
      await removeTrustEvidenceSetAside(db, orgId);
    },
    withdraw: async (profile, reason, at) => {
      await removeTrustShares(db, orgId);
      return withdrawTrustProfile(db, { ...profile, org_id: orgId }, reason, at);
    },
    changeSlug: async (profile, slug, at) => {
      await takeSlugBack(db, slug, orgId);
      await changeTrustSlug(db, { ...profile, org_id: orgId }, slug, at);
    },
    remove: (at) => deleteTrustProfile(db, orgId, at),
    evidence: () => trustEvidenceFor(db, accountId, orgId),
    addEvidence: (evidence, bytes) => addTrustEvidence(db, orgId, evidence, bytes),
    removeEvidence: (id, how) => removeTrustEvidence(db, orgId, id, how),
    shares: () => trustSharesFor(db, accountId, orgId),
    addShare: (share) => addTrustShare(db, orgId, share),
    revokeShare: (id, at) => revokeTrustShare(db, orgId, id, at),
    suppliers: () => suppliersFor(db, accountId, orgId),
    supplier: (firm) => supplierFor(db, accountId, orgId, firm),
    addSupplier: (firm, at) => addSupplier(db, orgId, firm, accountId, at),
    saveSupplier: (entry) => saveSupplier(db, orgId, { ...entry, updated_by: accountId }),
    supplierChanges: (firm, limit) => supplierChangesFor(db, accountId, orgId, firm, limit),
    supplierSeen: (firm, revision) => supplierSeen(db, orgId, firm, revision),
    removeSupplier: (firm) => removeSupplier(db, orgId, firm),
    asksOf: (firm, limit) => asksOfSupplier(db, accountId, orgId, firm, limit),
    asks: (since) => supplierAsks(db, accountId, orgId, since),
    addAsk: (firm, emailKey, at) => addSupplierAsk(db, orgId, firm, { emailKey, by: accountId, at }),
  };
}
