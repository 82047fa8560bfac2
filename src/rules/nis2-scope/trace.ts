import type { Country } from "../../core/country.ts";
import type { Nis2Knowledge, Sector } from "../../knowledge/nis2.ts";
import type { TraceOutcome, TraceRule } from "../../knowledge/nis2-ids.ts";
import { resolve } from "./answers.ts";
import { categoryOf, strictestOf } from "./decide-by-activity.ts";
import type { Decision } from "./decision.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, counts } from "./match-nace.ts";
import { isPublicOnly } from "./public-administration.ts";
import { isActInForce } from "./regime.ts";
import { floorOf, type Ground } from "./stated-grounds.ts";
import type { Hint, TraceStep, TraceValue } from "./verdict.ts";

type Facts = Readonly<Record<string, TraceValue>>;

/** One step with the citations that `trace.yaml` gives for its outcome, and further ones of the case. */
function traceStep<Rule extends TraceRule>(
  knowledge: Nis2Knowledge,
  rule: Rule,
  outcome: TraceOutcome<Rule>,
  facts: Facts = {},
  further: readonly string[] = [],
): TraceStep {
  const outcomes: Readonly<Partial<Record<string, { readonly citations: readonly string[] }>>> = knowledge.trace[rule];
  return { rule, outcome, facts, citations: [...(outcomes[outcome]?.citations ?? []), ...further] };
}

/** The way from the facts to the decision, step by step, in the order in which the rules were asked. */
export function traceOf(
  decision: Decision,
  services: readonly string[],
  hints: readonly Hint[],
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
  asOf: string,
): TraceStep[] {
  const { situation, publicGround, serviceCategory } = decision;
  if (situation === "ceased") return [traceStep(knowledge, "status", "ceased", { ceasedOn: facts.ceasedOn })];
  if (situation === "status_unreadable") return [traceStep(knowledge, "status", "unreadable")];
  const steps = [traceStep(knowledge, "status", "active")];
  const answers = answerSteps(decision, facts, knowledge);
  if (serviceCategory !== null) steps.push(serviceStep(decision, facts, knowledge));
  if (situation === "stated_service") {
    if (facts.sizeIndependentService === "tsp") steps.push(sizeStep(decision, facts, knowledge));
    return [...steps, ...answers];
  }
  const publicFacts = publicGround === "main_activity" || publicGround === "university" ? codeFacts(decision) : {};
  const legalForm =
    publicGround === "legal_form" || publicGround === "public_body" ? { legalForm: facts.legalForm } : {};
  steps.push(traceStep(knowledge, "public_administration", publicGround, { ...publicFacts, ...legalForm }));
  if (situation === "public_administration" && isPublicOnly(publicGround)) return steps;
  for (const { code, revision } of decision.unusable) {
    steps.push(traceStep(knowledge, "activity", "unusable", { code, revision }));
  }
  const isRegistrar = registrars(knowledge).some((id) => services.includes(id));
  const registrar = isRegistrar ? [traceStep(knowledge, "category", "registrar")] : [];
  // A firm that is in scope by another service than that of its code would be said to be so by the code.
  if (!isOfAnotherService(decision)) steps.push(activityStep(decision, facts, knowledge, asOf));
  if (decision.baseSituation === "no_nace") return [...steps, ...answers, ...registrar];
  for (const hint of hints) steps.push(hintStep(hint, decision, knowledge));
  const hasCounting = decision.matches.some(counts);
  const isSizeNeeded = hasCounting || situation === "activity_undetermined" || decision.grounds.some(isBySize);
  steps.push(isSizeNeeded ? sizeStep(decision, facts, knowledge) : traceStep(knowledge, "size", "not_needed"));
  // What the codes alone lead to would contradict an answer that decides.
  if (situation === decision.baseSituation) steps.push(categoryStep(decision, knowledge, hasCounting));
  steps.push(...answers, ...registrar);
  if (serviceCategory !== null) steps.push(traceStep(knowledge, "category", "stricter_than_service"));
  if (situation === "public_body") steps.push(traceStep(knowledge, "public_body", "not_out_of_scope"));
  if (situation === "public_administration")
    steps.push(traceStep(knowledge, "public_body", "listed_activity", codeFacts(decision)));
  return steps;
}

