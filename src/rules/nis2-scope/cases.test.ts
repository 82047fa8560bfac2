import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CATEGORIES, UNKNOWN_REASONS } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { NACE_REVISIONS, parseNaceDigits } from "../../core/nace.ts";
import { reference } from "../../knowledge/cited-text-schemas.ts";
import { KNOWLEDGE_DIR, loadYaml } from "../../knowledge/load.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { decideScope } from "./decide-scope.ts";
import { areConditional, stepsOf } from "./explain-steps.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";

const { acts, nis2: knowledge } = shipped;
const { services } = knowledge;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const casesSchema = z.array(
  z.strictObject({
    name: z.string(),
    asOf: day,
    facts: z.strictObject({
      country: z.enum(COUNTRIES),
      nace: z.array(z.string()),
      mainUnknown: z.array(z.enum(NACE_REVISIONS)).optional(),
      employees: z.number().optional(),
      sizeCode: z.string().optional(),
      turnoverEur: z.number().optional(),
      balanceSheetEur: z.number().optional(),
      legalForm: z.string().optional(),
      service: z.enum(SIZE_INDEPENDENT_SERVICES).optional(),
      activities: z.array(z.string().refine((id) => services.serviceById.has(id), "no service")).optional(),
      answers: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])).optional(),
      ceasedOn: day.optional(),
    }),
    register: z
      .strictObject({
        category: z.enum(CATEGORIES),
        sector: z.string().nullable(),
        reason: z.enum(UNKNOWN_REASONS).nullable(),
        updatedAt: day,
      })
      .optional(),
    expect: z.strictObject({
      category: z.enum(CATEGORIES),
      reason: z.enum(UNKNOWN_REASONS).optional(),
      sector: z.string().optional(),
      code: z.string().optional(),
      regime: z.string().nullable().optional(),
      missing: z.array(z.string()).optional(),
      steps: z.array(z.string()).optional(),
      noSteps: z.array(z.string()).optional(),
      conditional: z.boolean().optional(),
      remarks: z.array(z.string()).optional(),
      disagree: z.boolean().optional(),
    }),
    why: z.string(),
    citations: z.array(reference(acts)).min(1),
  }),
);

type Case = z.infer<typeof casesSchema>[number];

function factsOf({ facts }: Case): ScopeFacts {
  const { employees, service, ceasedOn, nace, country } = facts;
  return {
    ...nothingKnown(country),
    sizeCode: facts.sizeCode ?? null,
    turnoverEur: facts.turnoverEur ?? null,
    balanceSheetEur: facts.balanceSheetEur ?? null,
    legalForm: facts.legalForm ?? null,
    mainUnknown: facts.mainUnknown,
    nace: nace.map((text) => {
      const [code = "", revision] = text.split("@");
      return { code: parseNaceDigits(code) ?? code, revision: z.enum(NACE_REVISIONS).parse(revision) };
    }),
    headcount: employees === undefined ? null : { min: employees, max: employees },
    status: ceasedOn === undefined ? "active" : "ceased",
    ceasedOn: ceasedOn ?? null,
    sizeIndependentService: service ?? null,
    activities: facts.activities?.flatMap((id) => services.serviceById.get(id) ?? []),
    answers: facts.answers,
  };
}

const folder = join(KNOWLEDGE_DIR, "cases");
const files = readdirSync(folder).filter((file) => file.startsWith("nis2-scope-"));
const cases = files.flatMap((file) => loadYaml(join(folder, file), casesSchema));

test("there are at least thirty worked examples", () => {
  expect(cases.length).toBeGreaterThanOrEqual(30);
});

describe("worked examples", () => {
  test.each(cases.map((example) => [example.name, example] as const))("%s", (_name, example) => {
    const { country } = example.facts;
    const register = example.register ?? null;
    const verdict = reconcile(decideScope(factsOf(example), knowledge, example.asOf), register, country);
    const expected = example.expect;
    expect(verdict.category).toBe(expected.category);
    expect(verdict.unknownReason).toBe(expected.reason ?? null);
    if (expected.sector !== undefined) expect(verdict.sectorId).toBe(expected.sector);
    if (expected.code !== undefined) expect(verdict.decidingCode?.code).toBe(expected.code);
    if (expected.regime !== undefined) expect(verdict.regimeId).toBe(expected.regime);
    expect(verdict.sourcesDisagree).toBe(expected.disagree ?? false);
    expect(verdict.missingFacts.map(({ id }) => id)).toEqual(expect.arrayContaining(expected.missing ?? []));
    const steps = stepsOf(verdict, knowledge).map(({ id }) => id);
    expect(steps).toEqual(expect.arrayContaining(expected.steps ?? []));
    expect(steps.filter((step) => expected.noSteps?.includes(step))).toEqual([]);
    for (const step of expected.noSteps ?? []) expect(knowledge.nextSteps.map(({ id }) => id)).toContain(step);
    if (expected.conditional !== undefined) expect(areConditional(verdict)).toBe(expected.conditional);
    expect(verdict.remarks).toEqual(expect.arrayContaining(expected.remarks ?? []));
  });
});
