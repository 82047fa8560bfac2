import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { formatNumber } from "../../core/text.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ locale: localeParameter });

const output = z.object({
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      url: z.string(),
      country: z.enum(COUNTRIES),
      asOf: z.string().describe("Day of publication."),
      importedAt: z.string(),
      rows: z.number().int(),
      isSample: z.boolean(),
    }),
  ),
  live: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        breaker: z.string().describe("closed: asked as usual; open: resting after failures; half_open: tried once."),
        lastAnswerAt: z.string().nullable(),
        lastFailureAt: z.string().nullable(),
        answers: z.number().int(),
        failures: z.number().int(),
        cacheHits: z.number().int(),
        cacheMisses: z.number().int(),
      }),
    )
    .describe("Live registers since the start; empty where none is asked."),
  holdings: z.array(
    z.object({
      country: z.enum(COUNTRIES),
      companies: z.number().int(),
      active: z.number().int(),
      dataAsOf: z.string(),
      isSample: z.boolean(),
    }),
  ),
  snapshot: z.object({
    origin: z
      .enum(["sample", "import", "fetch"])
      .describe("sample: shipped; import: built on this machine; fetch: built on another and fetched."),
    builtAt: z.string(),
    fetchedAt: z.string().nullable(),
    fetching: z
      .object({
        lastSuccessAt: z.string().nullable(),
        lastFailureAt: z.string().nullable(),
        lastFailure: z.string().nullable(),
        failures: z.number().int(),
      })
      .nullable()
      .describe("How fetching fares since the start; null where the snapshot is not fetched."),
  }),
});

type Answer = z.output<typeof output>;

/** What the registers in use are and how old: the page "Can I rely on it?" and `registers status`. */
export const sourceStatus = defineCapability({
  name: "source_status",
  access: "public",
  input,
  web: { limits: [] },
  run: ({ locale }, { registers, knowledge }): Answer => {
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
    lines: ({ holdings, sources, snapshot: { origin, builtAt, fetchedAt } }) => [
      ...holdings.flatMap(({ country, companies, active, dataAsOf, isSample }) => [
        `${country}  ${numberOf(companies)} (${numberOf(active)})  ${dataAsOf}${isSample ? "  sample" : ""}`,
        ...sources
          .filter((source) => source.country === country)
          .map(({ name, asOf, rows }) => `    ${name}  ${asOf}  ${numberOf(rows)}`),
      ]),
      ...(origin === "import" ? [`Built here  ${builtAt}`] : []),
      ...(fetchedAt === null ? [] : [`Fetched from SNAPSHOT_URL  ${fetchedAt}`]),
    ],
  },
});

function numberOf(count: number): string {
  return formatNumber(count, "en");
}
