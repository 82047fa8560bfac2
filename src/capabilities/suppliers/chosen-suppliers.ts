import { z } from "zod";
import { fold } from "../../core/fold.ts";
import type { Locale } from "../../core/locale.ts";
import { CRITICALITIES } from "../../state/supplier-changes.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { ASK_STATES, askStateOf } from "./ask-state.ts";
import { supplierName } from "./listed-supplier.ts";
import { PROFILE_STATES, profileStateOf } from "./supplier-profile.ts";
import { type RowParts, rowOf, type SupplierRow } from "./supplier-row.ts";
import { lookUpSuppliers, type SupplierStanding } from "./supplier-standing.ts";

/** What a list of suppliers is narrowed by, in every face. */
export const supplierFilters = {
  state: z.enum(PROFILE_STATES).optional().describe("Of the profile."),
  criticality: z.enum([...CRITICALITIES, "none"]).optional(),
  ask: z.enum(ASK_STATES).optional().describe("What became of the request for a profile."),
};

/** What the list is sorted by; default: the newest first. */
export const SUPPLIER_SORTS = ["criticality", "review", "name"] as const;

type Filters = { readonly [Name in keyof typeof supplierFilters]?: z.output<(typeof supplierFilters)[Name]> };

/** Suppliers with what filters look at, which no register has to be asked for. */
export function markedSuppliers(
  entries: readonly SupplierEntry[],
  { asks }: Pick<RowParts, "asks">,
  services: OrganizationContext,
) {
  return entries.map((entry) => ({
    entry,
    state: profileStateOf(entry, services),
    criticality: entry.criticality ?? ("none" as const),
    ask: askStateOf(asks.get(supplierName(entry)), entry, services.accounts.now()),
  }));
}

/** Whether filters leave a supplier in the list. */
export function isChosen(
  { state, criticality, ask }: ReturnType<typeof markedSuppliers>[number],
  filters: Filters,
): boolean {
  return (
    (filters.state ?? state) === state &&
    (filters.criticality ?? criticality) === criticality &&
    (filters.ask ?? ask) === ask
  );
}

/** A supplier, with what the registers say of it where that is known already. */
interface Candidate {
  readonly entry: SupplierEntry;
  readonly standing?: SupplierStanding;
}

/** The order of a list; what has no value comes last, and equals stay as they are. */
export function sortedSuppliers(
  candidates: readonly Candidate[],
  by: (typeof SUPPLIER_SORTS)[number] | undefined,
): readonly Candidate[] {
  if (by === undefined) return candidates;
  const keyOf = ({ entry, standing }: Candidate): string => {
    if (by === "review") return entry.next_review_at ?? LAST;
    if (by === "criticality")
      return entry.criticality === null ? LAST : String(CRITICALITIES.indexOf(entry.criticality));
    return standing?.name == null ? LAST : fold(standing.name);
  };
  return candidates
    .map((candidate) => ({ candidate, key: keyOf(candidate) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ candidate }) => candidate);
}

/** After every key. */
const LAST = "\uffff";

/** Those whose number or name fits. Names are in the registers alone, so words cost a look-up of every supplier. */
export async function searchSuppliers(
  entries: readonly SupplierEntry[],
  query: string,
  needsNames: boolean,
  services: Services,
  locale: Locale,
): Promise<readonly Candidate[]> {
  const words = fold(query);
  const digits = words.replaceAll(" ", "");
  const isNumber = /^\d+$/.test(digits);
  const chosen = isNumber ? entries.filter(({ ico }) => ico.includes(digits)) : entries;
  if ((words === "" || isNumber) && !needsNames) return chosen.map((entry) => ({ entry }));
  return (await lookUpSuppliers(chosen, services, locale))
    .filter(({ standing: { name } }) => isNumber || words === "" || (name !== null && fold(name).includes(words)))
    .map(({ key, standing }) => ({ entry: key, standing }));
}

/** The rows of suppliers, in their order; whom the registers were not asked about yet is looked up. */
export async function rowsOf(
  candidates: readonly Candidate[],
  parts: RowParts,
  context: OrganizationContext,
  locale: Locale,
): Promise<readonly SupplierRow[]> {
  const open = candidates.filter(({ standing }) => standing === undefined).map(({ entry }) => entry);
  const standings = new Map((await lookUpSuppliers(open, context, locale)).map((each) => [each.key, each.standing]));
  return Promise.all(
    candidates.flatMap(({ entry, standing = standings.get(entry) }) =>
      standing === undefined ? [] : [rowOf(entry, standing, parts, context)],
    ),
  );
}
