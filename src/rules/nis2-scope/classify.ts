import type { Category, Company, UnknownReason } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { SectorId, SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { decideCategory } from "./decide-category.ts";
import type { ScopeFacts } from "./facts.ts";
import { agree, sectorAfter } from "./reconcile.ts";

/** Category, sector and reason of a firm, for counting and searching: no words, no trace. */
export interface Classification {
  readonly category: Category;
  readonly sector: SectorId | null;
  readonly reason: UnknownReason | null;
}

/** What the engine may know of a firm of a register. Accounts are there only where a source of the firm states them. */
export function factsOf(company: Company, sizeIndependentService: SizeIndependentService | null = null): ScopeFacts {
  const { country, status, ceasedOn, nace, mainUnknown, sizeCode, headcount, legalForm } = company;
  return {
    country,
    status,
    ceasedOn,
    nace,
    mainUnknown,
    sizeCode,
    headcount,
    legalForm,
    sizeIndependentService,
    turnoverEur: company.turnoverEur ?? null,
    balanceSheetEur: company.balanceSheetEur ?? null,
  };
}

/** The same answer as `decideScope` and `reconcile` give, at a price that millions of rows can pay. */
export function classifyCompany(company: Company, knowledge: Nis2Knowledge, asOf: Day): Classification {
  const { category, unknownReason, situation, sectorId } = decideCategory(factsOf(company), knowledge, asOf);
  const hasCeased = situation === "ceased";
  const engine = { category, unknownReason, hasCeased, ceasedOn: company.ceasedOn, serviceIsStated: false };
  const agreement = agree(engine, company.registerVerdict, company.country);
  return {
    category: agreement.category,
    sector: sectorAfter(agreement, sectorId, company.registerVerdict),
    reason: agreement.unknownReason,
  };
}
