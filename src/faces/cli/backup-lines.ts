import type { BackupSummary } from "../../capabilities/operation/operations.ts";
import type { Locale } from "../../core/locale.ts";
import { formatNumber, type PluralForms, plural } from "../../core/text.ts";

/** What a backup holds, as lines of a terminal. */
export function backupLines({ at, program, tables, rows }: BackupSummary, locale: Locale): string[] {
  return [
    ...tables.map((table) => `${table.name.padEnd(24)} ${formatNumber(table.rows, locale)}`),
    `${at}  Dosah ${program}  ${rowWords(rows, locale)}, ${checked[locale]}`,
  ];
}

function rowWords(rows: number, locale: Locale): string {
  return `${formatNumber(rows, locale)} ${plural(rows, ROWS[locale], locale)}`;
}

const ROWS: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "riadok", few: "riadky", other: "riadkov" },
  cs: { one: "řádek", few: "řádky", other: "řádků" },
  en: { one: "row", other: "rows" },
};

const checked: Readonly<Record<Locale, string>> = { sk: "overené", cs: "ověřeno", en: "checked" };
