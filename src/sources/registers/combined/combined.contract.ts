import type { Company, Fact } from "../../../core/company.ts";
import type { RegisterHolding } from "../register.ts";

/** A firm as the mirror holds it; the facts of each source with its day. */
export function mirrored(
  facts: Partial<Company>,
  ...told: readonly (readonly [source: string, facts: readonly Fact[], day: string])[]
): Company {
  return {
    country: "SK",
    ico: "31322832",
    name: "Zrkadlová, a. s.",
    address: null,
    status: "active",
    foundedOn: null,
    ceasedOn: null,
    legalForm: null,
    nace: [],
    sizeCode: null,
    headcount: null,
    registerVerdict: null,
    provenance: told.map(([source, each, retrievedAt]) => ({ source, facts: each, retrievedAt })),
    ...facts,
  };
}

/** What the mirror holds of a country: source and day of publication of each. */
export function holding(
  country: "SK" | "CZ",
  sources: Readonly<Record<string, string>>,
  isSample = false,
): RegisterHolding {
  return {
    country,
    isSample,
    sources: Object.entries(sources).map(([id, asOf]) => ({ id, asOf, importedAt: `${asOf}T00:00:00.000Z`, rows: 1 })),
    companies: 1,
    active: 1,
    dataAsOf: Object.values(sources).sort()[0] ?? "2026-01-01",
  };
}
