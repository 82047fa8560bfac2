import { assessmentAnswer } from "../../../capabilities/assessments/assessment-answer.ts";
import { REFUSALS, refusalWords } from "../../../capabilities/calling/refusal.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { Citations } from "../components/citations.tsx";
import { FormErrors, PostForm } from "../components/form.tsx";
import { askObligationNames } from "../obligations/obligation-names.ts";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { FormRoute, PageFault, PrivateRequest } from "../private-page.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { type AnswerId, askIds, isAnswer, readLetters, writeLetters } from "../questionnaire/answers.ts";
import { AnsweredOf } from "../questionnaire/progress-and-mode.tsx";
import { QuestionField } from "../questionnaire/question-field.tsx";
import { AboutAssessment, askAssessment, type Shown } from "./assessment-page.tsx";
import { assessmentPath } from "./assessment-paths.ts";
import { CarriedAnswer, nameOfAnswer, QuestionNote, WhoAnswered } from "./given-answer.tsx";
import { WaysOutOfArea } from "./ways-out-of-area.tsx";

const text = typesetTexts({
  basis: { sk: "Právny základ oblasti", cs: "Právní základ oblasti", en: "Legal basis of the area" },
  typed: {
    sk: "Vaša odpoveď ešte nie je uložená",
    cs: "Vaše odpověď ještě není uložena",
    en: "Your answer is not saved yet",
  },
  stored: { sk: "uložená je", cs: "uložena je", en: "stored is" },
  confirm: {
    sk: "Odpovede z minulého dotazníka, ktoré treba potvrdiť",
    cs: "Odpovědi z minulého dotazníku, které je třeba potvrdit",
    en: "Answers of the former questionnaire to be confirmed",
  },
  saved: { sk: "Uložené o {time}", cs: "Uloženo v {time}", en: "Saved at {time}" },
  offline: {
    sk: "Neuložené: nie je spojenie. Pošle sa, len čo bude.",
    cs: "Neuloženo: není spojení. Odešle se, jakmile bude.",
    en: "Not saved: there is no connection. It is sent as soon as there is.",
  },
  clash: {
    sk: "Niekto medzitým odpovedal inak. Načítajte stránku znova.",
    cs: "Někdo mezitím odpověděl jinak. Načtěte stránku znovu.",
    en: "Somebody answered otherwise meanwhile. Load the page again.",
  },
  refused: { sk: "Táto zmena sa neuložila.", cs: "Tato změna se neuložila.", en: "This change was not saved." },
  confirmAll: { sk: "Potvrdiť celú oblasť", cs: "Potvrdit celou oblast", en: "Confirm the whole area" },
} satisfies Record<string, Localized>);

type Given = Shown["answers"][number];

/** The questions of one area as a form, with who answered what. */
export async function assessmentAreaPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask, form, refusal } = request;
  const shown = await askAssessment(request);
  const area = shown.areas.find(({ id }) => id === params.area);
  if (area === undefined) return problemPage(request, { code: "not_found" });
  const answer = await ask(nis2Questionnaire, { mode: shown.mode, area: area.id });
  if (!("questions" in answer)) return problemPage(request, { code: "not_found" });
  const names = await askObligationNames(request);
  const basis = new Map(shown.questions.map(({ id, legalReferences }) => [id, legalReferences]));
  const stored = new Map(shown.answers.map((each) => [each.id, each]));
  const ids = answer.questions.map(({ id }) => id);
  const title = keepShortWords(area.title ?? area.id, locale);
  const path = assessmentPath(shown.organization.id, shown.id, `/${area.id}`);
  return {
    title: `${title} · ${shown.organization.untrusted.name}`,
    isIndexed: false,
    scripts: ["autosave"],
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
        <PostForm
          request={request}
          path={path}
          isQuestionnaire
          {...(shown.mayChange ? { autosave: assessmentPath(shown.organization.id, shown.id, "/answers") } : {})}
        >
          <input type="hidden" name="shown" value={writeLetters(givenIn(stored), ids)} />
          <input type="hidden" name="shownNotes" value={writeMarks(stored, ids)} />
          {area.toConfirm > 0 && shown.mayChange ? (
            <p class="buttons" data-to-confirm={area.toConfirm}>
              {text.confirm[locale]}: {area.toConfirm}{" "}
              <button type="submit" name="confirm" value="area" class="button is-quiet">
                {text.confirmAll[locale]}
              </button>
            </p>
          ) : null}
          {answer.questions.map((question, position) => {
            const { id } = question;
            const kept = stored.get(id);
            const typed = refusal === null || !form.has(id) ? undefined : form.get(id);
            const given = typed === undefined ? kept?.answer : typed;
            const note = refusal === null || !form.has(noteField(id)) ? kept?.untrusted.note : form.get(noteField(id));
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
                    {text.typed[locale]}; {text.stored[locale]}: {nameOfAnswer(kept?.answer ?? null, locale)}
                  </p>
                ) : null}
                {kept === undefined ? null : <CarriedAnswer given={kept} isOpen={shown.mayChange} locale={locale} />}
                {kept === undefined ? null : <WhoAnswered given={kept} locale={locale} />}
                <QuestionNote
                  name={noteField(id)}
                  note={note ?? ""}
                  stored={kept?.untrusted.note ?? ""}
                  error={refusal?.faults.find(({ field }) => field === noteField(id))?.message}
                  isOpen={shown.mayChange}
                  locale={locale}
                />
              </QuestionField>
            );
          })}
          {shown.mayChange ? (
            <p
              class="meta"
              role="status"
              data-saved={text.saved[locale]}
              data-offline={text.offline[locale]}
              data-elsewhere={text.clash[locale]}
              data-refused={text.refused[locale]}
            ></p>
          ) : null}
          {shown.mayChange ? <WaysOutOfArea areas={shown.areas} area={area.id} locale={locale} /> : null}
        </PostForm>
      </>
    ),
  };
}

