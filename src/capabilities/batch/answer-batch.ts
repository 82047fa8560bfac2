import type { Country } from "../../core/country.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { shownHit } from "../companies/company-search.ts";
import type { Services } from "../contexts.ts";
import { headerWords } from "../rows/columns.ts";
import { inSlices } from "../rows/in-slices.ts";
import { type RowsInput, readRowsInput } from "../rows/read-input.ts";
import type { ReadRow, RowWarning } from "../rows/read-rows.ts";
import { overFile, resolveRow } from "../rows/resolve-row.ts";
import type { RowProblem } from "../rows/row-problems.ts";
import { readRowValues } from "../rows/row-values.ts";
import type { BatchAnswer, BatchRow } from "./batch-schema.ts";
import { judgeRow } from "./judge-row.ts";

/** What a person typed of one row is shown again up to so many characters. */
const LONGEST_INPUT = 80;

const WORDS = headerWords({ sizeIndependentService: ["sizeIndependentService"] });

/** A batch as it was asked for. */
export interface BatchAsked extends RowsInput {
  readonly country?: Country | undefined;
  readonly names: boolean;
  readonly locale: Locale;
}

/**
 * The verdicts of many firms from the register file alone, in the order of the rows; nothing is stored.
 * @param count is told how many rows will be looked up, before the first one is, and may refuse
 * @throws ServiceError where the input cannot be read at all, and what `count` throws
 */
export async function answerBatch(
  { country, names, locale, ...input }: BatchAsked,
  services: Services,
  count: (rows: number) => Promise<void>,
): Promise<BatchAnswer> {
  const { rows: read, ignoredColumns, encoding } = readRowsInput(input, WORDS);
  const asked = new Set(read.filter(({ problem }) => problem === undefined).map(keyOf));
  if (asked.size > 0) await count(asked.size);
  const mirror = overFile(services);
  const seen = new Map<string, number>();
  const rows = await inSlices(read, async (row): Promise<BatchRow> => {
    const valued = readRowValues(row.cells);
    const problem = row.problem ?? ("problem" in valued ? valued.problem : undefined);
    const label = labelOf(row);
    if (problem !== undefined || "problem" in valued) return failedRow(row, problem, label, locale);
    const resolved = await resolveRow(row, { country, takesNames: names }, mirror);
    if ("problem" in resolved) {
      const candidates = resolved.candidates.map((hit) => shownHit(hit, services, locale));
      return { ...failedRow(row, resolved.problem, label, locale), ...(candidates.length === 0 ? {} : { candidates }) };
    }
    const firm = judgeRow(resolved.found, valued.values, services, locale);
    if ("code" in firm) return failedRow(row, firm, label, locale);
    const key = `${firm.country}${firm.ico}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, row.line);
    return {
      row: row.line,
      ...firm,
      ...(resolved.foundBy === undefined ? {} : { foundBy: resolved.foundBy }),
      ...(before === undefined ? {} : { duplicateOf: before }),
      ...(resolved.warnings.length === 0 ? {} : { warnings: [...resolved.warnings] }),
      untrusted: { ...firm.untrusted, label, tags: (valued.values.tags ?? []).map(foreignText) },
    };
  });
  return summed(rows, ignoredColumns, encoding, services, locale);
}

/** One firm or name is looked up once. */
function keyOf({ country, ico, taxNumber, name = "" }: ReadRow): string {
  return `${country ?? ""} ${ico ?? taxNumber ?? name}`;
}

function labelOf({ cells, nameBeside }: ReadRow): string | null {
  const label = foreignText(cells.label ?? nameBeside ?? "");
  return label === "" ? null : [...label].slice(0, LONGEST_INPUT).join("");
}

function failedRow(row: ReadRow, problem: RowProblem | undefined, label: string | null, locale: Locale): BatchRow {
  if (problem === undefined) throw new Error("a row without a firm has a problem");
  const { code, field, message, nextStep } = problem;
  const input = row.typed === "…" ? null : [...foreignText(row.typed)].slice(0, LONGEST_INPUT).join("");
  return {
    row: row.line,
    error: { code, message: message[locale], nextStep: nextStep[locale], ...(field === undefined ? {} : { field }) },
    untrusted: { input, label },
  };
}

function summed(
  rows: readonly BatchRow[],
  ignoredColumns: readonly string[],
  encoding: BatchAnswer["encoding"],
  { knowledge, registers, today }: Services,
  locale: Locale,
): BatchAnswer {
  const byCategory = { essential: 0, important: 0, out_of_scope: 0, unknown: 0 };
  const warned = new Map<RowWarning, number[]>();
  let [failed, duplicates] = [0, 0];
  for (const row of rows) {
    if ("error" in row) failed++;
    else {
      byCategory[row.category]++;
      if (row.duplicateOf !== undefined) duplicates++;
      for (const code of row.warnings ?? []) {
        const some = warned.get(code);
        if (some === undefined) warned.set(code, [row.row]);
        else some.push(row.row);
      }
    }
  }
  return {
    count: rows.length,
    answered: rows.length - failed,
    failed,
    duplicates,
    warnings: [...warned].map(([code, some]) => ({ code, rows: some })),
    byCategory,
    ruleSetVersion: knowledge.changelog.byPart.scope.version,
    dataAsOf: Object.fromEntries(registers.holdings().map(({ country, dataAsOf }) => [country, dataAsOf])),
    asOf: today(),
    encoding,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
    untrusted: { ignoredColumns: ignoredColumns.map(foreignText) },
    rows: [...rows],
  };
}
