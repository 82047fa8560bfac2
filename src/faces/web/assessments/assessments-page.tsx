import { assessmentList } from "../../../capabilities/assessments/assessment-list.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant, formatNumber } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Choice, Field } from "../components/form-field.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { AnsweredOf, modeNames } from "../questionnaire/progress-and-mode.tsx";
import { scanPath } from "../scans/scan-paths.ts";
import { assessmentPath, assessmentsPath } from "./assessment-paths.ts";

const text = typesetTexts({
  title: { sk: "Dotazníky", cs: "Dotazníky", en: "Questionnaires" },
  lead: {
    sk: "Odpovedáte po oblastiach, aj viacerí naraz. Uzavretý dotazník dá skóre a predvyplní evidenciu povinností.",
    cs: "Odpovídáte po oblastech, i více lidí najednou. Uzavřený dotazník dá skóre a předvyplní evidenci povinností.",
    en: "Answer area by area, several people at once if you like. A completed questionnaire gives a score and pre-fills the obligation register.",
  },
  none: {
    sk: "Zatiaľ žiadny dotazník. Krátky zaberie dvadsať minút.",
    cs: "Zatím žádný dotazník. Krátký zabere dvacet minut.",
    en: "No questionnaire yet. The short one takes twenty minutes.",
  },
  begin: { sk: "Začať nový dotazník", cs: "Začít nový dotazník", en: "Start a new questionnaire" },
  open: {
    sk: "Jeden dotazník je rozpracovaný; nový bude samostatný.",
    cs: "Jeden dotazník je rozpracovaný; nový bude samostatný.",
    en: "One questionnaire is under way; a new one stands on its own.",
  },
  from: { sk: "Pokračovať z dotazníka", cs: "Pokračovat z dotazníku", en: "Go on from" },
  fromHelp: {
    sk: "Odpovede sa skopírujú s poznámkami. Staršie než 90 dní treba potvrdiť; zdroj ostane, ako je.",
    cs: "Odpovědi se zkopírují s poznámkami. Starší než 90 dní je třeba potvrdit; zdroj zůstane, jak je.",
    en: "The answers are copied with their notes. Those older than 90 days must be confirmed; the source stays as it is.",
  },
  empty: { sk: "začať odznova", cs: "začít znovu", en: "start afresh" },
  toConfirm: { sk: "na potvrdenie", cs: "k potvrzení", en: "to be confirmed" },
  openOf: { sk: "otvorené", cs: "otevřené", en: "open" },
  mode: { sk: "Rozsah", cs: "Rozsah", en: "Length" },
  import: {
    sk: "Prevziať odpovede vyplnené bez účtu",
    cs: "Převzít odpovědi vyplněné bez účtu",
    en: "Take over answers given without an account",
  },
  draft: { sk: "rozpracovaný", cs: "rozpracovaný", en: "under way" },
  completed: { sk: "uzavretý", cs: "uzavřený", en: "completed" },
  goOn: { sk: "Pokračovať", cs: "Pokračovat", en: "Continue" },
  score: { sk: "skóre", cs: "skóre", en: "score" },
  result: { sk: "Výsledok", cs: "Výsledek", en: "Result" },
  answers: { sk: "Odpovede", cs: "Odpovědi", en: "Answers" },
  compare: { sk: "Porovnať s predošlým", cs: "Porovnat s předchozím", en: "Compare with the one before" },
  by: { sk: "začal(a)", cs: "začal(a)", en: "begun by" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
} satisfies Record<string, Localized>);

type List = AnswerOf<typeof assessmentList>;

/** The saved questionnaires of an organization, and the form that begins one. */
export async function assessmentsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const list = await ask(assessmentList, { organizationId: params.organizationId ?? "" });
  const { organization, questionnaires, mayChange } = list;
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{text.title[locale]}</h2>
          <p class="prose">{text.lead[locale]}</p>
          {questionnaires.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
          <ul class="rows">
            {questionnaires.map((each) => (
              <Row list={list} each={each} locale={locale} />
            ))}
          </ul>
        </section>
        {mayChange ? (
          <section class="section" aria-labelledby="begin">
            <h2 id="begin">{text.begin[locale]}</h2>
            {questionnaires.some(({ state }) => state === "draft") ? <p class="prose">{text.open[locale]}</p> : null}
            <PostForm request={request} path={assessmentsPath(organization.id)}>
              <ModeField locale={locale} />
              <FromField questionnaires={questionnaires} locale={locale} />
              <SubmitButton label={text.begin[locale]} />
            </PostForm>
            <p>
              <a href={href(locale, assessmentPath(organization.id, "import"))}>{text.import[locale]}</a>
            </p>
          </section>
        ) : null}
      </>
    ),
  };
}

