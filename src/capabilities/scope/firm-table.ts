import type { Locale } from "../../core/locale.ts";
import { formatNace } from "../../core/nace.ts";
import type { Problem } from "../../core/problem.ts";
import type { RowWarning } from "../rows/read-rows.ts";
import type { RowProblem } from "../rows/row-problems.ts";
import type { FirmRow } from "./firm-row.ts";

/** The columns of a table of firms as CSV, the same in every language. */
export const FIRM_COLUMNS = [
  "row",
  "ico",
  "country",
  "name",
  "status",
  "category",
  "sector",
  "nace",
  "size",
  "unknownReason",
  "missingFacts",
  "regime",
  "alsoIn",
  "dataAsOf",
  "verdictUrl",
  "errorCode",
  "errorMessage",
] as const;

/** A line of the input with what came of it: a firm, or the reason why there is none. */
export type FirmLine = {
  readonly entry: string;
  readonly warnings?: readonly RowWarning[];
} & (
  | { readonly firm: FirmRow; readonly problem?: undefined }
  | { readonly firm?: undefined; readonly problem: Problem | RowProblem }
);

/**
 * The cells of a table of firms, its header first. A line without an answer keeps its place and has no category; what
 * was typed stands in the column of the name.
 */
export function firmCells(lines: readonly FirmLine[], locale: Locale): string[][] {
  return [
    [...FIRM_COLUMNS],
    ...lines.map((line, index) => {
      const cells: Partial<Record<(typeof FIRM_COLUMNS)[number], string>> =
        line.firm === undefined
          ? { name: line.entry, errorCode: line.problem.code, errorMessage: line.problem.message[locale] }
          : firmFields(line.firm);
      return FIRM_COLUMNS.map((column) => (column === "row" ? String(index + 1) : (cells[column] ?? "")));
    }),
  ];
}

function firmFields(firm: FirmRow): Partial<Record<(typeof FIRM_COLUMNS)[number], string>> {
  const { ico, country, status, category, sector, decidingNace, size, missingFacts, nationalRegime, untrusted } = firm;
  return {
    ico,
    country,
    name: untrusted.name ?? "",
    status,
    category,
    sector: sector?.id ?? "",
    nace: decidingNace === null ? "" : formatNace(decidingNace.code),
    size: size.category ?? "",
    unknownReason: firm.unknownReason ?? "",
    missingFacts: missingFacts.map(({ fact }) => fact).join("; "),
    regime: nationalRegime?.id ?? "",
    alsoIn: firm.alsoIn.join("; "),
    dataAsOf: firm.dataAsOf,
    verdictUrl: firm.verdictUrl,
  };
}
