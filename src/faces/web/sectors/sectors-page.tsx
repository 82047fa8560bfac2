import type { AnswerOf } from "../../../capabilities/capability.ts";
import { nis2Stats } from "../../../capabilities/registers/nis2-stats.ts";
import { sectorGuide } from "../../../capabilities/scope/sector-guide.ts";
import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import { capitalized, formatDay, formatNumber } from "../../../core/text.ts";
import { categoryPlurals } from "../components/category-mark.tsx";
import { LawText } from "../components/law-text.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths, sectorPath } from "../paths.ts";

type Guide = AnswerOf<typeof sectorGuide>;
type Sector = NonNullable<Guide["sector"]>;

const text = {
  title: {
    sk: "Kto patrí pod NIS2: 18 sektorov",
    cs: "Kdo spadá pod NIS2: 18 odvětví",
    en: "Who is under NIS2: 18 sectors",
  },
  description: {
    sk: "18 sektorov smernice NIS2 bežnými slovami: kto do nich patrí, od akej veľkosti a čo do nich nepatrí.",
    cs: "18 odvětví směrnice NIS2 běžnými slovy: kdo do nich patří, od jaké velikosti a co do nich nepatří.",
    en: "The 18 sectors of the NIS2 directive in everyday words: who belongs to them, from which size, and what does not.",
  },
  lead: {
    sk: "Rozhoduje činnosť a veľkosť. Vyberte sektor, ktorý je vám najbližší.",
    cs: "Rozhoduje činnost a velikost. Vyberte odvětví, které je vám nejbližší.",
    en: "Activity and size decide. Choose the sector that is nearest to you.",
  },
  annexI: { sk: "príloha I", cs: "příloha I", en: "Annex I" },
  annexII: { sk: "príloha II", cs: "příloha II", en: "Annex II" },
  who: { sk: "Kto doň patrí", cs: "Kdo do něj patří", en: "Who is in it" },
  size: { sk: "Od akej veľkosti", cs: "Od jaké velikosti", en: "From which size" },
  exceptions: { sk: "Výnimky podľa krajiny", cs: "Výjimky podle země", en: "National exceptions" },
  words: { sk: "Bežnými slovami", cs: "Běžnými slovy", en: "In everyday words" },
  services: { sk: "Regulované služby", cs: "Regulované služby", en: "Regulated services" },
  only: { sk: "len Česko", cs: "jen Česko", en: "Czechia only" },
  notIn: { sk: "Čo doň nepatrí", cs: "Co do něj nepatří", en: "What is not in it" },
  counted: { sk: "Koľko ich je", cs: "Kolik jich je", en: "How many there are" },
  few: { sk: "menej než 5", cs: "méně než 5", en: "fewer than 5" },
  notInText: {
    sk: "Len touto činnosťou pod NIS2 nie ste; iná vaša činnosť to môže zmeniť.",
    cs: "Jen touto činností pod NIS2 nespadáte; jiná vaše činnost to může změnit.",
    en: "Not by this activity alone; another activity of yours may change that.",
  },
  none: {
    sk: "Nepoznáme činnosť, ktorú by si ľudia s týmto sektorom často zamieňali.",
    cs: "Neznáme činnost, kterou by si lidé s tímto odvětvím často pletli.",
    en: "We know of no activity that people often mistake for this sector.",
  },
  contract: {
    sk: "Povinnosti na vás môže preniesť aj zmluva so zákazníkom, ktorý pod zákon patrí.",
    cs: "Povinnosti na vás může přenést i smlouva se zákazníkem, který pod zákon spadá.",
    en: "A contract with a customer who is under the act can pass duties on to you.",
  },
  evaluate: { sk: "Zistiť, či sme to my", cs: "Zjistit, zda jsme to my", en: "Find out whether it is us" },
  all: { sk: "Všetkých 18 sektorov", cs: "Všech 18 odvětví", en: "All 18 sectors" },
  eu: { sk: "smernica", cs: "směrnice", en: "directive" },
} satisfies Record<string, Localized>;

/** All sectors as tiles. */
export async function sectorsPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const { sectors } = await request.ask(sectorGuide, {});
  return {
    title: text.title[locale],
    description: text.description[locale],
    headers: PUBLIC,
    body: (
      <article>
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.lead[locale]}</p>
        <ul class="tiles">
          {sectors.map(({ id, name, annex, words }) => (
            <li>
              <a href={href(locale, sectorPath(id))} data-sector={id} data-annex={annex}>
                <b>{name}</b>
                <span>{words.join(", ")}</span>
                <span>{(annex === "I" ? text.annexI : text.annexII)[locale]}</span>
              </a>
            </li>
          ))}
        </ul>
        <p class="prose meta">{text.contract[locale]}</p>
      </article>
    ),
  };
}

/** One sector: who is in it, from which size, and what is not in it. */
export async function sectorPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, params } = request;
  const { sector } = await request.ask(sectorGuide, { id: params.id ?? "" });
  if (sector === null) throw new Error("the capability names the sector or refuses");
  const counts = await countsOf(sector.id, request);
  return {
    title: `${sector.name}: NIS2`,
    description: text.description[locale],
    headers: PUBLIC,
    body: <One sector={sector} counts={counts} locale={locale} />,
  };
}

/** It changes with a release only. */
const PUBLIC = { "Cache-Control": "public, max-age=3600" };

