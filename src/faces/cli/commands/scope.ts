import { nis2ScopeCheck } from "../../../capabilities/scope/nis2-scope-check.ts";
import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import type { Fact } from "../../../core/company.ts";
import { FACT_NAMES } from "../../../core/fact-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";
import { isBatch, scopeBatch } from "../scope-batch.ts";
import { verdictLines } from "../verdict-lines.ts";

/** `dosah scope ICO`: does NIS2 reach this firm, and why? */
export const scope: Command = {
  words: "scope",
  usage: "scope ICO | - [--country SK|CZ] [--service qtsp|tsp|tld-registry|dns] [--csv] [--locale sk|cs|en] [--json]",
  help: "does NIS2 reach this firm, and why; - reads numbers from standard input, one a line",
  state: "optional",
  options: { country: { type: "string" }, service: { type: "string" }, csv: { type: "boolean" } },
  positionals: [1, 4],
  run: async (input, context) => {
    if (isBatch(input)) return scopeBatch(input, context);
    const args = given({
      ico: input.positionals.join(""),
      country: textOption(input, "country"),
      sizeIndependentService: textOption(input, "service"),
      locale: input.locale,
    });
    const { answer } = await context.call(nis2ScopeCheck, args, [], OPERATOR);
    const { name, address } = answer.untrusted;
    return {
      json: answer,
      lines: [
        `${printable(name)}  ${answer.ico} ${answer.country}`,
        ...(address === null ? [] : [printable(address)]),
        "",
        ...verdictLines(answer, input.locale),
        ...firmRemarks(answer, input.locale),
        ...sourceLines(answer, input.locale),
      ],
    };
  },
};

const text = {
  disagree: {
    sk: "Zdroje sa nezhodujú: otvorený register a pravidlá služby Dosah dospeli k rôznym kategóriám.",
    cs: "Zdroje se neshodují: otevřený registr a pravidla služby Dosah dospěly k různým kategoriím.",
    en: "The sources disagree: the open-data register and Dosah's rules came to different categories.",
  },
  silent: {
    sk: "Teraz neodpovedá, takže chýba, čo mohol uviesť len on:",
    cs: "Teď neodpovídá, takže chybí, co mohl uvést jen on:",
    en: "Not answering at the moment, so what only it knows is missing:",
  },
  unanswered: {
    sk: "Register druhej krajiny teraz neodpovedá alebo tu nie je celý; či toto číslo patrí aj firme v nej, nevieme:",
    cs: "Rejstřík druhé země teď neodpovídá nebo zde není celý; zda toto číslo patří i firmě v ní, nevíme:",
    en: "The register of the other country is not answering at the moment or is not here as a whole, so we cannot tell whether a firm there has this number too:",
  },
  other: {
    sk: "Rovnaké IČO v inej krajine:",
    cs: "Stejné IČO v jiné zemi:",
    en: "The same number in the other country:",
  },
  sample: {
    sk: "Údaje sú z priloženej vzorky, celý register tejto krajiny tu nie je načítaný. Stav údajov:",
    cs: "Data jsou z přiloženého vzorku, celý rejstřík této země zde není načten. Stav dat:",
    en: "The data come from the shipped sample; the whole register of this country is not loaded. State of the data:",
  },
} satisfies Record<string, Localized>;

/** What a reader must know of an answer beyond the verdict, a line each: who was silent, who else has the number. */
function firmRemarks(answer: ScopeAnswer, locale: Locale): string[] {
  const { sourcesDisagree, silentSources, unansweredCountries, alternatives, isSample, dataAsOf } = answer;
  return [
    ...(sourcesDisagree ? [text.disagree[locale]] : []),
    ...silentSources.map(({ name, facts }) => `${text.silent[locale]} ${name} (${namesOf(facts, locale)})`),
    ...unansweredCountries.map((country) => `${text.unanswered[locale]} ${country}`),
    ...alternatives.map(({ ico, country }) => `${text.other[locale]} ${ico} ${country}`),
    ...(isSample ? [`${text.sample[locale]} ${formatDay(dataAsOf, locale)}`] : []),
  ];
}

/** Every source of an answer in a line: which facts it states, and on which day it was asked. */
function sourceLines(answer: ScopeAnswer, locale: Locale): string[] {
  return answer.sources.map(
    ({ name, retrievedAt, facts }) =>
      `  ${name}, ${formatDay(retrievedAt.slice(0, 10), locale)}: ${namesOf(facts, locale)}`,
  );
}

function namesOf(facts: readonly Fact[], locale: Locale): string {
  return facts.map((fact) => FACT_NAMES[fact][locale]).join(", ");
}
