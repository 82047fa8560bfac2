import { createHash } from "node:crypto";
import type { Country } from "../../core/country.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Ico } from "../../core/ico.ts";
import type { CountedList, ListRow, RowNote, WatchedFirm } from "../../state/firm-lists.ts";
import type { Services } from "../contexts.ts";
import { headerWords } from "../rows/columns.ts";
import { inSlices } from "../rows/in-slices.ts";
import { type RowsInput, readRowsInput } from "../rows/read-input.ts";
import type { ReadRow, RowWarning } from "../rows/read-rows.ts";
import { overFile, resolveRow } from "../rows/resolve-row.ts";
import { type RowProblem, rowProblem } from "../rows/row-problems.ts";
import { LONGEST_LABEL, type RowValues, readRowValues, STATED_FIGURES } from "../rows/row-values.ts";
import { watchedOf } from "./watched.ts";

/** How an import treats firms that the list has and the input does not. */
export const IMPORT_MODES = ["add", "replace"] as const;

export type ImportMode = (typeof IMPORT_MODES)[number];

/** What a firm of the input would do to the list. */
export interface PlannedRow extends RowNote {
  /** The lines that name it. */
  readonly lines: readonly number[];
  readonly does: "added" | "updated" | "unchanged";
  readonly warnings: readonly RowWarning[];
  /** Its judgement; `null`: the register file here cannot judge it yet. */
  readonly firm: WatchedFirm | null;
}

/** A line that names no firm to be taken. */
export interface FailedLine {
  readonly row: ReadRow;
  readonly problem: RowProblem;
}

/** What an import would do, before anything is saved. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  readonly removed: readonly ListRow[];
  readonly failed: readonly FailedLine[];
  readonly ignoredColumns: readonly string[];
  readonly encoding: string | null;
  /** Rows that the register file was asked for. */
  readonly looked: number;
  /** Names all that was read and met; another one once either changes. */
  readonly plan: string;
}

/** Problems of rows that are saved all the same: the next register file judges them. */
const PENDING: readonly string[] = ["not_held", "source_unavailable"];

/**
 * What an import would do to a list.
 * @param names rows without a number are searched for by name
 * @throws ServiceError where the input cannot be read at all
 */
export async function planImport(
  input: RowsInput,
  { list, present, mode, names }: { list: CountedList; present: readonly ListRow[]; mode: ImportMode; names: boolean },
  services: Services,
): Promise<ImportPlan> {
  const read = readRowsInput(input, headerWords());
  const mirror = overFile(services);
  const lookup = { country: list.country ?? undefined, takesNames: names };
  const failed: FailedLine[] = [];
  const met = new Map<string, PlannedRow>();
  const before = new Map(present.map((row) => [keyOf(row), row]));
  let looked = 0;
  await inSlices(read.rows, async (row) => {
    const valued = readRowValues(row.cells);
    const wrong = row.problem ?? ("problem" in valued ? valued.problem : undefined);
    if (wrong !== undefined || "problem" in valued)
      return failed.push({ row, problem: wrong ?? rowProblem("unreadable_row") });
    looked++;
    const resolved = await resolveRow(row, lookup, mirror);
    const isPending = "problem" in resolved && PENDING.includes(resolved.problem.code) && row.ico !== undefined;
    if ("problem" in resolved && !isPending) return failed.push({ row, problem: resolved.problem });
    const firm: { readonly country: Country; readonly ico: Ico } =
      "problem" in resolved
        ? { country: row.country ?? list.country ?? "CZ", ico: row.ico ?? ("" as Ico) }
        : resolved.found.company;
    const watched = "problem" in resolved ? null : watchedOf(resolved.found, services);
    const isStated = STATED_FIGURES.some((name) => valued.values[name] !== undefined);
    const warnings: readonly RowWarning[] = [
      ...("problem" in resolved ? row.warnings : resolved.warnings),
      ...(isStated ? (["facts_ignored"] as const) : []),
    ];
    const key = keyOf(firm);
    const earlier = met.get(key);
    const note = noteOf(earlier ?? before.get(key), valued.values, row);
    met.set(key, {
      ...note,
      country: firm.country,
      ico: firm.ico,
      lines: [...(earlier?.lines ?? []), row.line],
      does: doesTo(before.get(key), note),
      warnings: [...new Set([...(earlier?.warnings ?? []), ...warnings])],
      firm: watched,
    });
    return 0;
  });
  const rows = [...met.values()];
  const removed = mode === "replace" ? present.filter((row) => !met.has(keyOf(row))) : [];
  const parts = [
    list.id,
    list.version,
    mode,
    services.registers.snapshot().builtAt,
    rows.map(planned),
    failed.map(({ row }) => row.line),
  ];
  const plan = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  return { rows, removed, failed, ignoredColumns: read.ignoredColumns, encoding: read.encoding, looked, plan };
}

function planned({ country, ico, label, tags, note, does }: PlannedRow): readonly string[] {
  return [country, ico, label, tags, note, does];
}

function keyOf({ country, ico }: { readonly country: Country; readonly ico: Ico }): string {
  return `${country}-${ico}`;
}

/** What is written beside a firm afterwards: an empty cell clears nothing. */
function noteOf(
  before: Pick<RowNote, "label" | "tags" | "note"> | undefined,
  { label, tags, note }: RowValues,
  { nameBeside }: Pick<ReadRow, "nameBeside">,
): Pick<RowNote, "label" | "tags" | "note"> {
  const named =
    before === undefined ? [...foreignText(nameBeside ?? "")].slice(0, LONGEST_LABEL).join("") : before.label;
  return {
    label: label ?? named,
    tags: tags?.join(",") ?? before?.tags ?? "",
    note: note ?? before?.note ?? "",
  };
}

function doesTo(before: ListRow | undefined, after: Pick<RowNote, "label" | "tags" | "note">): PlannedRow["does"] {
  if (before === undefined) return "added";
  const isSame = before.label === after.label && before.tags === after.tags && before.note === after.note;
  return isSame ? "unchanged" : "updated";
}
