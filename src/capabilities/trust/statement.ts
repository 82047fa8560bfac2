import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { SUPPLIER_LETTERS } from "../../knowledge/supplier-questionnaire-ids.ts";
import { COVERAGE_STATES } from "../../rules/supplier-questionnaire/coverage.ts";
import type { SupplierAnswers } from "../../rules/supplier-questionnaire/visible-fields.ts";
import type { TrustEvidence } from "../../state/trust-evidence.ts";

/** Whose the questions are; CC BY 4.0 asks for all of it. */
export const attribution = z.object({
  title: z.string(),
  version: z.string(),
  creator: z.string(),
  source: z.string(),
  license: z.literal("CC-BY-4.0"),
  licenseUrl: z.string(),
  changes: z.string().nullable().describe("What this service changed of the published questionnaire."),
});

/** The content of a file. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const answerValue = z.union([z.string(), z.boolean(), z.number(), z.null()]);

export const letterCoverage = z.object({
  letter: z.enum(SUPPLIER_LETTERS),
  answered: z.number().int(),
  total: z.number().int().describe("Fields that are asked and speak to the letter."),
  percent: z
    .number()
    .int()
    .nullable()
    .describe("How much is answered, not how good it is; null where nothing is asked."),
  positive: z.number().int().describe("Stated as in place; private answers are neither positive nor negative."),
  negative: z.number().int(),
  state: z.enum(COVERAGE_STATES),
});

export type CoverageRow = z.output<typeof letterCoverage>;

/** What a publication states, without its signature: what is signed holds exactly these fields. */
const stated = {
  slug: z.string(),
  country: z.enum(COUNTRIES).nullable().describe("The firm that is proved; null: the domain alone is."),
  ico: z.string().nullable(),
  profileUrl: z.string(),
  selfDeclared: z.literal(true),
  verifiedByService: z.literal(false),
  identity: z.object({
    method: z
      .enum(["operator", "imprint", "domain"])
      .describe("operator: the operator checked the firm; imprint: the website of the domain states its number."),
    firmChecked: z.boolean().describe("false: the firm was not checked, the domain alone is proved."),
    checkedAt: z.string(),
    lostAt: z.string().optional().describe("Since when the proof is not found any more."),
  }),
  revision: z.number().int(),
  publishedAt: z.string().describe("First publication of this series."),
  updatedAt: z.string().describe("The revision that is shown."),
  validUntil: z.string(),
  stale: z.boolean().describe("The last day of validity has passed."),
  questionnaireVersion: z.string(),
  visibleFields: z.number().int(),
  answeredFields: z.number().int(),
  coverage: z.array(letterCoverage),
  attribution,
  nameDiffers: z.boolean().nullable().describe("From the register's name; null: the firm was not checked."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string(),
  untrusted: z.object({
    name: z.string(),
    registerName: z.string().nullable(),
    statedFirm: z
      .object({ country: z.enum(COUNTRIES), ico: z.string() })
      .describe("The firm that the supplier says it is."),
    primaryDomain: z.string().nullable(),
    links: z.array(
      z.object({
        field: z.string(),
        title: z.string(),
        url: z.string(),
        expiresOn: z.string().nullable(),
        removedOn: z.string().optional().describe("The supplier took it back on this day: a file is gone."),
      }),
    ),
    answers: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        value: answerValue.describe("As the supplier wrote it; null: not answered, or shown on request only."),
        letters: z.array(z.enum(SUPPLIER_LETTERS)).optional(),
        visibility: z.literal("on_request").optional(),
      }),
    ),
  }),
};

export const statement = z.object(stated);

export type Statement = z.output<typeof statement>;

/** What is signed: the statement, who published it, and what kind of document it is. */
export type TrustDocument = Statement & { readonly issuer: string; readonly type: "dosah-trust-profile/2" };

/** A document of the type before: it named the firm of the organization, whatever was proved of it. */
export type FormerDocument = Omit<TrustDocument, "type" | "identity" | "nameDiffers" | "untrusted"> & {
  readonly type: "dosah-trust-profile/1";
  readonly identity: { readonly method: "domain" | "operator"; readonly checkedAt: string };
  readonly untrusted: Omit<Statement["untrusted"], "registerName" | "statedFirm">;
};

/** A published profile as every face answers it. */
export const publishedProfile = z.object({
  ...stated,
  signature: z.object({ url: z.string(), keyId: z.string(), sha256: z.string() }),
  alternatives: z
    .array(z.object({ slug: z.string(), country: z.enum(COUNTRIES) }))
    .optional()
    .describe("Profiles of the same number in the other country."),
});

export type PublishedAnswer = z.output<typeof publishedProfile>;

/** Evidence that a revision shows; what is private is not in it. */
export type ShownEvidence = Pick<
  TrustEvidence,
  "id" | "field_id" | "kind" | "title" | "url" | "file_sha256" | "media_type" | "size" | "issued_on" | "expires_on"
> & { readonly visibility: "public" | "on_request" };

/** What a publication of today keeps. */
export type MadeSnapshot = Snapshot & { readonly document: TrustDocument };

/** What a revision keeps: the signed document, and what holders of a share link see beside it. */
export interface Snapshot {
  readonly document: TrustDocument | FormerDocument;
  readonly onRequest: SupplierAnswers;
  readonly evidence: readonly ShownEvidence[];
  /** The domain that was proved at publication, shown or not: the nightly look asks whether it still is. */
  readonly provedDomain?: string;
}
