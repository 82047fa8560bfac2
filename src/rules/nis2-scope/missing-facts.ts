import { CATEGORIES, type Category, type SizeCategory } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { MapRow, MissingFactEntry, Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { ComputedFact } from "../../knowledge/nis2-ids.ts";
import { COMPUTED_FACTS } from "../../knowledge/nis2-ids.ts";
import { numberAnswer, resolve } from "./answers.ts";
import { categoryOf } from "./decide-by-activity.ts";
import { categoryOfService, decideCategory } from "./decide-category.ts";
import type { Decision } from "./decision.ts";
import { isAged } from "./fact-age.ts";
import type { ScopeFacts } from "./facts.ts";
import { activitiesBelow, categoryWithout } from "./hints.ts";
import { counts, matchNace } from "./match-nace.ts";
import type { OpenFact } from "./question-order.ts";
import { isActInForce } from "./regime.ts";
import { withStatedService } from "./stated-activities.ts";
import { isOfFirm, mayConcern } from "./stated-grounds.ts";
import { STRICTNESS, stricter } from "./strictness.ts";
import type { Hint } from "./verdict.ts";

/** What the questions are asked about. */
interface Asked {
  readonly decision: Decision;
  readonly facts: ScopeFacts;
  readonly hints: readonly Hint[];
  /** The category up to which a further ground changes nothing. */
  readonly toExceed: Category;
  /** What stated grounds make of the firm as soon as a hinted activity counts. */
  readonly inSector: Category;
  /** The facts that decide the national regime. */
  readonly regimeQuestions: readonly string[];
  readonly knowledge: Nis2Knowledge;
  readonly asOf: Day;
}

/**
 * The facts that nobody stated and that would change the answer, most decisive first: what would take the firm out again,
 * what decides its national regime, hints of its own codes, then the list of `missing-facts.yaml`. Nothing can make an
 * essential firm stricter, so it gets questions of the first two kinds only.
 */
export function findMissingFacts(asked: Asked): OpenFact[] {
  const { decision, hints, regimeQuestions } = asked;
  const stricter = asked.toExceed === "essential" ? [] : stricterFacts(asked);
  const takenOut = hints.flatMap(({ kind, id }) =>
    kind === "except" && id !== null ? [{ id, couldBecome: [categoryWithout(id, decision)] }] : [],
  );
  const forRegime = regimeQuestions.map((id) => ({ id, couldBecome: byRegimeQuestion(id, asked) }));
  return [...takenOut, ...forRegime, ...stricter.filter(({ id }) => !regimeQuestions.includes(id))];
}

/** A question of national law alone changes no category: the directive decides that. */
function byRegimeQuestion(id: string, asked: Asked): readonly Category[] {
  const fact = asked.knowledge.missingFactById.get(id);
  const found = fact === undefined ? [] : couldBecomeOf(fact, asked);
  return found.filter((category) => changesAnswer(category, asked.decision.category));
}

function stricterFacts(asked: Asked): OpenFact[] {
  const { decision, facts, knowledge, asOf } = asked;
  const missing: OpenFact[] = [];
  const isRegimeMilder = asked.toExceed !== decision.category;
  const add = (id: string, couldBecome: readonly Category[]) => {
    const isChange = couldBecome.some((category) => changesAnswer(category, asked.toExceed));
    const changes = CATEGORIES.filter(
      (category) => couldBecome.includes(category) && changesAnswer(category, decision.category),
    );
    if (isChange) missing.push({ id, couldBecome: changes });
  };
  const { inSector } = asked;
  for (const hint of asked.hints) {
    if (hint.kind !== "weak" || hint.id === null) continue;
    const isOpen = knowledge.weakActivities.get(hint.id)?.untilAnswered === "unknown";
    const counted = [
      ...ifCounted([matchNace(hint.code, knowledge)], decision),
      ...(inSector === "out_of_scope" ? [] : [inSector]),
    ];
    add(hint.id, isOpen ? [...counted, "out_of_scope"] : counted);
  }
  for (const fact of listedFacts(decision, isRegimeMilder, facts.country, knowledge)) {
    if (!isOfFirm(fact, decision.matches, facts)) continue;
    if (fact.country !== undefined && !isActInForce(fact.country, knowledge, asOf)) continue;
    const resolved = resolve(fact.id, facts, knowledge);
    if (!resolved.isOpen) continue;
    const next = knowledge.missingFactById.get(resolved.id) ?? fact;
    add(next.id, couldBecomeOf(next, asked));
  }
  return missing;
}

/** By the knowledge, which is read once: there are a few dozen situations of firms, and most facts belong to few. */
const factsBySituation = new WeakMap<Nis2Knowledge, Map<string, readonly MissingFactEntry[]>>();

/** The facts of the list that may be asked in the situation of a firm, whatever its form and codes. */
function listedFacts(
  { situation, baseSituation }: Decision,
  isRegimeMilder: boolean,
  country: Country,
  knowledge: Nis2Knowledge,
): readonly MissingFactEntry[] {
  const known = factsBySituation.get(knowledge) ?? new Map<string, readonly MissingFactEntry[]>();
  if (known.size === 0) factsBySituation.set(knowledge, known);
  const key = `${country} ${situation} ${baseSituation} ${isRegimeMilder}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const listed = knowledge.missingFacts.filter((fact) =>
    [situation, baseSituation].some(
      (each) => (isRegimeMilder || fact.when.includes(each)) && mayConcern(fact, each, country),
    ),
  );
  known.set(key, listed);
  return listed;
}

/**
 * The facts that could make the answer milder, that of an essential firm as well. There is one: Czech law does not count
 * linked and partner enterprises whose technical assets are fully separate (Act No. 264/2025 Sb., § 7(c)). It is asked
 * where stated figures decided the size, which may contain such enterprises; registers hold the firm's own staff.
 */
export function findMilderFacts(asked: Omit<Asked, "hints" | "toExceed" | "inSector" | "regimeQuestions">): OpenFact[] {
  const { decision, facts, knowledge, asOf } = asked;
  const { basis } = decision.size;
  if (basis !== "headcount" && basis !== "accounts") return [];
  if (facts.answers !== undefined && isGroupKnown(facts, knowledge)) return [];
  const fact = knowledge.missingFactById.get("czSeparateAssets");
  if (fact === undefined || fact.country !== facts.country || !fact.when.includes(decision.situation)) return [];
  if (!isActInForce(fact.country, knowledge, asOf)) return [];
  const found = atSizes(below(decision.size.category), decision, facts);
  const milder = CATEGORIES.filter(
    (category) => found.includes(category) && STRICTNESS[category] < STRICTNESS[decision.category],
  );
  return milder.length === 0 ? [] : [{ id: fact.id, couldBecome: milder }];
}

/** The figure that decides the size, where it is old: asked again where another size would give another category. */
export function findAgedFacts({ decision, facts, asOf }: Pick<Asked, "decision" | "facts" | "asOf">): OpenFact[] {
  const { category } = decision.size;
  const since = dayOfSize(decision.size, facts);
  if (since === undefined || category === null || !isAged(since, asOf)) return [];
  const found = atSizes(EVERY_SIZE, decision, facts);
  const couldBecome = CATEGORIES.filter((one) => one !== decision.category && found.includes(one));
  const id = decision.size.basis === "accounts" ? "turnoverEur" : "employees";
  return couldBecome.length === 0 ? [] : [{ id, couldBecome }];
}

/** The day of the figure that decides the size; a group that a person states is of today. */
export function dayOfSize({ basis, headcount }: Decision["size"], facts: ScopeFacts): Day | undefined {
  if (basis === "accounts") return facts.accountsAsOf;
  return basis === "group" || headcount === null ? undefined : facts.sizeAsOf;
}

/** True once an answer says which enterprises the figures hold. */
function isGroupKnown(facts: ScopeFacts, knowledge: Nis2Knowledge): boolean {
  return ["czSeparateAssets", "linkedEnterprises", "wholeLegalPerson"].some(
    (id) => !resolve(id, facts, knowledge).isOpen,
  );
}

/** An answer changes upwards; only `unknown` can also turn out to be out of scope. */
function changesAnswer(category: Category, current: Category): boolean {
  return current === "unknown" ? category !== "unknown" : STRICTNESS[category] > STRICTNESS[current];
}

function couldBecomeOf(fact: MissingFactEntry, asked: Asked): readonly Category[] {
  const { couldBecome } = fact;
  if (couldBecome === "computed") return computed(fact.id, asked);
  if ("length" in couldBecome) return couldBecome;
  const { category } = asked.decision.size;
  if (category === null) return couldBecome.undetermined ?? [];
  return [category, ...(mayGrow(asked) ? above(category) : [])].flatMap((size) => couldBecome[size] ?? []);
}

/** True while accounts or a group could still make the firm larger: what counts at a larger size is then asked as well. */
function mayGrow({ decision, facts, knowledge }: Asked): boolean {
  return decision.size.isLowerBound || resolve("linkedEnterprises", facts, knowledge).isOpen;
}

function computed(id: string, asked: Asked): readonly Category[] {
  return isComputed(id) ? computations[id](asked) : [];
}

function isComputed(id: string): id is ComputedFact {
  return COMPUTED_FACTS.some((known) => known === id);
}

const EVERY_SIZE: readonly SizeCategory[] = ["micro", "small", "medium", "large"];

const computations: Readonly<Record<ComputedFact, (asked: Asked) => readonly Category[]>> = {
  employees: ({ decision, facts }) => {
    if (decision.size.category === null) return atSizes(EVERY_SIZE, decision, facts);
    const isAccountsOnly = decision.size.headcount === null && decision.size.isLowerBound;
    return isAccountsOnly ? atSizes(["large"], decision, facts) : [];
  },
  turnoverEur: (asked) => (asked.facts.turnoverEur === null ? byAccounts(asked) : []),
  balanceSheetEur: (asked) => (asked.facts.balanceSheetEur === null ? byAccounts(asked) : []),
  // The staff of the whole foreign person was asked for with its group.
  linkedEnterprises: ({ decision, facts }) => {
    if (numberAnswer("wholeLegalPerson", facts) !== null) return [];
    return atSizes(above(decision.size.category), decision, facts);
  },
  wholeLegalPerson: ({ decision, facts }) =>
    atSizes(decision.size.category === null ? EVERY_SIZE : above(decision.size.category), decision, facts),
  nace: () => ["essential", "important", "out_of_scope"],
  exactActivity: (asked) => {
    const { decision, facts, hints, knowledge } = asked;
    const coarse = hints.filter(({ kind }) => kind === "coarse");
    return coarse
      .flatMap(({ code }) => activitiesBelow(code, facts.country, knowledge))
      .flatMap((activity) => ("digits" in activity ? ifCounted([activity], decision) : couldBecomeOf(activity, asked)));
  },
  otherActivity: ({ decision: { size } }) => {
    if (size.category === null || size.category === "large" || size.category === "medium")
      return ["essential", "important"];
    return ["important"];
  },
  sizeIndependentService: ({ facts }) => (facts.sizeIndependentService === null ? ["essential", "important"] : []),
  status: ({ decision, facts, knowledge, asOf }) => {
    const { category } = decideCategory({ ...facts, status: "active", ceasedOn: null }, knowledge, asOf);
    if (decision.situation === "status_unreadable") {
      return category === "unknown" ? ["essential", "important", "out_of_scope"] : [category, "out_of_scope"];
    }
    return category === "out_of_scope" ? ["essential", "important"] : [category];
  },
};

/** Accounts matter where staff is known (or half the accounts are) and they could still lift the firm. */
function byAccounts({ decision, facts }: Asked): readonly Category[] {
  const { size } = decision;
  if (size.category === null || !size.isLowerBound) return [];
  const sizes = size.oneCeilingExceeded ? [size.category, ...above(size.category)] : above(size.category);
  return atSizes(sizes, decision, facts);
}

function above(size: SizeCategory | null): readonly SizeCategory[] {
  return size === null ? [] : EVERY_SIZE.slice(EVERY_SIZE.indexOf(size) + 1);
}

function below(size: SizeCategory | null): readonly SizeCategory[] {
  return size === null ? [] : EVERY_SIZE.slice(0, EVERY_SIZE.indexOf(size));
}

/** What the firm would be at each of the sizes, by its counting codes and a stated service. */
function atSizes(
  sizes: readonly SizeCategory[],
  { matches, grounds }: Decision,
  facts: ScopeFacts,
): readonly Category[] {
  const found: Category[] = [];
  for (const category of sizes) {
    let strictest: Category | null = categoryOfService(withStatedService(facts), { category });
    for (const { at } of grounds) strictest = stricter(strictest ?? "out_of_scope", at[category]);
    for (const match of matches) {
      if (!counts(match)) continue;
      const here = categoryOf(match.row, { category });
      if (strictest === null || STRICTNESS[here] > STRICTNESS[strictest]) strictest = here;
    }
    if (strictest !== null) found.push(strictest);
  }
  return found;
}

/** What a firm becomes if such rows counted; a firm that is too small would have to be larger as well. */
function ifCounted(rows: readonly (MapRow | null)[], { size }: Decision): readonly Category[] {
  const couldBeLarge = size.category !== "medium";
  return rows.flatMap((row) => {
    if (row === null) return [];
    if (row.sizeRule === "any-size") {
      const here = categoryOf(row, size);
      return here === "essential" ? [here] : ["essential" as const, "important" as const];
    }
    if (row.annex === "II") return ["important" as const];
    if (size.category === "large") return ["essential" as const];
    return couldBeLarge ? ["essential" as const, "important" as const] : ["important" as const];
  });
}
