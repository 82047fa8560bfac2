import { readFileSync, statSync } from "node:fs";
import { TLSSocket } from "node:tls";
import { imprintOf } from "../capabilities/trust/publication.ts";
import { createShareUses } from "../capabilities/trust/share-uses.ts";
import type { PublishedKey, ReadRevision, ShownRevision, TrustProfiles } from "../capabilities/trust/trust-profiles.ts";
import { formerSecretsKey, readSecretsKey } from "../config/secrets-key.ts";
import { type Config, ConfigError } from "../config.ts";
import { once } from "../core/once.ts";
import {
  exportSigningKey,
  newSigningKey,
  publicJwkOf,
  readSigningKey,
  type SigningKey,
  sha256OfDocument,
  signDocument,
} from "../identity/profile-signature.ts";
import { createSealing } from "../identity/sealing.ts";
import { Guard } from "../outbound/guarded/guard.ts";
import { get } from "../outbound/guarded/http-get.ts";
import { readTargetUrl } from "../outbound/guarded/target-url.ts";
import { firmProofsOf } from "../state/firm-proofs.ts";
import { latestScansOf } from "../state/scans.ts";
import type { State } from "../state/state.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { removedTrustEvidence, trustFile } from "../state/trust-evidence.ts";
import { addTrustKey, lockTrustKey, type TrustKey, trustKeys } from "../state/trust-keys.ts";
import { publishedByIco, publishedBySlug, trustProfileOf, trustRevision } from "../state/trust-profiles.ts";
import { claimedSlug, stillLeads } from "../state/trust-slugs.ts";
import { VERSION } from "../version.ts";

/** So many revisions are remembered with the answers made of them: the profiles that are asked for most. */
const REMEMBERED = 500;

/** A scan that is older says little of today: 90 days. */
const SAYS_SOMETHING_MS = 90 * 86_400_000;

/** Joins the state and the key that signs to what capabilities of trust profiles need. */
export function openTrust(config: Config, now: () => number, state: State): TrustProfiles {
  const sealing = once(() => createSealing(readSecretsKey(config), formerSecretsKey(config)));
  const remembered = new Map<string, ReadRevision>();

  async function shown(profile: ShownRevision): Promise<ReadRevision | undefined> {
    const key = `${profile.id}/${profile.published_at}/${profile.revision}`;
    const known = remembered.get(key);
    if (known !== undefined) {
      // The one used last goes last.
      remembered.delete(key);
      remembered.set(key, known);
      return known;
    }
    const found = await revision(profile.org_id, profile.revision);
    if (found === undefined) return undefined;
    remembered.set(key, found);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return found;
  }

  async function revision(orgId: string, number: number): Promise<ReadRevision | undefined> {
    const row = await trustRevision(state, orgId, number);
    if (row === undefined) return undefined;
    return {
      revision: row.revision,
      canonical_sha256: row.canonical_sha256,
      key_id: row.key_id,
      valid_until: row.valid_until,
      isWithdrawn: row.withdrawn_at !== null,
      snapshot: JSON.parse(row.snapshot),
      jws: JSON.parse(row.jws),
    };
  }

  /** The key that signs: that of the file, else that of the state, which the first publication makes. */
  async function signingKey(tx: StateDatabase, at: number): Promise<SigningKey> {
    const current = await lockTrustKey(tx);
    const fromFile = config.trustSigningKeyFile === undefined ? undefined : readKeyFile(config.trustSigningKeyFile);
    if (fromFile !== undefined) {
      const known = current !== undefined && samePublic(current, JSON.stringify(publicJwkOf(fromFile)));
      const kid = known ? current.kid : await addKey(tx, fromFile, at, false);
      return kid === undefined ? signingKey(tx, at) : { kid, privateKey: fromFile };
    }
    const opened = current?.sealed == null ? undefined : sealing().open(current.sealed, "signing_key");
    const privateKey = opened === undefined ? undefined : readSigningKey(opened);
    if (current !== undefined && privateKey !== undefined) return { kid: current.kid, privateKey };
    const fresh = newSigningKey();
    const kid = await addKey(tx, fresh, at, true);
    return kid === undefined ? signingKey(tx, at) : { kid, privateKey: fresh };
  }

  /** @returns its name; `undefined` when another instance made a key of that name meanwhile, and this one is none. */
  async function addKey(
    tx: StateDatabase,
    key: SigningKey["privateKey"],
    at: number,
    isKept: boolean,
  ): Promise<string | undefined> {
    const kid = nextKid(await trustKeys(tx), at);
    const sealed = isKept ? sealing().seal(exportSigningKey(key), "signing_key") : null;
    const isNew = await addTrustKey(tx, { kid, public_jwk: JSON.stringify(publicJwkOf(key)), sealed, nbf: at });
    return isNew ? kid : undefined;
  }

  async function rotate(tx: StateDatabase, at: number): Promise<string> {
    return (await addKey(tx, newSigningKey(), at, true)) ?? rotate(tx, at);
  }

  return {
    foundByIco: config.trustFoundByIco,
    imprintPage: async (orgId) => {
      const proofs = await firmProofsOf(state, orgId);
      const imprint = proofs.find(({ method, lost_at }) => method === "imprint" && lost_at === null);
      return imprint === undefined ? undefined : imprintOf(imprint).url;
    },
    findBySlug: (slug) => publishedBySlug(state, slug),
    findByIco: (ico) => publishedByIco(state, ico),
    shown,
    revision,
    otherPlace: async (slug) => {
      const claimed = await claimedSlug(state, slug, now());
      if (claimed === undefined) return undefined;
      const profile = await trustProfileOf(state, claimed.org_id);
      if (profile === undefined || profile.slug === slug) return { kind: "withdrawn" };
      if (profile.state !== "published" || profile.slug === null || !stillLeads(claimed, now())) return undefined;
      return { kind: "moved", slug: profile.slug };
    },
    lastScan: async (orgId, domain) => {
      const scans = await latestScansOf(state, orgId, domain, now() - SAYS_SOMETHING_MS);
      const scan = scans.find(({ status }) => status === "completed");
      return scan === undefined ? undefined : { at: scan.finished_at ?? scan.created_at, detail: scan.detail };
    },
    removed: async ({ org_id, evidence_removed_at: at }) =>
      at === null ? new Map() : removedTrustEvidence(state, org_id),
    file: (orgId, sha256) => trustFile(state, orgId, sha256),
    keys: async () => (await trustKeys(state)).map(publishedKeyOf),
    sign: async (tx, document, at) => {
      const key = await signingKey(tx, at);
      return { jws: await signDocument(document, key), keyId: key.kid, sha256: sha256OfDocument(document) };
    },
    rotateKey: async (tx, at) => {
      const file = config.trustSigningKeyFile;
      // With a file the operator has put another key there.
      if (file !== undefined) return (await signingKey(tx, at)).kid;
      return rotate(tx, at);
    },
    shareUses: createShareUses(state),
    fetchJson: async (url) => fetchJson(url, config.baseUrl),
    now,
  };
}

