import type { Company, Fact } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import { fold } from "../../core/fold.ts";
import { formatNace } from "../../core/nace.ts";

/** A firm as it is kept to be compared. */
export type KeptCompany = Omit<Company, "statements">;

/** Facts that are compared: those a verdict rests on, then those that are shown. */
export const COMPARED = ["status", "nace", "size", "legalForm", "category", "financials", "name", "address"] as const;

/** One fact that differs. `from` and `to` of name and address are foreign text. */
export interface FactChange {
  readonly fact: (typeof COMPARED)[number];
  readonly from: string | null;
  readonly to: string | null;
  /** Who states it now, by its id, and the day. */
  readonly source: string | null;
  readonly day: Day | null;
  /** Somebody else stated it before. */
  readonly isOtherSource: boolean;
}

/**
 * The facts of a firm that differ. Blanks, case of names, the order of further codes and days of reading are no change.
 */
export function changedFacts(before: KeptCompany, after: KeptCompany): readonly FactChange[] {
  return COMPARED.flatMap((fact) => {
    const [from, to] = [shownFact(before, fact), shownFact(after, fact)];
    if (folded(fact, from) === folded(fact, to)) return [];
    const [was, is] = [statedBy(before, fact), statedBy(after, fact)];
    return [
      {
        fact,
        from,
        to,
        source: is?.source ?? null,
        day: is?.retrievedAt ?? null,
        isOtherSource: was !== undefined && is !== undefined && was.source !== is.source,
      },
    ];
  });
}

/** The facts that a verdict rests on, without those that are only shown. */
export function decidingFacts(facts: readonly FactChange[]): readonly FactChange[] {
  return facts.filter(({ fact }) => fact !== "name" && fact !== "address");
}

function shownFact(company: KeptCompany, fact: FactChange["fact"]): string | null {
  switch (fact) {
    case "status":
      return company.ceasedOn === null ? company.status : `${company.status} ${company.ceasedOn}`;
    case "nace":
      return codesOf(company);
    case "size":
      return company.headcount === null ? company.sizeCode : `${company.headcount.min}-${company.headcount.max ?? ""}`;
    case "legalForm":
      return company.legalForm;
    case "category":
      return company.registerVerdict?.category ?? null;
    case "financials":
      return company.turnoverEur === undefined && company.balanceSheetEur === undefined
        ? null
        : `${company.turnoverEur ?? ""} / ${company.balanceSheetEur ?? ""}`;
    case "name":
      return company.name;
    case "address":
      return company.address;
  }
}

/** The main code first, the others in their own order, so that another order of them is the same. */
function codesOf({ nace }: KeptCompany): string | null {
  const written = nace.map(({ code, revision }) => `${formatNace(code)} (${revision})`);
  const [main, ...others] = written;
  return main === undefined ? null : [main, ...others.sort()].join(", ");
}

function folded(fact: FactChange["fact"], text: string | null): string | null {
  return text !== null && (fact === "name" || fact === "address") ? fold(text) : text;
}

function statedBy({ provenance }: KeptCompany, fact: Fact) {
  return provenance.find(({ facts }) => facts.includes(fact));
}