function serviceStep({ size }: Decision, facts: ScopeFacts, knowledge: Nis2Knowledge): TraceStep {
  const service = facts.sizeIndependentService;
  const outcome =
    service !== "tsp"
      ? "essential"
      : size.category === "large"
        ? "large"
        : size.category === null
          ? "size_unknown"
          : "important";
  return traceStep(knowledge, "stated_service", outcome, { service, verified: false });
}

/** False where the register names further activities and no main one. */
function isMainKnown({ matches }: Decision): boolean {
  return matches.some(({ isMain }) => isMain);
}

function codeFacts({ match }: Decision): Facts {
  return match === null ? {} : { code: match.code.code, revision: match.code.revision };
}

function registrars({ services }: Nis2Knowledge): readonly string[] {
  return services.membersOf.get("registrars") ?? [];
}

/** True where answers about another service made a firm too small by its codes one in scope. */
function isOfAnotherService({ situation, baseSituation, grounds }: Decision): boolean {
  return (
    situation === "in_scope" &&
    baseSituation === "below_medium" &&
    grounds.some(({ kind, services }) => kind === "answer" && services.length > 0)
  );
}

function activityStep(decision: Decision, facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: string): TraceStep {
  const { country } = facts;
  const { matches } = decision;
  if (decision.baseSituation === "no_nace") return traceStep(knowledge, "activity", "no_code");
  const open = decision.match?.open ?? null;
  const match = open === "legal_form" || (open === null && matches.some(counts)) ? decision.match : null;
  const sector = match?.row == null ? undefined : knowledge.sectorById.get(match.row.sectorId);
  const stated =
    match === null ? facts.activities?.find(({ id }) => decision.grounds.some((one) => one.id === id)) : undefined;
  if (stated !== undefined) {
    const { SK, byDirective = [] } = stated;
    const national = country === "CZ" ? [`cz-408-2025 annex/${stated.id}`] : typeof SK === "object" ? SK.citations : [];
    const outcome = byDirective.length === 0 ? "national_service" : "listed_service";
    return traceStep(knowledge, "activity", outcome, { activity: stated.id, point: national[0] ?? null }, [
      ...byDirective,
      ...national,
    ]);
  }
  if (match === null || sector === undefined)
    return traceStep(knowledge, "activity", "no_sector", { codes: matches.length });
  const national = isActInForce(country, knowledge, asOf) ? nationalCitations(sector, match, country) : [];
  if (match.service !== undefined) {
    const named = { activity: match.service, sector: sector.id, annex: sector.annex };
    return traceStep(knowledge, "activity", "service", named, [...sector.citations.EU, ...national]);
  }
  return traceStep(
    knowledge,
    "activity",
    match.isMain ? "main" : isMainKnown(decision) ? "secondary" : "further",
    { ...codeFacts(decision), sector: sector.id, annex: sector.annex, codes: matches.length },
    [...sector.citations.EU, ...national],
  );
}

/** Where national law lists the activity: the part for its subsector, if the code is fine enough to show it. */
function nationalCitations(sector: Sector, { code, row }: CodeMatch, country: Country): readonly string[] {
  const narrow = code.code.length > 2 && country === "CZ" ? sector.subsectors?.[row?.subsector ?? ""] : undefined;
  return narrow?.CZ ?? sector.citations[country];
}

function hintStep({ kind, id, code }: Hint, decision: Decision, knowledge: Nis2Knowledge): TraceStep {
  const facts = { code: code.code, revision: code.revision };
  if (kind === "waste")
    return traceStep(knowledge, "waste", isMainKnown(decision) ? "not_principal" : "principal_unknown", facts);
  if (kind === "coarse") return traceStep(knowledge, "weak_activity", "coarse", facts);
  if (kind === "except") return traceStep(knowledge, "weak_activity", "unless", { ...facts, activity: id });
  if (kind === "weak") return traceStep(knowledge, "weak_activity", "named", { ...facts, activity: id });
  const further = knowledge.missingFactById.get(id ?? "")?.citations ?? [];
  return traceStep(knowledge, "weak_activity", "by_national_law", { ...facts, activity: id }, further);
}

