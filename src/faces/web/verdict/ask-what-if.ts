import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { scopeQuestions } from "../../../capabilities/scope/scope-questions.ts";
import { isInCrowns } from "../../../capabilities/scope/typed-number.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { Questions } from "../components/question-form.tsx";
import type { PageRequest } from "../page.ts";
import { askQuestions, controlsOf } from "./open-questions.tsx";
import { type ResolvedCodes, resolveCodes } from "./resolve-codes.ts";
import { readWhatIf, type WhatIfQuery } from "./what-if-query.ts";

/** An address of a what-if, read with the questions of its country and with every code resolved. */
export interface AskedWhatIf extends WhatIfQuery, ResolvedCodes {
  readonly questions: Questions;
  /** No rate is known, and the size is the same at the bounds between which it lies. */
  readonly isAtBounds: boolean;
}

/** Crowns for one euro between which the rate of every year is taken to lie. */
export const CROWN_BOUNDS = { least: "22", most: "28" } as const;

/** Reads an address of a what-if; `args` is missing while something is wrong or a code can mean two things. */
export async function askWhatIf(query: URLSearchParams, request: PageRequest): Promise<AskedWhatIf> {
  const country = COUNTRIES.find((known) => known === query.get("country"));
  const questions = await askQuestions(request, country);
  const resolved = await resolveCodes(query, request, country);
  const asked = await withCrownRate(resolved.query, request, country);
  const readAs = (address: URLSearchParams) => readWhatIf(address, controlsOf(questions), request.locale);
  const read = readAs(asked);
  const atBounds = await argsAtBounds(asked, read, readAs, request);
  const { args, ...rest } = read;
  const ready = args ?? atBounds;
  const common = { ...resolved, questions, isAtBounds: atBounds !== undefined };
  if (ready === undefined || resolved.choice !== null) return { ...rest, ...common };
  return { ...rest, ...common, errors: [], args: ready };
}

/** The question where a rate is all that it lacks, and where every rate between the bounds gives one size and category. */
async function argsAtBounds(
  query: URLSearchParams,
  { errors }: WhatIfQuery,
  readAs: (query: URLSearchParams) => WhatIfQuery,
  { ask }: PageRequest,
): Promise<WhatIfQuery["args"]> {
  const isRateAlone = errors.length > 0 && errors.every(({ field }) => field === "rate");
  if (!isRateAlone || (query.get("rate") ?? "").trim() !== "") return undefined;
  const [strong, weak] = [CROWN_BOUNDS.least, CROWN_BOUNDS.most].map((rate) => readAs(withRate(query, rate)).args);
  if (strong === undefined || weak === undefined) return undefined;
  const [one, other] = await Promise.all([ask(scopeEvaluate, strong), ask(scopeEvaluate, weak)]);
  const isSame = one.size.category === other.size.category && one.category === other.category;
  return isSame ? weak : undefined;
}

/** Fields that take an amount of money. */
const MONEY = ["turnover", "balance", "g.turnover", "g.balance", "gc.turnover", "gc.balance"] as const;

/** The address with the rate of the last year that has ended, where amounts are in crowns and no rate was typed. */
export async function withCrownRate(
  query: URLSearchParams,
  { ask }: Pick<PageRequest, "ask">,
  country: Country | undefined,
): Promise<URLSearchParams> {
  const isNeeded = MONEY.some((name) => query.getAll(name).some(isInCrowns)) && (query.get("rate") ?? "").trim() === "";
  if (!isNeeded || country === undefined) return query;
  const { crownRate } = await ask(scopeQuestions, { country });
  if (crownRate === null) return query;
  return withRate(query, String(crownRate.czkPerEur).replace(".", ","));
}

function withRate(query: URLSearchParams, rate: string): URLSearchParams {
  const rated = new URLSearchParams(query);
  rated.set("rate", rate);
  return rated;
}
