import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Origin } from "./sources.tsx";

const text = {
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
} satisfies Record<string, Localized>;

/** Under each fact: which source states it and on which day. */
export function originsOf(answer: ScopeAnswer, locale: Locale) {
  const originOf = (fact: ScopeAnswer["sources"][number]["facts"][number]) => (
    <Origin sources={answer.sources.filter(({ facts }) => facts.includes(fact))} locale={locale} />
  );
  const isSizeSilent = answer.silentSources.some(({ facts }) => facts.includes("size"));
  return {
    category: (
      <>
        <p class="meta">{(answer.decidedBy === "open_data_register" ? text.byRegister : text.byRules)[locale]}</p>
        {answer.decidedBy === "open_data_register" ? originOf("category") : null}
      </>
    ),
    sector: originOf("nace"),
    size:
      answer.size.category === null ? (
        <p>{(isSizeSilent ? text.silentSize : text.noSize)[locale]}</p>
      ) : (
        originOf("size")
      ),
  };
}
