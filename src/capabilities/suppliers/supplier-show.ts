import { z } from "zod";
import { foreignLines, foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { readSupplierNote, type SupplierNote } from "../../state/supplier-changes.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { judgeCompany } from "../scope/company-verdict.ts";
import type { FoundCompanies } from "../scope/find-company.ts";
import { askStateOf } from "./ask-state.ts";
import { listedSupplier, supplierParameter } from "./listed-supplier.ts";
import { compareRevisions, type ProfileChanges } from "./profile-changes.ts";
import { shownRevisionOf } from "./supplier-profile.ts";
import { rowOf, rowPartsOf } from "./supplier-row.ts";
import { lookUpSupplier } from "./supplier-standing.ts";

/** So many saves and requests of one supplier are shown; older ones stay. */
const MOST_SHOWN = 200;

/** One supplier: its verdict and profile beside the organization's own judgement, and what changed. */
export const supplierShow = defineCapability({
  name: "supplier_show",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    supplier: supplierParameter,
    locale: localeParameter,
  }),
  run: async ({ supplier, locale }, context) => {
    const { store, organization, role, knowledge } = context;
    const entry = await listedSupplier(store.trust, supplier);
    const [{ found, ...standing }, saves, asks, parts] = await Promise.all([
      lookUpSupplier(entry, context, locale),
      store.trust.supplierChanges(entry, MOST_SHOWN),
      store.trust.asksOf(entry, MOST_SHOWN),
      rowPartsOf(store),
    ]);
    const who = (id: string) => ({ id, untrusted: { name: parts.names.get(id) ?? null } });
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      supplier: await rowOf(entry, standing, parts, context),
      members: hasRight(role, "change") ? [...parts.names].map(([id, name]) => ({ id, untrusted: { name } })) : [],
      version: entry.version,
      headline: found === null ? null : headlineOf(found, context, locale),
      seenRevision: entry.seen_revision,
      changes: await changesOf(entry, context),
      history: saves.map(({ version, at, by: id, before, after }) => ({
        version,
        at: new Date(at).toISOString(),
        by: who(id),
        before: notedOf(readSupplierNote(before), parts.names),
        after: notedOf(readSupplierNote(after), parts.names),
      })),
      asks: asks.map((ask) => ({
        at: new Date(ask.at).toISOString(),
        by: who(ask.by),
        state: askStateOf(ask, entry, context.accounts.now()),
        declinedWhy: ask.declined_why,
        remindedAt: ask.reminded_at === null ? null : new Date(ask.reminded_at).toISOString(),
        /** The profile that its addressee named, or published in answer to it. */
        profile: ask.stated_slug ?? ask.started_slug,
        untrusted: { email: foreignText(ask.email_key) },
      })),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
});

function notedOf(noted: SupplierNote, names: ReadonlyMap<string, string>) {
  const { judgement, note, criticality, next_review_at, contract_until, contact_name, contact_email } = noted;
  const { responsible_id: responsible } = noted;
  return {
    judgement,
    criticality,
    nextReviewAt: next_review_at,
    contractUntil: contract_until,
    responsibleId: responsible,
    untrusted: {
      note: foreignLines(note),
      contactName: foreignTextOrNull(contact_name),
      contactEmail: foreignTextOrNull(contact_email),
      responsible: responsible === null ? null : (names.get(responsible) ?? null),
    },
  };
}

/** The verdict in one sentence, or nothing where a silent register decides. */
function headlineOf(found: FoundCompanies, services: Services, locale: Locale): string | null {
  try {
    return judgeCompany(found, null, services, locale).headline;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return null;
  }
}

/** What the profile says differently from the revision that was looked at; a withdrawn one is not shown again. */
async function changesOf(entry: SupplierEntry, { trust }: Services): Promise<ProfileChanges | null> {
  const [shown, seen] = [shownRevisionOf(entry), entry.seen_revision];
  if (shown === undefined || seen === null || seen === shown.revision) return null;
  const [before, after] = await Promise.all([trust.revision(shown.org_id, seen), trust.shown(shown)]);
  if (before === undefined || after === undefined || before.isWithdrawn) return null;
  return compareRevisions(before.snapshot.document, after.snapshot.document);
}
