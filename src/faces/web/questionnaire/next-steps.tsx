import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import { areaPath } from "../paths.ts";
import type { AnswerId, AreaId, QuestionnaireScore } from "./answers.ts";
import type { LegalBasis } from "./regime.tsx";

const text = {
  next: { sk: "Čím začať", cs: "Čím začít", en: "What to do first" },
  nextIntro: {
    sk: "Najväčší prínos budú mať tieto kroky.",
    cs: "Největší přínos budou mít tyto kroky.",
    en: "These steps raise the score most, the largest gain first.",
  },
  nothing: {
    sk: "V tom, čo je zodpovedané, nechýba nič.",
    cs: "V tom, co je zodpovězeno, nic nechybí.",
    en: "Nothing is missing in what is answered.",
  },
  given: { sk: "Vaša odpoveď", cs: "Vaše odpověď", en: "Your answer" },
  toQuestion: { sk: "k otázke", cs: "k otázce", en: "to the question" },
  withheld: {
    sk: "Znenie nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words are not shown: a citation in them could not be confirmed.",
  },
  open: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
} satisfies Record<string, Localized>;

export const answerNames = {
  yes: { sk: "áno", cs: "ano", en: "yes" },
  partial: { sk: "čiastočne", cs: "částečně", en: "partly" },
  no: { sk: "nie", cs: "ne", en: "no" },
  not_applicable: { sk: "netýka sa nás", cs: "netýká se nás", en: "does not apply" },
} satisfies Record<AnswerId, Localized>;

/** At most five things to do, the one that raises the score most first. */
export function NextThings({
  score,
  basis,
  locale,
  linkTo,
}: {
  score: QuestionnaireScore;
  basis: LegalBasis;
  locale: Locale;
  /** The address of an area with the answers in it. */
  linkTo: (path: string) => string;
}) {
  const titles = new Map<AreaId, string | null>(score.areas.map(({ id, title }) => [id, title]));
  return (
    <section class="section" aria-labelledby="next-title">
      <h2 id="next-title">{text.next[locale]}</h2>
      {score.nextSteps.length === 0 ? (
        <p class="prose">{text.nothing[locale]}</p>
      ) : (
        <>
          <p class="prose">{text.nextIntro[locale]}</p>
          <ol class="ladder things">
            {score.nextSteps.map(({ id, area, text: words, guidance, answer, legalReferences }) => (
              <li class="rung">
                <div class="rung-text">
                  <p>
                    <LawText text={words ?? text.withheld[locale]} />
                  </p>
                  {guidance === null ? null : (
                    <p class="help">
                      <LawText text={guidance} />
                    </p>
                  )}
                  <p class="meta">
                    {titles.get(area) ?? area} · {text.given[locale]}:{" "}
                    <b>{answer === null ? text.open[locale] : answerNames[answer][locale]}</b>
                    <span class="to-question">
                      {" · "}
                      <a href={`${linkTo(areaPath(area))}#${id}`}>
                        {text.toQuestion[locale]} <span class="visually-hidden">{id}</span>
                      </a>
                    </span>
                  </p>
                </div>
                <Citations citations={basis.question(id, legalReferences)} locale={locale} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
