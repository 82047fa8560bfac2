import { type Company, FACTS, type Fact, type Provenance, type Statement } from "../../../core/company.ts";
import type { Country } from "../../../core/country.ts";
import { type Activities, NACE_REVISIONS, type NaceCode } from "../../../core/nace.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";

/**
 * One firm out of what several records say of it, the one of the highest rank first (at least one; all of the same number and
 * country). Of every fact the first that tells it stands, with its provenance; activities add up, because two
 * registers may hold codes of two revisions and the stricter result is to decide.
 */
export function mergeCompanies(companies: readonly Company[], missesEnds: MissesEnds = () => false): Company {
  const [first] = companies;
  if (first === undefined) throw new Error("there is nothing to merge");
  const sourceOf = (fact: Fact): Company | undefined => companies.find((source) => states(source, fact));
  const status = companies.find((source) => statesLife(source, missesEnds)) ?? sourceOf("status") ?? first;
  const size = sourceOf("size");
  const turnover = companies.find((source) => statesSum(source, "turnoverEur"));
  const balanceSheet = companies.find((source) => statesSum(source, "balanceSheetEur"));
  const legalForm = sourceOf("legalForm")?.legalForm ?? null;
  // Of a sole trader with an end, readable or not, the days are enough, also when who tells the name knows neither form nor end.
  const isHidden = status.status !== "active" && isPerson(first.country, legalForm);
  return {
    country: first.country,
    ico: first.ico,
    name: isHidden ? null : (sourceOf("name")?.name ?? null),
    address: isHidden ? null : (sourceOf("address")?.address ?? null),
    status: status.status,
    foundedOn: status.foundedOn,
    ceasedOn: status.ceasedOn,
    legalForm,
    ...mergeActivities(companies.filter((source) => states(source, "nace"))),
    // A code for "not stated" is no fact, but it is what the register holds.
    sizeCode: size === undefined ? (companies.find(statesNoSize)?.sizeCode ?? null) : size.sizeCode,
    headcount: size?.headcount ?? null,
    registerVerdict: sourceOf("category")?.registerVerdict ?? null,
    ...(turnover === undefined ? {} : { turnoverEur: turnover.turnoverEur }),
    ...(balanceSheet === undefined ? {} : { balanceSheetEur: balanceSheet.balanceSheetEur }),
    statements: companies.flatMap(statementsOf),
    provenance: companies.flatMap((source) => {
      const stands = (fact: Fact) => {
        if (fact === "nace") return true;
        if (fact === "status") return source === status;
        if (fact === "financials") return source === turnover || source === balanceSheet;
        return sourceOf(fact) === source && !(isHidden && (fact === "name" || fact === "address"));
      };
      return source.provenance.flatMap((entry): Provenance[] => {
        const facts = entry.facts.filter(stands);
        return facts.length === 0 ? [] : [{ ...entry, facts }];
      });
    }),
  };
}

/** Turnover and balance sheet total are two facts: a source that knows one takes the other from nobody. */
function statesSum(company: Company, sum: "turnoverEur" | "balanceSheetEur"): boolean {
  return states(company, "financials") && company[sum] !== undefined;
}

/** True for a source in which firms that have ended stand without an end: only an end that it states says something. */
type MissesEnds = (source: string) => boolean;

/** True where a source states an end, or where it would know of one. */
export function statesLife({ status, provenance }: Company, missesEnds: MissesEnds): boolean {
  return provenance.some(
    ({ source, facts }) => facts.includes("status") && (status !== "active" || !missesEnds(source)),
  );
}

/** All that the sources of a firm state, those facts too that yielded to another source. */
export function statementsOf(company: Company): readonly Statement[] {
  if (company.statements !== undefined) return company.statements;
  return company.provenance.flatMap(({ facts, ...by }) =>
    facts.map((fact): Statement => ({ ...by, fact, of: company })),
  );
}

function isPerson(country: Country, legalForm: string | null): boolean {
  return isNaturalPerson(country, legalForm === null ? null : Number(legalForm));
}

function statesNoSize({ sizeCode }: Company): boolean {
  return sizeCode !== null && /^0+$/.test(sizeCode);
}

/** True when one of the firm's sources states the fact. */
export function states(company: Company, fact: Fact): boolean {
  return company.provenance.some((entry) => entry.facts.includes(fact));
}

/** The facts that nobody states. */
export function unstated(company: Company, among: readonly Fact[] = FACTS): readonly Fact[] {
  return among.filter((fact) => !states(company, fact));
}

/** The firm by one of its sources alone; of the activities it is not known which source states which. */
export function sliceOf(company: Company, entry: Provenance): Company {
  const statements = company.statements?.filter(
    ({ source, fact }) => source === entry.source && entry.facts.includes(fact),
  );
  return { ...company, provenance: [entry], statements };
}

/** Of each revision the first main code that somebody knows stands first; codes of unknown rank come after it. */
function mergeActivities(companies: readonly Activities[]): Activities {
  const ranked = ({ nace, mainUnknown = [] }: Activities) =>
    nace.filter(({ revision }) => !mainUnknown.includes(revision));
  const known = companies.flatMap(ranked);
  const nace = uniqueCodes([...known, ...companies.flatMap((source) => source.nace)]);
  const mainUnknown = NACE_REVISIONS.filter(
    (revision) => nace.some((code) => code.revision === revision) && !known.some((code) => code.revision === revision),
  );
  return mainUnknown.length === 0 ? { nace } : { nace, mainUnknown };
}

function uniqueCodes(codes: readonly NaceCode[]): readonly NaceCode[] {
  return codes.filter(
    (code, at) => codes.findIndex((other) => other.code === code.code && other.revision === code.revision) === at,
  );
}
