import type { Ico } from "../../core/ico.ts";
import type { DetachedSignature, PublicKeyJwk } from "../../identity/profile-signature.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { PublishedProfile, TrustRevision } from "../../state/trust-profiles.ts";
import type { ShareUses } from "./share-uses.ts";
import type { Snapshot } from "./statement.ts";

/** One publication with what it shows, read once. */
export interface ReadRevision extends Pick<TrustRevision, "revision" | "canonical_sha256" | "key_id" | "valid_until"> {
  readonly snapshot: Snapshot;
  readonly jws: DetachedSignature;
  readonly isWithdrawn: boolean;
}

/** What tells the revision that is shown from every other: a number may come again once a profile was deleted. */
export type ShownRevision = Pick<PublishedProfile, "org_id" | "id" | "published_at" | "revision">;

/** A public key as it is published. Instants in seconds since 1970, as JSON Web Tokens write them. */
export interface PublishedKey extends PublicKeyJwk {
  readonly kid: string;
  readonly use: "sig";
  readonly alg: "EdDSA";
  readonly nbf: number;
  readonly exp?: number;
  /** ISO 8601: what it signed later is void. */
  readonly revoked?: string;
}

/** What stands at an address that is no published profile. */
export type OtherPlace = { readonly kind: "moved"; readonly slug: string } | { readonly kind: "withdrawn" };

/** What capabilities of trust profiles need beside the store of an organization. */
export interface TrustProfiles {
  /** What a number must be proved by so that a profile is found by it (`TRUST_FOUND_BY_ICO`). */
  readonly foundByIco: "imprint" | "operator";
  /** The page on which the number of a published profile was found; `undefined` where it was not. */
  imprintPage(orgId: string): Promise<string | undefined>;
  findBySlug(slug: string): Promise<PublishedProfile | undefined>;
  /** Czechia first. */
  findByIco(ico: Ico): Promise<readonly PublishedProfile[]>;
  /** The revision that is shown. It never changes, so what was read once is remembered. */
  shown(profile: ShownRevision): Promise<ReadRevision | undefined>;
  /** Any revision of an organization, withdrawn or not, read anew. */
  revision(orgId: string, revision: number): Promise<ReadRevision | undefined>;
  /** For the page alone: every other face answers like a profile that never was. */
  otherPlace(slug: string): Promise<OtherPlace | undefined>;
  /** The newest scan of a domain of an organization that ended well and still says something of today. */
  lastScan(orgId: string, domain: string): Promise<{ readonly at: number; readonly detail: string } | undefined>;
  /** When evidence of the revision that is shown was taken back, by id; nothing is asked where none was. */
  removed(profile: Pick<PublishedProfile, "org_id" | "evidence_removed_at">): Promise<ReadonlyMap<string, number>>;
  file(orgId: string, sha256: string): Promise<Uint8Array | undefined>;
  keys(): Promise<readonly PublishedKey[]>;
  /** Signs with the key in force, in the transaction of the publication; the first publication makes a key. */
  sign(
    tx: StateDatabase,
    document: unknown,
    at: number,
  ): Promise<{ readonly jws: DetachedSignature; readonly keyId: string; readonly sha256: string }>;
  /** A new key signs from now on. @returns its name */
  rotateKey(tx: StateDatabase, at: number): Promise<string>;
  /** Reads a signed profile or a set of keys from an address, through the guard. For the operator's command. */
  fetchJson(url: string): Promise<unknown>;
  /** Looks through share links that are not in the state yet. */
  readonly shareUses: ShareUses;
  /** Milliseconds since 1970. */
  now(): number;
}
