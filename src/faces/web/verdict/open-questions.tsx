import { activityOptions } from "../../../capabilities/scope/activity-options.ts";
import type { QuestionControl } from "../../../capabilities/scope/question-control.ts";
import type { CommonVerdict } from "../../../capabilities/scope/scope-answer.ts";
import { scopeQuestions } from "../../../capabilities/scope/scope-questions.ts";
import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { FieldError } from "../components/form-field.tsx";
import { type Answered, keysOf, QuestionBlocks, type Questions } from "../components/question-form.tsx";
import type { PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { writeBefore } from "./changed-line.tsx";
import type { ActivityOptions } from "./fact-context.ts";
import { FactControl, FigureField } from "./fact-control.tsx";
import { NotAsked } from "./not-asked.tsx";
import { PASSING } from "./short-address.ts";
import { hiddenPairs } from "./what-if-address.ts";
import type { Controls, WhatIfValues } from "./what-if-query.ts";

const text = {
  figures: { sk: "Skúsiť iné čísla", cs: "Zkusit jiná čísla", en: "Try other figures" },
  recalculate: { sk: "Prepočítať", cs: "Přepočítat", en: "Recalculate" },
} satisfies Record<string, Localized>;

/** What a form with questions is made of. */
export interface FormContent {
  readonly questions: Questions;
  readonly options: ActivityOptions;
}

/** The questions of a country by their fact; none while no country is chosen. */
export async function askQuestions({ ask }: PageRequest, country: Country | undefined): Promise<Questions> {
  if (country === undefined) return new Map();
  const { questions } = await ask(scopeQuestions, { country });
  return new Map(questions.map((question) => [question.fact, question]));
}

/** The controls of questions by the key under which the address holds their answer. */
export function controlsOf(questions: Questions): Controls {
  const controls = new Map<string, QuestionControl>();
  for (const question of questions.values()) {
    keysOf(question).forEach((key, index) => {
      const control = question.controls[index];
      if (control !== undefined && (control.field.startsWith("answers.") || control.none === true))
        controls.set(key, control);
    });
  }
  return controls;
}

/** Asks for the questions of a verdict and for the activities that they let choose from. */
export async function askForm(
  request: PageRequest,
  verdict: CommonVerdict,
  query: URLSearchParams,
): Promise<FormContent> {
  const { country, missingFacts } = verdict;
  const coarse = missingFacts.some(({ fact }) => fact === "exactActivity") ? coarseCodes(query) : [];
  const [questions, options] = await Promise.all([
    askQuestions(request, country),
    request.ask(activityOptions, { country, under: coarse }),
  ]);
  return { questions, options };
}

/** Codes above class level, under which the exact activity is asked for. */
function coarseCodes(query: URLSearchParams) {
  const revisions = query.getAll("rev");
  return query
    .getAll("code")
    .map((code, index) => ({
      code: code.replaceAll(/\D/g, "").replace(/(?<=^\d{2,3})0+$/, ""),
      revision: revisions[index] ?? "2",
    }))
    .filter(({ code }) => code.length === 2 || code.length === 3)
    .slice(0, 20);
}

/** Names of fields that questions of facts show; the rest of the address is sent along unseen. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  employees: ["employees"],
  turnoverEur: ["turnover"],
  balanceSheetEur: ["balance"],
  linkedEnterprises: [
    "a.linkedEnterprises",
    ...["name", "relation", "share", "staff", "turnover", "balance", "separate"].map((each) => `g.${each}`),
    "gc.staff",
    "gc.turnover",
    "gc.balance",
  ],
  nace: ["main", "find", "does", "add"],
  exactActivity: ["a.exactActivity", "add"],
  otherActivity: ["a.otherActivity", "does"],
  sizeIndependentService: ["service"],
};

/** The questions in their blocks, the figures that can always be changed, and what the address holds besides. */
export function FormQuestions({
  verdict,
  values,
  query,
  content: { questions, options },
  errors,
  changedIn,
  locale,
}: {
  verdict: CommonVerdict;
  values: WhatIfValues;
  query: URLSearchParams;
  content: FormContent;
  errors: readonly FieldError[];
  changedIn?: Answered["changedIn"];
  locale: Locale;
}) {
  const action = href(locale, paths.whatIf);
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const context = { values, country: verdict.country, options, errorOf, locale };
  const open = new Set(verdict.missingFacts.map(({ fact }) => fact));
  const shownQuestions = [...questions.values()].filter(
    (question) => open.has(question.fact) || keysOf(question).some((key) => values.answers.has(key)),
  );
  const figures = (["employees", "turnoverEur", "balanceSheetEur"] as const).filter((field) => !open.has(field));
  const shown = new Set([
    "none",
    ...PASSING,
    "find",
    "employees",
    "turnover",
    "balance",
    "rate",
    ...shownQuestions.flatMap((question) => [
      ...keysOf(question).map((key) => `a.${key}`),
      ...(FIELDS[question.fact] ?? []),
    ]),
  ]);
  const isGroupWrong = errors.some(({ field }) => /^gc?-/.test(field) || field === "rate");
  const answered: Answered = {
    answers: values.answers,
    errorOf,
    isWrong: (question) =>
      keysOf(question).some((key) => errorOf(`a-${key}`) !== undefined) ||
      (isGroupWrong && question.fact === "linkedEnterprises"),
    fieldOf: (fact, control) => <FactControl fact={fact} control={control} context={context} />,
    action,
    changedIn,
  };
  return (
    <>
      {hiddenPairs(query, (name) => shown.has(name)).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="was" value={writeBefore(verdict)} />
      <QuestionBlocks open={verdict.missingFacts} questions={questions} answered={answered} locale={locale} />
      {figures.length === 0 ? null : (
        <details class="figures" open={verdict.missingFacts.length === 0 || errorOf("rate") !== undefined}>
          <summary>{text.figures[locale]}</summary>
          <div class="fields">
            {figures.map((field) => (
              <FigureField field={field} context={context} />
            ))}
          </div>
          <p class="block-buttons">
            <button type="submit" class="button" name="b" value="size" formaction={`${action}#b-size`}>
              {text.recalculate[locale]}
            </button>
          </p>
        </details>
      )}
      <NotAsked country={verdict.country} locale={locale} />
    </>
  );
}
