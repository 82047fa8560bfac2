import type { Category, SizeCategory } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { CAUSES, type Cause } from "../../rules/verdict-change/cause.ts";
import type { FactChange } from "../../rules/verdict-change/changed-facts.ts";
import type { ListRow } from "../../state/firm-lists.ts";
import type { VerdictChange } from "../../state/watch.ts";

/** What stood of a firm on a day. */
export interface StandingOn {
  readonly category: Category;
  readonly sector: string | null;
  readonly regime: string | null;
  readonly size: SizeCategory | null;
}

/** A firm that is compared: name and label are foreign text; without a category it was not judged yet. */
export type ComparedRow = Pick<ListRow, "name" | "label" | "category" | "added_at"> & ComparedKey;

/** A firm by its number, or the own firm of an organization by that. */
interface ComparedKey {
  readonly country: Country;
  readonly ico: string;
  readonly org_id?: string | null;
}

/** Names what is compared. */
export function comparedKey({ country, ico, org_id: orgId }: ComparedKey): string {
  return orgId ?? `${country}${ico}`;
}

/** A firm of a list that changed between two days. */
export interface ChangedRow {
  readonly country: Country;
  readonly ico: string;
  /** Whose own firm it is; `null`: a firm of a list or a supplier. */
  readonly organizationId: string | null;
  readonly from: StandingOn;
  readonly to: StandingOn;
  readonly cause: Cause;
  readonly steps: number;
  readonly facts: readonly FactChange[];
  readonly ruleSets: readonly string[];
  readonly days: readonly Day[];
  readonly untrusted: { readonly name: string | null; readonly label: string };
}

/** A list on two days, by its rows of now. */
export interface Comparison {
  readonly counts: Readonly<Record<"rows" | "unchanged" | "changed" | "added" | "removed" | "notComparable", number>>;
  readonly byCause: Readonly<Record<Cause, number>>;
  readonly matrix: readonly { readonly from: Category; readonly to: Category; readonly n: number }[];
  readonly rows: readonly ChangedRow[];
}

/**
 * Compares the firms of a list on two days: the state of a day is that of now with later changes taken back.
 * @param changes of these firms after the first day, firm by firm, oldest first
 * @param firstSeen firms that were first looked at after the first day
 */
export function compareList(
  rows: readonly ComparedRow[],
  changes: readonly VerdictChange[],
  firstSeen: ReadonlySet<string>,
  { fromEnd, to }: { readonly fromEnd: number; readonly to: Day },
): Comparison {
  const byFirm = Map.groupBy(changes, comparedKey);
  const byCause = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Record<Cause, number>;
  const matrix = new Map<string, { from: Category; to: Category; n: number }>();
  const changed: ChangedRow[] = [];
  const counts = { rows: rows.length, unchanged: 0, changed: 0, added: 0, removed: 0, notComparable: 0 };
  for (const row of rows) {
    const key = comparedKey(row);
    if (Number(row.added_at) > fromEnd) counts.added++;
    if (row.category === null || firstSeen.has(key)) {
      counts.notComparable++;
      continue;
    }
    const steps = (byFirm.get(key) ?? []).filter(({ day }) => day <= to);
    const [first] = steps;
    const last = steps.at(-1);
    const from: StandingOn | undefined = first === undefined ? undefined : JSON.parse(first.before);
    const after: StandingOn | undefined = last === undefined ? undefined : JSON.parse(last.after);
    const isSame =
      from === undefined ||
      after === undefined ||
      (from.category === after.category && from.sector === after.sector && from.regime === after.regime);
    if (isSame) {
      counts.unchanged++;
      continue;
    }
    counts.changed++;
    const causes = new Set(steps.map(({ cause }) => CAUSES.find((each) => each === cause) ?? "both"));
    const cause = causes.size === 1 ? ([...causes][0] ?? "both") : "both";
    byCause[cause]++;
    const cell = `${from.category} ${after.category}`;
    matrix.set(cell, { from: from.category, to: after.category, n: (matrix.get(cell)?.n ?? 0) + 1 });
    changed.push({
      country: row.country,
      ico: row.ico,
      organizationId: row.org_id ?? null,
      from,
      to: after,
      cause,
      steps: steps.length,
      facts: steps.flatMap(({ facts }): FactChange[] => JSON.parse(facts)),
      ruleSets: [
        ...new Set(
          steps.filter((step) => step.rule_set_before !== step.rule_set_after).map((step) => step.rule_set_after),
        ),
      ],
      days: steps.map(({ day }) => day),
      untrusted: { name: row.name === null ? null : foreignText(row.name), label: foreignText(row.label) },
    });
  }
  return { counts, byCause, matrix: [...matrix.values()], rows: changed };
}
