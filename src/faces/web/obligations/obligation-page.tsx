import { obligationCatalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ShareSection } from "../components/share-section.tsx";
import { IncidentDoor } from "../incident/incident-door.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { areaPath, href, obligationPath, paths } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { HowToRead, LegalSources } from "./legal-basis-notes.tsx";
import {
  articleOf,
  LegalBasis,
  type Obligation,
  ObligationFacts,
  obligationName,
  readCountry,
} from "./obligation-entry.tsx";

const text = {
  description: {
    sk: "Povinnosť podľa smernice NIS2 so slovenským, českým a európskym právnym základom vedľa seba.",
    cs: "Povinnost podle směrnice NIS2 se slovenským, českým a evropským právním základem vedle sebe.",
    en: "An obligation under the NIS2 directive with its Slovak, Czech and EU legal basis side by side.",
  },
  article: { sk: "Článok", cs: "Článek", en: "Article" },
  catalog: { sk: "Všetky povinnosti", cs: "Všechny povinnosti", en: "All obligations" },
  neighbours: { sk: "Ďalšie povinnosti", cs: "Další povinnosti", en: "Other obligations" },
  previous: { sk: "Predchádzajúca", cs: "Předchozí", en: "Previous" },
  next: { sk: "Nasledujúca", cs: "Následující", en: "Next" },
  questions: {
    sk: "Otázky, ktoré ju predvyplnia",
    cs: "Otázky, které ji předvyplní",
    en: "Questions that pre-fill it",
  },
  questionsIntro: {
    sk: "Z odpovedí na tieto otázky dotazníka sa odvodí stav tejto povinnosti.",
    cs: "Z odpovědí na tyto otázky dotazníku se odvodí stav této povinnosti.",
    en: "The answers to these questions of the questionnaire show where you stand with this obligation.",
  },
  byHand: {
    sk: "Žiadna otázka dotazníka ju nepredvyplní: jej stav určíte sami.",
    cs: "Žádná otázka dotazníku ji nepředvyplní: její stav určíte sami.",
    en: "No question of the questionnaire pre-fills it: you set its status yourself.",
  },
  withheld: {
    sk: "Znenie otázky nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění otázky nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words of the question are not shown: a citation in them could not be confirmed.",
  },
} satisfies Record<string, Localized>;

/** One question that pre-fills an obligation. */
interface PrefillingQuestion {
  readonly id: string;
  readonly area: string;
  readonly text: string | null;
}

/** One obligation at an address of its own. */
export async function obligationPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, params, query, site } = request;
  const catalog = await request.ask(obligationCatalog, {});
  const index = catalog.items.findIndex(({ code }) => code === params.code?.toUpperCase());
  const item = catalog.items[index];
  if (item === undefined) return problemPage(request, { code: "not_found" });
  const country = readCountry(query);
  const name = obligationName(item.name, locale);
  const neighbours = [
    { item: catalog.items[index - 1], word: text.previous },
    { item: catalog.items[index + 1], word: text.next },
  ];
  return {
    title: `${name} (${item.code})`,
    description: `${text.article[locale]} ${articleOf(item)}. ${text.description[locale]}`,
    scripts: ["copy"],
    body: (
      <>
        <article class="opening obligation-alone">
          <p class="meta">
            <a href={`${href(locale, paths.obligations, { country })}#${item.code}`}>{text.catalog[locale]}</a> ·{" "}
            {item.code}
          </p>
          <h1>{name}</h1>
          {item.code.startsWith("NIS2-23-4-") ? <IncidentDoor locale={locale} /> : null}
          <ObligationFacts item={item} locale={locale} />
          <LegalBasis item={item} country={country} locale={locale} level={2} />
          <HowToRead locale={locale} />
        </article>
        <Questions questions={await askQuestions(request, item)} locale={locale} />
        <nav class="section neighbours" aria-label={text.neighbours[locale]}>
          <ul>
            {neighbours.map(({ item: other, word }) =>
              other === undefined ? null : (
                <li>
                  <span class="meta">{word[locale]}</span>{" "}
                  <a href={href(locale, obligationPath(other.code), { country })}>
                    {obligationName(other.name, locale)}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <LegalSources catalog={catalog} locale={locale} />
        <ShareSection
          locale={locale}
          address={`${site.baseUrl}${href(locale, obligationPath(item.code), { country })}`}
          baseUrl={site.baseUrl}
        />
      </>
    ),
  };
}

/** The questions in the order of the questionnaire; an id is its area and a number. */
async function askQuestions({ ask }: PageRequest, { questions: ids }: Obligation): Promise<PrefillingQuestion[]> {
  const areas = [...new Set(ids.map((id) => id.replace(/-\d+$/, "")))];
  const answers = await Promise.all(areas.map((area) => ask(nis2Questionnaire, { mode: "extended", area })));
  return answers.flatMap((answer) =>
    "questions" in answer
      ? answer.questions
          .filter(({ id }) => ids.includes(id))
          .map(({ id, text: words }) => ({ id, area: answer.area, text: words }))
      : [],
  );
}

function Questions({ questions, locale }: { questions: readonly PrefillingQuestion[]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="questions-title">
      <h2 id="questions-title">{text.questions[locale]}</h2>
      <p class="prose">{(questions.length === 0 ? text.byHand : text.questionsIntro)[locale]}</p>
      <ul class="prose">
        {questions.map(({ id, area, text: words }) => (
          <li>
            <a href={`${href(locale, areaPath(area), { mode: "extended" })}#${id}`}>{words ?? text.withheld[locale]}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
