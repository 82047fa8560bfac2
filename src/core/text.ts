import type { Day } from "./day.ts";
import type { Locale } from "./locale.ts";
import { once } from "./once.ts";

const tags: Readonly<Record<Locale, string>> = { sk: "sk-SK", cs: "cs-CZ", en: "en-GB" };

/** One Intl object per language, made when it is first needed: they are expensive to make and free to reuse. */
function perLocale<T>(make: (tag: string) => T): (locale: Locale) => T {
  const made: Readonly<Record<Locale, () => T>> = {
    sk: once(() => make(tags.sk)),
    cs: once(() => make(tags.cs)),
    en: once(() => make(tags.en)),
  };
  return (locale) => made[locale]();
}

const dates = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }));
const numbers = perLocale((tag) => new Intl.NumberFormat(tag));
const plurals = perLocale((tag) => new Intl.PluralRules(tag));

/** Days in words that are kept: a register or a list of the law names few days, again and again. */
const MOST_DAYS = 2_000;

const daysInWords: Readonly<Record<Locale, Map<Day, string>>> = { sk: new Map(), cs: new Map(), en: new Map() };

/** A day in words: `21. novembra 2026`, `21. listopadu 2026`, `21 November 2026`. */
export function formatDay(day: Day, locale: Locale): string {
  const kept = daysInWords[locale];
  const before = kept.get(day);
  if (before !== undefined) return before;
  const words = dates(locale).format(new Date(`${day}T00:00:00Z`));
  if (kept.size >= MOST_DAYS) kept.clear();
  kept.set(day, words);
  return words;
}

const shortDates = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }));

/** A day where there is little room: `21. 11. 2026`, `21 Nov 2026`. */
export function formatShortDay(day: Day, locale: Locale): string {
  return shortDates(locale).format(new Date(`${day}T00:00:00Z`));
}

const instants = perLocale(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Bratislava" }),
);

/** An instant (ISO 8601) on the clocks of Slovakia and Czechia: `21. 11. 2026 13:00`. */
export function formatInstant(instant: string, locale: Locale): string {
  return instants(locale).format(new Date(instant));
}

/**
 * An instant (ISO 8601) to the minute on the clocks of a zone, with its day of the week and the name of its time:
 * `štvrtok 26. novembra 2026 o 22:10 SEČ`.
 */
export function formatLocalTime(instant: string, locale: Locale, zone: string): string {
  const key = `${locale} ${zone}`;
  let format = localTimes.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(tags[locale], {
      timeZone: zone,
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
    localTimes.set(key, format);
  }
  return format.format(new Date(instant));
}

/** One formatter per language and zone that was asked for. */
const localTimes = new Map<string, Intl.DateTimeFormat>();

const distances = perLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));

/** How far a day to come is, in days, months or years as a person would say it: `o 11 dní`, `za 2 roky`, `tomorrow`. */
export function formatDistance(from: Day, to: Day, locale: Locale): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  if (days < 90) return distances(locale).format(days, "day");
  if (days < 700) return distances(locale).format(Math.round(days / 30.44), "month");
  return distances(locale).format(Math.round(days / 365.25), "year");
}

/** A number with the language's separators. */
export function formatNumber(value: number, locale: Locale): string {
  return numbers(locale).format(value);
}

const shares = perLocale((tag) => new Intl.NumberFormat(tag, { style: "percent", maximumSignificantDigits: 2 }));

/** A part of a whole (0 to 1) in per cent, two digits that matter: `0,32 %`, `4,7 %`, `12 %`. */
export function formatShare(part: number, locale: Locale): string {
  return shares(locale).format(part);
}

/** The forms a counted noun takes: Slovak and Czech need all three, English the first and the last. */
export interface PluralForms {
  readonly one: string;
  readonly few?: string;
  /** Behind a fraction, in Slovak and Czech: `49,6 zamestnanca`. */
  readonly many?: string;
  readonly other: string;
}

/** Picks the form for a count: 1 firma, 2 firmy, 5 firiem. */
export function plural(count: number, forms: PluralForms, locale: Locale): string {
  const rule = plurals(locale).select(count);
  if (rule === "one") return forms.one;
  if (rule === "many") return forms.many ?? forms.other;
  return rule === "few" ? (forms.few ?? forms.other) : forms.other;
}

/** A word or sentence with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
