import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { StepLaw } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import { href, paths } from "../paths.ts";
import type { Verdict } from "./verdict-names.ts";

const text = {
  changes: { sk: "Čo by výsledok zmenilo", cs: "Co by výsledek změnilo", en: "What would change the result" },
  missing: { sk: "Čo nám chýba", cs: "Co nám chybí", en: "What is missing" },
  intro: {
    sk: "Tieto údaje v registroch nie sú. Ak niektorý z nich pre firmu platí, výsledok môže byť iný:",
    cs: "Tyto údaje v rejstřících nejsou. Pokud některý z nich pro firmu platí, výsledek může být jiný:",
    en: "The registers do not hold this. If any of it applies to the firm, the result may differ:",
  },
  introUnknown: {
    sk: "Odpoveď závisí od toho, čo register neuvádza:",
    cs: "Odpověď závisí na tom, co rejstřík neuvádí:",
    en: "The answer depends on what the register does not state:",
  },
  becomes: { sk: "výsledok by mohol byť", cs: "výsledek by mohl být", en: "it could be" },
  nothing: {
    sk: "Nepoznáme údaj, ktorý by tento výsledok zmenil. Vyskúšať si iné čísla môžete aj tak.",
    cs: "Neznáme údaj, který by tento výsledek změnil. Vyzkoušet si jiná čísla můžete i tak.",
    en: "We know of no fact that would change this result. You can still try other numbers.",
  },
  withheld: {
    sk: "Otázku nezobrazujeme: jej citáciu sa nepodarilo overiť.",
    cs: "Otázku nezobrazujeme: její citaci se nepodařilo ověřit.",
    en: "The question is not shown: its citation could not be confirmed.",
  },
  proposals: {
    sk: "Ešte nie je právom, výsledok sa podľa toho neposudzuje: návrh zmeny smernice NIS2, COM(2026) 13, a digitálny omnibus, COM(2025) 837.",
    cs: "Ještě není právem, výsledek se podle toho neposuzuje: návrh změny směrnice NIS2, COM(2026) 13, a digitální omnibus, COM(2025) 837.",
    en: "Not law yet, and not applied here: the proposal to amend NIS2, COM(2026) 13, and the digital omnibus, COM(2025) 837.",
  },
  timeline: { sk: "Časová os predpisov", cs: "Časová osa předpisů", en: "Time line of the law" },
} satisfies Record<string, Localized>;

/** So many questions are seen at once; the most decisive come first. */
const AT_ONCE = 2;

const more: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `${count} ${plural(count, { one: "ďalšia otázka", few: "ďalšie otázky", other: "ďalších otázok" }, "sk")}`,
  cs: (count) =>
    `${count} ${plural(count, { one: "další otázka", few: "další otázky", other: "dalších otázek" }, "cs")}`,
  en: (count) => `${count} more ${plural(count, { one: "question", other: "questions" }, "en")}`,
};

/**
 * The facts that no source states and what they would make of the verdict. `children` is the form that asks for them on a
 * screen, with a control under each; on paper they stand as a list.
 */
export function MissingFacts({ verdict, locale, children }: { verdict: Verdict; locale: Locale; children?: Child }) {
  const { missingFacts, category } = verdict;
  const isUnknown = category === "unknown";
  const title = isUnknown ? text.missing : text.changes;
  const intro = missingFacts.length === 0 ? text.nothing : isUnknown ? text.introUnknown : text.intro;
  return (
    <section class="section" id="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">{title[locale]}</h2>
      <p class="prose" id="answers">
        {intro[locale]}
      </p>
      {children === undefined || missingFacts.length === 0 ? (
        <Folded facts={missingFacts} locale={locale} />
      ) : (
        <div class="print-only missing-lists">
          <Questions facts={missingFacts} locale={locale} />
        </div>
      )}
      {children}
      <p class="help screen-only">
        {text.proposals[locale]} <a href={href(locale, paths.feed)}>{text.timeline[locale]}</a>
      </p>
    </section>
  );
}

/** The first questions, the others folded. */
function Folded({ facts, locale }: { facts: Verdict["missingFacts"]; locale: Locale }) {
  if (facts.length === 0) return null;
  return (
    <div class="missing-lists">
      <Questions facts={facts.slice(0, AT_ONCE)} locale={locale} />
      {facts.length <= AT_ONCE ? null : (
        <details class="is-printed">
          <summary>{more[locale](facts.length - AT_ONCE)}</summary>
          <Questions facts={facts.slice(AT_ONCE)} locale={locale} />
        </details>
      )}
    </div>
  );
}

function Questions({ facts, locale }: { facts: Verdict["missingFacts"]; locale: Locale }) {
  return (
    <ul class="missing">
      {facts.map(({ question, couldBecome, citations }) => (
        <li class="rung">
          <div class="rung-text">
            <p>
              <LawText text={question ?? text.withheld[locale]} />
            </p>
            {couldBecome.length === 0 ? null : (
              <p class="becomes">
                <span>{text.becomes[locale]}</span>{" "}
                {couldBecome.map((possible) => (
                  <CategoryMark category={possible} locale={locale} />
                ))}
              </p>
            )}
          </div>
          <StepLaw citations={citations} locale={locale} />
        </li>
      ))}
    </ul>
  );
}
