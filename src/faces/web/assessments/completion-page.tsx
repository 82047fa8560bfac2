import { assessmentPreview } from "../../../capabilities/assessments/assessment-preview.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Tick } from "../components/form-field.tsx";
import { Notice } from "../components/notice.tsx";
import { ObligationCodes } from "../obligation-register/obligation-codes.tsx";
import { entryPath } from "../obligation-register/register-paths.ts";
import { StatusMark } from "../obligation-register/status-mark.tsx";
import { obligationName } from "../obligations/obligation-entry.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { AnsweredOf } from "../questionnaire/progress-and-mode.tsx";
import { scanPath } from "../scans/scan-paths.ts";
import { assessmentPath } from "./assessment-paths.ts";

const text = typesetTexts({
  title: { sk: "Uzavretie dotazníka", cs: "Uzavření dotazníku", en: "Completion of the questionnaire" },
  back: { sk: "Späť k otázkam", cs: "Zpět k otázkám", en: "Back to the questions" },
  whole: { sk: "Celý dotazník", cs: "Celý dotazník", en: "The whole questionnaire" },
  score: { sk: "Skóre by bolo", cs: "Skóre by bylo", en: "The score would be" },
  unanswered: {
    sk: "Otázky bez odpovede sa pri uzavretí počítajú ako „nie“. Odpovede sa potom už nedajú meniť.",
    cs: "Otázky bez odpovědi se při uzavření počítají jako „ne“. Odpovědi pak už nelze měnit.",
    en: "Unanswered questions count as “no” once it is completed. The answers cannot be changed afterwards.",
  },
  empty: {
    sk: "Najprv odpovedzte aspoň na jednu otázku.",
    cs: "Nejdřív odpovězte aspoň na jednu otázku.",
    en: "Answer at least one question first.",
  },
  filled: { sk: "Čo sa v evidencii zmení", cs: "Co se v evidenci změní", en: "What changes in the register" },
  nothing: {
    sk: "V evidencii sa nezmení nič.",
    cs: "V evidenci se nezmění nic.",
    en: "Nothing changes in the register.",
  },
  kept: {
    sk: "Čo ostane, lebo ste to zadali sami",
    cs: "Co zůstane, protože jste to zadali sami",
    en: "What stays, because you entered it yourselves",
  },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  before: { sk: "Teraz", cs: "Teď", en: "Now" },
  after: { sk: "Po uzavretí", cs: "Po uzavření", en: "Afterwards" },
  says: { sk: "Podľa odpovedí", cs: "Podle odpovědí", en: "By the answers" },
  next: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  open: {
    sk: "Všeobecná povinnosť by bola splnená, hoci tieto jej časti nie sú",
    cs: "Obecná povinnost by byla splněna, i když tyto její části nejsou",
    en: "A general obligation would be met although these parts of it are not",
  },
  noReason: {
    sk: "Pri „netýka sa nás“ dotazník nevyplní dôvod; doplňte ho v evidencii.",
    cs: "U „netýká se nás“ dotazník nevyplní důvod; doplňte ho v evidenci.",
    en: "Where something does not apply, the questionnaire gives no reason; add it in the register.",
  },
  prefill: {
    sk: "Predvyplniť evidenciu povinností",
    cs: "Předvyplnit evidenci povinností",
    en: "Pre-fill the obligation register",
  },
  complete: { sk: "Uzavrieť dotazník", cs: "Uzavřít dotazník", en: "Complete the questionnaire" },
} satisfies Record<string, Localized>);

type Entry = AnswerOf<typeof assessmentPreview>["entries"][number];

/** What completing a questionnaire would change, entry by entry. A completed one leads to its result. */
export async function completionPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer | Response> {
  const { locale, params, ask } = request;
  const [organizationId, questionnaireId] = [params.organizationId ?? "", params.questionnaireId ?? ""];
  const preview = await ask(assessmentPreview, { organizationId, questionnaireId });
  const { organization, id, entries, scanId } = preview;
  if (scanId !== null) return redirectTo(href(locale, scanPath(organization.id, scanId)), 303);
  const filled = entries.filter(({ outcome }) => outcome === "filled");
  const kept = entries.filter(({ outcome }) => outcome === "kept");
  const open = entries.filter(({ openSpecials }) => openSpecials.length > 0);
  return {
    title: `${text.title[locale]}: ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, assessmentPath(organization.id, id))}>{text.back[locale]}</a>
          </p>
          <h2>{text.title[locale]}</h2>
          <AnsweredOf
            answered={preview.answered}
            of={preview.questionCount}
            label={text.whole[locale]}
            locale={locale}
          />
          {preview.answered === 0 ? <p class="prose">{text.empty[locale]}</p> : null}
          {preview.score === null || preview.answered === 0 ? null : (
            <p class="prose">
              {text.score[locale]} <strong class="number">{formatNumber(preview.score, locale)}</strong>
            </p>
          )}
          {preview.answered < preview.questionCount ? <p class="prose">{text.unanswered[locale]}</p> : null}
          {open.map(({ code, name, openSpecials }) => (
            <Notice tone="caution" title={text.open[locale]}>
              <p class="prose" data-contradiction={code}>
                {obligationName(name, locale)} (<ObligationCodes codes={[code]} />
                ): <ObligationCodes codes={openSpecials} />
              </p>
            </Notice>
          ))}
        </section>
        <section class="section" aria-labelledby="filled">
          <h3 id="filled">{text.filled[locale]}</h3>
          {filled.length === 0 ? (
            <p class="prose">{text.nothing[locale]}</p>
          ) : (
            <Entries entries={filled} organizationId={organization.id} locale={locale} />
          )}
          {filled.some(({ after }) => after === "not_applicable") ? <p class="prose">{text.noReason[locale]}</p> : null}
        </section>
        {kept.length === 0 ? null : (
          <section class="section" aria-labelledby="kept">
            <h3 id="kept">{text.kept[locale]}</h3>
            <Entries entries={kept} organizationId={organization.id} locale={locale} />
          </section>
        )}
        {preview.mayComplete ? (
          <section class="section" aria-label={text.complete[locale]}>
            <PostForm request={request} path={assessmentPath(organization.id, id, "/complete")}>
              <input type="hidden" name="seen" value={preview.seen} />
              <Tick id="prefill" label={text.prefill[locale]} isChecked />
              <SubmitButton label={text.complete[locale]} />
            </PostForm>
          </section>
        ) : null}
      </>
    ),
  };
}

function Entries({
  entries,
  organizationId,
  locale,
}: {
  entries: readonly Entry[];
  organizationId: string;
  locale: Locale;
}) {
  return (
    <table class="is-stacked register-entries">
      <thead>
        <tr>
          <th scope="col">{text.obligation[locale]}</th>
          <th scope="col">{text.before[locale]}</th>
          <th scope="col">{text[entries[0]?.outcome === "kept" ? "says" : "after"][locale]}</th>
          <th scope="col">{text.next[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ code, name, outcome, before, answered, nextReviewAt }) => (
          <tr data-planned={outcome} data-code={code}>
            <th scope="row">
              <a href={href(locale, entryPath(organizationId, code))}>{obligationName(name, locale)}</a>{" "}
              <span class="tag">{code}</span>
            </th>
            <td data-label={text.before[locale]}>
              <StatusMark status={before} locale={locale} />
            </td>
            <td data-label={text[outcome === "kept" ? "says" : "after"][locale]}>
              <StatusMark status={answered} locale={locale} />
            </td>
            <td data-label={text.next[locale]}>
              {nextReviewAt === null ? "–" : <time datetime={nextReviewAt}>{formatDay(nextReviewAt, locale)}</time>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
