import { scopeQuestions } from "../../../capabilities/scope/scope-questions.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import { isInCrowns } from "../../reading/typed-number.ts";
import type { Questions } from "../components/question-form.tsx";
import type { PageRequest } from "../page.ts";
import { askQuestions, controlsOf } from "./open-questions.tsx";
import { type ResolvedCodes, resolveCodes } from "./resolve-codes.ts";
import { readWhatIf, type WhatIfQuery } from "./what-if-query.ts";

/** An address of a what-if, read with the questions of its country and with every code resolved. */
export interface AskedWhatIf extends WhatIfQuery, ResolvedCodes {
  readonly questions: Questions;
}

/** Reads an address of a what-if; `args` is missing while something is wrong or a code can mean two things. */
export async function askWhatIf(query: URLSearchParams, request: PageRequest): Promise<AskedWhatIf> {
  const country = COUNTRIES.find((known) => known === query.get("country"));
  const questions = await askQuestions(request, country);
  const resolved = await resolveCodes(query, request, country);
  const asked = await withCrownRate(resolved.query, request, country);
  const { args, ...read } = readWhatIf(asked, controlsOf(questions), request.locale);
  const isReady = args !== undefined && resolved.choice === null;
  return { ...read, ...resolved, questions, ...(isReady ? { args } : {}) };
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
  const rated = new URLSearchParams(query);
  rated.set("rate", String(crownRate.czkPerEur).replace(".", ","));
  return rated;
}
