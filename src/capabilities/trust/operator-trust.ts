import { z } from "zod";
import { dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { keyIdOf, type PublicKeyJwk, sha256OfDocument, verifyDocument } from "../../identity/profile-signature.ts";
import { type FirmKey, firmClaims, putFirmProof } from "../../state/firm-proofs.ts";
import { lockOrganization } from "../../state/organizations.ts";
import { listTrustComplaints } from "../../state/trust-complaints.ts";
import { revokeTrustKey } from "../../state/trust-keys.ts";
import { confirmTrustProfile, lockTrustProfile } from "../../state/trust-profiles.ts";
import { noOrganizationOfId, organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { countryParameter, icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { identityOptions, settleIdentity } from "./identity-change.ts";
import { imprintOf, isSameFirm } from "./publication.ts";
import { copyUnreachable, noFormerKey, noKeySet, noSignedProfile } from "./trust-problems.ts";

/**
 * The operator confirms that an organization is the firm that it names, by its number. On a published profile it counts
 * at once.
 */
export const operatorTrustConfirm = defineCapability({
  name: "operator_trust_confirm",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    organization: z.string().describe("Id of the organization."),
    country: countryParameter,
    ico: icoParameter,
    note: z.string().min(1).max(200),
    locale: localeParameter,
  }),
  run: async ({ organization: id, country, ico, note }, { operator: { accounts }, ...services }) => {
    const { knowledge } = services;
    const { id: orgId } = await organizationOf(accounts.state, id);
    await accounts.state.transaction(async (tx) => {
      const at = accounts.now();
      const named = await lockOrganization(tx, orgId);
      if (named === undefined) throw new ServiceError(noOrganizationOfId);
      const firm = { country, ico };
      if (!isSameFirm(named, firm)) throw new ServiceError(namesAnother(named, firm));
      const profile = await lockTrustProfile({ db: tx, orgId }, knowledge.supplierQuestionnaires.newest.version, at);
      await putFirmProof(
        { db: tx, orgId },
        { ...firm, method: "operator", evidence: JSON.stringify({ note }), by: null },
        at,
      );
      // For programs of the layout before.
      await confirmTrustProfile(tx, orgId, at);
      const target = { type: "profile", id: profile.id } as const;
      await recordCommand(tx, { action: "trust.firm_proved", orgId, target, details: { method: "operator" } }, at);
      const cause = { actorId: null, via: "cli", ipPrefix: null } as const;
      await settleIdentity(tx, orgId, identityOptions(accounts, services), at, cause);
    });
    return { organization: orgId, country, ico };
  },
  cli: {
    words: "trust confirm",
    help: "confirm that an organization is the firm that it names, by its number",
    values: { organization: "ID", note: "TEXT" },
    required: ["country", "ico", "note"],
    lines: ({ organization: id, country, ico }) => [`confirmed: ${country} ${ico} (${id})`],
  },
});

function namesAnother(
  { country, ico }: { readonly country: string | null; readonly ico: string | null },
  asked: FirmKey,
): Problem {
  const own = ico === null ? "no firm" : `${country} ${ico}`;
  const message = `the organization names ${own}, not ${asked.country} ${asked.ico}; nothing was confirmed`;
  return {
    code: "not_found",
    message: inEnglish(message),
    nextStep: inEnglish("`dosah org list` lists the organizations."),
  };
}

/** The numbers that are proved, and by what: the operator looks through them. */
export const operatorTrustClaims = defineCapability({
  name: "operator_trust_claims",
  access: "operator",
  input: z.strictObject({
    new: z.number().int().min(1).max(3650).optional().describe("Only those found in so many days."),
    locale: localeParameter,
  }),
  run: async ({ new: days }, { operator: { accounts } }) => {
    const since = days === undefined ? 0 : accounts.now() - days * 86_400_000;
    const disputes = await listTrustComplaints(accounts.state, 1_000);
    return {
      claims: (await firmClaims(accounts.state, since)).map((claim) => {
        const evidence = claim.method === "imprint" ? imprintOf(claim) : null;
        const isMigrated = claim.method === "operator" && JSON.parse(claim.evidence).migrated === true;
        return {
          country: claim.country,
          ico: claim.ico,
          organization: claim.org_id,
          method: claim.method,
          day: dayOf(new Date(claim.checked_at)),
          isLost: claim.lost_at !== null,
          isMigrated,
          isPublished: claim.state === "published",
          nameSeen: evidence?.nameSeen ?? null,
          disputes: disputes.filter(({ slug, reason }) => slug === claim.slug && reason === "our_firm").length,
          untrusted: { domain: evidence?.domain ?? null, slug: claim.slug },
        };
      }),
    };
  },
  cli: {
    words: "trust claims",
    help: "list the company numbers that are proved, and by what",
    values: { new: "DAYS" },
    lines: ({ claims }) =>
      claims.map(({ country, ico, organization, method, day, untrusted, ...claim }) => {
        const marks = [
          untrusted.domain === null ? "" : foreignText(untrusted.domain),
          claim.nameSeen === null ? "" : claim.nameSeen ? "name seen" : "name not seen",
          claim.isMigrated ? "migrated" : "",
          claim.isLost ? "lost" : "",
          claim.isPublished ? "published" : "",
          claim.disputes === 0 ? "" : `disputes ${claim.disputes}`,
        ];
        return [`${country} ${ico}`, method, day, organization, ...marks].filter((mark) => mark !== "").join("  ");
      }),
  },
});

/**
 * A new key signs from now on; those before stay published, so that what they signed verifies. One that somebody else
 * may hold is marked: what it signs after this moment is void.
 */
export const operatorTrustKeyRotate = defineCapability({
  name: "operator_trust_key_rotate",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    revoke: z.string().max(60).optional().describe("Id of a key that somebody else may hold."),
    locale: localeParameter,
  }),
  run: async ({ revoke }, { operator: { accounts }, trust }) =>
    accounts.state.transaction(async (tx) => {
      const at = accounts.now();
      const keyId = await trust.rotateKey(tx, at);
      if (revoke !== undefined && (revoke === keyId || !(await revokeTrustKey(tx, revoke, at)))) {
        throw new ServiceError(noFormerKey);
      }
      const target = { type: "profile", id: keyId } as const;
      const details = revoke === undefined ? {} : { revoked: revoke };
      await recordCommand(tx, { action: "trust.key_rotated", target, details }, at);
      return { keyId };
    }),
  cli: {
    words: "trust key rotate",
    help: "sign profiles with a new key from now on; --revoke marks a key that somebody else may hold",
    values: { revoke: "KEY" },
    lines: ({ keyId }) => [keyId],
  },
});