function givenIn(stored: ReadonlyMap<string, Given>): ReadonlyMap<string, AnswerId> {
  return new Map([...stored].flatMap(([id, { answer }]) => (answer === null ? [] : [[id, answer] as const])));
}

const noteField = (id: string) => `note.${id}`;

/** `risk_mgmt-01`. */
const QUESTION = /^[a-z_]+-\d{2}$/;
const NOTE = /^note\.([a-z_]+-\d{2})$/;
const CONFIRM = /^confirm\.([a-z_]+-\d{2})$/;

/** The marks of the notes that a form shows, `bcm-01:9f86d081884c …`, so that nobody's note is lost. */
function writeMarks(stored: ReadonlyMap<string, Given>, ids: readonly string[]): string {
  return ids
    .flatMap((id) => {
      const given = stored.get(id);
      return given === undefined ? [] : [`${id}:${given.noteMark}`];
    })
    .join(" ");
}

function readMarks(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(" ").flatMap((each) => {
      const [id = "", mark] = each.split(":");
      return QUESTION.test(id) && mark !== undefined ? [[id, mark]] : [];
    }),
  );
}

/** Saves the answers of an area. What clashes with somebody else's is shown, and everything else is saved. */
export const assessmentAreaForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: assessmentAnswer,
  fields: (name) =>
    ["shown", "shownNotes", "go", "confirm"].includes(name) ||
    QUESTION.test(name) ||
    NOTE.test(name) ||
    CONFIRM.test(name),
  isLong: true,
  submit: async (request) => {
    const { locale, params, form, ask } = request;
    const [organizationId, questionnaireId, area] = [
      params.organizationId ?? "",
      params.questionnaireId ?? "",
      params.area ?? "",
    ];
    const areas = await askIds(request);
    const ids = [...areas].find(([id]) => id === area)?.[1] ?? [];
    const named = (pattern: RegExp) => form.names().flatMap((name) => pattern.exec(name)?.[1] ?? []);
    const sent = form.names().filter((name) => QUESTION.test(name));
    const saved = await ask(assessmentAnswer, {
      organizationId,
      questionnaireId,
      area,
      answers: Object.fromEntries(sent.map((id) => [id, form.get(id)])),
      notes: Object.fromEntries(named(NOTE).map((id) => [id, form.get(noteField(id))])),
      confirm:
        form.get("confirm") === "area" ? "area" : named(CONFIRM).filter((id) => form.get(`confirm.${id}`) === "1"),
      ...(form.has("shown") ? { shown: Object.fromEntries(readLetters(form.get("shown"), ids)) } : {}),
      ...(form.has("shownNotes") ? { shownNotes: readMarks(form.get("shownNotes")) } : {}),
    });
    const faults = faultsOf(saved, locale);
    if (faults.length > 0) {
      const status = faults.some(({ code }) => code === "changed_meanwhile") ? 409 : 400;
      return { ...(await assessmentAreaPage({ ...request, refusal: { status, faults } })), status };
    }
    // Who confirms the answers of an area looks at it further.
    if (form.get("confirm") === "area" && !form.has("go")) {
      return redirectTo(
        href(locale, assessmentPath(organizationId, questionnaireId, `/${area}`), { done: "saved" }),
        303,
      );
    }
    const part = partAfter(form.get("go"), area, [...areas.keys()]);
    return redirectTo(href(locale, assessmentPath(organizationId, questionnaireId, part), { done: "saved" }), 303);
  },
  shownOn: assessmentAreaPage,
};

function faultsOf(
  { clashes, noteClashes, longNotes, longestNote }: AnswerOf<typeof assessmentAnswer>,
  locale: Locale,
): PageFault[] {
  const meanwhile = (id: string, field: string) => ({
    code: "changed_meanwhile" as const,
    field,
    message: `${id}: ${REFUSALS.changed_meanwhile[locale]}`,
  });
  const length = refusalWords({ code: "text_length", values: { min: 0, max: longestNote } })[locale];
  return [
    ...clashes.map(({ id }) => meanwhile(id, id)),
    ...noteClashes.map((id) => meanwhile(id, noteField(id))),
    ...longNotes.map((id) => ({ code: "text_length" as const, field: noteField(id), message: `${id}: ${length}` })),
  ];
}

/** Where a form of an area leads: to the next area, or where its button said. */
function partAfter(go: string, area: string, order: readonly string[]): string {
  if (go === "overview") return "";
  if (go === "complete" || order.includes(go)) return `/${go}`;
  return `/${order[order.indexOf(area) + 1] ?? "complete"}`;
}
