import { aiActQuestions } from "../../../capabilities/ai-act/ai-act-questions.ts";
import type { Localized } from "../../../core/locale.ts";
import { ErrorSummary } from "../components/form-field.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { paths, redirectTo } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { controlId, QuestionForm } from "./question-form.tsx";
import {
  nextQuestion,
  type Question,
  RETURNS,
  readWizard,
  SENT,
  stepPath,
  valuesOf,
  type Wizard,
  wizardHref,
} from "./wizard-answers.ts";
import { wrongAnswersPage } from "./wrong-answers-page.tsx";

const text = {
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  errorTitle: { sk: "Opravte, prosím, tieto údaje", cs: "Opravte prosím tyto údaje", en: "This needs correcting" },
  choose: {
    sk: "Vyberte jednu z možností. Ak si nie ste istí, vyberte „Neviem“.",
    cs: "Vyberte jednu z možností. Pokud si nejste jistí, vyberte „Nevím“.",
    en: "Choose one of the options. If you are not sure, choose “I don’t know”.",
  },
  chooseSeveral: {
    sk: "Vyberte všetko, čo platí, alebo len „Nič z uvedeného“ či „Neviem“.",
    cs: "Vyberte vše, co platí, nebo jen „Nic z uvedeného“ či „Nevím“.",
    en: "Choose everything that applies, or only “None of these” or “I don’t know”.",
  },
  wizard: { sk: "Akt o AI", cs: "Akt o AI", en: "AI Act" },
} satisfies Record<string, Localized>;

/** One question of the wizard; a sent form leads on to the next question or to the result. */
export async function aiActStepPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { params, query } = request;
  const interview = await request.ask(aiActQuestions, {});
  const wizard = readWizard(query, interview);
  const question = wizard.questions.find(({ field }) => stepPath(field) === `${paths.aiAct}/${params.step}`);
  if (question === undefined) return problemPage(request, { code: "not_found" });
  const isWrong = wizard.wrong.includes(question);
  if (wizard.wrong.length > (isWrong ? 1 : 0) || wizard.wrongDay !== undefined) {
    return wrongAnswersPage(request, interview, wizard);
  }
  if (!wizard.asked.includes(question)) return redirectTo(onward(request, wizard), 303);
  const isSent = query.has(SENT);
  if (isSent && wizard.answers.has(question.field)) return redirectTo(onward(request, wizard), 303);
  return ask(request, wizard, question, isSent || isWrong);
}

/** Where the wizard goes from here: the result, when the question was opened from it or nothing is open any more. */
function onward({ locale, query }: PageRequest, wizard: Wizard): string {
  const next = query.has(RETURNS) ? undefined : nextQuestion(wizard);
  return wizardHref(locale, next === undefined ? paths.aiActResult : stepPath(next.field), wizard);
}

function ask({ locale, query }: PageRequest, wizard: Wizard, question: Question, isMissing: boolean): PageAnswer {
  const message = (question.kind === "several" ? text.chooseSeveral : text.choose)[locale];
  const title = `${question.question} ${text.wizard[locale]}`;
  const errors = isMissing ? [{ field: controlId(question, valuesOf(question)[0] ?? ""), message }] : [];
  return {
    status: isMissing ? 400 : 200,
    title: isMissing ? `${text.error[locale]}: ${title}` : title,
    isIndexed: false,
    body: (
      <>
        <ErrorSummary title={text.errorTitle[locale]} errors={errors} />
        <QuestionForm
          question={question}
          wizard={wizard}
          locale={locale}
          returns={query.has(RETURNS)}
          error={isMissing ? message : undefined}
        />
      </>
    ),
  };
}
