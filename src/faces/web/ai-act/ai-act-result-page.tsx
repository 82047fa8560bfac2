import { aiActClassify } from "../../../capabilities/ai-act/ai-act-classify.ts";
import { aiActQuestions } from "../../../capabilities/ai-act/ai-act-questions.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { DocumentHead } from "../components/document-head.tsx";
import { LabelForm } from "../components/label-form.tsx";
import { Notice } from "../components/notice.tsx";
import { ShareSection } from "../components/share-section.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { Assumptions } from "./assumptions.tsx";
import { AiActFacts, AiActHead, type AiActHeading, headingOf } from "./class-verdict.tsx";
import { DayForm } from "./day-form.tsx";
import { type AiActAnswer, DutyTimeline } from "./duty-timeline.tsx";
import { AnswersGiven, Fines, Notes, Reasons, Reservations, SourcesSection } from "./result-sections.tsx";
import {
  type AiActQuestions,
  argumentsOf,
  carried,
  nextQuestion,
  readWizard,
  stepPath,
  type Wizard,
  wizardHref,
} from "./wizard-answers.ts";
import { wrongAnswersPage } from "./wrong-answers-page.tsx";

const text = {
  timeline: { sk: "Povinnosti v čase", cs: "Povinnosti v čase", en: "When each duty applies" },
  document: { sk: "Zaradenie podľa aktu o AI", cs: "Zařazení podle aktu o AI", en: "Class under the AI Act" },
  begin: { sk: "Začať prvou otázkou", cs: "Začít první otázkou", en: "Start with the first question" },
  list: { sk: "Zoznam systémov AI", cs: "Seznam systémů AI", en: "List of AI systems" },
  nameless: { sk: "bez názvu", cs: "bez názvu", en: "untitled" },
  save: { sk: "Uložiť do zoznamu", cs: "Uložit do seznamu", en: "Save to the list" },
  saved: { sk: "Uložené", cs: "Uloženo", en: "Saved" },
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
  const isAnswered = wizard.answers.size > 0;
  const heading = headingOf(answer, { isAnswered }, locale);
  const title = heading.words.replace(/\.$/, "");
  return {
    title: wizard.name === "" ? title : `${wizard.name}: ${title}`,
    isIndexed: false,
    scripts: ["copy", "ai-systems"],
    body: isAnswered ? (
      <Result answer={answer} heading={heading} interview={interview} wizard={wizard} request={request} />
    ) : (
      <article class="verdict">
        <AiActHead answer={answer} heading={heading} name="" isAnswered={false} locale={locale} />
        <p>
          <a class="button" href={wizardHref(locale, stepPath(wizard.asked[0]?.field ?? ""), wizard)}>
            {text.begin[locale]}
          </a>
        </p>
      </article>
    ),
  };
}

function Result({
  answer,
  heading,
  interview,
  wizard,
  request: { locale, site },
}: {
  answer: AiActAnswer;
  heading: AiActHeading;
  interview: AiActQuestions;
  wizard: Wizard;
  request: PageRequest;
}) {
  const address = wizardHref(locale, paths.aiActResult, wizard);
  const call = `ai_act_classify ${JSON.stringify({ ...argumentsOf(wizard), locale }, null, 2)}`;
  return (
    <article class="verdict">
      <DocumentHead
        title={text.document[locale]}
        subject={wizard.name || null}
        address={`${site.baseUrl}${address}`}
        isSigned
        site={site}
        locale={locale}
      />
      <AiActHead answer={answer} heading={heading} name={wizard.name} isAnswered locale={locale} />
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
      <section class="section screen-only" aria-labelledby="systems-title">
        <h2 id="systems-title">{text.list[locale]}</h2>
        <LabelForm
          action={href(locale, paths.aiActResult)}
          name="name"
          value={wizard.name}
          pairs={carried(wizard)}
          locale={locale}
        />
        <p>
          <button
            type="button"
            class="button is-quiet"
            data-save-system={address}
            data-name={wizard.name === "" ? text.nameless[locale] : wizard.name}
            data-class={interview.classes.find(({ id }) => id === answer.class)?.name ?? "–"}
            data-day={site.today()}
            data-saved={text.saved[locale]}
            hidden
          >
            {text.save[locale]}
          </button>{" "}
          <a href={href(locale, paths.aiActSystems)}>{text.list[locale]}</a>
        </p>
      </section>
      <ShareSection
        locale={locale}
        address={`${site.baseUrl}${address}`}
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
