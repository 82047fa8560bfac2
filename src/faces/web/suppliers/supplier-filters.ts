import { ASK_STATES } from "../../../capabilities/suppliers/ask-state.ts";
import { SUPPLIER_SORTS } from "../../../capabilities/suppliers/chosen-suppliers.ts";
import { PROFILE_STATES } from "../../../capabilities/suppliers/supplier-profile.ts";
import { CRITICALITY_CHOICES } from "../../../capabilities/suppliers/supplier-table.ts";

export const CRITICALITY_FILTERS = [...CRITICALITY_CHOICES, "none"] as const;

export type SupplierFilters = ReturnType<typeof filtersOf>;

/** What the address narrows a list of suppliers by; what is no such thing is left aside. */
export function filtersOf(query: URLSearchParams) {
  return {
    state: PROFILE_STATES.find((known) => known === query.get("state")),
    criticality: CRITICALITY_FILTERS.find((known) => known === query.get("criticality")),
    ask: ASK_STATES.find((known) => known === query.get("ask")),
    due: query.get("due") === "1",
    sort: SUPPLIER_SORTS.find((known) => known === query.get("sort")),
    query: (query.get("q") ?? "").slice(0, 200),
    page: /^[1-9]\d{0,2}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1,
  };
}

/** The filters as parameters of an address. */
export function queryOf({ state, criticality, ask, due, query, sort }: SupplierFilters) {
  return { state, criticality, ask, due: due ? "1" : undefined, q: query === "" ? undefined : query, sort };
}
