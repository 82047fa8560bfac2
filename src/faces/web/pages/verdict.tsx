import type { ScopeAnswer } from "../../../capabilities/answers/scope-answer.ts";
import { nis2ScopeCheck } from "../../../capabilities/nis2-scope-check.ts";
import { COUNTRIES, countryNames } from "../../../core/country.ts";
import { parseIco } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { formatDay } from "../../../core/text.ts";
import { askObligationNames } from "../obligation-names.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { CategoryMark, categoryNames } from "../parts/category-mark.tsx";
import { FirmAddress, FirmName, firmTitle } from "../parts/foreign.tsx";
import { formatIco } from "../parts/ico.ts";
import { Notice } from "../parts/notice.tsx";
import { TakeAway } from "../parts/take-away.tsx";
import { VerdictFacts, VerdictSentence } from "../parts/verdict/head.tsx";
import { MissingFacts } from "../parts/verdict/missing-facts.tsx";
import { Origin, SourceTable } from "../parts/verdict/sources.tsx";
import { TraceLadder } from "../parts/verdict/trace-ladder.tsx";
import { WhatFollows } from "../parts/verdict/what-follows.tsx";
import { FirmWhatIfForm } from "../parts/what-if/firm-form.tsx";
import { firmPath, href, redirectTo } from "../paths.ts";
import { firmNotFoundPage, invalidIcoPage } from "./no-firm.tsx";

const text = {
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  sampleTitle: { sk: "Údaje z ukážky", cs: "Údaje z ukázky", en: "Data from a sample" },
  sample: {
    sk: "Celý register tejto krajiny tu zatiaľ nie je načítaný. Údaje o firme sú z priloženej ukážky skutočných firiem a nemusia byť aktuálne.",
    cs: "Celý rejstřík této země zde zatím není načten. Údaje o firmě jsou z přiložené ukázky skutečných firem a nemusejí být aktuální.",
    en: "The whole register of this country is not loaded here yet. The data come from the shipped sample of real firms and may be out of date.",
  },
  disagreeTitle: { sk: "Zdroje sa nezhodujú", cs: "Zdroje se neshodují", en: "The sources disagree" },
  disagree: {
    sk: "Otvorený register a pravidlá Dosahu dospeli pri tejto firme k rôznym kategóriám. Uvádzame tú, podľa ktorej firma v pôsobnosti je; ak to hovoria obe strany, na Slovensku platí kategória z otvoreného registra a v Česku kategória podľa pravidiel Dosahu. Oba výsledky sú v krokoch nižšie.",
    cs: "Otevřený registr a pravidla Dosahu dospěly u této firmy k různým kategoriím. Uvádíme tu, podle níž firma v působnosti je; říkají-li to obě strany, na Slovensku platí kategorie z otevřeného registru a v Česku kategorie podle pravidel Dosahu. Oba výsledky jsou v krocích níže.",
    en: "The open-data register and Dosah’s rules came to different categories for this firm. The one shown is the one that puts the firm in scope; where both do, the open-data register’s category stands for Slovakia and that of Dosah’s rules for Czechia. Both results are in the steps below.",
  },
  disagreeUnknown: {
    sk: "Otvorený register a pravidlá Dosahu sa pri tejto firme nezhodli: podľa jednej strany je mimo pôsobnosti, druhá to určiť nevie. Preto netvrdíme ani jedno.",
    cs: "Otevřený registr a pravidla Dosahu se u této firmy neshodly: podle jedné strany je mimo působnost, druhá to určit neumí. Proto netvrdíme ani jedno.",
    en: "The open-data register and Dosah’s rules do not agree on this firm: one side puts it out of scope, the other cannot tell. So we claim neither.",
  },
  silentTitle: {
    sk: "Jeden zo zdrojov teraz neodpovedá",
    cs: "Jeden ze zdrojů teď neodpovídá",
    en: "One of the sources is not answering at the moment",
  },
  silentTitleSeveral: {
    sk: "Niektoré zdroje teraz neodpovedajú",
    cs: "Některé zdroje teď neodpovídají",
    en: "Some of the sources are not answering at the moment",
  },
  silent: {
    sk: "Čo mohol uviesť len on, v odpovedi chýba. Skúste to o chvíľu znova. Neodpovedá:",
    cs: "Co mohl uvést jen on, v odpovědi chybí. Zkuste to za chvíli znovu. Neodpovídá:",
    en: "What only it could have told is missing from the answer. Try again in a moment. Not answering:",
  },
  silentSeveral: {
    sk: "Čo mohli uviesť len ony, v odpovedi chýba. Skúste to o chvíľu znova. Neodpovedajú:",
    cs: "Co mohly uvést jen ony, v odpovědi chybí. Zkuste to za chvíli znovu. Neodpovídají:",
    en: "What only they could have told is missing from the answer. Try again in a moment. Not answering:",
  },
  alternativesTitle: {
    sk: "Rovnaké IČO v inej krajine",
    cs: "Stejné IČO v jiné zemi",
    en: "The same number in the other country",
  },
  alternatives: {
    sk: "Toto číslo má v druhej krajine iná firma. Ak ste mysleli ju:",
    cs: "Toto číslo má v druhé zemi jiná firma. Pokud jste mysleli ji:",
    en: "In the other country this number belongs to another firm. If you meant that one:",
  },
  unansweredTitle: {
    sk: "Register druhej krajiny teraz neodpovedá",
    cs: "Rejstřík druhé země teď neodpovídá",
    en: "The register of the other country is not answering at the moment",
  },
  unanswered: {
    sk: "Či toto číslo patrí aj firme v druhej krajine, preto teraz nevieme.",
    cs: "Zda toto číslo patří i firmě v druhé zemi, proto teď nevíme.",
    en: "So we cannot tell now whether a firm there has this number too.",
  },
  byRegister: {
    sk: "Rozhodol otvorený register",
    cs: "Rozhodl otevřený registr",
    en: "Decided by the open-data register",
  },
  byRules: { sk: "Rozhodli pravidlá Dosahu", cs: "Rozhodla pravidla Dosahu", en: "Decided by Dosah’s rules" },
  noSize: {
    sk: "Register ju neuvádza.",
    cs: "Rejstřík ji neuvádí.",
    en: "The register does not state it.",
  },
  silentSize: {
    sk: "Zdroj, ktorý by ju mohol uviesť, teraz neodpovedá.",
    cs: "Zdroj, který by ji mohl uvést, teď neodpovídá.",
    en: "A source that could state it is not answering at the moment.",
  },
  tryTitle: { sk: "Doplňte, čo o firme viete", cs: "Doplňte, co o firmě víte", en: "Add what you know about the firm" },
  sourcesTitle: { sk: "Zdroje", cs: "Zdroje", en: "Sources" },
} satisfies Record<string, Localized>;

