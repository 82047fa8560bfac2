import type { Day } from "../../core/day.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { AiActKnowledge } from "../../knowledge/ai-act.ts";
import type { AiClass, FineId, NoteId, ReasonId } from "../../knowledge/ai-act-ids.ts";
import { isOwed } from "./duties.ts";
import type { AiSystemFacts } from "./facts.ts";
import { type Situation, situationOf } from "./situation.ts";

/** Something said with the citations that carry it. Texts may hold citation references in braces. */
export interface Statement {
  readonly id: string;
  readonly text: Localized;
  readonly citations: readonly string[];
}

/** One duty with the day from which it applies. */
export interface Obligation {
  readonly id: string;
  readonly addressee: "deployer" | "provider";
  readonly text: Localized;
  readonly note: Localized | null;
  readonly citation: string;
  readonly appliesFrom: Day;
  /** True when it applies on the day of the assessment; the first day counts. */
  readonly appliesAsOf: boolean;
}

/** The classifier's answer in every language. */
export interface Classification {
  /** `null` where the classifier does not cover the case. */
  readonly class: AiClass | null;
  readonly covered: boolean;
  /** All classes that hold, strictest first. */
  readonly classes: readonly AiClass[];
  readonly reasons: readonly Statement[];
  readonly obligations: readonly Obligation[];
  readonly notes: readonly Statement[];
  /** What a breach of the duties can cost. */
  readonly fines: readonly Statement[];
  /** What the answer takes no account of. */
  readonly reservations: readonly Statement[];
}

/**
 * Classifies an AI system for its deployer under Regulation (EU) 2024/1689, Articles 4, 5, 6(2), 6(3), 26, 27, 49(3), 50
 * and 86 (Annex I and general-purpose models are not covered). `asOf` decides only which duties apply already, never the
 * class, and a provider gets no class and no duties (docs/ai-act.md, `class-without-day`, `provider`). Pure.
 */
export function classifyAiSystem(facts: AiSystemFacts, knowledge: AiActKnowledge, asOf: Day): Classification {
  const { reservations } = knowledge;
  if (facts.role === "provider") {
    const reasons = [reason("role-not-covered", knowledge)];
    return { class: null, covered: false, classes: [], reasons, obligations: [], notes: [], fines: [], reservations };
  }
  const situation = situationOf(facts);
  const noteIds: readonly NoteId[] = situation.highRisk ? ["legacy-systems", "becoming-provider"] : [];
  const obligations = obligationsOf(situation, facts, knowledge, asOf);
  return {
    class: situation.classes[0],
    covered: true,
    classes: situation.classes,
    reasons: reasonsOf(situation, facts, knowledge),
    obligations,
    notes: noteIds.map((id) => entryOf(knowledge.notes, id)),
    fines: finesOf(situation, obligations).map((id) => entryOf(knowledge.fines, id)),
    reservations,
  };
}

/** Every fact that counts, also those of milder classes (docs/ai-act.md, step 7). */
function reasonsOf(situation: Situation, facts: AiSystemFacts, knowledge: AiActKnowledge): Statement[] {
  const simple = (id: ReasonId, holds: boolean) => (holds ? [reason(id, knowledge)] : []);
  const { liftedBy, classes } = situation;
  return [
    ...situation.letters.map((letter) => {
      const { title, citation } = entryOf(knowledge.practices, letter);
      return reason("prohibited", knowledge, { id: `prohibited-${letter}`, slot: "practice", value: title, citation });
    }),
    ...simple("medical-safety-exemption", situation.savedByMedicalOrSafety),
    ...situation.uses.map((use) => {
      const { point, name, citation, remark } = entryOf(knowledge.uses, use);
      const id = `annex-iii-${point.replace(/[()]/g, "")}`;
      return reason("annex-iii", knowledge, { id, slot: "use", value: name, citation, remark });
    }),
    ...(liftedBy === null ? [] : [exceptionReason(liftedBy, knowledge)]),
    ...simple("exception-emotion-doubt", liftedBy !== null && situation.uses.includes("emotion_recognition")),
    ...simple("profiling-blocks-exception", situation.profilingBlocks),
    ...simple("interacts", facts.interactsWithPeople),
    ...simple("synthetic", facts.generatesSyntheticContent),
    ...simple("emotion-or-biometric", situation.emotionOrBiometric),
    ...simple("deepfake", facts.deepfake),
    ...simple("public-interest-text", situation.undisclosedText),
    ...simple("editorial-exemption", facts.publicInterestText && facts.editorialResponsibility),
    ...simple("minimal", classes[0] === "minimal"),
  ];
}

function exceptionReason(exception: NonNullable<Situation["liftedBy"]>, knowledge: AiActKnowledge): Statement {
  const { name, citation } = entryOf(knowledge.exceptions, exception);
  return reason("exception-applies", knowledge, { id: "exception-applies", slot: "condition", value: name, citation });
}

/** What to stop first, then the duties in the order of the law. */
function obligationsOf(situation: Situation, facts: AiSystemFacts, knowledge: AiActKnowledge, asOf: Day): Obligation[] {
  const stops = situation.letters.map((letter): Obligation => {
    const { citation, appliesFrom, duty, limit } = entryOf(knowledge.practices, letter);
    return {
      id: `cease-prohibited-${letter}`,
      addressee: "deployer",
      text: knowledge.practiceDuties[duty],
      note: limit ?? null,
      citation,
      appliesFrom,
      appliesAsOf: asOf >= appliesFrom,
    };
  });
  const owed = [...knowledge.duties.values()].filter(({ id }) => isOwed(id, situation, facts));
  const duties = owed.map(({ id, addressee, text, note, citation, appliesFrom }): Obligation => {
    return { id, addressee, text, note: note ?? null, citation, appliesFrom, appliesAsOf: asOf >= appliesFrom };
  });
  return [...stops, ...duties];
}

/** Article 99(3) for what is banned, 99(4) for a deployer's duties of Articles 26 and 50; none for Article 4 alone. */
function finesOf({ letters }: Situation, obligations: readonly Obligation[]): FineId[] {
  const isPunished = ({ addressee, citation }: Obligation) =>
    addressee === "deployer" && /^ai-act (26|50)\(/.test(citation);
  const fines: FineId[] = letters.length > 0 ? ["prohibited"] : [];
  if (obligations.some(isPunished)) fines.push("deployer");
  return fines.length === 0 ? ["literacy"] : [...fines, "smaller", "literacy"];
}

interface Filling {
  readonly id: string;
  readonly slot: string;
  readonly value: Localized;
  readonly citation: string;
  /** A further sentence. */
  readonly remark?: Localized | undefined;
}

/** A reason with its value put in, in every language; the citation of the value joins those of the reason. */
function reason(entry: ReasonId, knowledge: AiActKnowledge, filling?: Filling): Statement {
  const { text, citations } = entryOf(knowledge.reasons, entry);
  if (filling === undefined) return { id: entry, text, citations };
  const { id, slot, value, citation, remark } = filling;
  const filled = (locale: Locale) => {
    const sentence = text[locale].replaceAll(`{${slot}}`, () => value[locale]);
    return remark === undefined ? sentence : `${sentence} ${remark[locale]}`;
  };
  return { id, text: { sk: filled("sk"), cs: filled("cs"), en: filled("en") }, citations: [...citations, citation] };
}

/** The loader made sure that every id has its entry. */
function entryOf<Id, Entry>(entries: ReadonlyMap<Id, Entry>, id: Id): Entry {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`knowledge/ai-act has no ${String(id)}`);
  return entry;
}
