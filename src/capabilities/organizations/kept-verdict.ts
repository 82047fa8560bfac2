import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import { REGIME_IDS } from "../../knowledge/nis2-ids.ts";
import { datesOf, firmSteps } from "../../rules/deadlines/act-now.ts";
import type { OrganizationFacts } from "../../state/organization-facts.ts";
import type { Services } from "../contexts.ts";
import { readStatedDays } from "../deadlines/stated-days.ts";
import type { FoundCompanies } from "../scope/find-company.ts";
import { decideStated, guessedWithout } from "../scope/firm-standing.ts";
import type { NamedFirm } from "./firm.ts";
import { factsForRules, statedOf } from "./stated-facts.ts";

/** The steps that Implementing Regulation (EU) 2024/2690 gives the services of its Article 1. */
const REGULATION_STEPS: readonly string[] = ["skMeasuresDigital", "skMeasuresDigitalToo", "czMeasuresDigital"];

const keptShape = z.object({
  category: z.enum(CATEGORIES),
  regime: z.enum(REGIME_IDS).nullable(),
  sector: z.string().nullable(),
  digitalProvider: z.boolean().nullable(),
  /** Open questions that could change the category or the regime. */
  openQuestions: z.number(),
  /** Deadlines with their day; `null` where the day from which they run is not stated. */
  days: z.array(z.object({ id: z.string(), day: z.string().nullable() })),
  /** The day of the judgement. */
  day: z.string(),
  /** Version of the stated facts; 0: none. */
  facts: z.number(),
  ruleSet: z.string(),
  /** When the register file was built. */
  snapshot: z.string(),
  /** What the judgement rests on. */
  source: z.enum(["register", "answers"]),
});

/** What the last judgement of an organization said, as `organization.verdict` keeps it. */
export type KeptVerdict = z.output<typeof keptShape>;

/** What a judgement is made of. */
export interface JudgedOrganization extends NamedFirm {
  readonly row: Pick<OrganizationFacts, "facts" | "dates" | "version"> | undefined;
  /** The stated facts are of another firm and are not used. */
  readonly rests: boolean;
  /** The firm as a register has it; `null`: no register has it, or none was asked. */
  readonly found: FoundCompanies | null;
}

/**
 * Judges an organization by the rules of today.
 * @returns the judgement as JSON; `null` without a country, and where neither a register nor the organization says anything
 */
export function judgeToKeep({ row, rests, found, ...firm }: JudgedOrganization, services: Services): string | null {
  const { knowledge, today, now } = services;
  const used = rests ? undefined : row;
  const stated = statedOf(used, firm, knowledge);
  if (stated === null || (found === null && used === undefined)) return null;
  const { verdict, silent } = decideStated(found, factsForRules(stated.facts, knowledge), services);
  const isGuess = guessedWithout(verdict, silent) !== undefined;
  const steps = firmSteps(verdict, knowledge.nis2);
  const category = isGuess ? "unknown" : verdict.category;
  const dated = isGuess ? [] : datesOf(steps, readStatedDays(stated.dates), knowledge.deadlines, now().toISOString());
  const kept: KeptVerdict = {
    category,
    regime: isGuess ? null : verdict.regimeId,
    sector: verdict.sectorId,
    digitalProvider: category === "unknown" ? null : REGULATION_STEPS.some((id) => steps.steps.has(id)),
    openQuestions: verdict.missingFacts.length,
    days: dated.map(({ id, due }) => ({ id, day: due?.kind === "day" ? due.day : null })),
    day: today(),
    facts: row?.version ?? 0,
    ruleSet: knowledge.changelog.byPart.scope.version,
    snapshot: services.registers.snapshot().builtAt,
    source: used === undefined ? "register" : "answers",
  };
  return JSON.stringify(kept);
}

/**
 * The judgement that lists and figures show: the kept one while it holds, else a new one from the register file alone.
 * Where that file lacks the firm, what a live register said last stays.
 */
export async function shownVerdict(
  { verdict, ...judged }: Omit<JudgedOrganization, "found"> & { readonly verdict: string | null },
  services: Services,
): Promise<KeptVerdict | null> {
  const kept = readKept(verdict);
  const { knowledge, registers, today } = services;
  const isCurrent =
    kept !== null &&
    kept.day === today() &&
    kept.facts === (judged.row?.version ?? 0) &&
    kept.ruleSet === knowledge.changelog.byPart.scope.version &&
    kept.snapshot === registers.snapshot().builtAt;
  if (isCurrent) return kept;
  const found = await foundInFile(judged, services);
  const isOnlyKnownLive = found === null && kept?.facts === (judged.row?.version ?? 0);
  return isOnlyKnownLive ? kept : readKept(judgeToKeep({ ...judged, found }, services));
}

/** The firm as the register file has it; no live register is asked. */
export async function foundInFile(
  { country, ico }: NamedFirm,
  { registers }: Pick<Services, "registers">,
): Promise<FoundCompanies | null> {
  if (country === null || ico === null) return null;
  const lookup = await registers.findStored(ico, country);
  if (lookup.kind !== "found") return null;
  return { company: lookup.company, silent: lookup.silent ?? [], alternatives: [], unanswered: [] };
}

/** Reads what `judgeToKeep` made; `null` for what an older release kept in another form. */
export function readKept(text: string | null): KeptVerdict | null {
  if (text === null) return null;
  const read = keptShape.safeParse(JSON.parse(text));
  return read.success ? read.data : null;
}
