import type { BackupSummary } from "../../capabilities/operation/operations.ts";
import type { Locale } from "../../core/locale.ts";
import { formatNumber } from "../../core/text.ts";

/** What a backup holds, as lines of a terminal. */
export function backupLines({ at, program, tables, rows }: BackupSummary, locale: Locale): string[] {
  return [
    ...tables.map((table) => `${table.name.padEnd(24)} ${formatNumber(table.rows, locale)}`),
    `${at}  Dosah ${program}  ${formatNumber(rows, locale)} ${text[locale]}`,
  ];
}

const text: Readonly<Record<Locale, string>> = { sk: "riadkov, overené", cs: "řádků, ověřeno", en: "rows, checked" };
