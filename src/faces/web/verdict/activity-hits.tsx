import type { ActivitySearchAnswer } from "../../../capabilities/scope/activity-search.ts";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { LawText } from "../components/law-text.tsx";
import { countryOf } from "../country-of.ts";
import { naceLabel } from "./verdict-names.ts";
import { changed, type Pair, whatIfAddress } from "./what-if-address.ts";

const text = {
  found: { sk: "Ktorá činnosť to je?", cs: "Která činnost to je?", en: "Which of these is it?" },
  nothing: {
    sk: "Takú činnosť nepoznáme. Skúste iné slovo alebo vyberte sektor.",
    cs: "Takovou činnost neznáme. Zkuste jiné slovo nebo vyberte odvětví.",
    en: "We know no such activity. Try another word, or choose a sector.",
  },
  outside: { sk: "nie je činnosťou NIS2", cs: "není činností NIS2", en: "not a NIS2 activity" },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  choose: { sk: "Vybrať", cs: "Vybrat", en: "Choose" },
  service: { sk: "Regulovaná služba", cs: "Regulovaná služba", en: "Regulated service" },
} satisfies Record<string, Localized>;

type Hit = ActivitySearchAnswer["hits"][number];

/** The activities that the words can mean, each a link that adds it to the address. */
export function ActivityHits({
  answer,
  query,
  replacing,
  locale,
}: {
  answer: ActivitySearchAnswer;
  query: URLSearchParams;
  /** The code in the address that the choice stands for: the same digits, with the revision chosen. */
  replacing?: string | undefined;
  locale: Locale;
}) {
  return (
    <section class="section" aria-labelledby="hits-title">
      <h2 id="hits-title">{answer.question ?? text.found[locale]}</h2>
      {answer.hits.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
      <ul class="hits">
        {answer.hits.map((hit) => (
          <HitItem hit={hit} query={query} replacing={replacing} locale={locale} />
        ))}
      </ul>
    </section>
  );
}

function HitItem({
  hit,
  query,
  replacing,
  locale,
}: {
  hit: Hit;
  query: URLSearchParams;
  replacing: string | undefined;
  locale: Locale;
}) {
  if (hit.kind === "sector") {
    return (
      <li class="hit">
        <p>
          {text.sector[locale]}: {hit.sector?.name}
        </p>
        <ul>
          {hit.services.map(({ id, name }) => (
            <li>
              <Choose
                name={name}
                query={query}
                address={(from) => addressWith(from, [["does", id]], locale)}
                locale={locale}
              />
            </li>
          ))}
        </ul>
      </li>
    );
  }
  if (hit.kind === "service") {
    const { service } = hit;
    return (
      <li class="hit">
        <Choose
          name={service.name}
          query={query}
          address={(from) => addressWith(from, [["does", service.id]], locale)}
          locale={locale}
        />
        <p class="meta">
          {text.service[locale]} · {service.sector?.name ?? ""}
        </p>
      </li>
    );
  }
  const { nace, sector } = hit;
  return (
    <li class="hit">
      <Choose
        name={hit.kind === "activity" ? hit.words.join(", ") : (nace.name ?? naceLabel(nace))}
        query={query}
        address={(from) => codeAddress(from, nace, replacing, locale)}
        locale={locale}
      />
      <p class="meta">
        {naceLabel(nace)} {nace.name} · {sector === null ? text.outside[locale] : sector.name}
      </p>
      {hit.kind === "activity" && hit.note !== null ? (
        <p class="help">
          <LawText text={hit.note} />
        </p>
      ) : null}
    </li>
  );
}

/** The choice as a link. It names the country of the language where none is chosen, in English a link for each. */
function Choose({
  name,
  query,
  address,
  locale,
}: {
  name: string | null;
  query: URLSearchParams;
  address: (from: URLSearchParams) => string;
  locale: Locale;
}) {
  const own = countryOf(locale);
  if ((query.get("country") ?? "") !== "") return <a href={address(query)}>{name}</a>;
  if (own !== undefined) return <a href={address(inCountry(query, own))}>{name}</a>;
  return (
    <>
      {name}:{" "}
      {COUNTRIES.map((country, index) => (
        <>
          {index === 0 ? "" : " · "}
          <a href={address(inCountry(query, country))}>{countryNames[country][locale]}</a>
        </>
      ))}
    </>
  );
}

function inCountry(query: URLSearchParams, country: Country): URLSearchParams {
  return new URLSearchParams([["country", country], ...query]);
}

function addressWith(query: URLSearchParams, add: readonly Pair[], locale: Locale): string {
  return whatIfAddress(locale, changed(query, ["find"], add));
}

/** The address with the code chosen: in the place of the one that meant two things, else behind the others. */
function codeAddress(
  query: URLSearchParams,
  { code, revision }: { readonly code: string; readonly revision: string },
  replacing: string | undefined,
  locale: Locale,
): string {
  const kept = changed(query, ["find", "code", "rev"], []);
  const revisions = query.getAll("rev");
  const codes = query
    .getAll("code")
    .map((each, index) => ({ code: each.trim(), revision: revisions[index] ?? "" }))
    .filter((each) => each.code !== "" && each.code !== replacing);
  const all = replacing === undefined ? [...codes, { code, revision }] : [{ code, revision }, ...codes];
  return whatIfAddress(locale, [
    ...kept,
    ...all.flatMap((each): Pair[] => [
      ["code", each.code],
      ["rev", each.revision],
    ]),
  ]);
}
