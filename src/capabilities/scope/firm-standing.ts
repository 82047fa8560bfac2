import type { Category, Company, Fact } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { NaceCode } from "../../core/nace.ts";
import { ServiceError } from "../../core/problem.ts";
import type { RegimeId } from "../../knowledge/nis2-ids.ts";
import { factsOf } from "../../rules/nis2-scope/classify.ts";
import { decideScope } from "../../rules/nis2-scope/decide-scope.ts";
import { nothingKnown, type ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { reconcile } from "../../rules/nis2-scope/reconcile.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import { decisiveSilence } from "../../sources/registers/combined/country-registers.ts";
import type { Silence } from "../../sources/registers/register.ts";
import type { Services } from "../contexts.ts";
import { type FoundCompanies, type FoundCompany, registerIsSilent } from "./find-company.ts";
import { datedFactsOf } from "./firm-facts.ts";

/** Where a firm stands, in two words: for a list of many firms, which says no reasons. */
export interface Standing {
  readonly country: Country;
  /** `unknown` also where a source that did not answer decides. */
  readonly category: Category;
  /** `null` while no national act is in force, and where the category is a guess. */
  readonly regime: RegimeId | null;
}

/** The category and the national regime of a firm of the registers, by the same rules as the whole answer. */
export function standingOf({ company, silent, mayBeElsewhere }: FoundCompanies, services: Services): Standing {
  const verdict = decideFor(company, factsOf(company, null), services);
  const isGuess =
    guessedWithout(verdict, silent) !== undefined ||
    (mayBeElsewhere !== undefined && verdict.category === "out_of_scope");
  const { country } = company;
  return isGuess
    ? { country, category: "unknown", regime: null }
    : { country, category: verdict.category, regime: verdict.regimeId };
}

/** The rules and the open-data register on a firm of the registers. */
export function decideFor(company: Company, facts: ScopeFacts, { knowledge, today }: Services): ReconciledVerdict {
  return reconcile(decideScope(facts, knowledge.nis2, today()), company.registerVerdict, company.country);
}

/** What a firm says of itself; it stands in the place of what a register says. */
export interface StatedFacts
  extends Pick<ScopeFacts, "country" | "turnoverEur" | "balanceSheetEur" | "sizeIndependentService"> {
  readonly employees: number | null;
  readonly activities: NonNullable<ScopeFacts["activities"]>;
  readonly answers: NonNullable<ScopeFacts["answers"]>;
  readonly group?: ScopeFacts["group"];
  /** Codes beside those of the register, of today. */
  readonly nace?: readonly NaceCode[] | undefined;
}

/** The same for a firm with what it says of itself. @param found `null`: no register knows it, or none was asked */
export function decideStated(found: FoundCompany | null, own: StatedFacts, services: Services) {
  const { facts, said, silent } = withStated(found, own);
  const { turnoverEur, balanceSheetEur, sizeIndependentService, answers } = own;
  const saysNothing = said.size === 0 && turnoverEur === null && balanceSheetEur === null;
  const isSilent = saysNothing && sizeIndependentService === null && Object.keys(answers).length === 0;
  const register = isSilent ? (found?.company.registerVerdict ?? null) : null;
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), register, own.country);
  return { verdict, facts, silent };
}

/** What a register knows of a firm, with what the firm says in its place. */
export function withStated(found: FoundCompany | null, own: StatedFacts) {
  const { country, employees, turnoverEur, balanceSheetEur, sizeIndependentService, activities, answers, group } = own;
  const { sizeAsOf, accountsAsOf, ...known } =
    found === null ? nothingKnown(country) : datedFactsOf(found.company, null);
  const facts: ScopeFacts = {
    ...withCodes(known, own.nace ?? []),
    // What the firm says of its size is of today.
    ...(sizeAsOf === undefined || employees !== null ? {} : { sizeAsOf }),
    ...(accountsAsOf === undefined || turnoverEur !== null || balanceSheetEur !== null ? {} : { accountsAsOf }),
    headcount: employees === null ? known.headcount : { min: employees, max: employees },
    turnoverEur: turnoverEur ?? known.turnoverEur,
    balanceSheetEur: balanceSheetEur ?? known.balanceSheetEur,
    sizeIndependentService,
    ...(group === undefined ? {} : { group }),
    activities,
    answers,
  };
  const isWhole = group?.consolidated !== undefined;
  const said = new Set<Fact>([
    ...(employees === null && !isWhole ? [] : (["size"] as const)),
    ...((turnoverEur === null || balanceSheetEur === null) && !isWhole ? [] : (["financials"] as const)),
    ...(activities.length === 0 && (own.nace ?? []).length === 0 ? [] : (["nace"] as const)),
  ]);
  const silent = (found?.silent ?? []).map((each) => ({
    ...each,
    facts: each.facts.filter((fact) => !said.has(fact)),
  }));
  return { facts, said, silent };
}

/** Codes that the firm states are of today; they say what its main activity is where no register does. */
function withCodes(known: ScopeFacts, stated: readonly NaceCode[]): ScopeFacts {
  if (stated.length === 0) return known;
  const { mainUnknown = [], naceAsOf = [] } = known;
  const lacksMain = ({ revision }: NaceCode) => mainUnknown.includes(revision);
  const first = stated.filter(lacksMain);
  return {
    ...known,
    nace: [
      ...first,
      ...known.nace.filter((code) => !first.some((own) => isSameCode(own, code))),
      ...stated.filter((code) => !lacksMain(code) && !known.nace.some((other) => isSameCode(other, code))),
    ],
    mainUnknown: mainUnknown.filter((revision) => !stated.some((code) => code.revision === revision)),
    naceAsOf: naceAsOf.filter((code) => !stated.some((own) => isSameCode(own, code))),
  };
}

function isSameCode(one: NaceCode, other: NaceCode): boolean {
  return one.code === other.code && one.revision === other.revision;
}

/**
 * The category of the firm of the other country, `unknown` where it would be a guess: the answer for the other firm
 * does not change.
 */
export function categoryBeside({ company, silent }: FoundCompany, services: Services): Category {
  const verdict = decideFor(company, factsOf(company, null), services);
  return guessedWithout(verdict, silent) === undefined ? verdict.category : "unknown";
}

/**
 * Out of scope must not rest on what a register did not say only because it did not answer.
 * @throws ServiceError `source_unavailable`
 */
export function refuseGuess(verdict: ReconciledVerdict, silent: readonly Silence[]): void {
  const missing = guessedWithout(verdict, silent);
  if (missing !== undefined) throw new ServiceError(registerIsSilent(missing.retryAfter, false));
}

/**
 * The missing answer that makes "out of scope" a guess. A firm that has ceased is out of scope whatever else is stated.
 */
export function guessedWithout(verdict: ReconciledVerdict, silent: readonly Silence[]): Silence | undefined {
  const isOpen = verdict.category === "out_of_scope" && verdict.situation !== "ceased";
  return isOpen ? decisiveSilence(silent) : undefined;
}
