import { assessmentCompare } from "../../../capabilities/assessments/assessment-compare.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant, formatNumber } from "../../../core/text.ts";
import { LawText } from "../components/law-text.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { answerNames } from "../questionnaire/next-steps.tsx";
import { assessmentsPath } from "./assessment-paths.ts";

const text = typesetTexts({
  title: { sk: "Porovnanie dotazníkov", cs: "Porovnání dotazníků", en: "Comparison of questionnaires" },
  all: { sk: "Dotazníky", cs: "Dotazníky", en: "Questionnaires" },
  areas: { sk: "Podľa oblastí", cs: "Podle oblastí", en: "By area" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  questions: { sk: "Otázky", cs: "Otázky", en: "Questions" },
  score: { sk: "Celkové skóre", cs: "Celkové skóre", en: "Overall score" },
  withheld: {
    sk: "Znenie nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words are not shown: a citation in them could not be confirmed.",
  },
} satisfies Record<string, Localized>);

type Comparison = AnswerOf<typeof assessmentCompare>;

const CHANGES = {
  better: { sk: "Lepšie", cs: "Lepší", en: "Better" },
  worse: { sk: "Horšie", cs: "Horší", en: "Worse" },
  new: { sk: "Nové", cs: "Nové", en: "New" },
  gone: { sk: "Už bez odpovede", cs: "Už bez odpovědi", en: "No longer answered" },
  other: { sk: "Zmenilo sa, či sa vás to týka", cs: "Změnilo se, zda se vás to týká", en: "Applies otherwise" },
  same: { sk: "Rovnaké", cs: "Stejné", en: "The same" },
} satisfies Record<Comparison["questions"][number]["change"], Localized>;

/** Two questionnaires side by side: scores by area, then the questions that changed. */
export async function assessmentComparePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, query, ask } = request;
  const comparison = await ask(assessmentCompare, {
    organizationId: params.organizationId ?? "",
    a: query.get("a") ?? "",
    b: query.get("b") ?? "",
  });
  const { organization, a, b, areas, questions } = comparison;
  const groups = (Object.keys(CHANGES) as (keyof typeof CHANGES)[]).flatMap((change) => {
    const found = questions.filter((question) => question.change === change);
    return found.length === 0 ? [] : [{ change, found }];
  });
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, assessmentsPath(organization.id))}>{text.all[locale]}</a>
          </p>
          <h2>{text.title[locale]}</h2>
        </section>
        <section class="section" aria-labelledby="areas">
          <h3 id="areas">{text.areas[locale]}</h3>
          <table class="is-stacked">
            <thead>
              <tr>
                <th scope="col">{text.area[locale]}</th>
                <th scope="col">{dayOf(a, locale)}</th>
                <th scope="col">{dayOf(b, locale)}</th>
              </tr>
            </thead>
            <tbody>
              {[{ id: "overall", title: text.score[locale], a: a.score, b: b.score }, ...areas].map((area) => (
                <tr>
                  <th scope="row">{keepShortWords(area.title ?? area.id, locale)}</th>
                  <td data-label={dayOf(a, locale)}>{scoreText(area.a, locale)}</td>
                  <td data-label={dayOf(b, locale)}>{scoreText(area.b, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {groups.map(({ change, found }) => (
          <section class="section" aria-labelledby={`change-${change}`}>
            <h3 id={`change-${change}`}>
              {CHANGES[change][locale]} ({found.length})
            </h3>
            <details open={change !== "same"}>
              <summary>{text.questions[locale]}</summary>
              <ul class="rows">
                {found.map((question) => (
                  <li class="row" data-change={change}>
                    <LawText text={keepShortWords(question.text ?? text.withheld[locale], locale)} />
                    <p class="meta">
                      {question.a === null ? "–" : answerNames[question.a][locale]} →{" "}
                      {question.b === null ? "–" : answerNames[question.b][locale]}
                    </p>
                  </li>
                ))}
              </ul>
            </details>
          </section>
        ))}
      </>
    ),
  };
}

function dayOf({ completedAt, createdAt }: Comparison["a"], locale: Locale): string {
  return formatInstant(completedAt ?? createdAt, locale);
}

function scoreText(score: number | null, locale: Locale): string {
  return score === null ? "–" : formatNumber(score, locale);
}
