import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import type { EvaluationAnswer } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { answerWords } from "../components/answer.ts";
import type { Questions } from "../components/question-form.tsx";
import { serviceOptions } from "./verdict-names.ts";
import type { WhatIfValues } from "./what-if-query.ts";

const text = {
  title: { sk: "Register uvádza, vy uvádzate", cs: "Rejstřík uvádí, vy uvádíte", en: "The register says, you say" },
  publishedTitle: {
    sk: "Zverejnené údaje a vaše",
    cs: "Zveřejněné údaje a vaše",
    en: "What was published, what you say",
  },
  published: { sk: "Zverejnený údaj", cs: "Zveřejněný údaj", en: "Published" },
  own: { sk: "Čo ste uviedli", cs: "Co jste uvedli", en: "What you stated" },
  fact: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  register: { sk: "Register uvádza", cs: "Rejstřík uvádí", en: "The register says" },
  you: { sk: "Vy uvádzate", cs: "Vy uvádíte", en: "You say" },
  effect: { sk: "Vplyv na výsledok", cs: "Vliv na výsledek", en: "Effect on the result" },
  staff: { sk: "Zamestnanci", cs: "Zaměstnanci", en: "Staff" },
  turnover: { sk: "Obrat", cs: "Obrat", en: "Turnover" },
  balance: { sk: "Bilančná suma", cs: "Bilanční suma", en: "Balance sheet total" },
  others: { sk: "Odpovede, ktoré nerozhodli", cs: "Odpovědi, které nerozhodly", en: "Answers that did not decide" },
  decided: { sk: "rozhoduje", cs: "rozhoduje", en: "decides" },
  excluded: { sk: "vylučuje iný výsledok", cs: "vylučuje jiný výsledek", en: "rules a possibility out" },
  open: {
    sk: "započíta sa, keď doplníte údaje",
    cs: "započítá se, až doplníte údaje",
    en: "counts once you add the figures",
  },
  no_change: { sk: "žiadny", cs: "žádný", en: "none" },
} satisfies Record<string, Localized>;

/** Rows that are seen at once; of more, those that decide nothing are closed. */
const MOST_ROWS = 4;

interface Row {
  readonly name: string;
  readonly register: string;
  readonly you: string;
  readonly effect: EvaluationAnswer["answered"][number]["effect"] | null;
  readonly isFigure: boolean;
}

/** Every fact that somebody stated, the register's word and the visitor's in columns of their own. */
export function SaidBeside({
  values,
  verdict,
  questions,
  locale,
}: {
  values: WhatIfValues;
  verdict: EvaluationAnswer;
  questions: Questions;
  locale: Locale;
}) {
  const { known, firm } = values;
  const money = (amount: number | undefined) => (amount === undefined ? "" : `${formatNumber(amount, locale)} EUR`);
  // A plain number is set as the others are; what names its own unit stays as it was typed.
  const typed = (value: string, unit: string) =>
    /^\d{1,15}$/.test(value) ? `${formatNumber(Number(value), locale)}${unit}` : value;
  const figures = [
    {
      name: text.staff[locale],
      register: known.staff === undefined ? "" : `${headcountText(known.staff, locale)}${ofYear(known.since)}`,
      you: typed(values.employees, ""),
    },
    { name: text.turnover[locale], register: money(known.turnover), you: typed(values.turnover, " EUR") },
    { name: text.balance[locale], register: money(known.balance), you: typed(values.balance, " EUR") },
  ].filter(({ register, you }) => register !== "" || you !== "");
  const rows: Row[] = [
    ...figures.map((row) => ({ ...row, effect: null, isFigure: true })),
    ...verdict.answered.map(({ id, value, effect }) => ({
      name: nameOf(id, questions),
      register: "",
      you: wordsOf(id, value, questions, locale),
      effect,
      isFigure: false,
    })),
  ];
  if (rows.length === 0) return null;
  // A long list of answers that decide nothing would push the reasons away.
  const decisive = rows.filter(({ effect, isFigure }) => isFigure || effect === "decided");
  const seen = rows.length <= MOST_ROWS ? rows : decisive;
  const folded = rows.filter((row) => !seen.includes(row));
  // The column of the source is there for a firm only; the shipped sample is no register.
  const [title, source] = known.isPublished ? [text.publishedTitle, text.published] : [text.title, text.register];
  const says = firm === undefined ? null : source[locale];
  return (
    <section class="section" aria-labelledby="said-title">
      <h2 id="said-title">{(says === null ? text.own : title)[locale]}</h2>
      {seen.length === 0 ? null : <SaidTable rows={seen} says={says} locale={locale} />}
      {folded.length === 0 ? null : (
        <details class="is-printed">
          <summary>
            {text.others[locale]} ({folded.length})
          </summary>
          <SaidTable rows={folded} says={says} locale={locale} />
        </details>
      )}
    </section>
  );
}

/** A figure that is old says of which year it is. */
function ofYear(since: string | undefined): string {
  return since === undefined ? "" : ` (${since.slice(0, 4)})`;
}

/** @param says head of the column of the source; `null`: there is none */
function SaidTable({ rows, says, locale }: { rows: readonly Row[]; says: string | null; locale: Locale }) {
  return (
    <table class="said is-stacked">
      <thead>
        <tr>
          <th scope="col">{text.fact[locale]}</th>
          {says === null ? null : <th scope="col">{says}</th>}
          <th scope="col">{text.you[locale]}</th>
          <th scope="col">{text.effect[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, register, you, effect }) => (
          <tr>
            <th scope="row">{name}</th>
            {says === null ? null : <td data-label={says}>{register === "" ? "–" : register}</td>}
            <td data-label={text.you[locale]} class={you === "" ? "is-none" : undefined}>
              {you === "" ? "–" : you}
            </td>
            <td data-label={text.effect[locale]} class={effect === null ? "is-none" : undefined}>
              {effect === null ? "–" : text[effect][locale]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf(id: string, questions: Questions): string {
  const control = controlOf(id, questions);
  return control?.label ?? questions.get(id)?.question ?? id;
}

function wordsOf(
  id: string,
  value: EvaluationAnswer["answered"][number]["value"],
  questions: Questions,
  locale: Locale,
): string {
  const control = controlOf(id, questions);
  const options = [...(control?.options ?? []), ...serviceOptions(locale)];
  return answerWords({ options, unit: control?.unit }, value, locale);
}

function controlOf(key: string, questions: Questions) {
  for (const { controls } of questions.values()) {
    const found = controls.find(({ field }) => field === `answers.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
