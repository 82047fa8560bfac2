import { assessmentList } from "../../../capabilities/assessments/assessment-list.ts";
import { assessmentStart } from "../../../capabilities/assessments/assessment-start.ts";
import { organizationsOverview } from "../../../capabilities/organizations/organizations-overview.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { hasRight } from "../../../core/rights.ts";
import { FormErrors, PostForm, SubmitButton, TextArea } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, paths, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { askIds, readSheet, sheetQuery } from "../questionnaire/answers.ts";
import { assessmentPath } from "./assessment-paths.ts";
import { ModeField } from "./assessments-page.tsx";

const text = typesetTexts({
  title: {
    sk: "Prevziať odpovede vyplnené bez účtu",
    cs: "Převzít odpovědi vyplněné bez účtu",
    en: "Take over answers given without an account",
  },
  lead: {
    sk: "Z odpovedí vznikne nový rozpracovaný dotazník. Čo už v organizácii je, sa nezmení.",
    cs: "Z odpovědí vznikne nový rozpracovaný dotazník. Co už v organizaci je, se nezmění.",
    en: "The answers become a new questionnaire that is under way. What the organization has already does not change.",
  },
  answers: {
    sk: "Adresa stránky s odpoveďami",
    cs: "Adresa stránky s odpověďmi",
    en: "Address of the page with the answers",
  },
  help: {
    sk: "Skopírujte celú adresu z prehliadača, v ktorom ste dotazník vyplnili.",
    cs: "Zkopírujte celou adresu z prohlížeče, ve kterém jste dotazník vyplnili.",
    en: "Copy the whole address from the browser in which you filled in the questionnaire.",
  },
  submit: { sk: "Prevziať odpovede", cs: "Převzít odpovědi", en: "Take over the answers" },
  choose: { sk: "Do ktorej organizácie?", cs: "Do které organizace?", en: "Into which organization?" },
  none: {
    sk: "V žiadnej organizácii nemôžete dotazníky vypĺňať. Najprv nejakú založte, potom sa sem vráťte.",
    cs: "V žádné organizaci nemůžete dotazníky vyplňovat. Nejdřív nějakou založte, pak se sem vraťte.",
    en: "There is no organization in which you may fill in questionnaires. Create one first, then come back here.",
  },
  organizations: { sk: "Organizácie", cs: "Organizace", en: "Organizations" },
} satisfies Record<string, Localized>);

/** Answers that somebody gave on the public pages, to be pasted into an organization. */
export async function importPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask, refusal, form } = request;
  const { organization } = await ask(assessmentList, { organizationId: params.organizationId ?? "" });
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
        </section>
        {hasRight(organization.role, "change") ? (
          <PostForm request={request} path={assessmentPath(organization.id, "import")}>
            <TextArea
              request={request}
              name="answers"
              label={text.answers[locale]}
              help={text.help[locale]}
              value=""
              rows={4}
            />
            <ModeField
              locale={locale}
              chosen={refusal !== null && form.get("mode") === "extended" ? "extended" : "quick"}
            />
            <SubmitButton label={text.submit[locale]} />
          </PostForm>
        ) : null}
      </>
    ),
  };
}

/** Makes a draft of the answers that an address of the public questionnaire carries. */
export const importForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"], stock: ["open_drafts"] },
  capability: assessmentStart,
  fields: ["answers", "mode"],
  submit: async (request) => {
    const { locale, params, form, ask } = request;
    const organizationId = params.organizationId ?? "";
    const sent = form.get("answers").trim();
    // A whole address, its query, or the letters alone.
    const query = new URLSearchParams(sent.slice(sent.indexOf("?") + 1));
    const { answers } = readSheet(query, await askIds(request));
    const { id, firstArea } = await ask(assessmentStart, {
      organizationId,
      mode: form.get("mode"),
      // Answers that cannot be read are refused by the capability, as what is no question.
      answers: answers.size === 0 ? { "": "" } : Object.fromEntries(answers),
    });
    return redirectTo(href(locale, assessmentPath(organizationId, id, `/${firstArea}`), { done: "imported" }), 303);
  },
  shownOn: importPage,
};

/** Answers that come from the public questionnaire: the person says to which organization they belong. */
export async function takeOverPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask } = request;
  const ids = await askIds(request);
  const sheet = readSheet(query, ids);
  const answers = new URLSearchParams(sheetQuery(sheet, ids)).toString();
  const { organizations } = await ask(organizationsOverview, {});
  const open = organizations.filter(({ role }) => hasRight(role, "change"));
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.lead[locale]}</p>
        <h2>{text.choose[locale]}</h2>
        {open.length === 0 ? (
          <p class="prose">
            {text.none[locale]} <a href={href(locale, privatePaths.organizations)}>{text.organizations[locale]}</a>
          </p>
        ) : null}
        <ul class="rows">
          {open.map(({ id, untrusted }) => (
            <li class="row">
              <p class="row-name">
                <bdi>{untrusted.name}</bdi>
              </p>
              <PostForm request={request} path={assessmentPath(id, "import")}>
                <input type="hidden" name="answers" value={answers} />
                <input type="hidden" name="mode" value={sheet.mode} />
                <SubmitButton label={text.submit[locale]} isQuiet />
              </PostForm>
            </li>
          ))}
        </ul>
        <p class="meta">
          <a href={href(locale, paths.questionnaireResult, sheetQuery(sheet, ids))}>{text.answers[locale]}</a>
        </p>
      </section>
    ),
  };
}
