import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { keyIdOf, type PublicKeyJwk, sha256OfDocument, verifyDocument } from "../../identity/profile-signature.ts";
import { listTrustComplaints } from "../../state/trust-complaints.ts";
import { revokeTrustKey } from "../../state/trust-keys.ts";
import {
  confirmTrustProfile,
  lockTrustProfile,
  saveTrustDraft,
  trustProfileOf,
  withdrawTrustProfile,
} from "../../state/trust-profiles.ts";
import { organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { questionnaireOf, readDraft } from "./draft.ts";
import { answersCsv, answersJson, differenceOf, readAnswers } from "./trust-files.ts";
import { noFormerKey, noProfile, noSignedProfile } from "./trust-problems.ts";

const organization = z.string().describe("Id of the organization.");

/** The operator confirms whose profile it is, where no domain proves it. */
export const operatorTrustConfirm = defineCapability({
  name: "operator_trust_confirm",
  title: { sk: "Potvrdenie totožnosti", cs: "Potvrzení totožnosti", en: "Confirmation of identity" },
  description: "Confirms that an organization's trust profile is the firm's own.",
  access: "operator",
  effect: "write",
  input: z.strictObject({ organization, note: z.string().min(1).max(200), locale: localeParameter }),
  output: z.object({ organization: z.string() }),
  run: async ({ organization: id }, { operator: { accounts }, knowledge }) => {
    const { id: orgId } = await organizationOf(accounts.state, id);
    await accounts.state.transaction(async (tx) => {
      const at = accounts.now();
      const profile = await lockTrustProfile({ db: tx, orgId }, knowledge.supplierQuestionnaires.newest.version, at);
      await confirmTrustProfile(tx, orgId, at);
      const target = { type: "profile", id: profile.id } as const;
      await recordCommand(tx, { action: "trust.confirmed", orgId, target, details: { method: "operator" } }, at);
    });
    return { organization: orgId };
  },
});

/** The operator withdraws a published profile; the supplier reads the reason. */
export const operatorTrustWithdraw = defineCapability({
  name: "operator_trust_withdraw",
  title: { sk: "Ukončenie zverejnenia profilu", cs: "Ukončení zveřejnění profilu", en: "Withdrawal of a profile" },
  description: "Withdraws the published trust profile of an organization, with a reason that the supplier reads.",
  access: "operator",
  effect: "write",
  input: z.strictObject({ organization, reason: z.string().min(1).max(500), locale: localeParameter }),
  output: z.object({ organization: z.string() }),
  run: async ({ organization: id, reason }, { operator: { accounts } }) => {
    const { id: orgId } = await organizationOf(accounts.state, id);
    await accounts.state.transaction(async (tx) => {
      const profile = await trustProfileOf(tx, orgId);
      const at = accounts.now();
      if (profile === undefined || !(await withdrawTrustProfile({ db: tx, orgId }, foreignText(reason), at))) {
        throw new ServiceError(noProfile);
      }
      const target = { type: "profile", id: profile.id } as const;
      await recordCommand(tx, { action: "trust.withdrawn", orgId, target, details: { by: "operator" } }, at);
    });
    return { organization: orgId };
  },
});

/** The operator writes the answers of a draft as a file. */
export const operatorTrustExport = defineCapability({
  name: "operator_trust_export",
  title: { sk: "Export odpovedí", cs: "Export odpovědí", en: "Export of answers" },
  description: "The answers of an organization's draft as JSON or CSV.",
  access: "operator",
  input: z.strictObject({ organization, format: z.enum(["json", "csv"]).default("json"), locale: localeParameter }),
  output: z.object({ content: z.string() }),
  run: async ({ organization: id, format, locale }, services) => {
    const { state } = services.operator.accounts;
    const { id: orgId } = await organizationOf(state, id);
    const profile = await trustProfileOf(state, orgId);
    const questionnaire = questionnaireOf(profile, services);
    const read = readDraft(profile);
    const isJson = format === "json";
    return { content: isJson ? answersJson(questionnaire, read.answers) : answersCsv(questionnaire, read, locale) };
  },
});

/** The operator reads a file of answers into a draft, all or nothing. */
export const operatorTrustImport = defineCapability({
  name: "operator_trust_import",
  title: { sk: "Import odpovedí", cs: "Import odpovědí", en: "Import of answers" },
  description: "Reads a file of answers into an organization's draft.",
  access: "operator",
  effect: "write",
  input: z.strictObject({ organization, text: z.string().max(1_000_000), locale: localeParameter }),
  output: z.object({
    changes: z.array(z.object({ id: z.string(), kind: z.string() })),
    refused: z.array(z.object({ id: z.string(), reason: z.string() })),
  }),
  run: async ({ organization: id, text }, services) => {
    const { state, now } = services.operator.accounts;
    const { id: orgId } = await organizationOf(state, id);
    const before = await trustProfileOf(state, orgId);
    const questionnaire = questionnaireOf(before, services);
    const { answers, refused } = readAnswers(text, questionnaire, services);
    const changes = differenceOf(readDraft(before).answers, answers).map(({ id: field, kind }) => ({
      id: field,
      kind,
    }));
    if (changes.length === 0) return { changes, refused };
    await state.transaction(async (tx) => {
      const profile = await lockTrustProfile({ db: tx, orgId }, questionnaire.version, now());
      const merged = Object.entries({ ...readDraft(profile).answers, ...answers }).filter(
        ([, value]) => value !== null,
      );
      const kept = { draft_visibility: profile.draft_visibility, draft_version: profile.draft_version };
      const agreed = { contact_agreed_at: null, contact_agreed_by: null };
      await saveTrustDraft(
        { db: tx, orgId },
        { draft_answers: JSON.stringify(Object.fromEntries(merged)), ...kept, ...agreed },
        now(),
      );
      const target = { type: "profile", id: profile.id } as const;
      await recordCommand(tx, { action: "trust.imported", orgId, target, details: { changed: changes.length } }, now());
    });
    return { changes, refused };
  },
});

/**
 * A new key signs from now on; those before stay published, so that what they signed verifies. One that somebody else
 * may hold is marked: what it signs after this moment is void.
 */
export const operatorTrustKeyRotate = defineCapability({
  name: "operator_trust_key_rotate",
  title: { sk: "Nový podpisový kľúč", cs: "Nový podpisový klíč", en: "New signing key" },
  description: "Makes a new key that signs published profiles from now on.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    revoke: z.string().max(60).optional().describe("Id of a key that somebody else may hold."),
    locale: localeParameter,
  }),
  output: z.object({ keyId: z.string() }),
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
});

