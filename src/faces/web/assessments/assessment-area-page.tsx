import { assessmentAnswer } from "../../../capabilities/assessments/assessment-answer.ts";
import { REFUSALS } from "../../../capabilities/calling/refusal.ts";
import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant } from "../../../core/text.ts";
import { Citations } from "../components/citations.tsx";
import { FormErrors, PostForm } from "../components/form.tsx";
import { askObligationNames } from "../obligations/obligation-names.ts";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { type AnswerId, askIds, isAnswer, readLetters, writeLetters } from "../questionnaire/answers.ts";
import { answerNames } from "../questionnaire/next-steps.tsx";
import { AnsweredOf } from "../questionnaire/progress-and-mode.tsx";
import { QuestionField } from "../questionnaire/question-field.tsx";
import { AboutAssessment, askAssessment, type Shown } from "./assessment-page.tsx";
import { assessmentPath } from "./assessment-paths.ts";

const text = typesetTexts({
  basis: { sk: "Právny základ oblasti", cs: "Právní základ oblasti", en: "Legal basis of the area" },
  next: { sk: "Uložiť a ďalej", cs: "Uložit a dál", en: "Save and go on" },
  last: { sk: "Uložiť a uzavrieť", cs: "Uložit a uzavřít", en: "Save and complete" },
  overview: { sk: "Uložiť a späť na oblasti", cs: "Uložit a zpět na oblasti", en: "Save and show all areas" },
  you: { sk: "vy", cs: "vy", en: "you" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
  before: { sk: "predtým", cs: "předtím", en: "previously" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
  typed: {
    sk: "Vaša odpoveď ešte nie je uložená",
    cs: "Vaše odpověď ještě není uložena",
    en: "Your answer is not saved yet",
  },
  stored: { sk: "uložená je", cs: "uložena je", en: "stored is" },
} satisfies Record<string, Localized>);

type Given = Shown["answers"][number];

/** The questions of one area as a form, with who answered what. */
export async function assessmentAreaPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask, form, refusal } = request;
  const shown = await askAssessment(request);
  const index = shown.areas.findIndex(({ id }) => id === params.area);
  const area = shown.areas[index];
  if (area === undefined) return problemPage(request, { code: "not_found" });
  const answer = await ask(nis2Questionnaire, { mode: shown.mode, area: area.id });
  if (!("questions" in answer)) return problemPage(request, { code: "not_found" });
  const names = await askObligationNames(request);
  const basis = new Map(shown.questions.map(({ id, legalReferences }) => [id, legalReferences]));
  const stored = new Map(shown.answers.map((each) => [each.id, each]));
  const title = keepShortWords(area.title ?? area.id, locale);
  const isLast = index === shown.areas.length - 1;
  const path = assessmentPath(shown.organization.id, shown.id, `/${area.id}`);
  return {
    title: `${title}: ${shown.organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={shown.organization} />
          <AboutAssessment shown={shown} locale={locale} isArea />
          <h2>{title}</h2>
          <AnsweredOf answered={area.answered} of={area.questionCount} label={title} locale={locale} />
          <details>
            <summary>{text.basis[locale]}</summary>
            <Citations citations={area.legalReferences} locale={locale} />
          </details>
        </section>
        <PostForm request={request} path={path} isQuestionnaire>
          <input
            type="hidden"
            name="shown"
            value={writeLetters(
              givenIn(stored),
              answer.questions.map(({ id }) => id),
            )}
          />
          {answer.questions.map((question, position) => {
            const { id } = question;
            const kept = stored.get(id);
            const typed = refusal === null || !form.has(id) ? undefined : form.get(id);
            const given = typed === undefined ? kept?.answer : typed;
            const isClash = refusal?.faults.some(({ field }) => field === id) === true;
            return (
              <QuestionField
                question={question}
                basis={basis.get(id) ?? []}
                number={position + 1}
                given={isAnswer(given) ? given : undefined}
                labels={answer.answers}
                names={names}
                locale={locale}
                isSaved
                isClosed={!shown.mayChange}
              >
                {isClash ? (
                  <p class="field-error">
                    {text.typed[locale]}; {text.stored[locale]}: {nameOf(kept?.answer ?? null, locale)}
                  </p>
                ) : null}
                {kept === undefined ? null : <WhoAnswered given={kept} locale={locale} />}
              </QuestionField>
            );
          })}
          {shown.mayChange ? (
            <p class="buttons">
              <button type="submit" class="button">
                {(isLast ? text.last : text.next)[locale]}
              </button>
              <button type="submit" name="to" value="overview" class="button is-second">
                {text.overview[locale]}
              </button>
            </p>
          ) : null}
        </PostForm>
      </>
    ),
  };
}

/** Who answered last and when, and whose other answer that took the place of. */
function WhoAnswered({ given: { answer, at, by, replaced }, locale }: { given: Given; locale: Locale }) {
  return (
    <p class="meta">
      <Whom by={by} locale={locale} />: {nameOf(answer, locale)}, <time datetime={at}>{formatInstant(at, locale)}</time>
      {replaced === null ? null : (
        <>
          {" "}
          ({text.before[locale]} <Whom by={replaced.by} locale={locale} />: {nameOf(replaced.answer, locale)})
        </>
      )}
    </p>
  );
}

function Whom({ by, locale }: { by: Given["by"]; locale: Locale }) {
  if (by.isSelf) return <>{text.you[locale]}</>;
  return by.untrusted.name === null ? text.former[locale] : <bdi>{by.untrusted.name}</bdi>;
}

function nameOf(answer: AnswerId | null, locale: Locale): string {
  return answer === null ? text.none[locale] : answerNames[answer][locale];
}

function givenIn(stored: ReadonlyMap<string, Given>): ReadonlyMap<string, AnswerId> {
  return new Map([...stored].flatMap(([id, { answer }]) => (answer === null ? [] : [[id, answer] as const])));
}

/** `risk_mgmt-01`. */
const QUESTION = /^[a-z_]+-\d{2}$/;

/** Saves the answers of an area. What clashes with somebody else's is shown, and everything else is saved. */
export const assessmentAreaForm: FormRoute<SignedIn> = {
  capability: assessmentAnswer,
  fields: (name) => name === "shown" || name === "to" || QUESTION.test(name),
  submit: async (request) => {
    const { locale, params, form, ask } = request;
    const [organizationId, questionnaireId, area] = [
      params.organizationId ?? "",
      params.questionnaireId ?? "",
      params.area ?? "",
    ];
    const areas = await askIds(request);
    const ids = [...areas].find(([id]) => id === area)?.[1] ?? [];
    const sent = form.names().filter((name) => QUESTION.test(name));
    const answers = Object.fromEntries(sent.map((id) => [id, form.get(id)]));
    const shown = form.has("shown") ? Object.fromEntries(readLetters(form.get("shown"), ids)) : undefined;
    const { clashes } = await ask(assessmentAnswer, {
      organizationId,
      questionnaireId,
      area,
      answers,
      ...(shown === undefined ? {} : { shown }),
    });
    if (clashes.length > 0) {
      const faults = clashes.map(({ id }) => ({
        code: "changed_meanwhile" as const,
        field: id,
        message: `${id}: ${REFUSALS.changed_meanwhile[locale]}`,
      }));
      return { ...(await assessmentAreaPage({ ...request, refusal: { status: 409, faults } })), status: 409 };
    }
    const order: readonly string[] = [...areas.keys()];
    const next = order[order.indexOf(area) + 1];
    const part = form.get("to") === "overview" ? "" : `/${next ?? "complete"}`;
    return redirectTo(href(locale, assessmentPath(organizationId, questionnaireId, part)), 303);
  },
  shownOn: assessmentAreaPage,
};