/** Quick or extended. */
export function ModeField({ locale, chosen = "quick" }: { locale: Locale; chosen?: "quick" | "extended" }) {
  return (
    <Choice
      legend={text.mode[locale]}
      name="mode"
      options={(["quick", "extended"] as const).map((value) => ({ value, name: modeNames[value][locale] }))}
      values={[chosen]}
    />
  );
}

/** From which questionnaire the new one goes on; the newest with an answer is chosen. */
function FromField({ questionnaires, locale }: { questionnaires: List["questionnaires"]; locale: Locale }) {
  const sources = questionnaires.filter(({ answered, toConfirm }) => answered + toConfirm > 0);
  if (sources.length === 0) return null;
  return (
    <Field
      id="from"
      label={text.from[locale]}
      help={text.fromHelp[locale]}
      value={sources[0]?.id}
      options={[
        { value: "", name: text.empty[locale] },
        ...sources.map((each) => ({ value: each.id, name: `${nameOf(each, locale)}, ${text[each.state][locale]}` })),
      ]}
    />
  );
}

function nameOf({ mode, createdAt }: List["questionnaires"][number], locale: Locale): string {
  return `${modeNames[mode][locale]}, ${formatInstant(createdAt, locale)}`;
}

function Row({
  list: { organization, questionnaires },
  each,
  locale,
}: {
  list: List;
  each: List["questionnaires"][number];
  locale: Locale;
}) {
  const older = questionnaires.slice(questionnaires.indexOf(each) + 1).find(({ state }) => state === "completed");
  const path = assessmentPath(organization.id, each.id);
  const name = nameOf(each, locale);
  return (
    <li class="row" data-state={each.state}>
      <p class="row-name">
        <a href={href(locale, path)}>{name}</a>
      </p>
      <p class="meta">
        {text[each.state][locale]}
        {each.score === null ? null : `, ${text.score[locale]} ${formatNumber(each.score, locale)}`}, {text.by[locale]}{" "}
        {each.untrusted.createdBy === null ? text.former[locale] : <bdi>{each.untrusted.createdBy}</bdi>}
      </p>
      <AnsweredOf answered={each.answered} of={each.questionCount} label={name} locale={locale} />
      {each.state === "draft" ? (
        <p
          class="meta"
          data-answered={each.answered}
          data-to-confirm={each.toConfirm}
          data-open={each.questionCount - each.answered - each.toConfirm}
        >
          {each.toConfirm === 0 ? null : `${text.toConfirm[locale]}: ${each.toConfirm}, `}
          {text.openOf[locale]}: {each.questionCount - each.answered - each.toConfirm}
        </p>
      ) : null}
      <p class="links">
        {each.scanId === null ? (
          <a href={href(locale, path)}>{text.goOn[locale]}</a>
        ) : (
          <a href={href(locale, scanPath(organization.id, each.scanId))}>{text.result[locale]}</a>
        )}
        {each.state === "completed" && older !== undefined ? (
          <a href={href(locale, `${assessmentsPath(organization.id)}/compare`, { a: older.id, b: each.id })}>
            {text.compare[locale]}
          </a>
        ) : null}
      </p>
    </li>
  );
}
