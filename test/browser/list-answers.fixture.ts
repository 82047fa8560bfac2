import type { Locale } from "../../src/core/locale.ts";
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

/** Five hits: an ordinary one, a ceased one, one without a name, one with a hostile name, one more. */
export function hits(query: string) {
  const hit = (ico: string, name: string | null, active = true, category?: string) => ({
    ico,
    country: "SK" as const,
    nace: { code: "2822", revision: "2.1", name: null },
    active,
    exact: false,
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
  return { query, count: results.length, results, incomplete, dataAsOf, indicative: true, disclaimer };
}

/** What the sources page gets: one whole register, one sample. */
export const sourceStatus = {
  snapshot: { origin: "import", builtAt: "2026-11-02T03:10:00Z", fetchedAt: null, health: "ok", fetching: null },
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
