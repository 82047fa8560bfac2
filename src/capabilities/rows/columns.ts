import { fold } from "../../core/fold.ts";

/** What a column of a table of firms may hold, by its name in answers. */
export type FirmColumn =
  | "ico"
  | "country"
  | "name"
  | "label"
  | "tags"
  | "note"
  | "domain"
  | "employees"
  | "turnoverEur"
  | "balanceSheetEur";

/** Words of a header, folded, and the column that each means. */
export type HeaderWords<Column extends string> = Readonly<Record<string, Column>>;

const FIRM_HEADERS: HeaderWords<FirmColumn> = wordsOf({
  ico: ["ico", "ic", "ičo", "identifikačné číslo", "identifikační číslo", "company number"],
  country: ["country", "krajina", "štát", "země", "zem", "stát"],
  name: ["name", "názov", "název", "obchodné meno", "obchodní jméno", "firma"],
  label: ["label", "označenie", "označení"],
  tags: ["tags", "značky", "štítky"],
  note: ["note", "poznámka"],
  domain: ["domain", "doména", "web"],
  employees: ["employees", "zamestnanci", "zaměstnanci"],
  turnoverEur: ["turnoverEur", "obrat"],
  balanceSheetEur: ["balanceSheetEur", "bilancia", "bilance"],
});

/** The words of every list of firms with further ones, which win over them. @param more column -> words as people write them */
export function headerWords<More extends string = never>(
  more?: Readonly<Record<More, readonly string[]>>,
): HeaderWords<FirmColumn | More> {
  return more === undefined ? FIRM_HEADERS : { ...FIRM_HEADERS, ...wordsOf(more) };
}

function wordsOf<Column extends string>(columns: Readonly<Record<Column, readonly string[]>>): HeaderWords<Column> {
  const named = Object.entries<readonly string[]>(columns) as [Column, readonly string[]][];
  return Object.fromEntries(named.flatMap(([column, words]) => words.map((word) => [fold(word), column])));
}
