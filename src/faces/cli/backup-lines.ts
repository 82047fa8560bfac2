import type { BackupSummary } from "../../capabilities/operation/operations.ts";
import { formatNumber, plural } from "../../core/text.ts";

/** What a backup holds, as lines of a terminal. */
export function backupLines({ at, program, tables, rows }: BackupSummary): string[] {
  const words = `${formatNumber(rows, "en")} ${plural(rows, { one: "row", other: "rows" }, "en")}`;
  return [
    ...tables.map((table) => `${table.name.padEnd(24)} ${formatNumber(table.rows, "en")}`),
    `${at}  Dosah ${program}  ${words}, checked`,
  ];
}
