import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COUNTRIES } from "../../core/country.ts";
import { NACE_REVISIONS, type NaceCode } from "../../core/nace.ts";
import { decideScope } from "./decide-scope.ts";
import type { Answers, AnswerValue, ScopeFacts } from "./facts.ts";
import { activities, knowledge, today } from "./firm.fixture.ts";
import { STRICTNESS } from "./strictness.ts";

const mapped = NACE_REVISIONS.flatMap((revision) =>
  [...knowledge.naceMap[revision].keys()].map((code): NaceCode => ({ code, revision })),
);
const others = ["6820", "4941", "25", "46", "8541"].map((code): NaceCode => ({ code, revision: "2" }));

/** What a register may know of a firm; the day of its activities is old, young or not stated. */
const known: fc.Arbitrary<ScopeFacts> = fc
  .tuple(
    fc.constantFrom(undefined, undefined, "2015-01-01", "2025-06-01"),
    fc.record({
      country: fc.constantFrom(...COUNTRIES),
      status: fc.constantFrom("active", "active", "active", "active", "ceased", "unreadable"),
      ceasedOn: fc.constant(null),
      nace: fc.array(fc.constantFrom(...mapped, ...others), { maxLength: 4 }),
      mainUnknown: fc.constantFrom(undefined, undefined, undefined, ["2", "2.1"] as const),
      sizeCode: fc.option(fc.constantFrom("00", "12", "25", "11", "230", "330")),
      headcount: fc.option(fc.nat(400).map((staff) => ({ min: staff, max: staff }))),
      sizeAsOf: fc.constantFrom(undefined, undefined, "2016-01-01", "2025-06-01"),
      turnoverEur: fc.option(fc.integer({ min: 0, max: 90_000_000 })),
      balanceSheetEur: fc.option(fc.integer({ min: 0, max: 90_000_000 })),
      legalForm: fc.option(fc.constantFrom("112", "121", "801", "331", "421", "661", "325", "745"), { freq: 3 }),
      sizeIndependentService: fc.option(fc.constantFrom("qtsp", "tsp", "dns", "tld-registry"), { freq: 8 }),
    }),
  )
  .map(([asOf, facts]) => ({
    ...facts,
    naceAsOf: asOf === undefined ? undefined : facts.nace.map(({ code, revision }) => ({ code, revision, asOf })),
  }));

/** An answer to a question as a person might give it: any value that its control takes. */
function anyAnswer(key: string, country: ScopeFacts["country"], seed: number): AnswerValue {
  const control = knowledge.answers.get(key)?.control;
  if (control?.kind === "number") {
    const lines = knowledge.answers
      .get(key)
      ?.cases.flatMap(({ atLeast, over, below }) => atLeast ?? over ?? below ?? []);
    const values = [0, ...(lines ?? []).flatMap((line) => [line - 1, line, line + 1])].filter(
      (value) => value <= control.most,
    );
    return values[seed % values.length] ?? 0;
  }
  if (control?.kind === "choice" || control?.kind === "list") {
    const options = control.options.filter((option) => option.country === undefined || option.country === country);
    const option = options[seed % options.length]?.id ?? "";
    if (control.kind === "choice") return option;
    return seed % 3 === 0 ? [] : [option];
  }
  return seed % 2 === 0;
}

/** The facts with an answer to one question, whatever kind it is. */
function answer(facts: ScopeFacts, id: string, seed: number): ScopeFacts {
  const set = (key: string, value: AnswerValue) => ({ ...facts, answers: { ...facts.answers, [key]: value } });
  const control = knowledge.answers.get(id)?.control;
  if (control?.kind === "parts") {
    return control.parts.reduce((done, part) => answer(done, part, seed), facts);
  }
  if (control?.kind !== "field") return set(id, anyAnswer(id, facts.country, seed));
  const code = [...mapped, ...others][seed % (mapped.length + others.length)];
  switch (control.field) {
    case "employees":
      return { ...facts, sizeCode: null, sizeAsOf: undefined, headcount: { min: seed % 400, max: seed % 400 } };
    case "turnoverEur":
      return { ...facts, turnoverEur: (seed % 80) * 1e6 };
    case "balanceSheetEur":
      return { ...facts, balanceSheetEur: (seed % 70) * 1e6 };
    case "group": {
      const linked = [{ employees: seed % 300, turnoverEur: seed % 1e8, balanceSheetEur: seed % 1e7 }];
      return seed % 2 === 0 ? set(id, false) : { ...facts, group: { linked, partners: [] } };
    }
    case "nace": {
      if (id === "exactActivity") return set(id, false);
      const stays = facts.answers?.currentActivity === false ? [] : facts.nace;
      const nace = stays.length === 0 && code !== undefined ? [code] : stays;
      return { ...facts, mainUnknown: undefined, nace, naceAsOf: stays.length === 0 ? undefined : facts.naceAsOf };
    }
    case "activities": {
      const service = activities.services[seed % activities.services.length];
      return seed % 3 > 0 || service === undefined ? set(id, false) : { ...facts, activities: [service] };
    }
    case "sizeIndependentService":
      return seed % 3 > 0 ? set(id, false) : { ...facts, sizeIndependentService: "tsp" };
  }
}

const judge = (facts: ScopeFacts) => decideScope(facts, knowledge, today);

