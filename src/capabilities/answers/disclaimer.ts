import type { Localized } from "../../core/locale.ts";

/** What every result about the law or a firm says of itself (docs/specification.md#conventions). */
export const DISCLAIMER: Localized = {
  sk: "Výsledok je orientačný a nezáväzný, nie je právnym stanoviskom. Záväzne rozhoduje príslušný orgán: na Slovensku Národný bezpečnostný úrad (NBÚ), v Česku Národní úřad pro kybernetickou a informační bezpečnost (NÚKIB).",
  cs: "Výsledek je orientační a nezávazný, není právním stanoviskem. Závazně rozhoduje příslušný orgán: na Slovensku Národný bezpečnostný úrad (NBÚ), v Česku Národní úřad pro kybernetickou a informační bezpečnost (NÚKIB).",
  en: "The result is indicative and not binding; it is not a legal opinion. The binding decision is made by the competent authority: the National Security Authority (NBÚ) in Slovakia, the National Cyber and Information Security Agency (NÚKIB) in Czechia.",
};
