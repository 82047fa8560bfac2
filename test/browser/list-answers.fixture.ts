import type { SearchList } from "../../src/capabilities/companies/search-list.ts";
import { RADAR_CHARTS, type RadarChart } from "../../src/capabilities/registers/radar-chart.ts";
import {
  chartWords,
  inScopeShare,
  reportedOfExpected,
  sizeNames,
} from "../../src/capabilities/registers/radar-words.ts";
import type { Category } from "../../src/core/company.ts";
import type { Day } from "../../src/core/day.ts";
import type { Locale } from "../../src/core/locale.ts";
import { SIZE_CLASSES } from "../../src/sources/registers/register.ts";
import { HOSTILE_NAME } from "./firm-answers.fixture.ts";
import { words } from "./firm-texts.fixture.ts";

/** Counts of a country, or of both. */
export function stats(country: "SK" | "CZ" | undefined, locale: Locale, isSample = false) {
  const counts = { essential: 31, important: 744, out_of_scope: 12_000, unknown: 311 };
  return {
    country: country ?? null,
    totals: counts,
    active: 13_086,
    sectors: [
      { id: "energy", name: { sk: "Energetika", cs: "Energetika", en: "Energy" }[locale], annex: "I", ...counts },
      {
        id: "space",
        name: { sk: "Vesmír", cs: "Vesmír", en: "Space" }[locale],
        annex: "I",
        essential: 0,
        important: 0,
        out_of_scope: 0,
        unknown: 0,
      },
    ],
    dataAsOf: "2026-11-01",
    isSample,
    heuristic: true,
    methodologyUrl: "http://localhost:3000/nis2-radar#methodology",
    indicative: true,
    disclaimer: words.disclaimer[locale],
  };
}

/** A map of scans without a cell. */
export const scanMap = {
  indicative: true,
  dataAsOf: "2026-11-01",
  ruleSetVersion: "1.0",
  profile: "full",
  minimumOrganizations: 5,
  cells: [],
  methodologyUrl: "http://localhost:3000/sk/nis2-radar#scan",
} as const;

/** A chart of the radar with the numbers of `stats`. */
export function radarChartOf(chart: unknown, locale: Locale): RadarChart {
  const words = chartWords[locale];
  const base = {
    chart: RADAR_CHARTS.find((each) => each === chart) ?? "official",
    title: inScopeShare[locale]("775", "13 086", "5,9 %"),
    unit: words.firmsInScope,
    rowName: words.sector,
    sources: [{ name: words.ours, url: null, day: "2026-11-01" as Day }],
    note: null,
  };
  const energy = { sk: "Energetika", cs: "Energetika", en: "Energy" }[locale];
  if (chart === "sizes") {
    const names = sizeNames[locale]({ medium: 50, large: 250 });
    const columns = SIZE_CLASSES.map((id) => ({ id, name: names[id] }));
    return { ...base, columns, rows: [{ id: "energy", name: energy, values: [3, 600, 171, 1] }] };
  }
  const columns = [{ id: "n", name: words.number }];
  if (chart !== "official") return { ...base, columns, rows: [{ id: "energy", name: energy, values: [775] }] };
  return {
    ...base,
    title: reportedOfExpected[locale]("4 865", "6 000"),
    columns,
    rows: [{ id: "CZ-reported", name: words.reported, values: [4_865] }],
    sources: [{ name: "NÚKIB, Lupa.cz", url: "https://www.lupa.cz/", day: "2026-01-16" as Day }],
    note: words.noSlovak,
  };
}

/** Five hits: an ordinary one, a ceased one, one without a name, one with a hostile name, one more. */
export function hits(query: string) {
  const hit = (ico: string, name: string | null, active = true, category?: Category) => ({
    ico,
    country: "SK" as const,
    nace: { code: "2822", revision: "2.1" as const, name: null },
    active,
    exact: false,
    match: "starts" as const,
    ...(category === undefined ? {} : { category }),
    untrusted: { name, address: null },
  });
  const results = [
    hit("36045047", "ALACO, s.r.o.", true, "important"),
    hit("35953039", "Slovnaft Petrochemicals, s.r.o.", false, "out_of_scope"),
    hit("31322832", null),
    hit("31333532", HOSTILE_NAME),
    hit("36421928", "Websupport s. r. o."),
  ];
  return searchAnswer(query, results);
}

/** What a search answers with these hits. */
export function searchAnswer<Hit extends object>(
  query: string,
  results: readonly Hit[],
  incomplete: readonly object[] = [],
) {
  const dataAsOf = "2026-11-14";
  const disclaimer = "Výsledok je orientačný a nezáväzný.";
  const reading = { kind: "name", text: null };
  return { query, count: results.length, results, reading, incomplete, dataAsOf, indicative: true, disclaimer };
}

type Listed = Pick<
  SearchList,
  "count" | "isMore" | "similar" | "reading" | "leadsTo" | "incomplete" | "isFilterCut" | "untrusted"
>;

/** A page of the list of firms: these firms, and what is said of them. */
export function firmPage(firms: readonly SearchList["firms"][number][], more: Partial<Listed> = {}): SearchList {
  return {
    reading: { kind: "name", text: null },
    leadsTo: null,
    count: firms.length,
    isMore: false,
    isFilterCut: false,
    similar: [],
    incomplete: [],
    untrusted: { domain: null, word: null, shorter: null },
    ...more,
    firms: [...firms],
  };
}

/** What the sources page gets: one whole register, one sample. */
export const sourceStatus = {
  snapshot: {
    origin: "import",
    builtAt: "2026-11-02T03:10:00Z",
    fetchedAt: null,
    hasWordIndex: true,
    health: "ok",
    fetching: null,
  },
  sources: [
    {
      id: "rpo",
      name: "RPO",
      url: "https://rpo.statistics.sk",
      country: "SK",
      asOf: "2026-11-01",
      importedAt: "2026-11-02T03:10:00Z",
      rows: 512_331,
      isSample: false,
    },
    {
      id: "res",
      name: "RES",
      url: "https://csu.gov.cz",
      country: "CZ",
      asOf: "2026-09-30",
      importedAt: "2026-11-02T04:00:00Z",
      rows: 143,
      isSample: true,
    },
  ],
  live: [
    {
      id: "ares",
      name: "ARES",
      breaker: "closed",
      lastAnswerAt: "2026-11-21T09:58:00.000Z",
      lastFailureAt: null,
      answers: 120,
      failures: 0,
      cacheHits: 40,
      cacheMisses: 80,
    },
    {
      id: "rpo",
      name: "RPO",
      breaker: "open",
      lastAnswerAt: null,
      lastFailureAt: "2026-11-21T09:59:30.000Z",
      answers: 0,
      failures: 3,
      cacheHits: 0,
      cacheMisses: 3,
    },
  ],
  holdings: [
    { country: "SK", companies: 512_331, active: 334_512, dataAsOf: "2026-11-01", isSample: false },
    { country: "CZ", companies: 143, active: 139, dataAsOf: "2026-09-30", isSample: true },
  ],
} as const;