/** "Does NIS2 reach this firm, and why?" */
export async function verdictPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, params } = request;
  const ico = parseIco(params.ico ?? "");
  const country = COUNTRIES.find((known) => known === params.country?.toUpperCase());
  if (ico === undefined || (params.country !== undefined && country === undefined)) return invalidIcoPage(request);
  const canonical = firmPath(ico, country);
  if (request.path !== canonical) return redirectTo(href(locale, canonical), 301);
  try {
    const answer = await request.ask(nis2ScopeCheck, { ico, ...(country === undefined ? {} : { country }) });
    return {
      title: `${firmTitle(answer.untrusted.name, locale)}: ${categoryNames[answer.category][locale]}`,
      isIndexed: false,
      scripts: ["copy"],
      body: <Verdict answer={answer} names={await askObligationNames(request)} request={request} />,
    };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.problem.code === "not_found") {
      return firmNotFoundPage(request, ico, country, thrown.problem);
    }
    throw thrown;
  }
}

function Verdict({
  answer,
  names,
  request,
}: {
  answer: ScopeAnswer;
  names: ReadonlyMap<string, string>;
  request: PageRequest;
}) {
  const { locale, site } = request;
  const { category, sourcesDisagree, isSample, silentSources, unansweredCountries, dataAsOf, ico, country } = answer;
  const asks = (
    <MissingFacts verdict={answer} locale={locale}>
      <h3 class="screen-only">{text.tryTitle[locale]}</h3>
      <FirmWhatIfForm locale={locale} verdict={answer} ico={ico} />
    </MissingFacts>
  );
  return (
    <article class="verdict">
      <VerdictSentence verdict={answer} locale={locale} about={<About answer={answer} locale={locale} />} />
      <VerdictFacts verdict={answer} locale={locale} origins={originsOf(answer, locale)} />
      {sourcesDisagree ? (
        <Notice tone="caution" title={text.disagreeTitle[locale]}>
          <p>{(category === "unknown" ? text.disagreeUnknown : text.disagree)[locale]}</p>
        </Notice>
      ) : null}
      {silentSources.length > 0 ? (
        <Notice
          tone="caution"
          title={(silentSources.length === 1 ? text.silentTitle : text.silentTitleSeveral)[locale]}
        >
          <p>
            {(silentSources.length === 1 ? text.silent : text.silentSeveral)[locale]}{" "}
            {silentSources.map(({ name }) => name).join(", ")}.
          </p>
        </Notice>
      ) : null}
      {unansweredCountries.length > 0 ? (
        <Notice tone="caution" title={text.unansweredTitle[locale]}>
          <p>{text.unanswered[locale]}</p>
        </Notice>
      ) : null}
      {isSample ? (
        <Notice title={`${text.sampleTitle[locale]}. ${text.dataAsOf[locale]}: ${formatDay(dataAsOf, locale)}`}>
          <p>{text.sample[locale]}</p>
        </Notice>
      ) : null}
      {/* Who got no answer is asked first; who got one reads the reasons first. */}
      {category === "unknown" ? asks : null}
      <TraceLadder verdict={answer} locale={locale} />
      {category === "unknown" ? null : asks}
      <WhatFollows verdict={answer} names={names} locale={locale} />
      <Alternatives answer={answer} locale={locale} />
      <section class="section" aria-labelledby="sources-title">
        <h2 id="sources-title">{text.sourcesTitle[locale]}</h2>
        <SourceTable sources={answer.sources} locale={locale} />
        <p class="meta">
          {text.dataAsOf[locale]}: {formatDay(dataAsOf, locale)}
        </p>
      </section>
      <TakeAway
        locale={locale}
        address={`${site.baseUrl}${href(locale, firmPath(ico, country))}`}
        firm={{ ico, country }}
        baseUrl={site.baseUrl}
      />
    </article>
  );
}

