import { z } from "zod";
import { CATEGORIES, type Category } from "../../core/company.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay, formatNumber } from "../../core/text.ts";
import type { StatRow } from "../../sources/registers/register.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";

const counts = {
  essential: z.number().int(),
  important: z.number().int(),
  out_of_scope: z.number().int(),
  unknown: z.number().int(),
};

const input = z.strictObject({
  country: countryParameter.optional().describe("SK or CZ; when omitted, the sum of both."),
  includeSectors: z.boolean().default(true).describe("Adds the breakdown by NIS2 sector."),
  locale: localeParameter,
});

const sector = z.object({ id: z.string(), name: z.string(), annex: z.enum(["I", "II"]), ...counts });

const sizes = z.object({
  sector: z.string().describe("Id of the sector."),
  name: z.string(),
  small: z.number().int().describe("Small or micro by the headcount of the register."),
  medium: z.number().int().describe("Medium by headcount."),
  large: z.number().int().describe("Large by headcount."),
  unknown: z.number().int().describe("No headcount, or a band of two classes."),
});

const output = z.object({
  country: z.enum(COUNTRIES).nullable().describe("null: the sum of both countries."),
  totals: z.object(counts).describe("Active firms by NIS2 category."),
  active: z.number().int().describe("Active firms, the sum of the totals."),
  sectors: z.array(sector).optional().describe("Active firms by NIS2 sector; firms of no NIS2 sector are in none."),
  sizes: z
    .array(sizes)
    .optional()
    .describe("Active firms in scope by sector and headcount; absent where the register file does not count them."),
  dataAsOf: z.string(),
  isSample: z.boolean().describe("True while the shipped sample stands in for a register that is counted here."),
  heuristic: z.literal(true).describe("A classification by rules, not an official list."),
  methodologyUrl: z.string(),
  indicative: z.literal(true),
  disclaimer: z.string(),
});

type Answer = z.output<typeof output>;

const radar = z.object({
  country: output.shape.country,
  sectors: z.array(sector),
  active: output.shape.active,
  dataAsOf: output.shape.dataAsOf,
  isSample: output.shape.isSample,
  heuristic: output.shape.heuristic,
  methodologyUrl: output.shape.methodologyUrl,
  indicative: output.shape.indicative,
  disclaimer: output.shape.disclaimer,
});

/** Counts of active firms by NIS2 category and sector (docs/specification.md, `nis2_stats.what`). */
export const nis2Stats = defineCapability({
  name: "nis2_stats",
  access: "public",
  dependsOn: ({ knowledge, registers }) => [knowledge, registers.stats(), registers.sizes(), registers.holdings()],
  input,
  published: {
    title: { sk: "Počty firiem podľa NIS2", cs: "Počty firem podle NIS2", en: "NIS2 statistics" },
    description:
      "Counts of active Slovak and Czech firms by NIS2 category and sector, from the registers. A heuristic classification, not an official list.",
    output,
  },
  mcp: {
    cost: { rows: ["nis2_stats", "external_sources", "external_sources_shared"] },
    openWorld: true,
    summary: (answer, locale) => summaries[locale](answer),
  },
  rest: [
    {
      method: "GET",
      path: "/api/opendata/nis2-stats",
      cost: { rows: ["rest_nis2_stats"] },
      maxAge: 300,
    },
    {
      method: "GET",
      path: "/api/opendata/nis2-radar",
      cost: { rows: ["rest_nis2_radar"] },
      only: ["country", "locale"],
      view: {
        schema: radar,
        of: ({ totals: _totals, sizes: _sizes, sectors = [], ...rest }) => ({ ...rest, sectors }),
      },
      maxAge: 300,
    },
  ],
  cli: {
    words: "stats",
    help: "how many active firms by NIS2 category and sector",
    options: ["country"],
    lines: (answer, locale) => [
      countWords(answer.totals, locale),
      ...(answer.sectors ?? []).map((each) => `${each.id}  ${each.name}: ${countWords(each, locale)}`),
      ...(answer.isSample ? [words.sample[locale]] : []),
      `${words.dataAsOf[locale]}: ${formatDay(answer.dataAsOf, locale)}`,
      answer.disclaimer,
    ],
  },
  run: ({ country, includeSectors, locale }, services): Answer => {
    const rows = services.registers.stats().filter((row) => country === undefined || row.country === country);
    const totals = countByCategory(rows);
    const { dataAsOf, isSample } = ageOf(country, services);
    return {
      country: country ?? null,
      totals,
      active: totals.essential + totals.important + totals.out_of_scope + totals.unknown,
      ...(includeSectors ? { sectors: bySector(rows, services, locale), ...bySize(country, services, locale) } : {}),
      dataAsOf,
      isSample,
      heuristic: true,
      methodologyUrl: `${services.baseUrl}/nis2-radar#methodology`,
      indicative: true,
      disclaimer: DISCLAIMER[locale],
    };
  },
});

