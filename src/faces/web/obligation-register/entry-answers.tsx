import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { obligationEntry } from "../../../capabilities/obligations/obligation-entry.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { assessmentPath } from "../assessments/assessment-paths.ts";
import { LawText } from "../components/law-text.tsx";
import { href } from "../paths.ts";
import { answerNames } from "../questionnaire/next-steps.tsx";

const text = typesetTexts({
  missing: { sk: "Čo chýba", cs: "Co chybí", en: "What is missing" },
  reasons: { sk: "Prečo sa netýka", cs: "Proč se netýká", en: "Why it does not apply" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
  question: { sk: "otázka", cs: "otázka", en: "question" },
} satisfies Record<string, Localized>);

type Shown = AnswerOf<typeof obligationEntry>;
type Answers = NonNullable<Shown["answers"]>;

/** The answers behind a status that a questionnaire gave: what is missing to yes, and why something does not apply. */
export function EntryAnswerLists({
  shown: { organization, answers },
  locale,
}: {
  shown: Pick<Shown, "organization" | "answers">;
  locale: Locale;
}) {
  if (answers === null) return null;
  const lists = (["missing", "reasons"] as const).filter((list) => answers[list].length > 0);
  return lists.map((list) => (
    <section class="section" aria-labelledby={list}>
      <h3 id={list}>{text[list][locale]}</h3>
      <ul class="rows">
        {answers[list].map((question) => (
          <Question
            question={question}
            path={assessmentPath(organization.id, answers.questionnaireId, `/${question.area}`)}
            locale={locale}
          />
        ))}
      </ul>
    </section>
  ));
}

function Question({
  question: { id, text: words, answer, untrusted },
  path,
  locale,
}: {
  question: Answers["missing"][number];
  path: string;
  locale: Locale;
}) {
  return (
    <li class="row" data-question={id} data-answer={answer ?? "none"}>
      <LawText text={keepShortWords(words ?? id, locale)} />
      <p class="meta">
        {answer === null ? text.none[locale] : answerNames[answer][locale]}
        {untrusted.note === "" ? null : (
          <>
            : <bdi class="note-text">{untrusted.note}</bdi>
          </>
        )}{" "}
        <a href={`${href(locale, path)}#${id}`}>
          {text.question[locale]} {id}
        </a>
      </p>
    </li>
  );
}
