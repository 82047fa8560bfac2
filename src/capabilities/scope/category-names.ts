import type { Category } from "../../core/company.ts";
import type { Localized } from "../../core/locale.ts";

/** What the categories are called in a sentence; the law's own words for the two classes of entities. */
export const categoryNames = {
  essential: { sk: "kľúčový subjekt", cs: "základní subjekt", en: "essential entity" },
  important: { sk: "dôležitý subjekt", cs: "důležitý subjekt", en: "important entity" },
  out_of_scope: { sk: "mimo pôsobnosti", cs: "mimo působnost", en: "out of scope" },
  unknown: { sk: "neurčené", cs: "neurčeno", en: "not determined" },
} satisfies Record<Category, Localized>;