function countByCategory(rows: readonly StatRow[]): Record<Category, number> {
  const totals = { essential: 0, important: 0, out_of_scope: 0, unknown: 0 };
  for (const row of rows) totals[row.category] += row.count;
  return totals;
}

function bySector(rows: readonly StatRow[], { knowledge }: Services, locale: Locale): NonNullable<Answer["sectors"]> {
  return knowledge.nis2.sectors.map(({ id, name, annex }) => ({
    id,
    name: name[locale],
    annex,
    ...countByCategory(rows.filter((row) => row.sector === id)),
  }));
}

function bySize(
  country: Country | undefined,
  { knowledge, registers }: Services,
  locale: Locale,
): Pick<Answer, "sizes"> {
  const rows = registers.sizes();
  if (rows === null) return {};
  const counted = rows.filter((row) => country === undefined || row.country === country);
  return {
    sizes: knowledge.nis2.sectors.map(({ id, name }) => {
      const counts = { small: 0, medium: 0, large: 0, unknown: 0 };
      for (const { sector: of, size, count } of counted) if (of === id) counts[size] += count;
      return { sector: id, name: name[locale], ...counts };
    }),
  };
}

/** The oldest data that was counted decides the date. */
function ageOf(
  country: Country | undefined,
  { registers, knowledge }: Services,
): { dataAsOf: string; isSample: boolean } {
  const counted = registers.holdings().filter((holding) => country === undefined || holding.country === country);
  const days = counted.map((holding) => holding.dataAsOf).sort();
  return { dataAsOf: days[0] ?? knowledge.asOf, isSample: counted.some((holding) => holding.isSample) };
}

const summaries: Readonly<Record<Locale, (answer: Answer) => string>> = {
  sk: ({ totals, active, dataAsOf }) =>
    `Odhad z ${formatNumber(active, "sk")} aktívnych firiem k ${formatDay(dataAsOf, "sk")}: kľúčové ${formatNumber(totals.essential, "sk")}, dôležité ${formatNumber(totals.important, "sk")}, mimo pôsobnosti ${formatNumber(totals.out_of_scope, "sk")}, neurčené ${formatNumber(totals.unknown, "sk")}.`,
  cs: ({ totals, active, dataAsOf }) =>
    `Odhad z ${formatNumber(active, "cs")} aktivních firem k ${formatDay(dataAsOf, "cs")}: základní ${formatNumber(totals.essential, "cs")}, důležité ${formatNumber(totals.important, "cs")}, mimo působnost ${formatNumber(totals.out_of_scope, "cs")}, neurčeno ${formatNumber(totals.unknown, "cs")}.`,
  en: ({ totals, active, dataAsOf }) =>
    `Estimate for ${formatNumber(active, "en")} active firms as of ${formatDay(dataAsOf, "en")}: essential ${formatNumber(totals.essential, "en")}, important ${formatNumber(totals.important, "en")}, out of scope ${formatNumber(totals.out_of_scope, "en")}, not determined ${formatNumber(totals.unknown, "en")}.`,
};

const words = {
  essential: { sk: "kľúčové", cs: "základní", en: "essential" },
  important: { sk: "dôležité", cs: "důležité", en: "important" },
  out_of_scope: { sk: "mimo pôsobnosti", cs: "mimo působnost", en: "out of scope" },
  unknown: { sk: "neurčené", cs: "neurčeno", en: "not determined" },
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  sample: {
    sk: "Počítaná je priložená vzorka skutočných firiem, nie celý register.",
    cs: "Počítán je přiložený vzorek skutečných firem, ne celý rejstřík.",
    en: "The shipped sample was counted, not a whole register.",
  },
} satisfies Record<string, Localized>;

function countWords(row: Answer["totals"], locale: Locale): string {
  return CATEGORIES.map((category) => `${words[category][locale]} ${formatNumber(row[category], locale)}`).join(", ");
}
