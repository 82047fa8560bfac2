import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { categoryNames } from "../components/category-mark.tsx";
import { ErrorSummary } from "../components/field.tsx";
import { formatIco } from "../components/ico.ts";
import { TakeAway } from "../components/take-away.tsx";
import { askObligationNames } from "../obligations/obligation-names.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { VerdictFacts, VerdictSentence } from "../verdict/head.tsx";
import { MissingFacts } from "../verdict/missing-facts.tsx";
import { askSizeThresholds, type SizeThresholds, Thresholds } from "../verdict/thresholds.tsx";
import { TraceLadder } from "../verdict/trace-ladder.tsx";
import type { Verdict } from "../verdict/verdict.ts";
import { WhatFollows } from "../verdict/what-follows.tsx";
import { WhatIfForm } from "./form.tsx";
import { codeErrors, readWhatIf, type WhatIfQuery } from "./query.ts";

const text = {
  title: { sk: "Čo ak by nás bolo 60?", cs: "Co kdyby nás bylo 60?", en: "What if we were 60 people?" },
  description: {
    sk: "Zistite pôsobnosť NIS2 podľa zadanej činnosti a veľkosti, bez vyhľadania firmy.",
    cs: "Zjistěte působnost NIS2 podle zadané činnosti a velikosti, bez vyhledání firmy.",
    en: "Find out whether NIS2 applies to a given activity and size, without looking up a firm.",
  },
  intro: {
    sk: "Zadajte činnosť a veľkosť a uvidíte, čo by z nich vyplývalo. Adresu s výsledkom môžete poslať ďalej.",
    cs: "Zadejte činnost a velikost a uvidíte, co by z nich plynulo. Adresu s výsledkem můžete poslat dál.",
    en: "Enter an activity and a size and see what would follow. You can share the address of the result.",
  },
  changeTitle: { sk: "Zmeniť údaje", cs: "Změnit údaje", en: "Change the facts" },
  errorTitle: { sk: "Toto treba opraviť", cs: "Tohle je třeba opravit", en: "This needs correcting" },
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  stated: {
    sk: "Podľa zadaných údajov",
    cs: "Podle zadaných údajů",
    en: "Based on the facts given",
  },
  firm: { sk: "Firma s IČO", cs: "Firma s IČO", en: "Firm with IČO" },
} satisfies Record<string, Localized>;

/** "And if we were 60 people?": the same verdict from typed facts, with its own address. */
export async function whatIfPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const asked = readWhatIf(request.query, locale);
  const thresholds = await askSizeThresholds(request);
  if (asked.args === undefined) return question(asked, thresholds, locale);
  let verdict: Verdict;
  try {
    verdict = await request.ask(scopeEvaluate, { ...asked.args });
  } catch (thrown) {
    const errors = thrown instanceof ServiceError ? codeErrors(thrown.problem, locale) : [];
    if (errors.length === 0) throw thrown;
    return question({ ...asked, errors }, thresholds, locale);
  }
  return {
    title: `${text.stated[locale]}: ${categoryNames[verdict.category][locale]}`,
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <Answer
        asked={asked}
        verdict={verdict}
        names={await askObligationNames(request)}
        thresholds={thresholds}
        request={request}
      />
    ),
  };
}

/** The form, empty or with what was typed and what is wrong with it. */
function question(asked: WhatIfQuery, thresholds: SizeThresholds, locale: Locale): PageAnswer {
  const isWrong = asked.errors.length > 0;
  return {
    status: isWrong ? 400 : 200,
    title: isWrong ? `${text.error[locale]}: ${text.title[locale]}` : text.title[locale],
    description: text.description[locale],
    isIndexed: !isWrong,
    body: <Question asked={asked} thresholds={thresholds} locale={locale} />,
  };
}

function Question({ asked, thresholds, locale }: { asked: WhatIfQuery; thresholds: SizeThresholds; locale: Locale }) {
  return (
    <>
      <ErrorSummary title={text.errorTitle[locale]} errors={asked.errors} />
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.intro[locale]}</p>
        <WhatIfForm locale={locale} values={asked.values} errors={asked.errors} />
      </section>
      <Thresholds thresholds={thresholds} locale={locale} />
    </>
  );
}

function Answer({
  asked,
  verdict,
  names,
  thresholds,
  request,
}: {
  asked: WhatIfQuery;
  verdict: Verdict;
  names: ReadonlyMap<string, string>;
  thresholds: SizeThresholds;
  request: PageRequest;
}) {
  const { locale, site, query } = request;
  const { firm } = asked.values;
  const about = (
    <p class="about-name">
      {text.stated[locale]}
      {firm === undefined ? null : (
        <>
          {" · "}
          <a href={href(locale, firmPath(firm.ico, firm.country))}>
            {text.firm[locale]} {formatIco(firm.ico)}
          </a>
        </>
      )}
    </p>
  );
  const change = (
    <section class="section" aria-labelledby="change-title">
      <h2 id="change-title">{text.changeTitle[locale]}</h2>
      <WhatIfForm locale={locale} values={asked.values} errors={[]} />
    </section>
  );
  return (
    <article class="verdict">
      <VerdictSentence verdict={verdict} locale={locale} about={about} />
      <VerdictFacts verdict={verdict} locale={locale} />
      {verdict.category === "unknown" ? <MissingFacts verdict={verdict} locale={locale} /> : null}
      {change}
      <TraceLadder verdict={verdict} locale={locale} />
      {verdict.category === "unknown" ? null : <MissingFacts verdict={verdict} locale={locale} />}
      <WhatFollows verdict={verdict} names={names} locale={locale} />
      <Thresholds thresholds={thresholds} locale={locale} />
      <TakeAway
        locale={locale}
        address={`${site.baseUrl}${href(locale, paths.whatIf)}?${query}`}
        baseUrl={site.baseUrl}
      />
    </article>
  );
}
