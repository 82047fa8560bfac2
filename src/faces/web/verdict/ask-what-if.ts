import { COUNTRIES } from "../../../core/country.ts";
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
  const { args, ...read } = readWhatIf(resolved.query, controlsOf(questions), request.locale);
  const isReady = args !== undefined && resolved.choice === null;
  return { ...read, ...resolved, questions, ...(isReady ? { args } : {}) };
}
