import type { RowWarning } from "../../../capabilities/rows/read-rows.ts";
import type { Localized } from "../../../core/locale.ts";

/** What is to be said of a line that was read all the same, in words. */
export const ROW_WARNING_TEXTS: Readonly<Record<RowWarning, Localized>> = {
  zeros_added: { sk: "doplnené úvodné nuly", cs: "doplněny úvodní nuly", en: "leading zeros were added" },
  found_by_tax_number: {
    sk: "nájdené podľa daňového čísla",
    cs: "nalezeno podle daňového čísla",
    en: "found by the tax number",
  },
  found_by_name: { sk: "nájdené podľa názvu", cs: "nalezeno podle názvu", en: "found by the name" },
  name_differs: { sk: "názov v registri je iný", cs: "název v rejstříku je jiný", en: "the register has another name" },
  also_in_other_country: {
    sk: "rovnaké IČO je aj v druhej krajine",
    cs: "stejné IČO je i ve druhé zemi",
    en: "the other country has the same number",
  },
  facts_ignored: {
    sk: "údaje o veľkosti sa nepoužijú, rozhoduje register",
    cs: "údaje o velikosti se nepoužijí, rozhoduje rejstřík",
    en: "figures of size are not used; the register decides",
  },
};
