import { aiActClassify } from "../../../capabilities/ai-act/ai-act-classify.ts";
import { aiActQuestions } from "../../../capabilities/ai-act/ai-act-questions.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Notice } from "../components/notice.tsx";
import { ShareSection } from "../components/share-section.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { paths } from "../paths.ts";
import { Assumptions } from "./assumptions.tsx";
import { AiActFacts, AiActHead, sentenceOf } from "./class-verdict.tsx";
import { DayForm } from "./day-form.tsx";
import { type AiActAnswer, DutyTimeline } from "./duty-timeline.tsx";
import { AnswersGiven, Fines, Notes, Reasons, Reservations, SourcesSection } from "./result-sections.tsx";
import {
  type AiActQuestions,
  argumentsOf,
  nextQuestion,
  readWizard,
  stepPath,
  type Wizard,
  wizardHref,
} from "./wizard-answers.ts";
import { wrongAnswersPage } from "./wrong-answers-page.tsx";

const text = {
  timeline: { sk: "Povinnosti v čase", cs: "Povinnosti v čase", en: "When each duty applies" },
  goOn: { sk: "Pokračovať v otázkach", cs: "Pokračovat v otázkách", en: "Continue with the questions" },
  asDeployer: {
    sk: "Ak ten istý systém aj používate, prejdite otázky ako nasadzujúci subjekt",
    cs: "Pokud tentýž systém i používáte, projděte otázky jako zavádějící subjekt",
    en: "If you also use the system, go through the questions as its deployer",
  },
} satisfies Record<string, Localized>;

const answered: Readonly<Record<Locale, (count: number, all: number) => string>> = {
  sk: (count, all) =>
    `Priebežný výsledok. Počet otázok: ${all}, zodpovedaných: ${count}. Pri ostatných vychádzame z predpokladov.`,
  cs: (count, all) =>
    `Průběžný výsledek. Počet otázek: ${all}, zodpovězených: ${count}. U ostatních vycházíme z předpokladů.`,
  en: (count, all) => `An interim result. Questions: ${all}, answered: ${count}. The rest is only assumed.`,
};

const prompts: Readonly<Record<Locale, (call: string) => string>> = {
  sk: (call) =>
    `Zaraď cez Dosah náš systém AI podľa aktu o AI, vysvetli dôvody, povedz, čo sa len predpokladalo, a vypíš povinnosti s dátumami. Zavolaj:\n\n${call}`,
  cs: (call) =>
    `Zařaď přes Dosah náš systém AI podle aktu o AI, vysvětli důvody, řekni, co se jen předpokládalo, a vypiš povinnosti s daty. Zavolej:\n\n${call}`,
  en: (call) =>
    `Classify our AI system under the AI Act through Dosah, explain the reasons, say what was only assumed, and list the duties with their dates. Call:\n\n${call}`,
};

/**
 * The class that follows from the answers in the address; the page has its own address, so that it can be kept and
 * shared.
 */
export async function aiActResultPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, query } = request;
  const interview = await request.ask(aiActQuestions, {});
  const wizard = readWizard(query, interview);
  if (wizard.wrong.length > 0 || wizard.wrongDay !== undefined) return wrongAnswersPage(request, interview, wizard);
  const answer = await request.ask(aiActClassify, argumentsOf(wizard));
  return {
    title: sentenceOf(answer, locale).replace(/\.$/, ""),
    isIndexed: false,
    scripts: ["copy"],
    body: <Result answer={answer} interview={interview} wizard={wizard} request={request} />,
  };
}

function Result({
  answer,
  interview,
  wizard,
  request: { locale, site },
}: {
  answer: AiActAnswer;
  interview: AiActQuestions;
  wizard: Wizard;
  request: PageRequest;
}) {
  const call = `ai_act_classify ${JSON.stringify({ ...argumentsOf(wizard), locale }, null, 2)}`;
  return (
    <article class="verdict">
      <AiActHead answer={answer} locale={locale} />
      <AiActFacts answer={answer} classes={interview.classes} locale={locale} />
      <Reservations answer={answer} locale={locale} />
      <Fines answer={answer} locale={locale} />
      {answer.groundingNote === undefined ? null : <Notice tone="caution" title={answer.groundingNote} />}
      <Unfinished answer={answer} wizard={wizard} locale={locale} />
      <Reasons answer={answer} locale={locale} />
      {answer.covered ? (
        <section class="section" id="duties" aria-labelledby="duties-title">
          <h2 id="duties-title">{text.timeline[locale]}</h2>
          <DutyTimeline answer={answer} isToday={wizard.asOf === undefined} locale={locale} />
          <DayForm wizard={wizard} interview={interview} day={answer.asOf} locale={locale} />
        </section>
      ) : null}
      <Notes answer={answer} locale={locale} />
      <Assumptions answer={answer} wizard={wizard} classes={interview.classes} locale={locale} />
      <AnswersGiven wizard={wizard} locale={locale} />
      <SourcesSection sources={interview.sources} locale={locale} />
      <ShareSection
        locale={locale}
        address={`${site.baseUrl}${wizardHref(locale, paths.aiActResult, wizard)}`}
        ask={prompts[locale](call)}
        baseUrl={site.baseUrl}
      />
    </article>
  );
}

/**
 * A result that was opened before all questions were answered, with a link to the next question; for a provider, a link
 * back.
 */
function Unfinished({ answer, wizard, locale }: { answer: AiActAnswer; wizard: Wizard; locale: Locale }) {
  if (!answer.covered) {
    return (
      <p class="prose way-on screen-only">
        <a href={wizardHref(locale, stepPath("role"), wizard)}>{text.asDeployer[locale]}</a>
      </p>
    );
  }
  const next = nextQuestion(wizard);
  if (next === undefined) return null;
  return (
    <Notice title={answered[locale](wizard.answers.size, wizard.asked.length)}>
      <p class="screen-only">
        <a href={wizardHref(locale, stepPath(next.field), wizard)}>{text.goOn[locale]}</a>
      </p>
    </Notice>
  );
}
