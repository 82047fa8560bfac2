import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { classifyAiSystem } from "./classify.ts";
import { resolveFacts, type StatedFacts } from "./facts.ts";

const { aiAct: knowledge } = shipped;

/** What the rules say of a system. */
export function classify(stated: StatedFacts, asOf = "2026-11-20") {
  return classifyAiSystem(resolveFacts(stated), knowledge, asOf);
}

/** The duties that follow, in the order of their ids. */
export function owed(stated: StatedFacts): string[] {
  return classify(stated)
    .obligations.map(({ id }) => id)
    .sort();
}

/**
 * Duties written from the law and not from the knowledge files: Article 26(1), (2), (4), (5), (6), (9), (12) always
 * come together.
 */
export const ALWAYS = ["ai-literacy"];
export const HIGH_RISK = [
  ...ALWAYS,
  "use-per-instructions",
  "human-oversight",
  "input-data",
  "monitor-and-report",
  "keep-logs",
  "dpia",
  "cooperate",
];
export const PERSONS = ["inform-persons", "right-to-explanation"];
export const PUBLIC = ["public-registration-check", "register-use", "fria"];
export const NOTICE = ["notice-emotion-biometric", "disclosure-manner"];