/** Complaints that the operator got about profiles. */
export const operatorTrustComplaints = defineCapability({
  name: "operator_trust_complaints",
  title: { sk: "Sťažnosti", cs: "Stížnosti", en: "Complaints" },
  description: "Complaints about published profiles, newest first.",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  output: z.object({
    complaints: z.array(
      z.object({ id: z.string(), at: z.string(), untrusted: z.object({ slug: z.string(), message: z.string() }) }),
    ),
  }),
  run: async (_input, { operator: { accounts } }) => ({
    complaints: (await listTrustComplaints(accounts.state, 100)).map(({ id, slug, at, message }) => ({
      id,
      at: new Date(at).toISOString(),
      untrusted: { slug, message },
    })),
  }),
});

const signedFile = z.object({
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
  title: { sk: "Overenie podpisu", cs: "Ověření podpisu", en: "Check of a signature" },
  description: "Checks the signature of a published profile against given keys, the own ones, or those of its issuer.",
  access: "operator",
  input: z.strictObject({
    content: z.string().optional().describe("The signed copy."),
    url: z.string().optional().describe("Where it stands; https alone."),
    keys: z.string().optional().describe("A JSON Web Key Set."),
    locale: localeParameter,
  }),
  output: z.object({
    valid: z.boolean(),
    reason: z.enum(["signature", "unknown_key", "revoked_key"]).nullable(),
    keyId: z.string().nullable(),
    sha256: z.string(),
    untrusted: z.object({ issuer: z.string(), updatedAt: z.string() }),
  }),
  run: async ({ content, url, keys }, { trust, baseUrl }) => {
    const read = signedFile.safeParse(
      content === undefined ? await trust.fetchJson(url ?? "").catch(() => undefined) : parsed(content),
    );
    if (!read.success) throw new ServiceError(noSignedProfile);
    const { document, jws } = read.data;
    const issuer = String(document.issuer ?? "");
    const known = await keysFor(keys, issuer, baseUrl, trust);
    const keyId = keyIdOf(jws) ?? null;
    const key = known?.find(({ kid }) => kid === keyId);
    const updatedAt = String(document.updatedAt ?? "");
    const isValid = key !== undefined && (await verifyDocument(document, jws, key satisfies PublicKeyJwk));
    const isVoid = key?.revoked !== undefined && updatedAt > key.revoked;
    const reason = reasonOf(key !== undefined, isValid, isVoid);
    return {
      valid: reason === null,
      reason,
      keyId,
      sha256: sha256OfDocument(document),
      untrusted: { issuer, updatedAt },
    };
  },
});

function reasonOf(isKnown: boolean, isValid: boolean, isVoid: boolean) {
  if (!isKnown) return "unknown_key" as const;
  if (!isValid) return "signature" as const;
  return isVoid ? ("revoked_key" as const) : null;
}

/** The keys of the file, else the own ones, else those that the issuer publishes. */
async function keysFor(
  file: string | undefined,
  issuer: string,
  baseUrl: string,
  trust: {
    keys(): Promise<readonly z.output<typeof keySet>["keys"][number][]>;
    fetchJson(url: string): Promise<unknown>;
  },
): Promise<readonly z.output<typeof keySet>["keys"][number][] | undefined> {
  if (file !== undefined) return keySet.safeParse(parsed(file)).data?.keys;
  if (issuer === baseUrl) return trust.keys();
  return keySet.safeParse(await trust.fetchJson(`${issuer}/.well-known/jwks.json`).catch(() => undefined)).data?.keys;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
