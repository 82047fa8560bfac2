import { z } from "zod";
import { COUNTRIES, type Country, countryNames } from "../../core/country.ts";
import { type Day, inForce } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import { formatNumber, formatShare } from "../../core/text.ts";
import { SIZE_CLASSES } from "../../sources/registers/register.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { type AnswerOf, defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { nis2Stats } from "./nis2-stats.ts";
import {
  type ClassBounds,
  chartWords,
  inScopeShare,
  largestClass,
  mostSectors,
  reportedOfExpected,
  sizeNames,
} from "./radar-words.ts";

/** The charts of the radar, in the order of its page. */
export const RADAR_CHARTS = ["sectors", "sizes", "categories", "official"] as const;

export type RadarChartId = (typeof RADAR_CHARTS)[number];

/** A chart as data: what is drawn, written into a table and into a file is the same. */
export interface RadarChart {
  readonly chart: RadarChartId;
  /** What it shows, in a sentence with its own numbers. */
  readonly title: string;
  /** What is counted, and in what unit. */
  readonly unit: string;
  readonly rowName: string;
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly { readonly id: string; readonly name: string; readonly values: readonly number[] }[];
  /** Whose numbers they are, each with its day; `url` where an authority or a newspaper gave them. */
  readonly sources: readonly { readonly name: string; readonly url: string | null; readonly day: Day }[];
  /** What a reader would miss, such as a country without a number. */
  readonly note: string | null;
}

type Stats = AnswerOf<typeof nis2Stats>;

/** One chart of the radar; `null`: nothing may be shown, as only a sample is counted, or the file is too old. */
export const radarChart = defineCapability({
  name: "radar_chart",
  access: "public",
  dependsOn: ({ knowledge, registers, today }) => [
    knowledge,
    registers.stats(),
    registers.sizes(),
    registers.holdings(),
    today(),
  ],
  input: z.strictObject({
    chart: z.enum(RADAR_CHARTS),
    country: countryParameter.optional(),
    locale: localeParameter,
  }),
  run: async ({ chart, country, locale }, services): Promise<RadarChart | null> => {
    const stats = await statsOf(country, locale, services);
    if (chart === "official") return official(country, locale, services);
    if (stats.isSample) return null;
    const words = chartWords[locale];
    const shared = {
      chart,
      sources: [{ name: words.ours, url: null, day: stats.dataAsOf as Day }],
      note: null,
    } as const;
    if (chart === "categories") {
      const inScope = stats.totals.essential + stats.totals.important;
      return {
        ...shared,
        title: inScopeShare[locale](
          formatNumber(inScope, locale),
          formatNumber(stats.active, locale),
          formatShare(stats.active === 0 ? 0 : inScope / stats.active, locale),
        ),
        unit: words.activeFirms,
        rowName: words.category,
        columns: [{ id: "firms", name: words.firms }],
        rows: (["essential", "important", "unknown", "out_of_scope"] as const).map((id) => ({
          id,
          name: words[id],
          values: [stats.totals[id]],
        })),
      };
    }
    if (chart === "sectors") {
      const rows = (stats.sectors ?? [])
        .map(({ id, name, essential, important }) => ({ id, name, values: [essential, important] }))
        .sort((a, b) => sum(b.values) - sum(a.values));
      return {
        ...shared,
        title: mostSectors(
          rows.filter(({ values }) => sum(values) > 0).map(({ name }) => name),
          locale,
        ),
        unit: words.firmsInScope,
        rowName: words.sector,
        columns: (["essential", "important"] as const).map((id) => ({ id, name: words[id] })),
        rows,
      };
    }
    const bounds = boundsOf(services);
    if (stats.sizes === undefined || bounds === null) return null;
    const rows = stats.sizes
      .map(({ sector: id, name, ...counts }) => ({ id, name, values: SIZE_CLASSES.map((size) => counts[size]) }))
      .sort((a, b) => sum(b.values) - sum(a.values));
    const totals = SIZE_CLASSES.map((_size, at) => sum(rows.map(({ values }) => values[at] ?? 0)));
    const largest = SIZE_CLASSES[totals.indexOf(Math.max(...totals))] ?? "unknown";
    return {
      ...shared,
      title: largestClass[locale](bounds)[largest],
      unit: words.firmsInScope,
      rowName: words.sector,
      columns: SIZE_CLASSES.map((id) => ({ id, name: sizeNames[locale](bounds)[id] })),
      rows,
    };
  },
});

function boundsOf({ knowledge, today }: Services): ClassBounds | null {
  const thresholds = inForce(knowledge.nis2.sizeThresholds, today());
  return thresholds === undefined ? null : { medium: thresholds.small.staffBelow, large: thresholds.medium.staffBelow };
}

const statsOf = async (country: Country | undefined, locale: Locale, services: Services): Promise<Stats> =>
  nis2Stats.run({ country, includeSectors: true, locale }, services);

/** What authorities gave beside what is counted here. */
async function official(only: Country | undefined, locale: Locale, services: Services): Promise<RadarChart> {
  const words = chartWords[locale];
  const countries = COUNTRIES.filter((each) => only === undefined || each === only);
  const totals = services.knowledge.startPage.officialTotals.filter(({ country }) => countries.includes(country));
  const counted = await Promise.all(countries.map((country) => statsOf(country, locale, services)));
  const ours = counted.filter(({ isSample }) => !isSample);
  const reported = totals.find(({ country, what }) => country === "CZ" && what === "reported");
  const expected = totals.find(({ country, what }) => country === "CZ" && what === "expected");
  const silent = countries.some((country) => !totals.some((total) => total.country === country));
  return {
    chart: "official",
    title:
      reported === undefined || expected === undefined
        ? words.noOfficial
        : reportedOfExpected[locale](formatNumber(reported.n, locale), formatNumber(expected.n, locale)),
    unit: words.organizations,
    rowName: words.whose,
    columns: [{ id: "n", name: words.number }],
    rows: [
      ...totals.map(({ country, what, n }) => ({
        id: `${country}-${what}`,
        name: `${countryNames[country][locale]}: ${words[what]}`,
        values: [n],
      })),
      ...ours.map(({ country, totals: { essential, important } }) => ({
        id: `${country}-counted`,
        name: `${country === null ? "" : countryNames[country][locale]}: ${words.counted}`,
        values: [essential + important],
      })),
    ],
    sources: [
      ...totals.map(({ source, day }) => ({ name: source.name[locale], url: source.url, day: day as Day })),
      ...ours.map(({ dataAsOf }) => ({ name: words.ours, url: null, day: dataAsOf as Day })),
    ],
    note: silent && reported !== undefined ? words.noSlovak : null,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
