import type { Country } from "../../core/country.ts";
import { LOCALES, type Locale, type Localized } from "../../core/locale.ts";
import { NACE_REVISIONS, type NaceCode } from "../../core/nace.ts";
import { readNace } from "../../core/read-nace.ts";
import type { ActivityKnowledge, ActivityWords, CodeChange } from "../../knowledge/activities.ts";
import type { NaceTitles } from "../../knowledge/nace-titles.ts";
import type { MapRow, Nis2Knowledge, Sector } from "../../knowledge/nis2.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import { matchNace } from "../nis2-scope/match-nace.ts";
import { type Phrase, PhraseIndex, phrasesOf } from "./phrase-index.ts";

/** A code with what the map says of it; `row` is `null` for an activity outside NIS2. */
export interface JudgedCode {
  readonly code: NaceCode;
  readonly row: MapRow | null;
}

/** One thing that a query can mean. */
export type ActivityHit =
  | {
      readonly kind: "activity";
      /** The phrases in the language of the reader. */
      readonly words: readonly string[];
      /** The code to add for a firm of the country; one revision only, since two codes would count twice. */
      readonly suggested: JudgedCode;
      /** The usual code of the other revision. */
      readonly other: JudgedCode;
      readonly note: Localized | null;
    }
  | { readonly kind: "service"; readonly service: RegulatedService }
  | { readonly kind: "sector"; readonly sector: Sector; readonly services: readonly RegulatedService[] }
  | { readonly kind: "code"; readonly meaning: JudgedCode };

/** What a query means. */
export type ActivitySearch =
  | {
      readonly readAs: "code";
      /** Two to four digits without dots: the class, which is the same in both countries. */
      readonly digits: string;
      /** How the code differs between the revisions, `null` where it does not. */
      readonly change: CodeChange | null;
      /** True when the code means another activity in each revision: the person has to say which is meant. */
      readonly mustChoose: boolean;
      /** The meaning in each revision that has the code; empty for a code that does not exist. */
      readonly meanings: readonly JudgedCode[];
    }
  | { readonly readAs: "words"; readonly hits: readonly ActivityHit[] };

/** What the search is made of. */
export interface SearchKnowledge {
  readonly activities: ActivityKnowledge;
  readonly naceTitles: NaceTitles;
  readonly nis2: Nis2Knowledge;
}

/** Finds activities by words or code. */
export interface ActivityFinder {
  /**
   * @param query words in any of the languages, or a code as people write it.
   * @param country of the firm; services that its law does not know are left out, and the code is that of its law.
   * @param limit of the hits by words.
   */
  find(query: string, country: Country | null, locale: Locale, limit: number): ActivitySearch;
}

type Entry =
  | { readonly kind: "activity"; readonly words: ActivityWords }
  | { readonly kind: "service"; readonly service: RegulatedService }
  | { readonly kind: "sector"; readonly sector: Sector }
  | { readonly kind: "code"; readonly code: NaceCode };

/** What people say comes before what a classification says. */
const WEIGHT = { activity: 1, sector: 0.97, service: 0.96, code: 0.8 } as const;

/** Czech divisions in which the decree cites CZ-NACE 2025: makers of electronics, machines and vehicles. */
const CZ_REVISION_2_1 = /^(26|27|28|29|30)/;

