import { z } from "zod";
import { CATEGORIES, FIRM_STATUSES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { REGIME_IDS } from "../../knowledge/nis2-ids.ts";
import { CRITICALITIES, JUDGEMENTS } from "../../state/supplier-changes.ts";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { letterCoverage } from "../trust/statement.ts";
import { ASK_STATES } from "./ask-state.ts";
import { isChosen, markedSuppliers, rowsOf, searchSuppliers, supplierFilters } from "./chosen-suppliers.ts";
import { listedSupplier, supplierName, supplierParameter } from "./listed-supplier.ts";
import { PROFILE_STATES } from "./supplier-profile.ts";
import { rowOf, rowPartsOf } from "./supplier-row.ts";
import { lookUpSupplier } from "./supplier-standing.ts";

const profile = z.object({
  state: z.enum(PROFILE_STATES),
  slug: z.string().nullable(),
  url: z.string().nullable(),
  revision: z.number().int().nullable(),
  questionnaireVersion: z.string().nullable(),
  statedOn: z.string().nullable().describe("Day of the revision."),
  validUntil: z.string().nullable(),
  visibleFields: z.number().int().nullable(),
  answeredFields: z.number().int().nullable(),
  coverage: z.array(letterCoverage).readonly().describe("By letter of Article 21; empty without a profile."),
  isNew: z.boolean().describe("Another revision than the one that was looked at."),
});

const ownSupplier = z.object({
  supplier: z.string().describe("Country and number, as addresses have it: SK-31322832."),
  country: z.enum(COUNTRIES),
  ico: z.string(),
  register: z.enum(["found", "absent", "unavailable"]).describe("unavailable: a register that may know it is silent."),
  status: z.enum(FIRM_STATUSES).nullable(),
  category: z.enum(CATEGORIES).nullable().describe("null: no register knows the firm; it is not out of scope."),
  regime: z.object({ id: z.enum(REGIME_IDS), name: z.string() }).nullable(),
  profile,
  judgement: z.enum(JUDGEMENTS).nullable().describe("The organization's own, for Article 21(3)."),
  criticality: z.enum(CRITICALITIES).nullable(),
  nextReviewAt: z.string().nullable(),
  contractUntil: z.string().nullable(),
  responsibleId: z.string().nullable().describe("A member, by account."),
  ask: z.enum(ASK_STATES).describe("What became of the newest request for a profile."),
  askedAt: z.string().nullable(),
  updatedAt: z.string(),
  untrusted: z.object({
    name: z.string().nullable().describe("Of the register."),
    note: z.string(),
    contactName: z.string().nullable(),
    contactEmail: z.string().nullable(),
    responsible: z.string().nullable(),
  }),
});

/** The suppliers of an organization for programs, a page at a time. */
export const ownSuppliers = defineCapability({
  name: "own_suppliers",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    ...supplierFilters,
    q: z.string().max(200).default("").describe("Words of the name, or digits of the number."),
    limit: z.number().int().min(1).max(200).default(100),
    cursor: z.string().max(400).optional().describe("nextCursor of the page before."),
    locale: localeParameter,
  }),
  published: {
    title: "Suppliers of an organization",
    description:
      "The suppliers of an organization, newest first: what the registers say of each, what it publishes, what became of " +
      "the request to it, and what the organization thinks and plans.",
    output: z.object({
      items: z.array(ownSupplier).readonly(),
      nextCursor: z.string().nullable().describe("For the next page; null: this was the last one."),
    }),
  },
  rest: [{ method: "GET", path: "/api/v1/suppliers", cost: { rows: ["person_read"] } }],
  run: async ({ q, limit, cursor, locale, organizationId: _organizationId, ...filters }, context) => {
    const { store, organization } = context;
    const name = `suppliers ${organization.id}`;
    const after = cursor === undefined ? undefined : readCursor(name, cursor);
    const [stored, parts] = await Promise.all([store.trust.suppliers(), rowPartsOf(store)]);
    const entries = markedSuppliers(stored.toReversed(), parts, context)
      .filter((each) => isChosen(each, filters))
      .map(({ entry }) => entry)
      .filter((entry) => after === undefined || isBefore(entry, after));
    const left = await searchSuppliers(entries, q, false, context, locale);
    const shown = left.slice(0, limit);
    const last = shown.at(-1)?.entry;
    return {
      items: await rowsOf(shown, parts, context, locale),
      nextCursor:
        last === undefined || left.length <= limit
          ? null
          : writeCursor(name, { at: last.created_at, id: supplierName(last) }),
    };
  },
});

/** True for a supplier after the cursor, in a list with the newest first. */
function isBefore(
  entry: Parameters<typeof supplierName>[0] & { readonly created_at: number },
  place: { readonly at: number; readonly id: string },
): boolean {
  return entry.created_at < place.at || (entry.created_at === place.at && supplierName(entry) < place.id);
}

/** One supplier of an organization for programs. */
export const ownSupplierShow = defineCapability({
  name: "own_supplier",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    supplier: supplierParameter,
    locale: localeParameter,
  }),
  published: {
    title: "One supplier of an organization",
    description: "One supplier of an organization, with the fields of the list.",
    output: ownSupplier,
  },
  rest: [{ method: "GET", path: "/api/v1/suppliers/{supplier}", cost: { rows: ["person_read"] } }],
  run: async ({ supplier, locale }, context) => {
    const entry = await listedSupplier(context.store.trust, supplier);
    const [{ found: _found, ...standing }, parts] = await Promise.all([
      lookUpSupplier(entry, context, locale),
      rowPartsOf(context.store),
    ]);
    return rowOf(entry, standing, parts, context);
  },
});
