import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import { hasValidCheckDigit, type Ico } from "../../core/ico.ts";
import { ServiceError } from "../../core/problem.ts";
import { wordsOfName } from "../../sources/registers/name-words.ts";
import { readQuery } from "../../sources/registers/query.ts";
import type { SearchHit } from "../../sources/registers/register.ts";
import { LONGEST_QUERY } from "../companies/company-search.ts";
import type { Services } from "../contexts.ts";
import { type FoundCompanies, findCompany } from "../scope/find-company.ts";
import type { ReadRow, RowWarning } from "./read-rows.ts";
import { mistypedNumber, type RowProblem, rowProblem, taxNumber } from "./row-problems.ts";

/** So many firms of a name are offered to choose from. */
const MOST_CANDIDATES = 5;

/** How rows are looked up. */
export interface RowLookup {
  /** The country of rows that name none; `undefined`: Czechia first. */
  readonly country: Country | undefined;
  /** A name without a number is searched for. */
  readonly takesNames: boolean;
}

/** A row with its firm, or with the reason why it has none. */
export type ResolvedRow =
  | {
      readonly found: FoundCompanies;
      readonly warnings: readonly RowWarning[];
      readonly foundBy?: "name" | "tax_number";
    }
  | { readonly problem: RowProblem; readonly candidates: readonly SearchHit[] };

/** The same services over the register file alone: no live register is asked. */
export function overFile<S extends Pick<Services, "registers">>(services: S): S {
  const { registers } = services;
  return {
    ...services,
    registers: { ...registers, asksLive: false, find: registers.findStored, search: registers.searchStored },
  };
}

/** Finds the firm of a row in the register file. @param services those of `overFile` */
export async function resolveRow(row: ReadRow<string>, lookup: RowLookup, services: Services): Promise<ResolvedRow> {
  if (row.problem !== undefined) return failed(row.problem);
  if (row.ico !== undefined) return byNumber(row, row.ico, row.country ?? lookup.country, services);
  if (row.taxNumber !== undefined) {
    const { hits } = await services.registers.search(row.taxNumber, "SK", 2);
    const [only, another] = hits.filter(({ match }) => match === "exact");
    if (only === undefined || another !== undefined) return failed(taxNumber({ kind: "tax_sk" }));
    return named(await byNumber(row, only.ico, only.country, services), "tax_number");
  }
  if (!lookup.takesNames) return failed(rowProblem("invalid_ico"));
  return byName(row.name ?? "", row.country ?? lookup.country, services);
}

async function byName(name: string, country: Country | undefined, services: Services): Promise<ResolvedRow> {
  const query = name.slice(0, LONGEST_QUERY);
  if (readQuery(query).kind !== "name") return failed(rowProblem("name_not_found"));
  const { hits, gaps } = await services.registers.search(query, country, 10);
  const exact = hits.filter(({ match, active }) => match === "exact" && active);
  const [only, another] = exact;
  if (only !== undefined && another === undefined)
    return named(await byNumber({}, only.ico, only.country, services), "name");
  if (another !== undefined) return failed(rowProblem("name_ambiguous"), exact);
  const isSilent = hits.length === 0 && gaps.some(({ reason }) => reason === "source_unavailable");
  return failed(rowProblem(isSilent ? "source_unavailable" : "name_not_found"), hits);
}

function failed(problem: RowProblem, candidates: readonly SearchHit[] = []): ResolvedRow {
  return { problem, candidates: candidates.slice(0, MOST_CANDIDATES) };
}

function named(resolved: ResolvedRow, foundBy: "name" | "tax_number"): ResolvedRow {
  if ("problem" in resolved) return resolved;
  return { ...resolved, foundBy, warnings: [...resolved.warnings, `found_by_${foundBy}`] };
}

async function byNumber(
  { warnings = [], nameBeside }: Partial<Pick<ReadRow, "warnings" | "nameBeside">>,
  ico: Ico,
  country: Country | undefined,
  services: Services,
): Promise<ResolvedRow> {
  try {
    const found = await findCompany(ico, country, services);
    const isOther = nameBeside !== undefined && !sharesWord(found.company.name ?? "", nameBeside);
    return {
      found,
      warnings: [
        ...warnings,
        ...(isOther ? (["name_differs"] as const) : []),
        ...(found.alternatives.length > 0 ? (["also_in_other_country"] as const) : []),
      ],
    };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return failed(withoutFirm(thrown.problem.code, ico, country, services));
  }
}

/** Why the file has no firm of a number: silence is never absence. */
function withoutFirm(code: string, ico: Ico, country: Country | undefined, { registers }: Services): RowProblem {
  const asked: readonly Country[] = country === undefined ? ["CZ", "SK"] : [country];
  const isWhole = asked.every((each) =>
    registers.holdings().some((holding) => holding.country === each && !holding.isSample),
  );
  if (!isWhole) return rowProblem("not_held");
  if (code === "source_unavailable") return rowProblem("source_unavailable");
  return hasValidCheckDigit(ico) ? rowProblem("not_found") : mistypedNumber;
}

/** True where a word that was typed begins a word of the register's name. */
function sharesWord(name: string, typed: string): boolean {
  const own = wordsOfName(fold(name));
  const asked = wordsOfName(readQuery(typed).bare);
  return asked.length === 0 || asked.some((word) => own.some((each) => each.startsWith(word)));
}
