import { type ReadRow, readFirmRows } from "../../../capabilities/rows/read-rows.ts";
import type { FirmRow } from "../../../capabilities/scope/firm-row.ts";
import type { FirmLine } from "../../../capabilities/scope/firm-table.ts";

/** So many firms one page judges; each counts as one opened verdict. */
export const MOST_FIRMS = 40;

/** The orders of the table; without one, as the list was typed. */
export const ORDERS = ["name", "category", "sector", "size"] as const;

export type Order = (typeof ORDERS)[number];

/** The address of a table of firms read. */
export interface FirmList {
  /** As it was typed, so that it can be shown again. */
  readonly typed: string;
  readonly rows: readonly ReadRow[];
  readonly order: Order | undefined;
}

/** Reads the list of an address: a firm a line, as `readFirmRows` does. */
export function readFirmList(query: URLSearchParams): FirmList {
  const typed = (query.get("list") ?? "").replaceAll("\r\n", "\n");
  const order = ORDERS.find((known) => known === query.get("sort"));
  return { typed, rows: readFirmRows(typed), order };
}

/** How a found firm stands in an address: exact, so that it is never searched for again. */
export function entryOf({ ico, country }: Pick<FirmRow, "ico" | "country">): string {
  return `${country}${ico}`;
}

const CATEGORY_RANK = ["essential", "important", "unknown", "out_of_scope"];

const SIZE_RANK = ["large", "medium", "small", "micro"];

/** The lines in an order; those without an answer stand last, in the order in which they were typed. */
export function sortLines<Line extends FirmLine>(lines: readonly Line[], order: Order | undefined): readonly Line[] {
  if (order === undefined) return lines;
  return lines.toSorted((a, b) => {
    if (a.firm === undefined || b.firm === undefined)
      return Number(a.firm === undefined) - Number(b.firm === undefined);
    return compare(a.firm, b.firm, order);
  });
}

function compare(a: FirmRow, b: FirmRow, order: Order): number {
  if (order === "category") return CATEGORY_RANK.indexOf(a.category) - CATEGORY_RANK.indexOf(b.category);
  if (order === "size") return rankOf(a.size.category) - rankOf(b.size.category);
  const text = (row: FirmRow) => (order === "sector" ? row.sector?.name : row.untrusted.name) ?? "";
  // Rows without the text stand last.
  if (text(a) === "" || text(b) === "") return Number(text(a) === "") - Number(text(b) === "");
  return text(a).localeCompare(text(b), "sk");
}

function rankOf(size: FirmRow["size"]["category"]): number {
  return size === null ? SIZE_RANK.length : SIZE_RANK.indexOf(size);
}
