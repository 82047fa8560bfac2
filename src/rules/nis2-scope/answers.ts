import type { AnswerCase, AnswerEntry } from "../../knowledge/answers.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { AnswerValue, ScopeFacts } from "./facts.ts";

/** What is known about a question: still open (then `id` is the one to ask), or what follows from its answer. */
export type Resolution =
  | { readonly isOpen: true; readonly id: string }
  | { readonly isOpen: false; readonly outcome: AnswerCase | null };

const NOTHING_FOLLOWS: Resolution = { isOpen: false, outcome: null };

/**
 * Looks whether a question is answered, and follows the questions that its answer leads to.
 * @param id of `answers.yaml`; a question that is not there stays open.
 */
export function resolve(id: string, facts: ScopeFacts, knowledge: Nis2Knowledge): Resolution {
  const open: Resolution = { isOpen: true, id };
  const entry = knowledge.answers.get(id);
  if (entry === undefined) return open;
  const { control } = entry;
  if (control.kind === "field") return isFieldAnswered(entry, facts) ? NOTHING_FOLLOWS : open;
  if (facts.answers === undefined) return open;
  if (control.kind === "parts") return resolveParts(control.parts, open, facts, knowledge);
  const value = facts.answers[id];
  // A yes to a question of a figure counts, but decides nothing before the figure is stated.
  if (value === undefined || (control.kind === "number" && value === true)) return open;
  const found = entry.cases.find((one) => fits(one, value)) ?? null;
  return found?.next === undefined ? { isOpen: false, outcome: found } : resolve(found.next, facts, knowledge);
}

/** One part over its line is enough; else all parts have to be answered. */
function resolveParts(
  parts: readonly string[],
  open: Resolution,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): Resolution {
  const resolved = parts.map((part) => resolve(part, facts, knowledge));
  const deciding = resolved.find((part) => !part.isOpen && part.outcome !== null);
  return deciding ?? (resolved.some(({ isOpen }) => isOpen) ? open : NOTHING_FOLLOWS);
}

function fits({ when, anyOf, atLeast, over, below }: AnswerCase, value: AnswerValue): boolean {
  if (typeof value === "number") {
    if (atLeast !== undefined) return value >= atLeast;
    if (over !== undefined) return value > over;
    return below !== undefined && value < below;
  }
  if (typeof value === "object") return anyOf !== undefined && value.some((one) => anyOf.includes(one));
  return when === value;
}

/** A field of the facts answers its question by being filled in, or `answers.<id>: false` says that there is none. */
function isFieldAnswered({ id, control }: AnswerEntry, facts: ScopeFacts): boolean {
  if (facts.answers?.[id] === false) return true;
  switch (control.kind === "field" ? control.field : undefined) {
    case "group":
      return facts.group !== undefined;
    case "activities":
      return facts.activities !== undefined && facts.activities.length > 0;
    case "sizeIndependentService":
      return facts.sizeIndependentService !== null;
    default:
      return false;
  }
}

/** The question of the group; its key under `answers`. */
export const GROUP_QUESTION = "linkedEnterprises";

/** The questions of a firm that are answered by a yes alone, while it is their figures that decide. */
export function awaitedFigures(facts: ScopeFacts, knowledge: Nis2Knowledge): readonly string[] {
  const said = Object.entries(facts.answers ?? {}).flatMap(([id, value]) => (value === true ? [id] : []));
  return said.flatMap((id) => awaitedBy(id, facts, knowledge) ?? []);
}

/** The question whose figures a yes to `id` leaves open, that of a part being the whole; `null`: none. */
export function awaitedBy(id: string, facts: ScopeFacts, knowledge: Nis2Knowledge): string | null {
  if (facts.answers?.[id] !== true) return null;
  if (id === GROUP_QUESTION) return isGroupAwaited(facts) ? id : null;
  const question = wholeOf(id, knowledge);
  const kind = knowledge.answers.get(question)?.control.kind;
  const isOfFigures = kind === "number" || kind === "parts";
  return isOfFigures && resolve(question, facts, knowledge).isOpen ? question : null;
}

/** The question that `id` is a part of; `id` itself where it is none. */
export function wholeOf(id: string, { answers }: Nis2Knowledge): string {
  for (const { id: whole, control } of answers.values()) {
    if (control.kind === "parts" && control.parts.includes(id)) return whole;
  }
  return id;
}

/** True where a firm says that it belongs to a group whose figures it has not stated: its size may be larger. */
function isGroupAwaited(facts: ScopeFacts): boolean {
  return facts.group === undefined && numberAnswer("wholeLegalPerson", facts) === null;
}

/** The answer to a question of `weak-activities.yaml`; `undefined`: not answered. */
export function hintAnswer(id: string | null, { answers }: ScopeFacts): boolean | undefined {
  const value = id === null ? undefined : answers?.[id];
  return typeof value === "boolean" ? value : undefined;
}

/** The number answered to a question, or `null`. */
export function numberAnswer(id: string, { answers }: ScopeFacts): number | null {
  const value = answers?.[id];
  return typeof value === "number" ? value : null;
}
