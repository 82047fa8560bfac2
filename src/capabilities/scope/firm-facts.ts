import { type Company, type Fact, hasCeased, type Provenance } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { SAMPLE_SOURCE_PREFIX } from "../../knowledge/sample-source.ts";
import { factsOf } from "../../rules/nis2-scope/classify.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import type { Services } from "../contexts.ts";

/** The facts of a firm with the days of its size and its activities: old ones have to be confirmed. */
export function datedFactsOf(company: Company, service: SizeIndependentService | null): ScopeFacts {
  const { size, accounts, activities } = agesOf(company);
  return {
    ...factsOf(company, service),
    ...(size === undefined ? {} : { sizeAsOf: size }),
    ...(accounts === undefined ? {} : { accountsAsOf: accounts }),
    ...(activities === undefined
      ? {}
      : { naceAsOf: company.nace.map(({ code, revision }) => ({ code, revision, asOf: activities })) }),
  };
}

/** The oldest fact that a verdict rests on decides its age. */
export function dataAge(company: Company, { knowledge }: Pick<Services, "knowledge">): string {
  return agesOf(company).deciding ?? knowledge.asOf;
}

/** The shipped sample is no register, and its words must not say so. */
export function originOf(company: Company): "register" | "published" {
  return isSample(company) ? "published" : "register";
}

/** True where a fact of the shipped sample decides, or where nobody but the sample knows the firm. */
export function isSample({ provenance }: Company): boolean {
  const [own, others] = [provenance.filter(isOfSample), provenance.filter((entry) => !isOfSample(entry))];
  const isSizeStated = others.some(({ facts }) => facts.includes("size"));
  const decides = (fact: Fact) => DECIDING.includes(fact) && !(fact === "financials" && isSizeStated);
  return own.length > 0 && (others.length === 0 || own.some(({ facts }) => facts.some(decides)));
}

function isOfSample({ source }: Provenance): boolean {
  return source.startsWith(SAMPLE_SOURCE_PREFIX);
}

/**
 * Whether the firm has ceased, as every face shows it: an end that lies ahead, or that cannot be read, has not come.
 */
export function statusShown(company: Pick<Company, "status" | "ceasedOn">, { today }: Services): "active" | "ceased" {
  return hasCeased(company, today()) ? "ceased" : "active";
}

/** How old is what the sources of a firm state. */
interface Ages {
  readonly size: Day | undefined;
  readonly accounts: Day | undefined;
  readonly activities: Day | undefined;
  /** The oldest fact that a verdict rests on. */
  readonly deciding: Day | undefined;
}

/** By the provenance, which many rows of a register file have in common. */
const agesBefore = new WeakMap<Company["provenance"], Ages>();

function agesOf({ provenance }: Company): Ages {
  const known = agesBefore.get(provenance);
  if (known !== undefined) return known;
  const daysOf = (isMeant: (fact: Fact) => boolean) =>
    provenance.filter(({ facts }) => facts.some(isMeant)).map(({ retrievedAt }) => retrievedAt);
  const made = {
    size: daysOf((fact) => fact === "size")[0],
    accounts: daysOf((fact) => fact === "financials").sort()[0],
    // Registers that agree state an activity several times: the youngest statement confirms the others.
    activities: daysOf((fact) => fact === "nace")
      .sort()
      .at(-1),
    deciding: daysOf((fact) => DECIDING.includes(fact)).sort()[0],
  };
  agesBefore.set(provenance, made);
  return made;
}

const DECIDING: readonly Fact[] = ["nace", "size", "status", "category", "financials"];
