import type { Fact } from "./company.ts";
import type { Localized } from "./locale.ts";

/** A kind of fact in words, as it stands beside its source. */
export const FACT_NAMES = {
  name: { sk: "názov", cs: "název", en: "name" },
  address: { sk: "adresa", cs: "adresa", en: "address" },
  status: { sk: "stav", cs: "stav", en: "status" },
  legalForm: { sk: "právna forma", cs: "právní forma", en: "legal form" },
  nace: { sk: "činnosť", cs: "činnost", en: "activity" },
  size: { sk: "veľkosť", cs: "velikost", en: "size" },
  category: { sk: "kategória", cs: "kategorie", en: "category" },
  financials: { sk: "obrat a bilančná suma", cs: "obrat a bilanční suma", en: "turnover and balance sheet total" },
} satisfies Record<Fact, Localized>;
