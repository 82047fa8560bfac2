import type { Localized } from "../../../core/locale.ts";
import { LawText } from "../components/law-text.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import { ContactLink, OperatorLine } from "./operator-line.tsx";
import { purposes } from "./privacy-purposes.ts";

const text = {
  title: { sk: "Ochrana osobných údajov", cs: "Ochrana osobních údajů", en: "Data protection" },
  description: {
    sk: "Aké osobné údaje služba Dosah spracúva, prečo, ako dlho a kto ich dostane.",
    cs: "Jaké osobní údaje služba Dosah zpracovává, proč, jak dlouho a kdo je dostane.",
    en: "Which personal data Dosah processes, why, how long, and who receives them.",
  },
  own: { sk: "Oznámenie prevádzkovateľa", cs: "Oznámení provozovatele", en: "The operator’s own notice" },
  purposes: { sk: "Načo a aké údaje", cs: "K čemu a jaké údaje", en: "Which data and what for" },
  what: { sk: "Čo", cs: "Co", en: "What" },
  why: { sk: "Prečo", cs: "Proč", en: "Why" },
  ground: { sk: "Právny základ", cs: "Právní základ", en: "Legal ground" },
  howLong: { sk: "Ako dlho", cs: "Jak dlouho", en: "How long" },
  who: { sk: "Kto ich dostane", cs: "Kdo je dostane", en: "Who receives them" },
  rights: { sk: "Vaše práva", cs: "Vaše práva", en: "Your rights" },
  rightsText: {
    sk: "Máte právo na prístup, opravu, vymazanie, obmedzenie, prenosnosť a námietku (články 15 až 21 nariadenia (EÚ) 2016/679, GDPR). Kópiu údajov účtu a jeho zmazanie urobíte sami v nastaveniach účtu, s ostatným sa obráťte na prevádzkovateľa.",
    cs: "Máte právo na přístup, opravu, výmaz, omezení, přenositelnost a námitku (články 15 až 21 nařízení (EU) 2016/679, GDPR). Kopii údajů účtu a jeho smazání provedete sami v nastavení účtu, s ostatním se obraťte na provozovatele.",
    en: "You have the rights of access, rectification, erasure, restriction, portability and objection (Articles 15 to 21 of Regulation (EU) 2016/679, GDPR). You export and delete your account yourself in its settings; for the rest write to the operator.",
  },
  account: { sk: "Nastavenia účtu", cs: "Nastavení účtu", en: "Account settings" },
  authority: {
    sk: "Sťažovať sa môžete na Slovensku Úradu na ochranu osobných údajov SR, v Česku Úřadu pro ochranu osobních údajů: ",
    cs: "Stížnost můžete podat v Česku Úřadu pro ochranu osobních údajů, na Slovensku Úradu na ochranu osobných údajov SR: ",
    en: "You may complain to the supervisory authority, in Slovakia the Úrad na ochranu osobných údajov SR, in Czechia the Úřad pro ochranu osobních údajů: ",
  },
} satisfies Record<string, Localized>;

/** Which personal data this installation processes, by purpose. Article 13 GDPR. */
export function privacyPage({ locale, site }: PageRequest): PageAnswer {
  const { operator, auditDays } = site;
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <article class="about-pages" data-privacy>
        <h1>{text.title[locale]}</h1>
        {operator.privacyUrl === null ? null : (
          <p>
            <a href={operator.privacyUrl}>{text.own[locale]}</a>
          </p>
        )}
        <p class="prose">
          <OperatorLine operator={operator} locale={locale} />{" "}
          {operator.contact === null ? null : <ContactLink contact={operator.contact} />}
        </p>
        <section class="section" aria-labelledby="purposes-title">
          <h2 id="purposes-title">{text.purposes[locale]}</h2>
          {purposes({ auditDays }).map((purpose) => (
            <details id={purpose.id} data-purpose={purpose.id} class="is-printed">
              <summary>{purpose.title[locale]}</summary>
              <dl class="prose purpose">
                {(["what", "why", "ground", "howLong", "who"] as const).map((part) => (
                  <>
                    <dt>{text[part][locale]}</dt>
                    <dd>
                      <LawText text={purpose[part][locale]} />
                    </dd>
                  </>
                ))}
              </dl>
            </details>
          ))}
        </section>
        <section class="section" id="rights">
          <h2>{text.rights[locale]}</h2>
          <p class="prose">
            <LawText text={text.rightsText[locale]} />{" "}
            <a href={href(locale, privatePaths.account)}>{text.account[locale]}</a>
          </p>
          <p class="prose">
            {text.authority[locale]}
            <a href="https://dataprotection.gov.sk">dataprotection.gov.sk</a>,{" "}
            <a href="https://uoou.gov.cz">uoou.gov.cz</a>
          </p>
        </section>
      </article>
    ),
  };
}
