import type { Day } from "../../core/day.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import type { ReportDocument } from "../../documents/document.ts";
import type { Answer } from "../../knowledge/questionnaire-ids.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import type { AnswerOf } from "../capability.ts";
import type { assessmentShow } from "./assessment-show.ts";

type Shown = AnswerOf<typeof assessmentShow>;

const text = {
  title: {
    sk: "Dotazník kybernetickej bezpečnosti",
    cs: "Dotazník kybernetické bezpečnosti",
    en: "Cybersecurity questionnaire",
  },
  foot: {
    sk: "Dosah. Odpovede organizácie; orientačné skóre, nie audit.",
    cs: "Dosah. Odpovědi organizace; orientační skóre, ne audit.",
    en: "Dosah. The answers of the organization; an indicative score, not an audit.",
  },
  score: { sk: "Skóre", cs: "Skóre", en: "Score" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  areas: { sk: "Výsledok po oblastiach", cs: "Výsledek po oblastech", en: "Result by area" },
  answered: { sk: "Zodpovedané", cs: "Zodpovězeno", en: "Answered" },
  question: { sk: "Otázka", cs: "Otázka", en: "Question" },
  answer: { sk: "Odpoveď", cs: "Odpověď", en: "Answer" },
  basis: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
  state: { sk: "Stav", cs: "Stav", en: "State" },
  draft: { sk: "rozpracovaný", cs: "rozpracovaný", en: "draft" },
  completed: { sk: "uzavretý", cs: "uzavřený", en: "completed" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "no answer" },
  version: { sk: "Verzia dotazníka", cs: "Verze dotazníku", en: "Version of the questionnaire" },
  law: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
  address: { sk: "Adresa dotazníka", cs: "Adresa dotazníku", en: "Address of the questionnaire" },
} satisfies Record<string, Localized>;

/** The answers in words. */
export const ANSWER_TEXTS: Readonly<Record<Answer, Localized>> = {
  yes: { sk: "áno", cs: "ano", en: "yes" },
  partial: { sk: "čiastočne", cs: "částečně", en: "partly" },
  no: { sk: "nie", cs: "ne", en: "no" },
  not_applicable: { sk: "netýka sa nás", cs: "netýká se nás", en: "does not apply" },
};

/** The answer to each question, where one is given. */
export function answersById({ answers }: Shown): ReadonlyMap<string, Answer> {
  return new Map(answers.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer] as const])));
}

/** A saved questionnaire as a report: the scores, then every question with its answer and its law, area by area. */
export function assessmentReport(
  shown: Shown,
  {
    locale,
    address,
    version,
    dataAsOf,
  }: {
    readonly locale: Locale;
    readonly address: string;
    /** Of the questionnaire whose questions are shown. */
    readonly version: string;
    /** To which day the state of the law was checked. */
    readonly dataAsOf: Day;
  },
): ReportDocument {
  const words = (key: keyof typeof text) => text[key][locale];
  const day = shown.createdAt.slice(0, 10);
  const given = answersById(shown);
  const score = (value: number | null) => (value === null ? "–" : `${value} / 100`);
  const answered = (of: { answered: number; questionCount: number }) => `${of.answered} / ${of.questionCount}`;
  return {
    locale,
    day,
    title: words("title"),
    foot: words("foot"),
    subtitle: `${shown.organization.untrusted.name} · ${formatDay(day, locale)}`,
    blocks: [
      { kind: "paragraph", tone: "strong", text: `${words("score")}: ${score(shown.overall.score)}` },
      {
        kind: "facts",
        rows: [
          [words("state"), words(shown.state)],
          [words("answered"), answered(shown.overall)],
          [words("version"), version],
          [words("law"), formatDay(dataAsOf, locale)],
          [words("address"), address],
        ],
      },
      { kind: "paragraph", tone: "quiet", text: DISCLAIMER[locale] },
      { kind: "heading", level: 2, text: words("areas") },
      {
        kind: "table",
        columns: [
          { title: words("area"), width: 60 },
          { title: words("score"), width: 20 },
          { title: words("answered"), width: 20 },
        ],
        rows: shown.areas.map((area) => [area.title ?? area.id, score(area.score), answered(area)]),
      },
      ...shown.areas.flatMap((area) => [
        { kind: "heading", level: 2, text: area.title ?? area.id } as const,
        {
          kind: "table",
          columns: [
            { title: words("question"), width: 42 },
            { title: words("answer"), width: 14 },
            { title: words("basis"), width: 44 },
          ],
          rows: shown.questions
            .filter((question) => question.area === area.id)
            .map(({ id, text: question, legalReferences }) => {
              const answer = given.get(id);
              const named = answer === undefined ? words("none") : ANSWER_TEXTS[answer][locale];
              return [question ?? id, named, legalReferences.join("; ")];
            }),
        } as const,
      ]),
    ],
  };
}

/** The same as rows of a spreadsheet, the names of the columns first; these are the same in every language. */
export function assessmentRows(shown: Shown, locale: Locale): readonly (readonly string[])[] {
  const given = answersById(shown);
  const titles = new Map(shown.areas.map(({ id, title }) => [id, title ?? id]));
  return [
    ["area", "areaTitle", "question", "questionText", "answer", "answerText", "legalReferences"],
    ...shown.questions.map(({ id, area, text: question, legalReferences }) => {
      const answer = given.get(id);
      const named = answer === undefined ? "" : ANSWER_TEXTS[answer][locale];
      return [area, titles.get(area) ?? area, id, question ?? "", answer ?? "", named, legalReferences.join("; ")];
    }),
  ];
}
