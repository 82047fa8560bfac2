import type { Child } from "hono/jsx";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { Citations } from "../components/citations.tsx";
import { Choice } from "../components/form-field.tsx";
import { href, obligationPath } from "../paths.ts";
import type { AnswerId } from "./answers.ts";

type AreaAnswer = Extract<AnswerOf<typeof nis2Questionnaire>, { questions: unknown }>;

const text = typesetTexts({
  saves: { sk: "Povinnosti, ktorých sa týka", cs: "Povinnosti, kterých se týká", en: "Obligations it concerns" },
  unanswered: { sk: "Bez odpovede", cs: "Bez odpovědi", en: "Not answered" },
  withheld: {
    sk: "Znenie tejto otázky nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění této otázky nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words of this question are not shown: a citation in them could not be confirmed.",
  },
} satisfies Record<string, Localized>);

/** What a weight means, by its number. */
const weights: Readonly<Record<number, Localized>> = {
  3: {
    sk: "základná zákonná povinnosť alebo častá príčina škôd",
    cs: "základní zákonná povinnost nebo častá příčina škod",
    en: "core of the law or a common cause of damage",
  },
  2: { sk: "štandardné opatrenie", cs: "standardní opatření", en: "standard measure" },
  1: { sk: "doplnkové opatrenie", cs: "doplňkové opatření", en: "supporting measure" },
};

/** One question with its guidance and legal basis, and what was answered. */
export function QuestionField({
  question,
  basis,
  number,
  given,
  labels,
  names,
  locale,
  isSaved = false,
  isClosed = false,
  children,
}: {
  question: AreaAnswer["questions"][number];
  /** The provisions on which the question rests, as citations. */
  basis: readonly string[];
  number: number;
  given: AnswerId | undefined;
  labels: AreaAnswer["answers"];
  names: ReadonlyMap<string, string>;
  locale: Locale;
  /** The answer is kept by the server: it can be taken back, and only a form can say so. */
  isSaved?: boolean;
  /** It can no longer be answered. */
  isClosed?: boolean;
  /** What is to be said of the answer. */
  children?: Child;
}) {
  const { id, weight, guidance, obligations } = question;
  const options = labels.map(({ id: value, label }) => ({ value, name: label }));
  return (
    <div class="question rung" id={id}>
      <div class="question-answer">
        <Choice
          legend={
            <>
              {number}. {keepShortWords(question.text ?? text.withheld[locale], locale)}
            </>
          }
          help={guidance === null ? undefined : keepShortWords(guidance, locale)}
          name={id}
          options={isSaved && !isClosed ? [...options, { value: "", name: text.unanswered[locale] }] : options}
          values={[given ?? ""]}
          isClosed={isClosed}
        />
        {children}
      </div>
      <div class="question-notes">
        <p class="meta">{weights[weight]?.[locale]}</p>
        <Citations citations={basis} locale={locale} />
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
