import { foreignLines, foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { SupplierAsk } from "../../state/supplier-asks.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import type { OrganizationContext } from "../contexts.ts";
import { askStateOf } from "./ask-state.ts";
import { supplierName } from "./listed-supplier.ts";
import { profileOf } from "./supplier-profile.ts";
import type { SupplierStanding } from "./supplier-standing.ts";

/** A supplier in the list of an organization, everything side by side. */
export type SupplierRow = Awaited<ReturnType<typeof rowOf>>;

/** What rows show besides their own entry: the newest request to each supplier, and the names of members. */
export interface RowParts {
  readonly asks: ReadonlyMap<string, SupplierAsk>;
  readonly names: ReadonlyMap<string, string>;
}

/** Reads it for all suppliers of an organization: two statements. */
export async function rowPartsOf(store: Pick<OrganizationStore, "trust" | "members">): Promise<RowParts> {
  const [asks, members] = await Promise.all([store.trust.newestAsks(), store.members()]);
  return {
    asks: new Map(asks.map((ask) => [supplierName(ask), ask])),
    names: new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)])),
  };
}

/** The row of a supplier. */
export async function rowOf(
  entry: SupplierEntry,
  { name, ...standing }: SupplierStanding,
  { asks, names }: RowParts,
  context: OrganizationContext,
) {
  const { country, ico, judgement, note, updated_at, criticality, responsible_id: responsibleId } = entry;
  const ask = asks.get(supplierName(entry));
  return {
    /** Its name in addresses: SK-31322832. */
    supplier: supplierName(entry),
    country,
    ico,
    ...standing,
    profile: await profileOf(entry, context),
    /** The organization's own, for Article 21(3); `null`: none yet. */
    judgement,
    criticality,
    nextReviewAt: entry.next_review_at,
    contractUntil: entry.contract_until,
    /** A member, by account. */
    responsibleId,
    /** What became of the newest request for a profile. */
    ask: askStateOf(ask, entry, context.accounts.now()),
    askedAt: ask === undefined ? null : new Date(ask.at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
    untrusted: {
      name,
      note: foreignLines(note),
      contactName: foreignTextOrNull(entry.contact_name),
      contactEmail: foreignTextOrNull(entry.contact_email),
      responsible: responsibleId === null ? null : (names.get(responsibleId) ?? null),
    },
  };
}