/** Active firms of a sector in scope, of the countries whose register was imported. */
async function countsOf(id: string, { ask }: PageRequest) {
  const all = await Promise.all(COUNTRIES.map((country) => ask(nis2Stats, { country })));
  return all.flatMap(({ country, isSample, dataAsOf, sectors = [] }) => {
    const own = sectors.find((each) => each.id === id);
    return isSample || country === null || own === undefined ? [] : [{ country, dataAsOf, ...own }];
  });
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

function One({ sector, counts, locale }: { sector: Sector; counts: Counts; locale: Locale }) {
  const country = locale === "cs" ? "CZ" : "SK";
  const lawNames = { EU: text.eu[locale], SK: countryNames.SK[locale], CZ: countryNames.CZ[locale] };
  return (
    <article>
      <p class="meta">
        <a href={href(locale, paths.sectors)}>{text.all[locale]}</a> ·{" "}
        {(sector.annex === "I" ? text.annexI : text.annexII)[locale]}
      </p>
      <h1>{sector.name}</h1>
      <p>
        <a class="button" data-action="evaluate" href={href(locale, paths.whatIf, { sector: sector.id })}>
          {text.evaluate[locale]}
        </a>
      </p>
      <section class="section" data-thresholds>
        <h2>{text.size[locale]}</h2>
        <ul class="prose">
          {sector.sizes.map((size) => (
            <li>
              <LawText text={size} />
            </li>
          ))}
        </ul>
        {sector.exceptions.length === 0 ? null : (
          <details data-exceptions>
            <summary>
              {text.exceptions[locale]} ({sector.exceptions.length})
            </summary>
            <Exceptions exceptions={sector.exceptions} locale={locale} />
          </details>
        )}
      </section>
      {counts.length === 0 ? null : (
        <section class="section" data-counts>
          <h2>{text.counted[locale]}</h2>
          <ul class="prose">
            {counts.map(({ country: where, dataAsOf, essential, important }) => (
              <li>
                {countryNames[where][locale]}: {categoryPlurals.essential[locale].toLowerCase()}{" "}
                {atLeastFive(essential, locale)}, {categoryPlurals.important[locale].toLowerCase()}{" "}
                {atLeastFive(important, locale)} <span class="meta">({formatDay(dataAsOf, locale)})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sector.words.length === 0 ? null : (
        <section class="section" data-words>
          <h2>{text.words[locale]}</h2>
          <p class="prose">
            {sector.words.map((word, index) => (
              <>
                {index === 0 ? "" : ", "}
                <a href={href(locale, paths.whatIf, { find: word })}>{word}</a>
              </>
            ))}
          </p>
        </section>
      )}
      {sector.services.length === 0 ? null : (
        <section class="section" data-services>
          <details>
            <summary>
              {text.services[locale]} ({sector.services.length})
            </summary>
            <ul class="prose">
              {sector.services.map(({ id, name, isCzechOnly }) => (
                <li>
                  <span class="number">{id}</span> {name}
                  {isCzechOnly ? <span class="meta"> ({text.only[locale]})</span> : null}
                </li>
              ))}
            </ul>
          </details>
        </section>
      )}
      <section class="section" data-not-in>
        <h2>{text.notIn[locale]}</h2>
        {sector.notIn.length === 0 ? (
          <p class="prose">{text.none[locale]}</p>
        ) : (
          <>
            <ul class="prose">
              {sector.notIn.map(({ code, name, reason }) => (
                <li data-code={formatNace(code)}>
                  <a href={href(locale, paths.whatIf, { country, code: formatNace(code), rev: "2", employees: 300 })}>
                    {capitalized(name ?? "")}
                  </a>{" "}
                  <span class="meta">{formatNace(code)} (NACE Rev. 2)</span>
                  <p class="meta">{reason}</p>
                </li>
              ))}
            </ul>
            <p class="prose">{text.notInText[locale]}</p>
          </>
        )}
        <p class="prose">{text.contract[locale]}</p>
      </section>
      <section class="section" data-who>
        <h2>{text.who[locale]}</h2>
        <p class="prose">{sector.who}</p>
        <dl class="prose purpose">
          {sector.citations.map(({ law, citations }) => (
            <>
              <dt>{capitalized(lawNames[law])}</dt>
              <dd>
                <LawText text={citations.join("; ")} />
              </dd>
            </>
          ))}
        </dl>
      </section>
    </article>
  );
}

/** What the law of each country says of the size beside the general rule. */
function Exceptions({ exceptions, locale }: { exceptions: Sector["exceptions"]; locale: Locale }) {
  return (
    <>
      {COUNTRIES.filter((country) => exceptions.some((each) => each.country === country)).map((country) => (
        <>
          <h3>{countryNames[country][locale]}</h3>
          <ul class="prose">
            {exceptions
              .filter((each) => each.country === country)
              .map(({ service, text: words, citation }) => (
                <li data-exception={country}>
                  {service === null ? null : <b>{service}: </b>}
                  <LawText text={citation === null ? words : `${words} (${citation})`} />
                </li>
              ))}
          </ul>
        </>
      ))}
    </>
  );
}

/** A count that identifies no single firm: small ones are written as "fewer than five". */
function atLeastFive(count: number, locale: Locale): string {
  return count < 5 ? text.few[locale] : formatNumber(count, locale);
}
