import type { z } from "zod";
import type { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { href, obligationPath } from "../paths.ts";
import type { AnswerId } from "./answers.ts";

type AreaAnswer = Extract<z.output<typeof nis2Questionnaire.output>, { questions: unknown }>;

const text = {
  saves: { sk: "Povinnosti, ktorých sa týka", cs: "Povinnosti, kterých se týká", en: "Obligations it concerns" },
  withheld: {
    sk: "Znenie tejto otázky neukazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění této otázky neukazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words of this question are not shown: a citation in them could not be confirmed.",
  },
} satisfies Record<string, Localized>;

/** What a weight means, by its number. */
const weights: Readonly<Record<number, Localized>> = {
  3: {
    sk: "jadro zákona alebo častá príčina škôd",
    cs: "jádro zákona nebo častá příčina škod",
    en: "core of the law or a common cause of damage",
  },
  2: { sk: "štandardné opatrenie", cs: "standardní opatření", en: "standard measure" },
  1: { sk: "doplnkové opatrenie", cs: "doplňkové opatření", en: "supporting measure" },
};

/** One question with its guidance and legal basis, and what was answered. */
export function QuestionField({
  question,
  number,
  given,
  labels,
  names,
  locale,
}: {
  question: AreaAnswer["questions"][number];
  number: number;
  given: AnswerId | undefined;
  labels: AreaAnswer["answers"];
  names: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  const { id, weight, guidance, legalReferences, obligations } = question;
  const described = guidance === null ? undefined : `${id}-guidance`;
  return (
    <div class="question rung" id={id}>
      <fieldset class="choice" aria-describedby={described}>
        <legend>
          {number}. {question.text ?? text.withheld[locale]}
        </legend>
        {guidance === null ? null : (
          <p class="help" id={described}>
            {guidance}
          </p>
        )}
        {labels.map(({ id: answer, label }) => (
          <label for={`${id}-${answer}`}>
            <input type="radio" id={`${id}-${answer}`} name={id} value={answer} checked={given === answer} /> {label}
          </label>
        ))}
      </fieldset>
      <div class="question-notes">
        <p class="meta">{weights[weight]?.[locale]}</p>
        <Citations citations={legalReferences.filter((reference) => reference !== null)} locale={locale} />
        {obligations.length === 0 ? null : (
          <ul class="citations" aria-label={text.saves[locale]}>
            {obligations.map((code) => (
              <li>
                <a href={href(locale, obligationPath(code))}>{names.get(code) ?? code}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
