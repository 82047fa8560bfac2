import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { textOf } from "../../core/text-of.ts";
import { keyIdOf, verifyDocument } from "../../identity/profile-signature.ts";
import { isStale } from "../../rules/supplier-questionnaire/validity.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { signedFile } from "./operator-trust.ts";

/** What a look at a signed copy says. */
export const SIGNATURE_FINDINGS = [
  "valid",
  "changed",
  "unknown_key",
  "revoked_key",
  "other_issuer",
  "unreadable",
] as const;

export type SignatureFinding = (typeof SIGNATURE_FINDINGS)[number];

/** A copy has at most so many bytes. */
const MOST_BYTES = 256 * 1024;

/**
 * Checks the signature of a copy of a profile with the keys of this service alone: nothing is stored, and nobody else is
 * asked. It says whether the statement is as it was published, not whether it is true.
 */
export const trustSignatureCheck = defineCapability({
  name: "trust_signature_check",
  access: "visitor",
  input: z.strictObject({
    text: z.union([z.string(), z.custom<Uint8Array>((value) => value instanceof Uint8Array)]).default(""),
    slug: z.string().max(100).default("").describe("Instead of `text`: the profile that is shown at this address."),
    locale: localeParameter,
  }),
  web: { rows: ["trust_verify"] },
  run: async ({ text, slug }, services) => {
    const copy = slug === "" ? readCopy(text) : await shownCopy(slug, services);
    const read = signedFile.safeParse(copy);
    if (!read.success) return { finding: "unreadable" as const, statement: null };
    const { document, jws } = read.data;
    const finding = await findingOf(document, jws, services);
    return { finding, statement: { keyId: keyIdOf(jws) ?? null, ...(await statementOf(document, services)) } };
  },
});

function readCopy(text: string | Uint8Array): unknown {
  if (Buffer.byteLength(text) > MOST_BYTES) return undefined;
  try {
    return JSON.parse(typeof text === "string" ? text.replace(/^\ufeff/, "") : textOf(text).text);
  } catch {
    return undefined;
  }
}

/** The signed copy of what stands at an address; nothing where no profile is published there. */
async function shownCopy(slug: string, { trust }: Services): Promise<unknown> {
  const profile = await trust.findBySlug(slug);
  const revision = profile === undefined ? undefined : await trust.shown(profile);
  return revision === undefined ? undefined : { document: revision.snapshot.document, jws: revision.jws };
}

async function findingOf(
  document: Readonly<Record<string, unknown>>,
  jws: z.output<typeof signedFile>["jws"],
  { trust, baseUrl }: Services,
): Promise<SignatureFinding> {
  const keyId = keyIdOf(jws);
  const key = (await trust.keys()).find(({ kid }) => kid === keyId);
  // A key of this service decides, whatever its address was then; any other is its issuer's.
  if (key === undefined) return document.issuer === baseUrl ? "unknown_key" : "other_issuer";
  if (!(await verifyDocument(document, jws, key))) return "changed";
  return key.revoked !== undefined && String(document.updatedAt ?? "") > key.revoked ? "revoked_key" : "valid";
}

/** What the copy says of itself, all of it foreign text, and what is known here of that profile now. */
async function statementOf(document: Readonly<Record<string, unknown>>, { trust, today }: Services) {
  const slug = String(document.slug ?? "");
  const revision = Number.isInteger(document.revision) ? Number(document.revision) : null;
  const profile = slug === "" ? undefined : await trust.findBySlug(slug);
  const isWithdrawn = profile === undefined && (await trust.otherPlace(slug))?.kind === "withdrawn";
  const until = String(document.validUntil ?? "");
  const untrusted = typeof document.untrusted === "object" && document.untrusted !== null ? document.untrusted : {};
  const written = (value: unknown) => [...foreignText(String(value ?? ""))].slice(0, 200).join("");
  return {
    revision,
    /** A newer revision of it is published here. */
    isOlder: profile !== undefined && revision !== null && profile.revision > revision,
    isWithdrawn,
    isExpired: /^\d{4}-\d\d-\d\d$/.test(until) && isStale(until, today()),
    untrusted: {
      name: written(Reflect.get(untrusted, "name")),
      issuer: written(document.issuer),
      slug: written(slug),
      statedOn: written(document.updatedAt).slice(0, 10),
      validUntil: written(until),
    },
  };
}
