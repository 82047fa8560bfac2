import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { Citations } from "../components/citations.tsx";
import type { Verdict } from "./verdict.ts";

const text = {
  changes: { sk: "Čo by výsledok zmenilo", cs: "Co by výsledek změnilo", en: "What would change the result" },
  missing: { sk: "Čo nám chýba", cs: "Co nám chybí", en: "What is missing" },
  intro: {
    sk: "Toto v registroch nie je. Ak niečo z toho pre firmu platí, výsledok môže byť iný:",
    cs: "Tohle v rejstřících není. Pokud něco z toho pro firmu platí, výsledek může být jiný:",
    en: "The registers do not hold this. If any of it applies to the firm, the result may differ:",
  },
  introUnknown: {
    sk: "Odpoveď závisí od toho, čo register neuvádza:",
    cs: "Odpověď závisí na tom, co rejstřík neuvádí:",
    en: "The answer depends on what the register does not state:",
  },
  becomes: { sk: "mohlo by to byť", cs: "mohlo by to být", en: "it could be" },
  nothing: {
    sk: "Nepoznáme údaj, ktorý by tento výsledok zmenil. Vyskúšať si iné čísla môžete aj tak.",
    cs: "Neznáme údaj, který by tento výsledek změnil. Vyzkoušet si jiná čísla můžete i tak.",
    en: "We know of no fact that would change this result. You can still try other numbers.",
  },
  withheld: {
    sk: "Otázku neukazujeme: jej citáciu sa nepodarilo overiť.",
    cs: "Otázku neukazujeme: její citaci se nepodařilo ověřit.",
    en: "The question is not shown: its citation could not be confirmed.",
  },
} satisfies Record<string, Localized>;

/** The facts that no source states and what they would make of the verdict; the form that asks for them is `children`. */
export function MissingFacts({ verdict, locale, children }: { verdict: Verdict; locale: Locale; children?: Child }) {
  const { missingFacts, category } = verdict;
  const isUnknown = category === "unknown";
  const title = isUnknown ? text.missing : text.changes;
  const intro = missingFacts.length === 0 ? text.nothing : isUnknown ? text.introUnknown : text.intro;
  return (
    <section class="section" id="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">{title[locale]}</h2>
      <p class="prose">{intro[locale]}</p>
      {missingFacts.length === 0 ? null : (
        <ul class="missing">
          {missingFacts.map(({ question, couldBecome, citations }) => (
            <li class="rung">
              <div class="rung-text">
                <p>{question ?? text.withheld[locale]}</p>
                {couldBecome.length === 0 ? null : (
                  <p class="becomes">
                    <span>{text.becomes[locale]}</span>{" "}
                    {couldBecome.map((possible) => (
                      <CategoryMark category={possible} locale={locale} />
                    ))}
                  </p>
                )}
              </div>
              <Citations citations={citations} locale={locale} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