function publishedKeyOf({ public_jwk, kid, nbf, exp, revoked_at }: TrustKey): PublishedKey {
  const { x } = JSON.parse(public_jwk);
  return {
    kty: "OKP",
    crv: "Ed25519",
    x,
    kid,
    use: "sig",
    alg: "EdDSA",
    nbf: Math.floor(nbf / 1000),
    ...(exp === null ? {} : { exp: Math.floor(exp / 1000) }),
    ...(revoked_at === null ? {} : { revoked: new Date(revoked_at).toISOString() }),
  };
}

function samePublic({ public_jwk }: TrustKey, other: string): boolean {
  return public_jwk === other;
}

/** `2026-a`, `2026-b` … `2026-z`, `2026-za`: the year and the next letter. */
function nextKid(keys: readonly TrustKey[], at: number): string {
  const year = new Date(at).getUTCFullYear();
  const used = new Set(keys.map(({ kid }) => kid));
  for (let number = 0; ; number++) {
    const kid = `${year}-${"z".repeat(Math.floor(number / 26))}${String.fromCharCode(97 + (number % 26))}`;
    if (!used.has(kid)) return kid;
  }
}

/** The operator's own key. @throws ConfigError for one that others can read or that is no key of Ed25519 */
export function readKeyFile(file: string): SigningKey["privateKey"] {
  let text: string;
  try {
    if ((statSync(file).mode & 0o077) !== 0) {
      throw new ConfigError([`TRUST_SIGNING_KEY_FILE: ${file} can be read by others. Set its mode to 600.`]);
    }
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`TRUST_SIGNING_KEY_FILE: ${file} cannot be read.`]);
  }
  const key = readSigningKey(text);
  if (key === undefined) {
    throw new ConfigError([`TRUST_SIGNING_KEY_FILE: ${file} holds no private key of Ed25519 (PKCS 8, PEM).`]);
  }
  return key;
}

/** Reads JSON over HTTPS with a valid certificate. @throws Error where there is none to be had */
async function fetchJson(url: string, baseUrl: string): Promise<unknown> {
  const guard = new Guard({ ownNames: [], ownAddresses: [], userAgent: `Dosah/${VERSION} (+${baseUrl})` });
  const session = guard.open();
  try {
    const target = readTargetUrl(url, undefined, []);
    if (target === null || "reason" in target || target.scheme !== "https") throw new Error("not an https address");
    const answer = await get(session, target, {
      inspect: (socket) => {
        if (!(socket instanceof TLSSocket) || !socket.authorized) throw new Error("the certificate is not valid");
      },
    });
    if (answer.status !== 200 || answer.cut) throw new Error("there is no such document");
    return JSON.parse(answer.body.toString("utf8"));
  } finally {
    session.close();
  }
}
