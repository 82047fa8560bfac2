import { type Company, FACTS, type Fact, type Statement } from "../../core/company.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace } from "../../core/nace.ts";
import { formatDay, formatNumber } from "../../core/text.ts";
import { statementsOf } from "../../sources/registers/live/merge-companies.ts";
import { registerOfSource } from "../../sources/registers/registers.ts";
import type { Services } from "../contexts.ts";
import { categoryNames } from "./category-names.ts";
import { describeSource } from "./firm-sources.ts";
import { headcountText } from "./headcount-text.ts";
import type { ScopeAnswer } from "./scope-answer.ts";

/**
 * The table of statements of a firm, in the order of the facts, the ones that are used first.
 * @param said what the caller states in the place of the sources
 */
export function statementsInWords(
  company: Company,
  { knowledge }: Pick<Services, "knowledge">,
  locale: Locale,
  said: ReadonlySet<Fact> = NOTHING,
): NonNullable<ScopeAnswer["statements"]> {
  const isUsed = ({ source, retrievedAt, fact }: Statement) =>
    company.provenance.some(
      (entry) => entry.source === source && entry.retrievedAt === retrievedAt && entry.facts.includes(fact),
    );
  const rows = statementsOf(company).map((statement) => {
    const isReplaced = REPLACED.some((fact) => fact === statement.fact && said.has(fact));
    const used = isUsed(statement) && !isReplaced;
    const { name, url } = describeSource(statement.source, knowledge, locale);
    const { fact, retrievedAt: asOf } = statement;
    const why = used ? null : (isReplaced ? text.replaced : reasonOf(statement, company))[locale];
    return { fact, value: wordsOf(statement, knowledge, locale), source: name, url, asOf, used, why };
  });
  return rows.sort((a, b) => FACTS.indexOf(a.fact) - FACTS.indexOf(b.fact) || Number(b.used) - Number(a.used));
}

const NOTHING: ReadonlySet<Fact> = new Set();

/** Codes that a caller states are added to those of the sources; figures take their place. */
const REPLACED: readonly Fact[] = ["size", "financials"];

function wordsOf({ fact, of }: Statement, { nis2 }: Services["knowledge"], locale: Locale): string | null {
  switch (fact) {
    case "name":
    case "address":
      return null;
    case "status":
      return of.ceasedOn === null
        ? text.status[of.status][locale]
        : `${text.ended[locale]} ${formatDay(of.ceasedOn, locale)}`;
    case "legalForm":
      return of.legalForm;
    case "nace":
      return of.nace.map(({ code, revision }) => `${formatNace(code)} (Rev. ${revision})`).join(", ");
    case "size": {
      const staff = of.headcount ?? nis2.sizeCodes[of.country].get(of.sizeCode ?? "") ?? null;
      return staff === null ? null : headcountText(staff, locale);
    }
    case "category":
      return of.registerVerdict === null ? null : categoryNames[of.registerVerdict.category][locale];
    case "financials":
      return [of.turnoverEur, of.balanceSheetEur]
        .map((sum, at) => (sum === undefined ? "" : `${text.sums[at]?.[locale]} ${formatNumber(sum, locale)} €`))
        .filter((part) => part !== "")
        .join(", ");
  }
}

/** Why a statement gave way: to a newer one of the same source, or to a source of higher rank. */
function reasonOf({ source, fact }: Statement, { provenance }: Company): Localized {
  const rank = rankOf(source);
  const deciding = provenance.filter(({ facts }) => facts.includes(fact as Fact));
  if (deciding.length === 0) return text.hidden;
  return deciding.every((entry) => rankOf(entry.source) <= rank) ? text.newer : text.higherRank;
}

function rankOf(source: string): number {
  return registerOfSource(source)?.rank ?? 0;
}

const text = {
  status: {
    active: { sk: "aktívna", cs: "aktivní", en: "active" },
    ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
    unreadable: { sk: "koniec nečitateľný", cs: "konec nečitelný", en: "end not readable" },
  },
  ended: { sk: "koniec", cs: "konec", en: "end" },
  sums: [
    { sk: "obrat", cs: "obrat", en: "turnover" },
    { sk: "bilančná suma", cs: "bilanční suma", en: "balance sheet total" },
  ],
  newer: {
    sk: "Ten istý údaj je známy k neskoršiemu dňu.",
    cs: "Týž údaj je znám k pozdějšímu dni.",
    en: "The same fact is known for a later day.",
  },
  higherRank: {
    sk: "Prednosť má údaj z hlavného registra.",
    cs: "Přednost má údaj z hlavního rejstříku.",
    en: "The statement of the leading register stands.",
  },
  replaced: {
    sk: "Namiesto neho platí údaj uvedený v otázke.",
    cs: "Místo něj platí údaj uvedený v dotazu.",
    en: "What was stated in the question stands in its place.",
  },
  hidden: {
    sk: "Tento údaj o fyzickej osobe neuvádzame.",
    cs: "Tento údaj o fyzické osobě neuvádíme.",
    en: "Not shown, because it is of a natural person.",
  },
} satisfies Record<string, Localized | Record<string, Localized> | Localized[]>;