/** Builds the index; a few thousand phrases, once for each knowledge. */
export function createActivityFinder({ activities, naceTitles, nis2 }: SearchKnowledge): ActivityFinder {
  const entries: Entry[] = [
    ...activities.words.map((words) => ({ kind: "activity", words }) as const),
    ...nis2.sectors.map((sector) => ({ kind: "sector", sector }) as const),
    ...activities.services.map((service) => ({ kind: "service", service }) as const),
    ...naceTitles.codes().map((code) => ({ kind: "code", code }) as const),
  ];
  const index = new PhraseIndex(entries.flatMap((entry, number) => phrasesOfEntry(entry, number, naceTitles)));
  const judge = (code: NaceCode): JudgedCode => ({ code, row: matchNace(code, nis2) });

  const hitOf = (entry: Entry, country: Country | null, locale: Locale): ActivityHit | null => {
    switch (entry.kind) {
      case "activity": {
        const { words, nace, note } = entry.words;
        const isNew = country === "CZ" && CZ_REVISION_2_1.test(nace["2.1"]);
        const old = judge({ code: nace["2"], revision: "2" });
        const recent = judge({ code: nace["2.1"], revision: "2.1" });
        const [suggested, other] = isNew ? [recent, old] : [old, recent];
        return { kind: "activity", words: words[locale], suggested, other, note };
      }
      case "service":
        return isKnownIn(country, entry.service) ? { kind: "service", service: entry.service } : null;
      case "sector":
        return { kind: "sector", sector: entry.sector, services: servicesOf(entry.sector.id, country, activities) };
      case "code":
        return { kind: "code", meaning: judge(entry.code) };
    }
  };

  // Most codes mean the same in both revisions: shown once, in the older one, which the directive speaks of.
  const isKnownTitle = (code: NaceCode, locale: Locale, titled: Set<string>) => {
    const key = `${code.code} ${naceTitles.title(code, locale)?.title}`;
    const isKnown = titled.has(key);
    titled.add(key);
    return isKnown;
  };

  return {
    find(query, country, locale, limit) {
      const typed = readNace(query);
      if (typed !== undefined) return readAsCode(typed, activities, naceTitles, judge);
      const hits: ActivityHit[] = [];
      const titled = new Set<string>();
      for (const { entry: number } of index.find(query, locale)) {
        const entry = entries[number];
        const hit = entry === undefined ? null : hitOf(entry, country, locale);
        if (hit === null || (hit.kind === "code" && isKnownTitle(hit.meaning.code, locale, titled))) continue;
        hits.push(hit);
        if (hits.length === limit) break;
      }
      return { readAs: "words", hits };
    },
  };
}

/** The services of a sector that the law of a country knows, in the order of the decree; of both without a country. */
export function servicesOf(
  sector: string,
  country: Country | null,
  { services }: Pick<ActivityKnowledge, "services">,
): readonly RegulatedService[] {
  return services.filter((service) => service.sector === sector && isKnownIn(country, service));
}

function isKnownIn(country: Country | null, { SK, CZ }: RegulatedService): boolean {
  // A service of the directive that the Czech decree leaves out is still asked for: the answer says what Czech law makes of it.
  return country !== "SK" || SK !== false || CZ === undefined;
}

function readAsCode(
  typed: string,
  { changedCodes }: ActivityKnowledge,
  titles: NaceTitles,
  judge: (code: NaceCode) => JudgedCode,
): ActivitySearch {
  const digits = typed.slice(0, 4);
  const change = changedCodes.get(digits) ?? null;
  const meanings = NACE_REVISIONS.map((revision) => ({ code: digits, revision })).filter(
    (code) => change !== null || titles.title(code, "en")?.code === digits,
  );
  return {
    readAs: "code",
    digits,
    change,
    mustChoose: change === "other activity",
    meanings: meanings.map(judge),
  };
}

function phrasesOfEntry(entry: Entry, number: number, titles: NaceTitles): Phrase[] {
  switch (entry.kind) {
    case "activity":
      return LOCALES.flatMap((locale) =>
        entry.words.words[locale].map((text) => ({ entry: number, locale, text, weight: WEIGHT.activity })),
      );
    case "sector":
      return phrasesOf(number, entry.sector.name, WEIGHT.sector);
    case "service":
      return phrasesOf(number, entry.service.name, WEIGHT.service);
    case "code":
      return LOCALES.map((locale) => ({
        entry: number,
        locale,
        text: titles.title(entry.code, locale)?.title ?? "",
        weight: WEIGHT.code,
      }));
  }
}