/** Complaints that the operator got about profiles. */
export const operatorTrustComplaints = defineCapability({
  name: "operator_trust_complaints",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { accounts } }) => ({
    complaints: (await listTrustComplaints(accounts.state, 100)).map(({ id, slug, at, message, reason }) => ({
      id,
      reason,
      at: new Date(at).toISOString(),
      untrusted: { slug, message },
    })),
  }),
  cli: {
    words: "trust complaints",
    help: "list what people reported about profiles",
    lines: ({ complaints }) =>
      complaints.map(
        ({ at, reason, untrusted }) =>
          `${at}  ${foreignText(untrusted.slug)}  ${reason === null ? "" : `${reason}  `}${foreignText(untrusted.message)}`,
      ),
  },
});

/** A signed copy of a profile. */
export const signedFile = z.object({
  document: z.record(z.string(), z.unknown()),
  jws: z.object({ protected: z.string(), signature: z.string() }),
});

const keySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string(),
      revoked: z.string().optional(),
    }),
  ),
});

/** Checks a signed copy, also without Dosah: with the keys of a file nobody is asked. */
export const operatorTrustVerify = defineCapability({
  name: "operator_trust_verify",
  access: "operator",
  input: z.strictObject({
    content: z.string().optional().describe("The signed copy."),
    url: z.string().optional().describe("Where it stands; https alone."),
    keys: z.string().optional().describe("A JSON Web Key Set."),
    locale: localeParameter,
  }),
  run: async ({ content, url, keys }, { trust, baseUrl }) => {
    const fetched = url === undefined ? undefined : await fetchedFrom(url, trust);
    const read = signedFile.safeParse(content === undefined ? fetched : parsed(content));
    if (!read.success) throw new ServiceError(noSignedProfile);
    const { document, jws } = read.data;
    const issuer = String(document.issuer ?? "");
    const updatedAt = String(document.updatedAt ?? "");
    const keyId = keyIdOf(jws) ?? null;
    const judge = async (known: KeySet) => {
      const key = known.find(({ kid }) => kid === keyId);
      const isValid = key !== undefined && (await verifyDocument(document, jws, key satisfies PublicKeyJwk));
      const isVoid = key?.revoked !== undefined && updatedAt > key.revoked;
      return { isValid, reason: reasonOf(key !== undefined, isValid, isVoid) };
    };
    const reason = await reasonBy(judge, keys, issuer, baseUrl, trust);
    return {
      valid: reason === "keys_unreachable" ? null : reason === null,
      reason,
      keyId,
      sha256: sha256OfDocument(document),
      untrusted: { issuer, updatedAt },
    };
  },
});

type KeySet = Readonly<z.output<typeof keySet>["keys"]>;

interface Keys {
  keys(): Promise<KeySet>;
  fetchJson(url: string): Promise<unknown>;
}

type Judged = { readonly isValid: boolean; readonly reason: ReturnType<typeof reasonOf> };

/**
 * Why a signature does not hold; `null`: it does. The keys are those of the file, else the own ones where one of them made
 * the signature, whatever the address was then, else those that the issuer publishes.
 */
async function reasonBy(
  judge: (known: KeySet) => Promise<Judged>,
  file: string | undefined,
  issuer: string,
  baseUrl: string,
  trust: Keys,
): Promise<Judged["reason"] | "keys_unreachable"> {
  if (file !== undefined) {
    const given = keySet.safeParse(parsed(file));
    if (!given.success) throw new ServiceError(noKeySet);
    return (await judge(given.data.keys)).reason;
  }
  const own = await judge(await trust.keys());
  if (own.isValid || issuer === baseUrl) return own.reason;
  const published = await trust.fetchJson(`${issuer}/.well-known/jwks.json`).catch(() => undefined);
  const read = keySet.safeParse(published);
  return read.success ? (await judge(read.data.keys)).reason : "keys_unreachable";
}

/** @throws ServiceError where the copy cannot be had */
async function fetchedFrom(url: string, trust: Keys): Promise<unknown> {
  try {
    return await trust.fetchJson(url);
  } catch (cause) {
    throw new ServiceError(copyUnreachable, { cause });
  }
}

function reasonOf(isKnown: boolean, isValid: boolean, isVoid: boolean) {
  if (!isKnown) return "unknown_key" as const;
  if (!isValid) return "signature" as const;
  return isVoid ? ("revoked_key" as const) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
