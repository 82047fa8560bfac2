import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import { ROLES, type Role } from "../../core/role.ts";
import { REGIME_IDS, type RegimeId } from "../../knowledge/nis2-ids.ts";
import { STRICTNESS } from "../../rules/nis2-scope/strictness.ts";

/** The columns of the overview as a file, which the page can be sorted by too; the same in every language. */
export const OVERVIEW_COLUMNS = [
  "id",
  "name",
  "role",
  "country",
  "ico",
  "category",
  "regime",
  "completion",
  "overdue",
  "next_review",
  "last_scan",
  "technical",
  "questionnaire",
  "overall",
] as const;

export type OverviewColumn = (typeof OVERVIEW_COLUMNS)[number];

export const DIRECTIONS = ["asc", "desc"] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** One organization in the overview. */
export interface OverviewRow {
  readonly id: string;
  readonly role: Role;
  readonly active: boolean;
  /** 0 to 11. */
  readonly colour: number;
  readonly country: Country | null;
  readonly ico: string | null;
  /** `null`: no number was stated, or no register could say now. */
  readonly category: Category | null;
  readonly regime: { readonly id: RegimeId; readonly name: string } | null;
  readonly completion: number;
  readonly overdue: number;
  /** Entries whose day of work is past and which are neither met nor not applicable. */
  readonly overdueWork: number;
  /** The first review that is due, past ones too. */
  readonly nextReview: string | null;
  /** Day of the newest completed scan, and its scores. */
  readonly lastScan: string | null;
  readonly scores: Readonly<Record<"technical" | "questionnaire" | "overall", number | null>>;
  readonly untrusted: { readonly name: string };
}

type Cells = Readonly<Record<OverviewColumn, string | number | null>>;

/** The cells of the overview, its header first. What there is not is empty. */
export function overviewCells(rows: readonly OverviewRow[]): string[][] {
  const lines = rows.map((row) => {
    const cells = cellsOf(row);
    return OVERVIEW_COLUMNS.map((column) => String(cells[column] ?? ""));
  });
  return [[...OVERVIEW_COLUMNS], ...lines];
}

/** The rows by a column, the first ones first where it is the same; rows without a value stand last either way. */
export function sortOverview(
  rows: readonly OverviewRow[],
  column: OverviewColumn,
  direction: Direction,
): readonly OverviewRow[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [weightOf(a, column), weightOf(b, column)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (one === other) return 0;
    return one < other ? -sign : sign;
  });
}

/** What a row is compared by: words by their meaning, from little to much, names without case and marks. */
function weightOf(row: OverviewRow, column: OverviewColumn): string | number | null {
  const { role, category, regime, untrusted } = row;
  if (column === "name") return fold(untrusted.name);
  if (column === "role") return ROLES.length - ROLES.indexOf(role);
  if (column === "category") return category === null ? null : STRICTNESS[category];
  if (column === "regime") return regime === null ? null : REGIME_IDS.indexOf(regime.id);
  return cellsOf(row)[column];
}

function cellsOf(row: OverviewRow): Cells {
  const { id, role, country, ico, category, regime, completion, overdue, scores } = row;
  return {
    id,
    role,
    country,
    ico,
    category,
    completion,
    overdue,
    name: row.untrusted.name,
    regime: regime?.id ?? null,
    next_review: row.nextReview,
    last_scan: row.lastScan,
    technical: scores.technical,
    questionnaire: scores.questionnaire,
    overall: scores.overall,
  };
}
