import { formatNace } from "../../core/nace.ts";
import { besideCzechLaw, clauseOf, isBranch } from "./explain-headline.ts";
import { type Speech, say } from "./explain-values.ts";
import type { ReconciledVerdict, TraceStep } from "./verdict.ts";

/** The steps that carry the reasoning of a verdict, in the order in which they are given. */
const REASONED_RULES = [
  "status",
  "stated_service",
  "public_administration",
  "activity",
  "size",
  "category",
  "answer",
  "public_body",
  "sources",
];

/** Sectors whose providers belong to the state of their main establishment (directive, Article 26). */
const BY_MAIN_ESTABLISHMENT = ["ict-service-management", "digital-providers"];

/**
 * A short paragraph of whole sentences: the deciding steps of the trace, then what qualifies them (lower bound, the
 * activity a code hints at, national law, what could change the answer).
 * @param stepTexts the sentence of every step of the trace, in its order
 */
export function reasoningOf(verdict: ReconciledVerdict, stepTexts: readonly string[], speech: Speech): string {
  const sentences = verdict.trace.flatMap((step, index) => (isReasoned(step, verdict) ? [stepTexts[index] ?? ""] : []));
  const beside = besideCzechLaw(verdict, speech);
  const first = beside === null ? [] : [say(speech.knowledge.texts.firstSentences[beside], {}, speech)];
  return [...first, ...sentences, ...qualifications(verdict, speech)].join(" ");
}

function isReasoned({ rule, outcome }: TraceStep, verdict: ReconciledVerdict): boolean {
  if (!REASONED_RULES.includes(rule) || outcome === "active" || outcome === "not_public") return false;
  if (outcome === "not_needed" || outcome === "agree") return false;
  // Where out of scope does not stand, the step that found it would read as a contradiction.
  const isPublic = verdict.situation === "public_administration" || verdict.situation === "public_body";
  return !(isPublic && rule === "category");
}

function qualifications(verdict: ReconciledVerdict, speech: Speech): string[] {
  const { reasons } = speech.knowledge.texts;
  const sentences: string[] = [];
  const size = sizeSentence(verdict);
  if (size !== null) sentences.push(say(reasons[size], {}, speech));
  if (isBranch(verdict)) sentences.push(say(reasons.foreignBranch, {}, speech));
  const hint = verdict.hints.find(({ kind }) => kind === "weak" || kind === "except" || kind === "national");
  const clause = hint === undefined ? undefined : clauseOf(hint, speech);
  if (hint !== undefined && clause !== undefined) {
    const sentence = hint.kind === "except" ? reasons.except : reasons.hint;
    sentences.push(say(sentence, { code: formatNace(hint.code.code), clause }, speech));
  }
  sentences.push(...nationalSentences(verdict, speech));
  if (verdict.complete) return sentences;
  if (verdict.category === "out_of_scope") sentences.push(say(reasons.outOfScopeFacts, {}, speech));
  if (verdict.category === "unknown") sentences.push(say(reasons.unknownFacts, {}, speech));
  return sentences;
}

/** A lower bound is named where it matters: where accounts or group links could lift the category. */
function sizeSentence({
  missingFacts,
  sizeBasis,
}: ReconciledVerdict): "lowerBound" | "lowerBoundAccounts" | "linkedEnterprises" | null {
  const isMissing = (...ids: readonly string[]) => missingFacts.some(({ id }) => ids.includes(id));
  if (!isMissing("linkedEnterprises")) return null;
  if (!isMissing("turnoverEur", "balanceSheetEur", "employees")) return "linkedEnterprises";
  // "Only the headcount is known" would be untrue where one of the two amounts was stated.
  const isAmountStated = isMissing("turnoverEur") !== isMissing("balanceSheetEur");
  const isHeadcountOnly = (sizeBasis === "headcount" || sizeBasis === "size_code") && !isAmountStated;
  return isHeadcountOnly ? "lowerBound" : "lowerBoundAccounts";
}

function nationalSentences(verdict: ReconciledVerdict, speech: Speech): string[] {
  const { knowledge } = speech;
  const sentences: string[] = [];
  const remark = knowledge.remarks.find(({ id }) => id === verdict.remarks[0]);
  if (remark !== undefined) sentences.push(say(remark.text, {}, speech));
  if (verdict.possibleRegimes.length > 1) sentences.push(say(knowledge.texts.reasons.regimeOpen, {}, speech));
  if (verdict.regimeId !== null && verdict.situation === "public_administration") {
    const publicRemark = publicRemarkOf(verdict, speech);
    if (publicRemark !== undefined) sentences.push(publicRemark);
  }
  const isDigital =
    verdict.subsector === "cloud-and-data-centres" || BY_MAIN_ESTABLISHMENT.includes(verdict.sectorId ?? "");
  const isStatedDigital =
    verdict.situation === "stated_service" && /^(dns|tld)/.test(verdict.sizeIndependentService ?? "");
  const isInScope = verdict.category === "essential" || verdict.category === "important";
  if (isInScope && (isDigital || isStatedDigital)) sentences.push(say(knowledge.texts.reasons.groupAbroad, {}, speech));
  return sentences;
}

/** What national law says of such a body: by its legal form, by its main activity, else of the country's bodies. */
function publicRemarkOf({ country, trace }: ReconciledVerdict, speech: Speech): string | undefined {
  const { legalForms, publicActivities, publicSectorRemarks } = speech.knowledge;
  const step = trace.find(({ rule }) => rule === "public_administration");
  const form = step?.facts.legalForm;
  const remark =
    (typeof form === "string" ? legalForms[country].get(form)?.remark : undefined) ??
    (step?.outcome === "university"
      ? publicActivities.find((listed) => listed.country === country)?.remark
      : undefined) ??
    publicSectorRemarks.find((listed) => listed.country === country)?.remark;
  return remark === undefined ? undefined : say(remark, {}, speech);
}
