import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
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
import { listedSupplier, supplierParameter } from "./listed-supplier.ts";
import { compareRevisions, type ProfileChanges } from "./profile-changes.ts";
import { shownRevisionOf } from "./supplier-profile.ts";
import { rowOf } from "./supplier-row.ts";
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
    const [{ found, ...standing }, saves, asks, members] = await Promise.all([
      lookUpSupplier(entry, context, locale),
      store.trust.supplierChanges(entry, MOST_SHOWN),
      store.trust.asksOf(entry, MOST_SHOWN),
      store.members(),
    ]);
    const names = new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)]));
    const who = (id: string) => ({ id, untrusted: { name: names.get(id) ?? null } });
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      supplier: await rowOf(entry, standing, context),
      version: entry.version,
      headline: found === null ? null : headlineOf(found, context, locale),
      seenRevision: entry.seen_revision,
      changes: await changesOf(entry, context),
      history: saves.map(({ version, at, by: id, before, after }) => ({
        version,
        at: new Date(at).toISOString(),
        by: who(id),
        before: notedOf(readSupplierNote(before)),
        after: notedOf(readSupplierNote(after)),
      })),
      asks: asks.map(({ at, by: id, refused_at, email_key }) => ({
        at: new Date(at).toISOString(),
        by: who(id),
        isRefused: refused_at !== null,
        untrusted: { email: foreignText(email_key) },
      })),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
});

function notedOf({ judgement, note }: SupplierNote) {
  return { judgement, untrusted: { note: foreignLines(note) } };
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
