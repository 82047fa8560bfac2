import type { Category } from "../../../core/company.ts";
import type { Localized } from "../../../core/locale.ts";
import { organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

/** The address of the lists of an organization, or of one of them. */
export function listsPath(organizationId: string, part = ""): string {
  return organizationPath(organizationId, `/lists${part}`);
}

/** What the path of a page below a list names. */
export function namesIn({ params }: Pick<PrivateRequest, "params">) {
  return { organizationId: params.organizationId ?? "", list: params.list ?? "" };
}

/** Words that several pages of lists share. */
export const listTexts = {
  lists: { sk: "Zoznamy firiem", cs: "Seznamy firem", en: "Lists of firms" },
  firm: { sk: "Firma", cs: "Firma", en: "Firm" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  review: { sk: "Preskúmať", cs: "Přezkoumat", en: "Review" },
  pending: { sk: "Zatiaľ neposúdená", cs: "Zatím neposouzená", en: "Not judged yet" },
  none: { sk: "žiadny", cs: "žádné", en: "none" },
  label: { sk: "Označenie", cs: "Označení", en: "Label" },
  tags: { sk: "Značky", cs: "Štítky", en: "Tags" },
  note: { sk: "Poznámka", cs: "Poznámka", en: "Note" },
  country: { sk: "Krajina riadkov bez krajiny", cs: "Země řádků bez země", en: "Country of rows that name none" },
  anyCountry: {
    sk: "najprv Česko, potom Slovensko",
    cs: "nejdřív Česko, pak Slovensko",
    en: "Czechia first, then Slovakia",
  },
  errorsTitle: {
    sk: "Riadky, ktoré sa nedajú prevziať",
    cs: "Řádky, které nelze převzít",
    en: "Lines that cannot be taken",
  },
  line: { sk: "Riadok", cs: "Řádek", en: "Line" },
  back: { sk: "Späť", cs: "Zpět", en: "Back" },
} satisfies Record<string, Localized>;

/** The order in which categories stand in counts. */
export const CATEGORY_ORDER: readonly Category[] = ["essential", "important", "unknown", "out_of_scope"];
