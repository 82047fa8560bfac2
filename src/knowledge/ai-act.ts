import { join } from "node:path";
import type { z } from "zod";
import type { Day } from "../core/day.ts";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import {
  type AiClass,
  type AnnexIIIUse,
  DEPLOYER_DUTIES,
  type DutyId,
  type ExceptionId,
  type FactField,
  FINES,
  type FineId,
  NOTES,
  type NoteId,
  type ProhibitedLetter,
  RESERVATIONS,
  type ReasonId,
  type ReservationId,
  TRANSPARENCY_DUTIES,
} from "./ai-act-ids.ts";
import {
  assumptionsSchema,
  classesSchema,
  dutiesSchema,
  exceptionsSchema,
  practicesSchema,
  questionsSchema,
  reasonsSchema,
  statementsSchema,
  usesSchema,
} from "./ai-act-schemas.ts";
import { loadYaml } from "./load.ts";

export type ClassEntry = z.infer<ReturnType<typeof classesSchema>>[number];
export type UseEntry = z.infer<ReturnType<typeof usesSchema>>[number];
export type ExceptionEntry = z.infer<ReturnType<typeof exceptionsSchema>>[number];
export type PracticeEntry = z.infer<ReturnType<typeof practicesSchema>>["practices"][number];
export type ReasonEntry = z.infer<ReturnType<typeof reasonsSchema>>[number];
export type QuestionEntry = z.infer<ReturnType<typeof questionsSchema>>[number];
export type AssumptionEntry = z.infer<ReturnType<typeof assumptionsSchema>>[number];

/** A sentence with the provisions that carry it. */
export interface StatementEntry<Id> {
  readonly id: Id;
  readonly citations: readonly string[];
  readonly text: Localized;
}

/** One duty of Articles 4, 26, 27, 49, 50 or 86 with the day from which it applies. */
export interface DutyEntry {
  readonly id: DutyId;
  readonly group: "literacy" | "high_risk" | "transparency";
  /** Whom the Act binds; a provider's duty is what the firm asks of its supplier. */
  readonly addressee: "deployer" | "provider";
  readonly citation: string;
  readonly appliesFrom: Day;
  readonly text: Localized;
  readonly note?: Localized | undefined;
}

/** Regulation (EU) 2024/1689 as the classifier needs it. Lists are in the order in which pages show them. */
export interface AiActKnowledge {
  /** Strictest first. */
  readonly classes: ReadonlyMap<AiClass, ClassEntry>;
  readonly uses: ReadonlyMap<AnnexIIIUse, UseEntry>;
  readonly exceptions: ReadonlyMap<ExceptionId, ExceptionEntry>;
  readonly practices: ReadonlyMap<ProhibitedLetter, PracticeEntry>;
  /** What to do about a practice: stop it, or stop making the material. */
  readonly practiceDuties: Readonly<Record<PracticeEntry["duty"], Localized>>;
  readonly duties: ReadonlyMap<DutyId, DutyEntry>;
  readonly reasons: ReadonlyMap<ReasonId, ReasonEntry>;
  readonly notes: ReadonlyMap<NoteId, StatementEntry<NoteId>>;
  readonly fines: ReadonlyMap<FineId, StatementEntry<FineId>>;
  /** What no answer takes into account. */
  readonly reservations: readonly StatementEntry<ReservationId>[];
  /** The wizard's questions, in its order. */
  readonly questions: readonly QuestionEntry[];
  readonly assumptions: ReadonlyMap<FactField, AssumptionEntry>;
}

/**
 * Reads `knowledge/ai-act/`: every id exactly once, every text in three languages, every citation existing in `acts`.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadAiAct(dir: string, acts: ActRegistry): AiActKnowledge {
  const file = (name: string) => join(dir, name);
  const { duties: practiceDuties, practices } = loadYaml(file("prohibited-practices.yaml"), practicesSchema(acts));
  const duties: readonly DutyEntry[] = [
    ...loadYaml(file("obligations.yaml"), dutiesSchema(DEPLOYER_DUTIES, acts)),
    ...loadYaml(file("transparency.yaml"), dutiesSchema(TRANSPARENCY_DUTIES, acts)),
  ];
  return Object.freeze({
    classes: byId(loadYaml(file("classes.yaml"), classesSchema(acts))),
    uses: byId(loadYaml(file("annex-iii.yaml"), usesSchema(acts))),
    exceptions: byId(loadYaml(file("exceptions.yaml"), exceptionsSchema(acts))),
    practices: new Map(practices.map((practice) => [practice.letter, practice])),
    practiceDuties,
    duties: byId(duties),
    reasons: byId(loadYaml(file("reasons.yaml"), reasonsSchema(acts))),
    notes: byId(loadYaml(file("notes.yaml"), statementsSchema(NOTES, acts))),
    fines: byId(loadYaml(file("fines.yaml"), statementsSchema(FINES, acts))),
    reservations: loadYaml(file("reservations.yaml"), statementsSchema(RESERVATIONS, acts)),
    questions: loadYaml(file("questions.yaml"), questionsSchema(acts)),
    assumptions: new Map(
      loadYaml(file("assumptions.yaml"), assumptionsSchema(acts)).map((entry) => [entry.field, entry]),
    ),
  });
}

function byId<Entry extends { readonly id: string }>(entries: readonly Entry[]): ReadonlyMap<Entry["id"], Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
