import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatNumber } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { AboutAssessment, askAssessment, type Shown } from "./assessment-page.tsx";
import { assessmentPath } from "./assessment-paths.ts";

const text = typesetTexts({
  title: { sk: "Zahodiť dotazník", cs: "Zahodit dotazník", en: "Discard the questionnaire" },
  goes: {
    sk: "Rozpracovaný dotazník sa zmaže so všetkými odpoveďami. Vrátiť sa to nedá. Evidencia povinností sa nezmení.",
    cs: "Rozpracovaný dotazník se smaže se všemi odpověďmi. Vrátit to nelze. Evidence povinností se nezmění.",
    en: "The questionnaire goes with all its answers. This cannot be undone. The obligation register does not change.",
  },
  answers: { sk: "Počet odpovedí, ktoré sa zmažú", cs: "Počet odpovědí, které se smažou", en: "Answers that go" },
  nothing: {
    sk: "Zatiaľ nikto na nič neodpovedal.",
    cs: "Zatím nikdo na nic neodpověděl.",
    en: "Nobody answered yet.",
  },
  closed: {
    sk: "Uzavretý dotazník sa zahodiť nedá: odkazuje naň jeho výsledok aj evidencia povinností.",
    cs: "Uzavřený dotazník zahodit nelze: odkazuje na něj jeho výsledek i evidence povinností.",
    en: "A completed questionnaire cannot be discarded: its result and the obligation register refer to it.",
  },
  keep: { sk: "Ponechať dotazník", cs: "Ponechat dotazník", en: "Keep the questionnaire" },
  you: { sk: "vy", cs: "vy", en: "you" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
} satisfies Record<string, Localized>);

/** Asks once more before a draft goes, and says whose answers go with it. */
export async function discardPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale } = request;
  const shown = await askAssessment(request);
  const { organization, id, state, mayChange, stand } = shown;
  const counts = answersByPerson(shown);
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={organization} />
        <AboutAssessment shown={shown} locale={locale} isArea />
        <h2>{text.title[locale]}</h2>
        <p class="prose">{(state === "completed" ? text.closed : text.goes)[locale]}</p>
        {state === "completed" ? null : counts.length === 0 ? (
          <p class="prose">{text.nothing[locale]}</p>
        ) : (
          <div class="prose">
            <p>{text.answers[locale]}:</p>
            <ul>
              {counts.map(({ by, count }) => (
                <li data-answers={count}>
                  {by.isSelf ? text.you[locale] : <bdi>{by.untrusted.name ?? text.former[locale]}</bdi>}:{" "}
                  {formatNumber(count, locale)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {mayChange ? (
          <PostForm request={request} path={assessmentPath(organization.id, id, "/discard")}>
            <input type="hidden" name="seen" value={stand} />
            <SubmitButton label={text.title[locale]} />
          </PostForm>
        ) : null}
        <p>
          <a href={href(locale, assessmentPath(organization.id, id))}>{text.keep[locale]}</a>
        </p>
      </section>
    ),
  };
}

/** How many answers each person gave, in the order of their first one. */
function answersByPerson({ answers }: Shown): { by: Shown["answers"][number]["by"]; count: number }[] {
  const counts = new Map<string, { by: Shown["answers"][number]["by"]; count: number }>();
  for (const { answer, by } of answers) {
    if (answer === null) continue;
    const key = JSON.stringify([by.isSelf, by.untrusted.name]);
    counts.set(key, { by, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
