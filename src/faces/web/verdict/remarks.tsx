import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { Notice } from "../components/notice.tsx";

const text = {
  disagreeTitle: { sk: "Zdroje sa nezhodujú", cs: "Zdroje se neshodují", en: "The sources disagree" },
  disagree: {
    sk: "Otvorený register a pravidlá služby Dosah dospeli pri tejto firme k rôznym kategóriám. Uvádzame tú, podľa ktorej firma v pôsobnosti je; ak to hovoria obe strany, na Slovensku platí kategória z otvoreného registra a v Česku kategória podľa pravidiel služby Dosah. Oba výsledky sú v krokoch nižšie.",
    cs: "Otevřený registr a pravidla služby Dosah dospěly u této firmy k různým kategoriím. Uvádíme tu, podle níž firma v působnosti je; říkají-li to obě strany, na Slovensku platí kategorie z otevřeného registru a v Česku kategorie podle pravidel služby Dosah. Oba výsledky jsou v krocích níže.",
    en: "The open-data register and Dosah’s rules came to different categories for this firm. The one shown is the one that puts the firm in scope; where both do, the open-data register’s category stands for Slovakia and that of Dosah’s rules for Czechia. Both results are in the steps below.",
  },
  disagreeUnknown: {
    sk: "Otvorený register a pravidlá služby Dosah sa pri tejto firme nezhodli: podľa jednej strany je mimo pôsobnosti, druhá to určiť nevie. Preto netvrdíme ani jedno.",
    cs: "Otevřený registr a pravidla služby Dosah se u této firmy neshodly: podle jedné strany je mimo působnost, druhá to určit neumí. Proto netvrdíme ani jedno.",
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
    en: "What only it knows is missing from the answer. Try again in a moment. Not answering:",
  },
  silentSeveral: {
    sk: "Čo mohli uviesť len ony, v odpovedi chýba. Skúste to o chvíľu znova. Neodpovedajú:",
    cs: "Co mohly uvést jen ony, v odpovědi chybí. Zkuste to za chvíli znovu. Neodpovídají:",
    en: "What only they know is missing from the answer. Try again in a moment. Not answering:",
  },
  unansweredTitle: {
    sk: "Register druhej krajiny teraz neodpovedá alebo tu nie je celý",
    cs: "Rejstřík druhé země teď neodpovídá nebo zde není celý",
    en: "The register of the other country is not answering at the moment or is not here as a whole",
  },
  unanswered: {
    sk: "Či toto číslo patrí aj firme v druhej krajine, preto teraz nevieme.",
    cs: "Zda toto číslo patří i firmě v druhé zemi, proto teď nevíme.",
    en: "So we cannot tell now whether a firm there has this number too.",
  },
  sampleTitle: { sk: "Údaje zo vzorky firiem", cs: "Údaje ze vzorku firem", en: "Data from a sample" },
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  sample: {
    sk: "Celý register zatiaľ nemáme. Údaje o firme sú z priloženej vzorky skutočných firiem a nemusia byť aktuálne.",
    cs: "Celý rejstřík této země zde zatím není načten. Údaje o firmě jsou z přiloženého vzorku skutečných firem a nemusejí být aktuální.",
    en: "The whole register of this country is not loaded here yet. The data come from the shipped sample of real firms and may be out of date.",
  },
} satisfies Record<string, Localized>;

/** What to know before relying on the verdict: sources that disagree or are silent, and data from a sample. */
export function Remarks({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  const { category, sourcesDisagree, isSample, silentSources, unansweredCountries, dataAsOf } = answer;
  return (
    <>
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
    </>
  );
}
