import type { Catalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { plural } from "../../../core/text.ts";
import { Citation, LawText } from "../components/law-text.tsx";
import { href, obligationPath } from "../paths.ts";

export type Obligation = Catalog["items"][number];
type Jurisdiction = keyof Obligation["legalBasis"];
type Match = Obligation["legalBasisMatch"][Jurisdiction];

const JURISDICTIONS = ["SK", "CZ", "EU"] as const satisfies readonly Jurisdiction[];

export const jurisdictionNames = {
  SK: { sk: "Slovenské právo", cs: "Slovenské právo", en: "Slovak law" },
  CZ: { sk: "České právo", cs: "České právo", en: "Czech law" },
  EU: { sk: "Právo EÚ", cs: "Právo EU", en: "EU law" },
} satisfies Record<Jurisdiction, Localized>;

/** How sure the provisions are, in plain words. */
const matchNames = {
  direct: { sk: "upravuje výslovne", cs: "upravuje výslovně", en: "says this" },
  near: { sk: "upravuje obdobne", cs: "upravuje obdobně", en: "says nearly this" },
  nearest_rule: { sk: "najbližšie ustanovenie", cs: "nejbližší ustanovení", en: "the nearest rule" },
  none: { sk: "nenašli sme", cs: "nenašli jsme", en: "none found" },
} satisfies Record<Match, Localized>;

const text = typesetTexts({
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  alone: { sk: "Na vlastnej stránke", cs: "Na vlastní stránce", en: "On a page of its own" },
  article: { sk: "Smernica", cs: "Směrnice", en: "Directive" },
  review: { sk: "Preskúmať", cs: "Přezkoumat", en: "Review" },
  recommended: { sk: "odporúčanie služby Dosah", cs: "doporučení služby Dosah", en: "recommended by Dosah" },
  nameless: { sk: "Povinnosť bez názvu", cs: "Povinnost bez názvu", en: "Obligation without a name" },
  withheld: {
    sk: "Znenie nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words are not shown: a citation in them could not be confirmed.",
  },
  unconfirmed: {
    sk: "citácia, ktorú sa nepodarilo overiť",
    cs: "citace, kterou se nepodařilo ověřit",
    en: "a citation that could not be confirmed",
  },
  none: {
    sk: "Ustanovenie, ktoré by to upravovalo, sme nenašli.",
    cs: "Ustanovení, které by to upravovalo, jsme nenašli.",
    en: "No provision that says this was found.",
  },
  regulation: { sk: "Vykonávacie nariadenie", cs: "Prováděcí nařízení", en: "Implementing regulation" },
} satisfies Record<string, Localized>);

/** A period in words: `raz za rok`, `každých 6 mesiacov`, `every 3 months`. */
export function reviewInterval(months: number, locale: Locale): string {
  return months === 12 ? yearly[locale] : everyMonths[locale](months);
}

const yearly = { sk: "raz za rok", cs: "jednou za rok", en: "once a year" } satisfies Localized;

const everyMonths: Record<Locale, (count: number) => string> = {
  sk: (count) =>
    plural(count, { one: "každý mesiac", few: `každé ${count} mesiace`, other: `každých ${count} mesiacov` }, "sk"),
  cs: (count) =>
    plural(count, { one: "každý měsíc", few: `každé ${count} měsíce`, other: `každých ${count} měsíců` }, "cs"),
  en: (count) => plural(count, { one: "every month", other: `every ${count} months` }, "en"),
};

/** The number of the article stands in the code, which never changes its meaning: `NIS2-21-2-A` belongs to 21. */
export function articleOf({ code }: Obligation): string {
  return code.split("-")[1] ?? "";
}

/** Whose law an address asks for; `undefined` for both countries. */
export function readCountry(query: URLSearchParams): Country | undefined {
  return COUNTRIES.find((known) => known === query.get("country")?.toUpperCase());
}

/** The name of an obligation, or the text where it is withheld. */
export function obligationName(name: string | null, locale: Locale): string {
  return keepShortWords(name ?? text.nameless[locale], locale);
}

/** What is to be done, where the directive says this, and how often to look at it again. */
export function ObligationFacts({ item, locale }: { item: Obligation; locale: Locale }) {
  return (
    <>
      <p class="prose">
        <LawText text={keepShortWords(item.description ?? text.withheld[locale], locale)} />
      </p>
      <dl class="step-facts">
        <div class="step-fact">
          <dt>{text.article[locale]}</dt>
          <dd>
            <Citation citation={item.article ?? text.unconfirmed[locale]} />
          </dd>
        </div>
        <div class="step-fact">
          <dt>{text.review[locale]}</dt>
          <dd>
            {reviewInterval(item.reviewIntervalMonths, locale)} ({text.recommended[locale]})
          </dd>
        </div>
      </dl>
    </>
  );
}

/**
 * The provisions of the national laws and of the Union side by side, each with how near it comes. With a country, only
 * its law and the Union's.
 */
export function LegalBasis({
  item,
  country,
  locale,
  level,
}: {
  item: Obligation;
  country: Country | undefined;
  locale: Locale;
  /** Heading level of a column. */
  level: 2 | 4;
}) {
  const Heading = level === 2 ? "h2" : "h4";
  return (
    <div class="basis">
      {JURISDICTIONS.filter((each) => country === undefined || each === country || each === "EU").map(
        (jurisdiction) => {
          const references = item.legalBasis[jurisdiction];
          const match = item.legalBasisMatch[jurisdiction];
          return (
            <div class="basis-column">
              <Heading class="basis-title">{jurisdictionNames[jurisdiction][locale]}</Heading>
              {references.length === 0 ? (
                <p class="basis-none">{text.none[locale]}</p>
              ) : (
                <>
                  <p class="meta">
                    {/* What is said of the EU column is said of the regulation: the directive itself always matches. */}
                    {jurisdiction === "EU" ? `${text.regulation[locale]}: ` : null}
                    <MatchMark match={match} locale={locale} />
                  </p>
                  <ul class="citations">
                    {references.map((reference) => (
                      <li>
                        <Citation citation={reference ?? text.unconfirmed[locale]} />
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </div>
          );
        },
      )}
    </div>
  );
}

/** A match with a sign that is readable without colour: full, three quarters, half, empty. */
export function MatchMark({
  match,
  locale,
  isSignOnly = false,
}: {
  match: Match;
  locale: Locale;
  /** In a narrow column the words are for screen readers; the page says elsewhere what the signs mean. */
  isSignOnly?: boolean;
}) {
  return (
    <span class="match">
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5" />
        {fills[match] === "" ? null : <path d={fills[match]} fill="currentColor" />}
      </svg>{" "}
      {isSignOnly ? <span class="visually-hidden">{matchNames[match][locale]}</span> : matchNames[match][locale]}
    </span>
  );
}

const fills = {
  direct: "M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 1 1 0-12.5z",
  near: "M8 8V1.75a6.25 6.25 0 1 1-6.25 6.25z",
  nearest_rule: "M8 1.75a6.25 6.25 0 0 1 0 12.5z",
  none: "",
} satisfies Record<Match, string>;

/** One item of the catalog behind its name, with an anchor of its code inside: a link to it opens it. */
export function ObligationEntry({
  item,
  country,
  locale,
}: {
  item: Obligation;
  country: Country | undefined;
  locale: Locale;
}) {
  return (
    <details class="obligation-row is-printed-whole">
      <summary class="obligation-row-summary">
        <h3 class="obligation-row-name" id={`${item.code}-name`}>
          {obligationName(item.name, locale)} <span class="tag">{item.code}</span>
        </h3>
      </summary>
      <article class="obligation obligation-row-text" id={item.code} aria-labelledby={`${item.code}-name`}>
        <ObligationFacts item={item} locale={locale} />
        <LegalBasis item={item} country={country} locale={locale} level={4} />
        <p class="screen-only">
          <a href={href(locale, obligationPath(item.code), { country })}>
            {text.alone[locale]}
            <span class="visually-hidden">: {obligationName(item.name, locale)}</span>
          </a>
        </p>
      </article>
    </details>
  );
}

/** The catalog at a glance: each obligation with how near each national law comes and how often to look at it again. */
export function ObligationTable({
  items,
  country,
  locale,
}: {
  items: readonly Obligation[];
  country: Country | undefined;
  locale: Locale;
}) {
  const laws = (["SK", "CZ"] as const).filter((each) => country === undefined || each === country);
  return (
    <table class="obligation-table screen-only">
      <thead>
        <tr>
          <th scope="col">{text.obligation[locale]}</th>
          {laws.map((law) => (
            <th scope="col">
              <abbr title={jurisdictionNames[law][locale]}>{law}</abbr>
            </th>
          ))}
          <th scope="col">{text.review[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr>
            <th scope="row">
              <a href={`#${item.code}`}>{obligationName(item.name, locale)}</a>
            </th>
            {laws.map((law) => (
              <td>
                <MatchMark match={item.legalBasisMatch[law]} locale={locale} isSignOnly />
              </td>
            ))}
            <td>{reviewInterval(item.reviewIntervalMonths, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
