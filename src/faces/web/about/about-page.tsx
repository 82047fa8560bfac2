import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { ContactLink, OperatorLine, OperatorName } from "./operator-line.tsx";

const text = {
  title: { sk: "Kto za touto službou stojí", cs: "Kdo za touto službou stojí", en: "Who stands behind this service" },
  description: {
    sk: "Kto službu Dosah prevádzkuje, čím je a čím nie je, z čoho vychádza a komu napísať o chybe.",
    cs: "Kdo službu Dosah provozuje, čím je a čím není, z čeho vychází a komu napsat o chybě.",
    en: "Who runs Dosah, what it is and is not, what it rests on and whom to write to about an error.",
  },
  operator: { sk: "Prevádzkovateľ", cs: "Provozovatel", en: "Operator" },
  contact: {
    sk: "Kontakt, chyby, osobné údaje",
    cs: "Kontakt, chyby, osobní údaje",
    en: "Contact, errors, personal data",
  },
  security: { sk: "Bezpečnosť", cs: "Bezpečnost", en: "Security" },
  what: { sk: "Čo Dosah je a čo nie je", cs: "Co Dosah je a co není", en: "What Dosah is and is not" },
  whatText: {
    sk: "Dosah porovnáva činnosť a veľkosť firmy so smernicou NIS2 a s vnútroštátnym zákonom a každý krok dokladá citáciou. Nie je to úrad ani právna rada. Výsledok je orientačný, záväzne rozhoduje NBÚ a NÚKIB. Odpovede počítajú pravidlá, nie jazykový model: rovnaká otázka dá rovnakú odpoveď.",
    cs: "Dosah porovnává činnost a velikost firmy se směrnicí NIS2 a s vnitrostátním zákonem a každý krok dokládá citací. Není to úřad ani právní rada. Výsledek je orientační, závazně rozhodují NBÚ a NÚKIB. Odpovědi počítají pravidla, nikoli jazykový model: stejná otázka dá stejnou odpověď.",
    en: "Dosah compares the activity and size of a firm with the NIS2 directive and the national act, and gives a citation for every step. It is no authority and gives no legal advice. Its results are indicative; NBÚ and NÚKIB decide. Answers are computed by rules, not by a language model: the same question gets the same answer.",
  },
  from: { sk: "Z čoho vychádza", cs: "Z čeho vychází", en: "What it rests on" },
  changelog: { sk: "zmeny pravidiel", cs: "změny pravidel", en: "changes to the rules" },
  methodology: { sk: "ako rozhodujeme", cs: "jak rozhodujeme", en: "how we decide" },
  sources: { sk: "zdroje údajov", cs: "zdroje dat", en: "data sources" },
  error: { sk: "Našli ste chybu?", cs: "Našli jste chybu?", en: "Found an error?" },
  errorText: {
    sk: "Napíšte prevádzkovateľovi. Správa ide z vášho e-mailu; formulár, ktorý by ju ukladal, tu nie je.",
    cs: "Napište provozovateli. Zpráva jde z vašeho e-mailu; formulář, který by ji ukládal, tu není.",
    en: "Write to the operator. The message is sent by your own mail; there is no form here that would store it.",
  },
  errorNobody: {
    sk: "Prevádzkovateľ neuviedol, komu napísať.",
    cs: "Provozovatel neuvedl, komu napsat.",
    en: "The operator has not said whom to write to.",
  },
  licence: { sk: "Licencia", cs: "Licence", en: "Licence" },
  licenceText: {
    sk: "Program je pod licenciou Apache 2.0, právne údaje a pravidlá pod CC BY 4.0.",
    cs: "Program je pod licencí Apache 2.0, právní údaje a pravidla pod CC BY 4.0.",
    en: "The program is under the Apache licence 2.0, the legal data and rules under CC BY 4.0.",
  },
  openData: { sk: "otvorené údaje", cs: "otevřená data", en: "open data" },
} satisfies Record<string, Localized>;

const compared: Readonly<Record<Locale, (count: string, day: string) => string>> = {
  sk: (count, day) =>
    `Citácie overujeme podľa registra ${count} ustanovení, ktoré sme porovnali so znením predpisov, naposledy ${day}. Postup a zmeny: `,
  cs: (count, day) =>
    `Citace ověřujeme podle rejstříku ${count} ustanovení, která jsme porovnali se zněním předpisů, naposledy ${day}. Postup a změny: `,
  en: (count, day) =>
    `Citations are checked against a registry of ${count} provisions that were compared with the text of the acts, last on ${day}. Method and changes: `,
};

/** Who runs this installation, what it is, and where to report an error. */
export function aboutPage({ locale, site }: PageRequest): PageAnswer {
  const { operator, rules, securityContact } = site;
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <article class="about-pages">
        <h1>{text.title[locale]}</h1>
        <dl class="prose operator">
          <dt>{text.operator[locale]}</dt>
          <dd>
            {operator.standing === "known" ? (
              <OperatorName operator={operator} />
            ) : (
              <OperatorLine operator={operator} locale={locale} />
            )}
            {operator.address === null ? null : `, ${operator.address}`}
          </dd>
          {operator.contact === null ? null : (
            <>
              <dt>{text.contact[locale]}</dt>
              <dd>
                <ContactLink contact={operator.contact} />
              </dd>
            </>
          )}
          {securityContact === null ? null : (
            <>
              <dt>{text.security[locale]}</dt>
              <dd>
                <ContactLink contact={securityContact} />
              </dd>
            </>
          )}
        </dl>
        <section class="section">
          <h2>{text.what[locale]}</h2>
          <p class="prose">{text.whatText[locale]}</p>
        </section>
        <section class="section">
          <h2>{text.from[locale]}</h2>
          <p class="prose">
            <span data-provisions={rules.provisions}>
              {compared[locale](formatNumber(rules.provisions, locale), formatDay(rules.lawDay, locale))}
            </span>
            <a href={href(locale, paths.docsMethodology)}>{text.methodology[locale]}</a>,{" "}
            <a href={href(locale, paths.changelog)}>{text.changelog[locale]}</a>,{" "}
            <a href={href(locale, paths.sources)}>{text.sources[locale]}</a>.
          </p>
        </section>
        <section class="section">
          <h2>{text.error[locale]}</h2>
          <p class="prose">
            {operator.contact === null ? (
              text.errorNobody[locale]
            ) : (
              <>
                {text.errorText[locale]} <ContactLink contact={operator.contact} />
              </>
            )}
          </p>
        </section>
        <section class="section">
          <h2>{text.licence[locale]}</h2>
          <p class="prose">
            {text.licenceText[locale]} <a href={href(locale, paths.docsOpenData)}>{text.openData[locale]}</a>
          </p>
        </section>
      </article>
    ),
  };
}