/** Answers everything that is asked until nothing is. */
function answerAll(facts: ScopeFacts, seed: number): { readonly facts: ScopeFacts; readonly asked: readonly string[] } {
  const asked: string[] = [];
  let current = facts;
  for (let round = 0; round < 12; round++) {
    const open = judge(current).missingFacts;
    if (open.length === 0) break;
    for (const [index, { id }] of open.entries()) {
      asked.push(id);
      current = answer(current, id, seed + index * 7);
    }
  }
  return { facts: current, asked };
}

describe("whatever the register knows and the visitor answers", () => {
  test("after every asked question is answered, nothing is asked any more and the verdict is final", () => {
    fc.assert(
      fc.property(known, fc.nat(10_000), (facts, seed) => {
        const done = answerAll(facts, seed);
        const verdict = judge(done.facts);
        expect(verdict.missingFacts).toEqual([]);
        expect(verdict).toMatchObject({ complete: true, unknownReason: null });
        expect(verdict.category).not.toBe("unknown");
        expect(verdict.regimeId).not.toBe("undetermined");
      }),
    );
  });

  test("no question is asked again after its answer", () => {
    fc.assert(
      fc.property(known, fc.nat(10_000), (facts, seed) => {
        const { asked } = answerAll(facts, seed);
        expect(asked.filter((id, index) => asked.indexOf(id) !== index)).toEqual([]);
      }),
    );
  });

  test("an answer in any order gives the same verdict", () => {
    fc.assert(
      fc.property(known, fc.nat(10_000), fc.infiniteStream(fc.nat()), (facts, seed, random) => {
        const done = answerAll(facts, seed).facts;
        const entries = Object.entries(done.answers ?? {});
        const weights = [...random.take(entries.length)];
        const shuffled = entries
          .map((entry, index) => ({ entry, weight: weights[index] ?? 0 }))
          .sort((one, other) => one.weight - other.weight)
          .map(({ entry }) => entry);
        const again = judge({ ...done, answers: Object.fromEntries(shuffled) });
        const { answered: _one, ...first } = judge(done);
        const { answered: _other, ...second } = again;
        expect(second).toEqual(first);
      }),
    );
  });

  test("adding an answer loses neither a code nor another answer", () => {
    fc.assert(
      fc.property(known, fc.nat(10_000), fc.nat(20), (facts, seed, pick) => {
        const before = judge(facts);
        const open = before.missingFacts[pick % Math.max(1, before.missingFacts.length)];
        fc.pre(open !== undefined && facts.nace.length > 0);
        const one = answer(facts, open?.id ?? "", seed);
        const after = judge(one);
        const codesOf = ({ decidingCode, otherCodes }: typeof before) =>
          [...(decidingCode === null ? [] : [decidingCode]), ...otherCodes]
            .map(({ code, revision }) => `${code} ${revision}`)
            .sort();
        // Old codes that the firm calls wrong stay among its facts and leave the verdict.
        expect(codesOf(after)).toEqual(one.answers?.currentActivity === false ? [] : codesOf(before));
        const next = after.missingFacts[0];
        if (next === undefined) return;
        const two = judge(answer(one, next.id, seed));
        for (const { id, value } of after.answered) {
          expect(two.answered.find((kept) => kept.id === id)?.value).toEqual(value);
        }
      }),
    );
  });

  test("a final verdict cannot be changed by answering what was not asked", () => {
    const keys = [...knowledge.answers.values()].filter(
      ({ control }) => control.kind !== "field" && control.kind !== "parts",
    );
    // Answers about the kind of firm that somebody did not ask for say that it is another firm.
    const free = keys.filter(
      ({ id }) => !["status", "wholeLegalPerson", "czSeparateAssets", "publicBodyKind"].includes(id),
    );
    fc.assert(
      fc.property(known, fc.nat(10_000), fc.constantFrom(...free), fc.nat(10), (facts, seed, entry, value) => {
        const done = answerAll(facts, seed).facts;
        fc.pre(done.answers?.[entry.id] === undefined);
        const extra = { ...done, answers: { ...done.answers, [entry.id]: anyAnswer(entry.id, done.country, value) } };
        const [one, other] = [judge(done), judge(extra)];
        expect([other.category, other.regimeId]).toEqual([one.category, one.regimeId]);
        expect(other.answered.find(({ id }) => id === entry.id)?.effect).not.toBe("excluded");
      }),
    );
  });

  test("an answer of no never lowers a category that rests on another ground", () => {
    fc.assert(
      fc.property(known, fc.nat(10_000), (facts, seed) => {
        const done = answerAll(facts, seed).facts;
        // What the firm no longer does is no ground.
        if (done.answers?.currentActivity === false) return;
        const yes = Object.entries(done.answers ?? {}).filter(([, value]) => value !== false);
        const withoutNo: Answers = Object.fromEntries(yes);
        const verdict = judge({ ...done, answers: withoutNo });
        if (verdict.category === "unknown") return;
        const excepted = Object.keys(done.answers ?? {}).some(
          (id) => knowledge.weakActivities.get(id)?.untilAnswered === "in_scope",
        );
        if (excepted) return;
        expect(STRICTNESS[judge(done).category]).toBeGreaterThanOrEqual(STRICTNESS[verdict.category]);
      }),
    );
  });
});
