import type { Company } from "../../../core/company.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import { mainNaceOf } from "../../../core/nace.ts";
import type { NameSearch } from "../live/live-register.ts";
import { rankHits } from "../live/rank-hits.ts";
import { lifeShown } from "../live/read-life.ts";
import { FEW_FIRMS, readQuery } from "../query.ts";
import type { Lookup, RegisterSnapshot, SearchGap, SearchHit, SearchOutcome } from "../register.ts";
import { SnapshotDamage } from "../snapshot/records/failure.ts";
import type { CombinedRegisters, RegisterMode } from "./combined-registers.ts";
import type { CountryRegisters } from "./country-registers.ts";

/** What one country's live registers gave to a query. */
interface CountryHits {
  readonly hits: readonly SearchHit[];
  readonly gap?: SearchGap;
}

/**
 * Search over both countries; `live` and `find` are those that give way to look-ups. Where a country's whole register is in the mirror, the search never leaves the process
 * (docs/registers.md#asking-the-registers-themselves), whatever the mode. Where the shipped sample takes its place, the live registers are asked as well,
 * unless the mode is `mirror`: a whole number as a look-up, anything else by name. `gaps` names the countries of which
 * firms may be missing, and why; equal searches at the same time are one question.
 */
export function searchRegisters(options: {
  readonly mode: RegisterMode;
  readonly mirror: Pick<RegisterSnapshot, "searchWhole" | "holdings">;
  readonly live: Readonly<Record<Country, CountryRegisters>>;
  readonly find: CombinedRegisters["find"];
}): CombinedRegisters["search"] {
  const { mode, mirror, live, find } = options;
  const underWay = new Map<string, Promise<CountryHits>>();

  return async (query, within, limit): Promise<SearchOutcome> => {
    const asked = readQuery(query);
    // `SK31322832` names its country, unless the caller names one.
    const country = within ?? asked.country;
    if (asked.instead === undefined) return await searchFor(query, country, limit);
    let outcome: SearchOutcome = { hits: [], gaps: [] };
    for (const [at, text] of asked.instead.entries()) {
      // Beside a number stands a name, and in an address nothing but one: of those no similar ones are meant.
      outcome = await searchFor(text, at === 0 ? country : within, limit);
      if (asked.kind !== "ico_name")
        outcome = { ...outcome, hits: outcome.hits.filter(({ match }) => match !== "similar") };
      if (outcome.hits.length > 0) break;
    }
    return outcome;
  };

  async function searchFor(query: string, country: Country | undefined, limit: number): Promise<SearchOutcome> {
    const asked = readQuery(query);
    const own = held(query, country, limit);
    if (own === undefined) {
      const countries = COUNTRIES.filter((one) => (country ?? one) === one).sort();
      return { hits: [], gaps: countries.map((one) => ({ country: one, reason: "source_unavailable" })) };
    }
    const asks = COUNTRIES.filter((one) => (country ?? one) === one).sort();
    const samples = asks.filter(isSample);
    const isName = asked.name !== "" || asked.ico !== undefined;
    const gaps = own.isCut ? asks.map((one) => ({ country: one, reason: "too_many_hits" as const })) : [];
    // Only punctuation or a tax number was typed: no register is asked for that.
    if (samples.length === 0 || !isName) return { hits: own.hits, gaps };
    if (mode === "mirror") {
      return { hits: own.hits, gaps: samples.map((one) => ({ country: one, reason: "sample_only" })) };
    }
    const found = await Promise.all(samples.map((one) => shared(query, one)));
    const hits = unique([...found.flatMap((each) => each.hits), ...own.hits]);
    const whole = COUNTRIES.filter((one) => !samples.includes(one));
    const ranked = rankHits(hits, asked, limit, whole);
    const fitting = ranked.filter(({ match }) => match !== "similar");
    const silent = found.flatMap(({ gap }) => (gap === undefined ? [] : [gap]));
    return { hits: fitting.length < FEW_FIRMS ? ranked : fitting, gaps: silent };
  }

  /** What the mirror finds; `undefined` where it met something damaged: firms may be missing then. */
  function held(...args: Parameters<typeof mirror.searchWhole>): ReturnType<typeof mirror.searchWhole> | undefined {
    try {
      return mirror.searchWhole(...args);
    } catch (cause) {
      if (cause instanceof SnapshotDamage) return undefined;
      throw cause;
    }
  }

  function isSample(country: Country): boolean {
    return mirror.holdings().find((holding) => holding.country === country)?.isSample ?? true;
  }

  function shared(query: string, country: Country): Promise<CountryHits> {
    const key = `${country}${query}`;
    const running = underWay.get(key) ?? ask(query, country).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  }

  async function ask(query: string, country: Country): Promise<CountryHits> {
    const { ico, digits = "" } = readQuery(query);
    // "IČO: 3132" is the beginning of a number: registers are not asked for firms that are called "IČO".
    const name = digits !== "" && /\p{L}/u.test(query) ? digits : query;
    const found = ico === undefined ? await askByName(name, country) : lookedUp(await find(ico, country), country);
    // The beginning of a number fits thousands of firms, and no register can be asked for them.
    const isPart = digits.length > 0 && digits.length < 8;
    return isPart && found.gap === undefined ? { ...found, gap: { country, reason: "too_many_hits" } } : found;
  }

  async function askByName(query: string, country: Country): Promise<CountryHits> {
    const sources = live[country].registers.flatMap(({ search }) => (search === undefined ? [] : [search]));
    const answers = await Promise.all(sources.map((search) => search(query)));
    const hits = answers.flatMap((answer) => (answer.kind === "found" ? answer.hits : []));
    const gap = gapOf(answers, country);
    return { hits, ...(gap === undefined ? {} : { gap }) };
  }
}

function lookedUp(lookup: Lookup, country: Country): CountryHits {
  if (lookup.kind === "found") return { hits: [hitOf(lookup.company)] };
  if (lookup.kind === "absent") return { hits: [] };
  // What is damaged here names no time: nothing will change by itself.
  const { retryAfter } = lookup;
  return {
    hits: [],
    gap: { country, reason: "source_unavailable", ...(retryAfter === undefined ? {} : { retryAfter }) },
  };
}

function gapOf(answers: readonly NameSearch[], country: Country): SearchGap | undefined {
  const silent = answers.find((answer) => answer.kind === "unavailable" || answer.retryAfter !== undefined);
  if (silent !== undefined) return silenceOf(silent, country);
  if (answers.some((answer) => answer.kind === "found" && !answer.isWhole)) return { country, reason: "too_many_hits" };
  return answers.length === 0 ? { country, reason: "sample_only" } : undefined;
}

function silenceOf({ retryAfter = 30 }: { readonly retryAfter?: number }, country: Country): SearchGap {
  return { country, reason: "source_unavailable", retryAfter };
}

function hitOf(company: Company): SearchHit {
  const { country, ico, name, address } = company;
  return { match: "exact", country, ico, name, address, nace: mainNaceOf(company) ?? null, ...lifeShown(company) };
}

/** Each firm once; the first that tells of it stands, and an activity or a category that it lacks comes from the next. */
function unique(hits: readonly SearchHit[]): SearchHit[] {
  const firms = new Map<string, SearchHit>();
  for (const hit of hits) {
    const key = hit.country + hit.ico;
    const known = firms.get(key);
    const { category = hit.category } = known ?? {};
    const merged = known === undefined ? hit : { ...known, nace: known.nace ?? hit.nace };
    firms.set(key, category === undefined ? merged : { ...merged, category });
  }
  return [...firms.values()];
}
