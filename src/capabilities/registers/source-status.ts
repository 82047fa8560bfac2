import { z } from "zod";
import { formatNumber } from "../../core/text.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ locale: localeParameter });

/** What the registers in use are and how old: the page "Can I rely on it?" and `registers status`. */
export const sourceStatus = defineCapability({
  name: "source_status",
  access: "public",
  dependsOn: ({ knowledge, registers }) => [
    knowledge,
    registers.holdings(),
    JSON.stringify(registers.snapshot()),
    JSON.stringify(registers.liveSources()),
  ],
  keepsNoAnswers: true,
  input,
  run: ({ locale }, { registers, knowledge }) => {
    const holdings = registers.holdings();
    return {
      sources: holdings.flatMap((holding) =>
        holding.sources.map((source) => {
          const known = knowledge.sources.get(source.id);
          return {
            id: source.id,
            name: known?.name[locale] ?? source.id,
            url: known?.url ?? "",
            country: holding.country,
            asOf: source.asOf,
            importedAt: source.importedAt,
            rows: source.rows,
            isSample: holding.isSample,
          };
        }),
      ),
      live: registers.liveSources().map(({ id, breaker, lastAnswerAt, lastFailureAt, ...counts }) => ({
        id,
        name: knowledge.sources.get(id)?.name[locale] ?? id,
        breaker,
        lastAnswerAt,
        lastFailureAt,
        answers: counts.answers,
        failures: counts.failures,
        cacheHits: counts.cacheHits,
        cacheMisses: counts.cacheMisses,
      })),
      holdings: holdings.map(({ country, companies, active, dataAsOf, isSample }) => ({
        country,
        companies,
        active,
        dataAsOf,
        isSample,
      })),
      snapshot: registers.snapshot(),
    };
  },
  cli: {
    words: "registers status",
    help: "which registers are loaded, and how old",
    lines: ({ holdings, sources, snapshot: { origin, builtAt, fetchedAt, hasWordIndex } }) => [
      ...holdings.flatMap(({ country, companies, active, dataAsOf, isSample }) => [
        `${country}  ${numberOf(companies)} (${numberOf(active)})  ${dataAsOf}${isSample ? "  sample" : ""}`,
        ...sources
          .filter((source) => source.country === country)
          .map(({ name, asOf, rows }) => `    ${name}  ${asOf}  ${numberOf(rows)}`),
      ]),
      ...(origin === "import" ? [`Built here  ${builtAt}`] : []),
      ...(fetchedAt === null ? [] : [`Fetched from SNAPSHOT_URL  ${fetchedAt}`]),
      searchLine(hasWordIndex),
    ],
  },
});

function numberOf(count: number): string {
  return formatNumber(count, "en");
}

/** What a search of the register file finds, for the lines of a terminal. */
export function searchLine(hasWordIndex: boolean): string {
  const found = hasWordIndex
    ? "words in any order, towns, former names, one typing error"
    : "names from their beginning alone: the file has an older layout; import or fetch the registers anew";
  return `search     ${found}`;
}
