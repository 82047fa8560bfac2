import { questionnaireReferences } from "../../../capabilities/questionnaire/questionnaire-references.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PageRequest } from "../page.ts";
import { type QuestionIds, REGIMES, type Regime, type Sheet } from "./answers.ts";
import { sheetHref } from "./progress-and-mode.tsx";

const text = {
  regime: { sk: "Podľa ktorého práva", cs: "Podle kterého práva", en: "By which law" },
  all: { sk: "Obe krajiny", cs: "Obě země", en: "Both countries" },
} satisfies Record<string, Localized>;

/** The regimes with their country, in the words of the acts. */
export const regimeNames = {
  pzs: {
    sk: "Slovensko, prevádzkovateľ základnej služby",
    cs: "Slovensko, provozovatel základní služby",
    en: "Slovakia, operator of an essential service",
  },
  pkzs: {
    sk: "Slovensko, prevádzkovateľ kritickej základnej služby",
    cs: "Slovensko, provozovatel kritické základní služby",
    en: "Slovakia, operator of a critical essential service",
  },
  lower: {
    sk: "Česko, režim nižších povinností",
    cs: "Česko, režim nižších povinností",
    en: "Czechia, lower-obligations regime",
  },
  higher: {
    sk: "Česko, režim vyšších povinností",
    cs: "Česko, režim vyšších povinností",
    en: "Czechia, higher-obligations regime",
  },
} satisfies Record<Regime, Localized>;

/** The country and regime whose law stands first, as links that keep the answers. */
export function RegimeChoice({
  sheet,
  ids,
  path,
  locale,
}: {
  sheet: Sheet;
  ids: QuestionIds;
  path: string;
  locale: Locale;
}) {
  return (
    <nav class="filter quiet-links" aria-label={text.regime[locale]}>
      <p class="meta">{text.regime[locale]}</p>
      <ul>
        {[undefined, ...REGIMES].map((regime) => (
          <li>
            <a
              href={sheetHref(locale, path, { ...sheet, regime }, ids)}
              aria-current={regime === sheet.regime ? "true" : undefined}
            >
              {regime === undefined ? text.all[locale] : regimeNames[regime][locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The legal references of a page: those of the regime that was chosen, else those that the questionnaire names. */
export interface LegalBasis {
  area(id: string, all: readonly (string | null)[]): readonly string[];
  question(id: string, all: readonly (string | null)[]): readonly string[];
}

/** The legal references by the regime of a sheet. */
export async function askLegalBasis({ ask }: PageRequest, { regime }: Sheet): Promise<LegalBasis> {
  const confirmed = (all: readonly (string | null)[]) => all.filter((citation) => citation !== null);
  if (regime === undefined) return { area: (_id, all) => confirmed(all), question: (_id, all) => confirmed(all) };
  const { areas, questions } = await ask(questionnaireReferences, { regime });
  const byId = new Map<string, readonly string[]>(
    [...areas, ...questions].map((each) => [each.id, each.legalReferences]),
  );
  return {
    area: (id, all) => byId.get(id) ?? confirmed(all),
    question: (id, all) => byId.get(id) ?? confirmed(all),
  };
}
