import type { Day } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import type { AiActKnowledge } from "../../knowledge/ai-act.ts";
import {
  type AiClass,
  EXCEPTIONS,
  FACT_FIELDS,
  type FactField,
  STATED_LETTERS,
  STATED_USES,
} from "../../knowledge/ai-act-ids.ts";
import { type Classification, classifyAiSystem } from "./classify.ts";
import { resolveFacts, type StatedFacts } from "./facts.ts";

/** A default that stood in for a fact, where the fact could have changed the answer. */
export interface Assumption {
  readonly field: FactField;
  readonly value: string | boolean | readonly string[];
  readonly text: Localized;
  /** The other classes that another value would give; empty where only reasons or duties would change. */
  readonly couldBecome: readonly AiClass[];
}

/**
 * The facts that were not given although another value would change the class, the reasons or the duties. `asOf` is the
 * day that was used; `isDayGiven` says whether the caller named it. Pure.
 */
export function assumptionsOf(
  stated: StatedFacts,
  knowledge: AiActKnowledge,
  asOf: Day,
  isDayGiven: boolean,
): Assumption[] {
  const facts = resolveFacts(stated);
  const actual = classifyAiSystem(facts, knowledge, asOf);
  return FACT_FIELDS.flatMap((field): Assumption[] => {
    const entry = knowledge.assumptions.get(field);
    if (entry === undefined) return [];
    if (field === "asOf") {
      const matters = !isDayGiven && actual.obligations.length > 0;
      return matters ? [{ field, value: asOf, text: entry.text, couldBecome: [] }] : [];
    }
    if (stated[field] !== undefined) return [];
    const others = alternatives(field, facts[field]).map((alternative) =>
      classifyAiSystem(resolveFacts({ ...stated, ...alternative }), knowledge, asOf),
    );
    if (others.every((other) => isSame(other, actual))) return [];
    const text = facts[field] === true ? (entry.otherwise ?? entry.text) : entry.text;
    const couldBecome = [...knowledge.classes.keys()].filter(
      (each) => each !== actual.class && others.some((other) => other.class === each),
    );
    return [{ field, value: facts[field], text, couldBecome }];
  });
}

const GRAVEST: readonly AiClass[] = ["prohibited", "high_risk", "transparency"];

/** Those that could become a prohibition first, then high risk, then transparency, then the rest; else in the order of the questions. */
export function gravestFirst(assumptions: readonly Assumption[]): Assumption[] {
  const gravity = ({ couldBecome }: Assumption) => {
    const at = GRAVEST.findIndex((each) => couldBecome.includes(each));
    return at === -1 ? GRAVEST.length : at;
  };
  return [...assumptions].sort((a, b) => gravity(a) - gravity(b));
}

/** The other values that a field could have, as a change of the stated facts. */
function alternatives(field: keyof StatedFacts, value: unknown): StatedFacts[] {
  switch (field) {
    case "role":
      return [{ role: "provider" }];
    case "annexIIIUse":
      return STATED_USES.map((annexIIIUse) => ({ annexIIIUse }));
    case "annexIIIException":
      return EXCEPTIONS.map((annexIIIException) => ({ annexIIIException }));
    case "otherProhibitedPractices":
      return STATED_LETTERS.map((letter) => ({ otherProhibitedPractices: [letter] }));
    default:
      return [{ [field]: value !== true }];
  }
}

/** Equal in all that a reader sees: the entries of reasons and duties are the same when their ids are. */
function isSame(a: Classification, b: Classification): boolean {
  const ids = ({ reasons, obligations }: Classification) => [...reasons, ...obligations].map(({ id }) => id).join(" ");
  return a.class === b.class && ids(a) === ids(b);
}
