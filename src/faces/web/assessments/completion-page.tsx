import { assessmentPreview } from "../../../capabilities/assessments/assessment-preview.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Tick } from "../components/form-field.tsx";
import { LawText } from "../components/law-text.tsx";
import { Notice } from "../components/notice.tsx";
import { BasisRemark } from "../obligation-register/basis-remark.tsx";
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
    sk: "„Netýka sa nás“ bez dôvodu sa počíta ako bez odpovede. Doplňte dôvod do poznámky",
    cs: "„Netýká se nás“ bez důvodu se počítá jako bez odpovědi. Doplňte důvod do poznámky",
    en: "“Does not apply” without a reason counts as not answered. Add the reason to the note",
  },
  addReason: { sk: "doplňte dôvod", cs: "doplňte důvod", en: "add the reason" },
  toConfirm: {
    sk: "Odpovede z minulého dotazníka, ktoré nikto nepotvrdil, sa nepočítajú",
    cs: "Odpovědi z minulého dotazníku, které nikdo nepotvrdil, se nepočítají",
    en: "Answers of the former questionnaire that nobody confirmed do not count",
  },
  spread: {
    sk: "Rozložiť ďalšie preskúmania, aby neprišli v jeden deň",
    cs: "Rozložit příští přezkoumání, aby nepřišla v jeden den",
    en: "Spread the next reviews, so that they do not come on one day",
  },
  unspread: { sk: "bez rozloženia", cs: "bez rozložení", en: "without spreading" },
  prefill: {
    sk: "Predvyplniť evidenciu povinností",
    cs: "Předvyplnit evidenci povinností",
    en: "Pre-fill the obligation register",
  },
  complete: {
    sk: "Uzavrieť a vyplniť evidenciu",
    cs: "Uzavřít a vyplnit evidenci",
    en: "Complete it and fill in the register",
  },
} satisfies Record<string, Localized>);

type Preview = AnswerOf<typeof assessmentPreview>;
type Entry = Preview["entries"][number];

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
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
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
          {preview.toConfirm === 0 ? null : (
            <p class="prose" data-to-confirm={preview.toConfirm}>
              {text.toConfirm[locale]}: {formatNumber(preview.toConfirm, locale)}
            </p>
          )}
          <MissingReasons preview={preview} locale={locale} />
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
              <Tick id="spread" label={text.spread[locale]} isChecked />
              <SubmitButton label={text.complete[locale]} />
            </PostForm>
          </section>
        ) : null}
      </>
    ),
  };
}

/** Answers that something does not apply and that do not say why, each with the way to its note. */
function MissingReasons({ preview: { organization, id, unreasoned }, locale }: { preview: Preview; locale: Locale }) {
  if (unreasoned.length === 0) return null;
  return (
    <Notice tone="caution" title={text.noReason[locale]}>
      <ul class="citations">
        {unreasoned.map((question) => (
          <li data-question={question.id} data-reason="missing">
            <LawText text={keepShortWords(question.text ?? question.id, locale)} />{" "}
            <a href={`${href(locale, assessmentPath(organization.id, id, `/${question.area}`))}#${question.id}`}>
              {text.addReason[locale]}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** When an entry is reviewed next, and when without spreading. */
function NextReview({ day, without, locale }: { day: string | null; without: string | null; locale: Locale }) {
  if (day === null) return <>–</>;
  return (
    <>
      <time datetime={day}>{formatDay(day, locale)}</time>
      {without === null || without === day ? null : (
        <span class="register-remark">
          {text.unspread[locale]}: <time datetime={without}>{formatDay(without, locale)}</time>
        </span>
      )}
    </>
  );
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
        {entries.map(({ code, name, outcome, before, answered, basis, nextReviewAt, spreadReviewAt }) => (
          <tr data-planned={outcome} data-code={code}>
            <th scope="row">
              <a href={href(locale, entryPath(organizationId, code))}>{obligationName(name, locale)}</a>{" "}
              <span class="tag">{code}</span>
            </th>
            <td data-label={text.before[locale]}>
              <StatusMark status={before} locale={locale} />
            </td>
            <td data-label={text[outcome === "kept" ? "says" : "after"][locale]}>
              <StatusMark status={answered} locale={locale} />{" "}
              <BasisRemark item={{ status: answered, basis }} locale={locale} />
            </td>
            <td data-label={text.next[locale]}>
              <NextReview day={spreadReviewAt ?? nextReviewAt} without={nextReviewAt} locale={locale} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