function About({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  const { untrusted, ico, country, status } = answer;
  return (
    <div>
      <p class="about-name">
        <FirmName name={untrusted.name} locale={locale} />
        {status === "ceased" ? <span class="tag">{text.ceased[locale]}</span> : null}
      </p>
      <p class="meta">
        <span class="number">IČO {formatIco(ico)}</span> · {countryNames[country][locale]}
        <FirmAddress address={untrusted.address} before=" · " />
      </p>
    </div>
  );
}

/** Under each fact: who told it and on which day. */
function originsOf(answer: ScopeAnswer, locale: Locale) {
  const told = (fact: ScopeAnswer["sources"][number]["facts"][number]) => (
    <Origin sources={answer.sources.filter(({ facts }) => facts.includes(fact))} locale={locale} />
  );
  const isSizeSilent = answer.silentSources.some(({ facts }) => facts.includes("size"));
  return {
    category: (
      <>
        <p class="meta">{(answer.decidedBy === "open_data_register" ? text.byRegister : text.byRules)[locale]}</p>
        {answer.decidedBy === "open_data_register" ? told("category") : null}
      </>
    ),
    sector: told("nace"),
    size:
      answer.size.category === null ? <p>{(isSizeSilent ? text.silentSize : text.noSize)[locale]}</p> : told("size"),
  };
}

function Alternatives({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  if (answer.alternatives.length === 0) return null;
  return (
    <section class="section" aria-labelledby="alternatives-title">
      <h2 id="alternatives-title">{text.alternativesTitle[locale]}</h2>
      <p class="prose">{text.alternatives[locale]}</p>
      <ul class="hits">
        {answer.alternatives.map(({ ico, country, category, untrusted }) => (
          <li class="hit">
            <a href={href(locale, firmPath(ico, country))}>
              <FirmName name={untrusted.name} locale={locale} />
            </a>
            <p class="meta">
              IČO {formatIco(ico)} · {countryNames[country][locale]} ·{" "}
              <CategoryMark category={category} locale={locale} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
