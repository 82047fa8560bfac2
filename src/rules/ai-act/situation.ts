import {
  type AiClass,
  type AnnexIIIUse,
  type ExceptionId,
  PROHIBITED_LETTERS,
  type ProhibitedLetter,
} from "../../knowledge/ai-act-ids.ts";
import { type AiSystemFacts, derivedLetters } from "./facts.ts";

/** What the law makes of the facts, before any text: steps 1 to 6 of docs/ai-act.md. */
export interface Situation {
  /** Letters of Article 5(1) that the system fulfils, in the order of the law. */
  readonly letters: readonly ProhibitedLetter[];
  /** Uses of Annex III. A use that is itself prohibited is none (docs/ai-act.md, `prohibited-use`). */
  readonly uses: readonly AnnexIIIUse[];
  /** The condition of Article 6(3) that lifts the high-risk class, for all uses (docs/ai-act.md, `exception`). */
  readonly liftedBy: ExceptionId | null;
  /** An exception was stated, but profiling rules it out (Article 6(3), third subparagraph). */
  readonly profilingBlocks: boolean;
  readonly highRisk: boolean;
  /** Emotion inference at work or in education that only its medical or safety reason saves from letter f. */
  readonly savedByMedicalOrSafety: boolean;
  readonly emotionOrBiometric: boolean;
  readonly undisclosedText: boolean;
  /** All classes that hold, strictest first; `minimal` only alone. */
  readonly classes: readonly [AiClass, ...AiClass[]];
}

/**
 * Regulation (EU) 2024/1689, Articles 5(1), 6(2), 6(3) and 50, for the deployer of a system. Independent of the day
 * (docs/ai-act.md, `class-without-day`): when something applies is a matter of each duty. Pure.
 */
export function situationOf(facts: AiSystemFacts): Situation {
  const letters = lettersOf(facts);
  const emotion = facts.emotionRecognition && !letters.includes("f");
  const biometric = facts.biometricCategorisation && !letters.includes("g");
  const uses = usesOf(facts, emotion, biometric);
  const exception = facts.annexIIIException === "none" || uses.length === 0 ? null : facts.annexIIIException;
  const liftedBy = facts.profiling ? null : exception;
  const highRisk = uses.length > 0 && liftedBy === null;
  const undisclosedText = facts.publicInterestText && !facts.editorialResponsibility;
  const owesTransparency =
    facts.interactsWithPeople ||
    facts.generatesSyntheticContent ||
    facts.deepfake ||
    emotion ||
    biometric ||
    undisclosedText;
  return {
    letters,
    uses,
    liftedBy,
    profilingBlocks: exception !== null && facts.profiling,
    highRisk,
    savedByMedicalOrSafety:
      facts.emotionRecognition && facts.emotionAtWorkplaceOrEducation && facts.emotionForMedicalOrSafety,
    emotionOrBiometric: emotion || biometric,
    undisclosedText,
    classes: strictestFirst(letters.length > 0, highRisk, owesTransparency),
  };
}

function lettersOf(facts: AiSystemFacts): ProhibitedLetter[] {
  const { f, g } = derivedLetters(facts);
  const stated: readonly ProhibitedLetter[] = facts.otherProhibitedPractices;
  return PROHIBITED_LETTERS.filter((letter) => (letter === "f" ? f : letter === "g" ? g : stated.includes(letter)));
}

function usesOf({ annexIIIUse }: AiSystemFacts, emotion: boolean, biometric: boolean): AnnexIIIUse[] {
  const uses: AnnexIIIUse[] = annexIIIUse === "none" ? [] : [annexIIIUse];
  if (biometric) uses.push("biometric_categorisation");
  if (emotion) uses.push("emotion_recognition");
  return uses;
}

function strictestFirst(
  prohibited: boolean,
  highRisk: boolean,
  transparency: boolean,
): readonly [AiClass, ...AiClass[]] {
  const below: AiClass[] = transparency ? ["transparency"] : [];
  if (prohibited) return highRisk ? ["prohibited", "high_risk", ...below] : ["prohibited", ...below];
  if (highRisk) return ["high_risk", ...below];
  return transparency ? ["transparency"] : ["minimal"];
}
