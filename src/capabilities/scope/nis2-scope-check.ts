import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Localized } from "../../core/locale.ts";
import {
  countryParameter,
  icoParameter,
  localeParameter,
  sizeIndependentServiceParameter,
} from "../calling/parameters.ts";
import { type Cacheable, defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { readStatedDays, refuseImpossibleDays, statedDaysParameters } from "../deadlines/stated-days.ts";
import { agentAnswer, offeredToAgents } from "./agent-scope-answer.ts";
import { categoryNames } from "./category-names.ts";
import { checkAnswersParameter, refuseWrongAnswers } from "./check-answers.ts";
import { standingVerdict } from "./company-verdict.ts";
import { findCompany } from "./find-company.ts";
import { detailParameter, offeredAnswer, offeredToApplications } from "./offered-scope-answer.ts";
import { type ScopeAnswer, scopeAnswer } from "./scope-answer.ts";

const input = z.strictObject({
  ico: icoParameter,
  country: countryParameter
    .optional()
    .describe("SK or CZ. When omitted, both registers are asked and CZ has precedence."),
  sizeIndependentService: sizeIndependentServiceParameter.optional(),
  answers: checkAnswersParameter.optional(),
  ...statedDaysParameters,
  detail: detailParameter,
  locale: localeParameter,
});

/** The answer without its reasons, as REST gives it (docs/specification.md, `rest.scope-check`). */
const shortAnswer = offeredAnswer.omit({ reasoning: true, trace: true });

/** Indicative NIS2 category of a firm by its number (docs/specification.md, `nis2_scope_check.what`). */
export const nis2ScopeCheck = defineCapability({
  name: "nis2_scope_check",
  access: "public",
  input,
  published: {
    title: { sk: "Pôsobnosť NIS2", cs: "Působnost NIS2", en: "NIS2 scope" },
    description:
      "Indicative NIS2 category (essential, important, out_of_scope, unknown) of a Slovak or Czech firm by its ico, with reasons, " +
      "citations, what could change it and what follows. Not a binding determination: NBÚ (SK) or NÚKIB (CZ) decides.",
    output: scopeAnswer,
  },
  mcp: {
    cost: { rows: ["nis2_scope_check", "external_sources", "external_sources_shared"] },
    openWorld: true,
    view: { schema: agentAnswer, of: offeredToAgents },
    summary: (answer, locale) =>
      [
        `${answer.ico} (${answer.country}): ${answer.headline ?? categoryNames[answer.category][locale]}`,
        ...answer.unansweredCountries.map((country) => unansweredNote[country][locale]),
      ].join(". "),
  },
  rest: ["/api/scope-check", "/api/embed/scope-check"].map((path) => ({
    method: "GET" as const,
    path,
    cost: { rows: ["rest_scope_check"] },
    only: ["ico", "country", "detail", "locale"],
    view: {
      schema: shortAnswer,
      of: (answer: ScopeAnswer, args: z.output<typeof input>) => {
        const { reasoning: _reasoning, trace: _trace, ...rest } = offeredToApplications(answer, args);
        return rest;
      },
    },
  })),
  web: { rows: ["web_lookup"] },
  check: (asked, services) => {
    const { answers, country } = asked;
    if (answers !== undefined && country !== undefined) refuseWrongAnswers(answers, country, services.knowledge);
    refuseImpossibleDays(asked, services);
  },
  cacheKey: { keeps: "answers", of: cacheable },
  run: async (asked, services): Promise<ScopeAnswer> => (await (await cacheable(asked, services)).make()).answer,
});

async function cacheable(
  { ico, country, sizeIndependentService, answers, detail, locale, ...stated }: z.output<typeof input>,
  services: Services,
): Promise<Cacheable<ScopeAnswer>> {
  const found = await findCompany(ico, country, services);
  if (answers !== undefined) refuseWrongAnswers(answers, found.company.country, services.knowledge);
  const service = sizeIndependentService ?? null;
  return standingVerdict(found, service, services, locale, detail, readStatedDays(stated), answers);
}

/** The firm that was meant may be the other country's; so the one line must not hide it. */
const unansweredNote: Readonly<Record<Country, Localized>> = {
  SK: {
    sk: "Slovenský register neodpovedá alebo tu nie je celý: či toto IČO má aj slovenská firma, nevieme.",
    cs: "Slovenský rejstřík neodpovídá nebo zde není celý: zda toto IČO má i slovenská firma, nevíme.",
    en: "The Slovak register does not answer or is not here as a whole: whether a Slovak firm has this ico too is not known.",
  },
  CZ: {
    sk: "Český register neodpovedá alebo tu nie je celý: či toto IČO má aj česká firma, nevieme.",
    cs: "Český rejstřík neodpovídá nebo zde není celý: zda toto IČO má i česká firma, nevíme.",
    en: "The Czech register does not answer or is not here as a whole: whether a Czech firm has this ico too is not known.",
  },
};
