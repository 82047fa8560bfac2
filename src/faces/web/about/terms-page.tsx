import type { Localized } from "../../../core/locale.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { OperatorLine } from "./operator-line.tsx";

const text = {
  title: { sk: "Podmienky používania", cs: "Podmínky užívání", en: "Terms of use" },
  description: {
    sk: "Za akých podmienok sa dá služba Dosah používať.",
    cs: "Za jakých podmínek lze službu Dosah používat.",
    en: "The terms on which Dosah may be used.",
  },
  own: { sk: "Podmienky prevádzkovateľa", cs: "Podmínky provozovatele", en: "The operator’s own terms" },
  indicative: { sk: "Výsledky sú orientačné", cs: "Výsledky jsou orientační", en: "Results are indicative" },
  indicativeText: {
    sk: "Dosah nie je úrad ani právna rada. Či sa na vás zákon vzťahuje, záväzne rozhoduje NBÚ na Slovensku a NÚKIB v Česku. Kto sa má rozhodnúť, overí si výsledok u nich alebo u právnika.",
    cs: "Dosah není úřad ani právní rada. Zda se na vás zákon vztahuje, závazně rozhoduje NÚKIB v Česku a NBÚ na Slovensku. Kdo se má rozhodnout, ověří si výsledek u nich nebo u právníka.",
    en: "Dosah is no authority and gives no legal advice. Whether the act applies to you is decided by NBÚ in Slovakia and NÚKIB in Czechia. Check a result with them or with a lawyer before you act on it.",
  },
  warranty: { sk: "Bez záruky", cs: "Bez záruky", en: "No warranty" },
  warrantyText: {
    sk: "Program a údaje sa poskytujú tak, ako sú, v rozsahu, v akom to právo dovoľuje. Registre môžu mať chyby a byť staršie; každý výsledok uvádza deň svojich údajov.",
    cs: "Program a data se poskytují tak, jak jsou, v rozsahu, v jakém to právo dovoluje. Rejstříky mohou mít chyby a být starší; každý výsledek uvádí den svých údajů.",
    en: "The program and the data are provided as they are, as far as the law allows. Registers may be wrong or out of date; every result names the day of its data.",
  },
  fair: { sk: "Primerané používanie", cs: "Přiměřené užívání", en: "Fair use" },
  fairText: {
    sk: "Počet požiadaviek je obmedzený, aby služba slúžila všetkým. Limity neobchádzajte a neskenujte domény, na ktoré nemáte právo.",
    cs: "Počet požadavků je omezen, aby služba sloužila všem. Limity neobcházejte a neskenujte domény, ke kterým nemáte právo.",
    en: "Requests are limited so that the service works for everybody. Do not get round the limits, and do not scan domains that you have no right to scan.",
  },
  limits: { sk: "Limity", cs: "Limity", en: "Limits" },
  data: { sk: "Údaje a program", cs: "Data a program", en: "Data and program" },
  dataText: {
    sk: "Právne údaje a pravidlá sú pod licenciou CC BY 4.0: použiť a šíriť ich môže každý, kto uvedie zdroj. Program je pod licenciou Apache 2.0.",
    cs: "Právní údaje a pravidla jsou pod licencí CC BY 4.0: použít a šířit je může každý, kdo uvede zdroj. Program je pod licencí Apache 2.0.",
    en: "The legal data and rules are under CC BY 4.0: everybody may use and share them who names the source. The program is under the Apache licence 2.0.",
  },
  openData: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
} satisfies Record<string, Localized>;

/** The terms of use; those of the operator come first. */
export function termsPage({ locale, site: { operator } }: PageRequest): PageAnswer {
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <article class="about-pages">
        <h1>{text.title[locale]}</h1>
        {operator.termsUrl === null ? null : (
          <p>
            <a href={operator.termsUrl}>{text.own[locale]}</a>
          </p>
        )}
        <p class="prose">
          <OperatorLine operator={operator} locale={locale} />
        </p>
        <section class="section">
          <h2>{text.indicative[locale]}</h2>
          <p class="prose">{text.indicativeText[locale]}</p>
        </section>
        <section class="section">
          <h2>{text.warranty[locale]}</h2>
          <p class="prose">{text.warrantyText[locale]}</p>
        </section>
        <section class="section">
          <h2>{text.fair[locale]}</h2>
          <p class="prose">
            {text.fairText[locale]} <a href={href(locale, paths.docsLimits)}>{text.limits[locale]}</a>
          </p>
        </section>
        <section class="section">
          <h2>{text.data[locale]}</h2>
          <p class="prose">
            {text.dataText[locale]} <a href={href(locale, paths.docsOpenData)}>{text.openData[locale]}</a>
          </p>
        </section>
      </article>
    ),
  };
}