/** The answers that decide: those that give the category that stands, and those about the code it rests on. */
function answerSteps(decision: Decision, facts: ScopeFacts, knowledge: Nis2Knowledge): TraceStep[] {
  const { grounds, size, category, situation, match, matches } = decision;
  if (facts.answers === undefined) return [];
  const steps: TraceStep[] = [];
  const hint = match?.statement === undefined ? null : (match.row?.hint ?? null);
  if (match !== null && hint !== null && facts.answers[hint] !== undefined) {
    const { code, revision } = match.code;
    steps.push(
      traceStep(knowledge, "answer", "counts", { code, revision, question: hint, answer: answerText(hint, facts) }),
    );
  }
  if (situation !== "in_scope") return steps;
  const isOutOtherwise = strictestOf(matches, size) === "out_of_scope";
  for (const ground of grounds) {
    if (ground.kind !== "answer" || floorOf([ground], size) !== category) continue;
    const cited = knowledge.missingFactById.get(ground.id)?.citations ?? [];
    const question = decidingPart(ground.id, facts, knowledge);
    const stated = { question, answer: answerText(question, facts) };
    const isNational = isOutOtherwise && !ground.byDirective;
    steps.push(traceStep(knowledge, "answer", isNational ? "decides_nationally" : "decides", stated, cited));
  }
  return steps;
}

/** Of a question of several parts the one that decides; else the question itself. */
function decidingPart(id: string, facts: ScopeFacts, knowledge: Nis2Knowledge): string {
  const control = knowledge.answers.get(id)?.control;
  if (control?.kind !== "parts") return id;
  const deciding = control.parts.find((part) => {
    const resolved = resolve(part, facts, knowledge);
    return !resolved.isOpen && resolved.outcome !== null;
  });
  return deciding ?? id;
}

/** An answer as one value of the trace; `explainScope` finds its words. */
function answerText(id: string, { answers }: ScopeFacts): TraceValue {
  const value = answers?.[id];
  return typeof value === "object" ? value.join(" ") : (value ?? null);
}

/** True for a ground that asks for a size. */
function isBySize({ at }: Ground): boolean {
  return at.micro !== at.large;
}

function sizeStep({ size }: Decision, facts: ScopeFacts, knowledge: Nis2Knowledge): TraceStep {
  const staff = { employeesMin: size.headcount?.min ?? null, employeesMax: size.headcount?.max ?? null };
  const accounts = { turnoverEur: facts.turnoverEur, balanceSheetEur: facts.balanceSheetEur };
  if (size.category === null) return traceStep(knowledge, "size", "undetermined", staff);
  const known = { ...staff, size: size.category };
  if (size.oneCeilingExceeded && size.category !== "medium") {
    return traceStep(knowledge, "size", "one_ceiling_exceeded", { ...known, ...accounts });
  }
  if (size.basis === "group") return traceStep(knowledge, "size", "group", known);
  if (size.basis !== "accounts") return traceStep(knowledge, "size", "headcount", known);
  const outcome = size.headcount === null && size.category === "medium" ? "at_least_by_accounts" : "accounts";
  return traceStep(knowledge, "size", outcome, { ...known, ...accounts });
}

function categoryStep(decision: Decision, knowledge: Nis2Knowledge, hasCounting: boolean): TraceStep {
  const { match, size, situation } = decision;
  const row = match?.row ?? null;
  if (situation === "activity_undetermined") {
    const outcome = match?.open === "legal_form" ? "research_institution" : "activity_undetermined";
    return traceStep(knowledge, "category", outcome);
  }
  if (situation === "main_unknown") return traceStep(knowledge, "category", "main_unknown");
  if (situation === "size_undetermined") return traceStep(knowledge, "category", "size_undetermined");
  if (situation === "below_medium" && row === null) return traceStep(knowledge, "category", "below_medium");
  if (!hasCounting || row === null) return traceStep(knowledge, "category", "no_sector");
  const found = categoryOf(row, size);
  const facts = { category: found, annex: row.annex };
  if (found === "out_of_scope") return traceStep(knowledge, "category", "below_medium", facts);
  if (row.sizeRule === "any-size" && size.category !== "large") {
    return traceStep(knowledge, "category", size.category === "medium" ? "telecom_medium" : "telecom_small", facts);
  }
  if (row.annex === "II") return traceStep(knowledge, "category", "annex_two", facts);
  return traceStep(knowledge, "category", size.category === "large" ? "annex_one_large" : "annex_one_medium", facts);
}
