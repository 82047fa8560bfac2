import type { ActivityList } from "../../../capabilities/scope/activity-list.ts";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import { href, paths, sectorPath } from "../paths.ts";
import { type FoundBySearch, whatIfCountry } from "./search-query.ts";

const text = {
  outside: { sk: "nie je činnosťou NIS2", cs: "není činností NIS2", en: "not a NIS2 activity" },
  service: { sk: "Regulovaná služba", cs: "Regulovaná služba", en: "Regulated service" },
  sector: { sk: "Sektor NIS2", cs: "Odvětví NIS2", en: "NIS2 sector" },
  more: { sk: "Ďalšie činnosti", cs: "Další činnosti", en: "More activities" },
  whatIf: {
    sk: "Zadať činnosť a veľkosť firmy",
    cs: "Zadat činnost a velikost firmy",
    en: "Enter the activity and size of the firm",
  },
} satisfies Record<string, Localized>;

export const activityHeading: Localized = {
  sk: "Alebo podľa činnosti",
  cs: "Nebo podle činnosti",
  en: "Or by activity",
};

type Hit = ActivityList["hits"][number];

/** What the same words mean as an activity; nothing where they can mean none. */
export function ActivityColumn({ found, isFirst, locale }: { found: FoundBySearch; isFirst: boolean; locale: Locale }) {
  const { searched, firms, activities } = found;
  const isNothing = firms.count + firms.similar.length === 0;
  if (activities === null || (isNothing && activities.hits.length === 0)) return null;
  const { words, question, hits, isMore } = activities;
  const country = whatIfCountry(searched, locale);
  const Heading = isFirst ? "h1" : "h2";
  return (
    <section data-column="activities" data-count={hits.length} id="activities">
      <Heading class="is-small">{activityHeading[locale]}</Heading>
      {question === null ? null : <p class="prose">{question}</p>}
      {hits.length === 0 ? null : (
        <ul class="hits">
          {hits.map((hit) => (
            <ActivityHit hit={hit} countries={country === undefined ? COUNTRIES : [country]} locale={locale} />
          ))}
        </ul>
      )}
      {isMore ? (
        <p class="help">
          <a href={href(locale, paths.whatIf, { find: words, country })}>{text.more[locale]}</a>
        </p>
      ) : null}
      {isMore || isNothing ? null : (
        <p class="help">
          <a href={href(locale, paths.whatIf, { country })}>{text.whatIf[locale]}</a>
        </p>
      )}
    </section>
  );
}

/** One activity, with what NIS2 makes of it and the way on; two ways where the country is open. */
function ActivityHit({ hit, countries, locale }: { hit: Hit; countries: readonly Country[]; locale: Locale }) {
  if (hit.kind === "sector") {
    const { sector } = hit;
    if (sector === null) return null;
    return (
      <li class="hit" data-activity={sector.id} data-nis2={sector.id}>
        <a href={href(locale, sectorPath(sector.id))} data-choose>
          {sector.name}
        </a>
        <p class="meta">{text.sector[locale]}</p>
      </li>
    );
  }
  if (hit.kind === "service") {
    const { service } = hit;
    return (
      <li class="hit" data-activity={service.id} data-nis2={service.sector?.id ?? "none"}>
        <Choose name={service.name ?? ""} does={{ does: service.id }} countries={countries} locale={locale} />
        <p class="meta">
          {text.service[locale]}
          {service.sector === null ? "" : ` · ${service.sector.name}`}
        </p>
      </li>
    );
  }
  const { nace, sector } = hit;
  const name = hit.kind === "activity" ? hit.words.join(", ") : (nace.name ?? formatNace(nace.code));
  return (
    <li class="hit" data-activity={nace.code} data-revision={nace.revision} data-nis2={sector?.id ?? "none"}>
      <Choose name={name} does={{ code: nace.code, rev: nace.revision }} countries={countries} locale={locale} />
      <p class="meta">
        NACE {formatNace(nace.code)}
        {hit.kind === "code" ? ` (Rev. ${nace.revision})` : ""} · {sector === null ? text.outside[locale] : sector.name}
      </p>
    </li>
  );
}

/** The activity as a link to the verdict of a firm that does it; a name and two links where the country is open. */
function Choose({
  name,
  does,
  countries,
  locale,
}: {
  name: string;
  does: Readonly<Record<string, string>>;
  countries: readonly Country[];
  locale: Locale;
}) {
  const [only, other] = countries;
  if (only !== undefined && other === undefined) {
    return (
      <a href={href(locale, paths.whatIf, { country: only, ...does })} data-choose>
        {name}
      </a>
    );
  }
  return (
    <>
      {name}:{" "}
      {countries.map((country, index) => (
        <>
          {index === 0 ? "" : " · "}
          <a href={href(locale, paths.whatIf, { country, ...does })} data-choose>
            {countryNames[country][locale]}
          </a>
        </>
      ))}
    </>
  );
}
