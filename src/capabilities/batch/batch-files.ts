import type { Locale, Localized } from "../../core/locale.ts";
import { type Sheet, writeWorkbook } from "../../documents/write-xlsx.ts";
import type { FileContent } from "../answers/file.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import { categoryInWords } from "../scope/category-names.ts";
import type { AnsweredRow, BatchAnswer, BatchFormat, BatchRow } from "./batch-schema.ts";

/** The columns of the table, the same in every language. */
const COLUMNS = [
  "row",
  "ico",
  "country",
  "label",
  "tags",
  "name",
  "status",
  "category",
  "sector",
  "nace",
  "size",
  "unknownReason",
  "missingFacts",
  "regime",
  "statedFacts",
  "alsoIn",
  "dataAsOf",
  "ruleSetVersion",
  "verdictUrl",
  "errorCode",
  "errorMessage",
] as const;

type BatchColumn = (typeof COLUMNS)[number];

/** A batch as a file: one JSON object a line, a table, or a workbook. */
export function batchFile(answer: BatchAnswer, format: Exclude<BatchFormat, "json">, locale: Locale): FileContent {
  if (format === "ndjson") {
    const { rows, ...summary } = answer;
    return { content: [...rows, { summary }].map((line) => `${JSON.stringify(line)}\n`).join("") };
  }
  if (format === "csv") {
    const cells = answer.rows.map((row) => cellsOf(row, answer));
    const table = cells.map((each) => COLUMNS.map((column) => each[column] ?? ""));
    return { content: writeSpreadsheetCsv([[...COLUMNS], ...table], locale) };
  }
  return { content: writeWorkbook({ locale, title: "NIS2", day: answer.asOf, sheets: sheetsOf(answer, locale) }) };
}

function cellsOf(row: BatchRow, { ruleSetVersion }: BatchAnswer): Partial<Record<BatchColumn, string>> {
  if ("error" in row) {
    const { input, label } = row.untrusted;
    return {
      row: String(row.row),
      label: label ?? "",
      name: input ?? "",
      errorCode: row.error.code,
      errorMessage: row.error.message,
    };
  }
  const { ico, country, status, category, sector, nace, size, regime, dataAsOf, verdictUrl, untrusted } = row;
  return {
    row: String(row.row),
    ico,
    country,
    label: untrusted.label ?? "",
    tags: untrusted.tags.join(", "),
    name: untrusted.name ?? "",
    status,
    category,
    sector: sector?.id ?? "",
    nace: nace ?? "",
    size: size ?? "",
    unknownReason: row.unknownReason ?? "",
    missingFacts: row.missingFacts.join("; "),
    regime: regime ?? "",
    statedFacts: row.statedFacts.join("; "),
    alsoIn: row.alsoIn.join("; "),
    dataAsOf,
    ruleSetVersion,
    verdictUrl,
  };
}

const heads: Readonly<Record<BatchColumn, Localized>> = {
  row: { sk: "Riadok", cs: "Řádek", en: "Line" },
  ico: { sk: "IČO", cs: "IČO", en: "Number" },
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  label: { sk: "Označenie", cs: "Označení", en: "Label" },
  tags: { sk: "Značky", cs: "Štítky", en: "Tags" },
  name: { sk: "Názov", cs: "Název", en: "Name" },
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  nace: { sk: "NACE", cs: "NACE", en: "NACE" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  unknownReason: { sk: "Prečo nie je známe", cs: "Proč není známo", en: "Why not known" },
  missingFacts: { sk: "Chýbajúce údaje", cs: "Chybějící údaje", en: "Missing facts" },
  regime: { sk: "Vnútroštátny režim", cs: "Vnitrostátní režim", en: "National regime" },
  statedFacts: { sk: "Uvedené údaje", cs: "Uvedené údaje", en: "Stated facts" },
  alsoIn: { sk: "Aj v krajine", cs: "Také v zemi", en: "Also in" },
  dataAsOf: { sk: "Údaje ku dňu", cs: "Údaje ke dni", en: "Data as of" },
  ruleSetVersion: { sk: "Verzia pravidiel", cs: "Verze pravidel", en: "Rules" },
  verdictUrl: { sk: "Výsledok", cs: "Výsledek", en: "Verdict" },
  errorCode: { sk: "Kód chyby", cs: "Kód chyby", en: "Error code" },
  errorMessage: { sk: "Chyba", cs: "Chyba", en: "Error" },
};

const FIRM_COLUMNS = COLUMNS.filter((column) => !column.startsWith("error"));
const ERROR_COLUMNS = ["row", "name", "label", "errorCode", "errorMessage"] as const;

function sheetsOf(answer: BatchAnswer, locale: Locale): readonly Sheet[] {
  const isAnswered = (row: BatchRow): row is AnsweredRow => !("error" in row);
  const named = (row: BatchRow) => {
    const cells = cellsOf(row, answer);
    return isAnswered(row) ? { ...cells, category: categoryInWords(row.category, row.regime, locale) } : cells;
  };
  const sheet = (name: string, columns: readonly BatchColumn[], rows: readonly BatchRow[]): Sheet => ({
    name,
    columns: columns.map((column) => ({
      title: heads[column][locale],
      kind: column === "dataAsOf" ? "day" : column === "row" ? "number" : "text",
    })),
    rows: rows.map((row) => {
      const cells = named(row);
      return columns.map((column) => cells[column] ?? "");
    }),
  });
  return [
    sheet("Firms", FIRM_COLUMNS, answer.rows.filter(isAnswered)),
    sheet(
      "Errors",
      ERROR_COLUMNS,
      answer.rows.filter((row) => !isAnswered(row)),
    ),
    {
      name: "About",
      columns: [
        { title: about.what[locale], kind: "text" },
        { title: about.value[locale], kind: "text" },
      ],
      rows: [
        [about.disclaimer[locale], answer.disclaimer],
        [about.authorities[locale], "NBÚ (SK), NÚKIB (CZ)"],
        [heads.ruleSetVersion[locale], answer.ruleSetVersion],
        ...Object.entries(answer.dataAsOf).map(([country, day]) => [`${heads.dataAsOf[locale]} ${country}`, day ?? ""]),
        [about.counts[locale], `${answer.answered} / ${answer.count}`],
      ],
    },
  ];
}

const about = {
  what: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  value: { sk: "Hodnota", cs: "Hodnota", en: "Value" },
  disclaimer: { sk: "Upozornenie", cs: "Upozornění", en: "Note" },
  authorities: { sk: "Rozhodujú", cs: "Rozhodují", en: "Decided by" },
  counts: { sk: "S odpoveďou / riadkov", cs: "S odpovědí / řádků", en: "Answered / rows" },
} satisfies Record<string, Localized>;
