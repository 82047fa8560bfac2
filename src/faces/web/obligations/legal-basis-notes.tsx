import type { Catalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay } from "../../../core/text.ts";
import { ActSource, LawText } from "../components/law-text.tsx";
import { MatchMark, type Obligation } from "./obligation-entry.tsx";

const text = typesetTexts({
  readTitle: { sk: "Ako čítať právny základ", cs: "Jak číst právní základ", en: "How to read the legal basis" },
  cz: {
    sk: "V českom stĺpci platí vyhláška č. 409/2025 Sb. pre režim vyšších povinností a vyhláška č. 410/2025 Sb. pre režim nižších povinností.",
    cs: "V českém sloupci platí vyhláška č. 409/2025 Sb. pro režim vyšších povinností a vyhláška č. 410/2025 Sb. pro režim nižších povinností.",
    en: "In the Czech column, Decree No. 409/2025 Sb. applies to the higher-obligations regime and Decree No. 410/2025 Sb. to the lower-obligations regime.",
  },
  eu: {
    sk: "Vykonávacie nariadenie (EÚ) 2024/2690 zaväzuje len poskytovateľov digitálnych služieb, ktorých vymenúva. Pre ostatných je vodidlom.",
    cs: "Prováděcí nařízení (EU) 2024/2690 zavazuje jen poskytovatele digitálních služeb, které vyjmenovává. Pro ostatní je vodítkem.",
    en: "Implementing Regulation (EU) 2024/2690 binds only the digital service providers that it names. For others it serves as guidance.",
  },
  review: {
    sk: "Ako často povinnosť preskúmať, je odporúčanie služby Dosah, nie zákonná lehota.",
    cs: "Jak často povinnost přezkoumat, je doporučení služby Dosah, ne zákonná lhůta.",
    en: "How often to review an obligation is Dosah’s recommendation, not a time limit set by law.",
  },
  sources: { sk: "Úplné znenia predpisov", cs: "Úplná znění předpisů", en: "Full texts of the acts" },
  asOf: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
  version: { sk: "verzia katalógu", cs: "verze katalogu", en: "version of the catalog" },
} satisfies Record<string, Localized>);

const matchMeanings = {
  direct: {
    sk: "ustanovenie upravuje výslovne túto povinnosť.",
    cs: "ustanovení upravuje výslovně tuto povinnost.",
    en: "the provision is about this very obligation.",
  },
  near: {
    sk: "ustanovenie upravuje obdobnú povinnosť.",
    cs: "ustanovení upravuje obdobnou povinnost.",
    en: "the provision is about something very similar.",
  },
  nearest_rule: {
    sk: "predpis povinnosť výslovne neupravuje, toto ustanovenie je jej najbližšie.",
    cs: "předpis povinnost výslovně neupravuje, toto ustanovení je jí nejbližší.",
    en: "the act does not mention it expressly; this rule comes closest.",
  },
  none: {
    sk: "v predpise sme takú úpravu nenašli.",
    cs: "v předpisu jsme takovou úpravu nenašli.",
    en: "we found nothing about it in the act.",
  },
} satisfies Record<Obligation["legalBasisMatch"]["SK"], Localized>;

/** What the signs of the legal basis mean, and whom each act binds. */
export function HowToRead({ locale }: { locale: Locale }) {
  return (
    <details class="how-to-read">
      <summary>{text.readTitle[locale]}</summary>
      <ul class="prose is-bare">
        {(["direct", "near", "nearest_rule", "none"] as const).map((match) => (
          <li>
            <MatchMark match={match} locale={locale} />: {matchMeanings[match][locale]}
          </li>
        ))}
      </ul>
      <div class="prose">
        {[text.cz, text.eu, text.review].map((note) => (
          <p>
            <LawText text={note[locale]} />
          </p>
        ))}
      </div>
    </details>
  );
}

/** The acts that the catalog names, with their official texts and the day of the last check. */
export function LegalSources({ catalog, locale }: { catalog: Catalog; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="acts-title">
      <h2 id="acts-title">{text.sources[locale]}</h2>
      <ul class="acts">
        {catalog.sources.map(({ name, url, checkedOn }) => (
          <li>
            <ActSource name={name} url={url} checkedOn={checkedOn} />
          </li>
        ))}
      </ul>
      <p class="meta">
        {text.asOf[locale]}: <time datetime={catalog.dataAsOf}>{formatDay(catalog.dataAsOf, locale)}</time>,{" "}
        {text.version[locale]} {catalog.version}. {catalog.disclaimer}
      </p>
    </section>
  );
}
