import type { Locale, Localized } from "../../core/locale.ts";
import { writeWorkbook } from "../../documents/write-xlsx.ts";
import type { FileContent } from "../answers/file.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import type { ComparisonAnswer } from "./comparison.ts";

/** What a comparison is saved as. */
export const COMPARISON_FORMATS = ["csv", "xlsx"] as const;

type Row = ComparisonAnswer["rows"][number];

const COLUMNS: Readonly<Record<string, { readonly head: Localized; readonly of: (row: Row) => string }>> = {
  ico: { head: { sk: "IČO", cs: "IČO", en: "Number" }, of: ({ ico }) => ico },
  country: { head: { sk: "Krajina", cs: "Země", en: "Country" }, of: ({ country }) => country },
  label: { head: { sk: "Označenie", cs: "Označení", en: "Label" }, of: ({ untrusted }) => untrusted.label },
  name: { head: { sk: "Názov", cs: "Název", en: "Name" }, of: ({ untrusted }) => untrusted.name ?? "" },
  categoryBefore: {
    head: { sk: "Kategória predtým", cs: "Kategorie předtím", en: "Category before" },
    of: ({ from }) => from.category,
  },
  category: { head: { sk: "Kategória", cs: "Kategorie", en: "Category" }, of: ({ to }) => to.category },
  sectorBefore: {
    head: { sk: "Sektor predtým", cs: "Odvětví předtím", en: "Sector before" },
    of: ({ from }) => from.sector ?? "",
  },
  sector: { head: { sk: "Sektor", cs: "Odvětví", en: "Sector" }, of: ({ to }) => to.sector ?? "" },
  sizeBefore: {
    head: { sk: "Veľkosť predtým", cs: "Velikost předtím", en: "Size before" },
    of: ({ from }) => from.size ?? "",
  },
  size: { head: { sk: "Veľkosť", cs: "Velikost", en: "Size" }, of: ({ to }) => to.size ?? "" },
  regimeBefore: {
    head: { sk: "Režim predtým", cs: "Režim předtím", en: "Regime before" },
    of: ({ from }) => from.regime ?? "",
  },
  regime: { head: { sk: "Režim", cs: "Režim", en: "Regime" }, of: ({ to }) => to.regime ?? "" },
  cause: { head: { sk: "Príčina", cs: "Příčina", en: "Cause" }, of: ({ cause }) => cause },
  why: { head: { sk: "Prečo", cs: "Proč", en: "Why" }, of: ({ why }) => why },
  rules: {
    head: { sk: "Zmeny pravidiel", cs: "Změny pravidel", en: "Changes of the rules" },
    of: ({ rules }) => rules.map(({ version, change }) => `${version}: ${change}`).join(" "),
  },
  steps: { head: { sk: "Počet zmien", cs: "Počet změn", en: "Changes" }, of: ({ steps }) => String(steps) },
};

const text = {
  fact: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  value: { sk: "Hodnota", cs: "Hodnota", en: "Value" },
  disclaimer: { sk: "Upozornenie", cs: "Upozornění", en: "Note" },
  authorities: { sk: "Rozhodujú", cs: "Rozhodují", en: "Decided by" },
  from: { sk: "Od", cs: "Od", en: "From" },
  to: { sk: "Do", cs: "Do", en: "To" },
  rules: { sk: "Verzia pravidiel", cs: "Verze pravidel", en: "Rules" },
  data: { sk: "Údaje ku dňu", cs: "Údaje ke dni", en: "Data as of" },
  address: { sk: "Adresa", cs: "Adresa", en: "Address" },
} satisfies Record<string, Localized>;

/** A comparison as a table or a workbook. @param url of the page that shows the same */
export function comparisonFile(
  answer: ComparisonAnswer,
  format: (typeof COMPARISON_FORMATS)[number],
  { locale, url }: { readonly locale: Locale; readonly url: string },
): FileContent {
  const cells = answer.rows.map((row) => Object.values(COLUMNS).map(({ of }) => of(row)));
  if (format === "csv") return { content: writeSpreadsheetCsv([Object.keys(COLUMNS), ...cells], locale) };
  const columns = Object.entries(COLUMNS).map(([name, { head }]) => ({
    title: head[locale],
    kind: name === "steps" ? ("number" as const) : ("text" as const),
  }));
  const { from, to } = answer;
  const days = Object.entries(to.dataAsOf).map(([country, day]) => [`${text.data[locale]} ${country}`, day ?? ""]);
  const about = {
    name: "About",
    columns: [
      { title: text.fact[locale], kind: "text" as const },
      { title: text.value[locale], kind: "text" as const },
    ],
    rows: [
      [text.disclaimer[locale], answer.disclaimer],
      [text.authorities[locale], "NBÚ (SK), NÚKIB (CZ)"],
      [text.from[locale], from.day],
      [text.to[locale], to.day],
      [text.rules[locale], `${from.ruleSetVersion} → ${to.ruleSetVersion}`],
      ...days,
      [text.address[locale], url],
    ],
  };
  const sheets = [{ name: "Firms", columns, rows: cells }, about];
  return { content: writeWorkbook({ locale, title: "NIS2", day: to.day, sheets }) };
}
