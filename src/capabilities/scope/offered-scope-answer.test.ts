import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { LOCALES } from "../../core/locale.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { loadSample } from "../../knowledge/sample.ts";
import { offeredToAgents } from "./agent-scope-answer.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";
import { offered, offeredAnswer, offeredToApplications } from "./offered-scope-answer.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({});
});

afterAll(() => dosah.close());

/** Written out from the contract: what an answer has whatever its detail. */
const NAMED = [
  ..."ico country status category sector nace otherNace size reasoning missingFacts trace decidedBy".split(" "),
  ..."alternatives nationalRegime nextSteps authority dataAsOf sources untrusted indicative disclaimer".split(" "),
];

const SLOVNAFT = { ico: "31322832", country: "SK" };

async function check(args: object) {
  const { answer, args: read } = await dosah.call(nis2ScopeCheck, args, [], { address: null });
  return offeredAnswer.parse(offered(answer, read));
}

describe("the concise answer", () => {
  test("is given unless full is asked for, has every field of the contract, and says that it is concise", async () => {
    for (const locale of LOCALES) {
      const answer = await check({ ...SLOVNAFT, locale });
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(NAMED));
      expect(answer.detail).toBe("concise");
      for (const step of answer.nextSteps) {
        expect(Object.keys(step)).toEqual(expect.arrayContaining(["step", "within", "citation"]));
      }
    }
  });

  test("says of every firm of the sample the same as the full one, with every step that comes first", async () => {
    for (const { ico, country } of loadSample(`${KNOWLEDGE_DIR}/sample`).companies) {
      const concise = await check({ ico, country });
      const full = await check({ ico, country, detail: "full" });
      for (const field of [
        "category",
        "sector",
        "decidingNace",
        "headline",
        "reasoning",
        "nextQuestion",
        "firstThings",
      ] as const) {
        expect([ico, concise[field]]).toEqual([ico, full[field]]);
      }
      expect([concise.size.category, concise.size.employees]).toEqual([full.size.category, full.size.employees]);
      expect(concise.nationalRegime?.id).toBe(full.nationalRegime?.id);
      // No citation of the decision and no deadline of what comes first is lost.
      expect(concise.nationalRegime?.citations).toEqual(full.nationalRegime?.citations);
      expect(concise.trace.map(({ citations }) => citations)).toEqual(full.trace.map(({ citations }) => citations));
      const inTime = full.nextSteps.filter(({ standing }) => standing === false);
      const first = full.firstThings.map(({ step }) => step);
      const owed = [...inTime.slice(0, 4), ...full.nextSteps.filter(({ id }) => first.includes(id))];
      for (const { id, step, within, citation } of owed) {
        expect(concise.nextSteps).toContainEqual(expect.objectContaining({ id, step, within, citation }));
      }
      const ofSectors = full.otherNace.filter(({ sector }) => sector !== null);
      const codes = (ofSectors.length > 0 ? ofSectors : full.otherNace.slice(0, 3)).map(({ code }) => code);
      expect(concise.otherNace.map(({ code }) => code)).toEqual(codes);
      expect(concise.otherNace.length + (concise.moreNace ?? 0)).toBe(full.otherNace.length);
      expect(concise.sources.map(({ retrievedAt }) => retrievedAt)).toEqual(
        full.sources.map(({ retrievedAt }) => retrievedAt),
      );
      expect(concise.missingFacts.map(({ fact }) => fact)).toEqual(full.missingFacts.map(({ fact }) => fact));
      expect(concise.trace.map(({ outcome }) => outcome)).toEqual(full.trace.map(({ outcome }) => outcome));
      expect(concise.nextSteps.length + (concise.moreSteps ?? 0)).toBe(full.nextSteps.length);
      const ids = concise.nextSteps.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(concise.firstThings.map(({ step }) => step)));
      // An open question comes with the call that answers it.
      if (concise.nextQuestion !== null) expect(concise.evaluate).toEqual(full.evaluate);
    }
  });

  test("names to applications the address of each source and where each step is done", async () => {
    const { answer, args } = await dosah.call(nis2ScopeCheck, SLOVNAFT, [], { address: null });
    const { sources, nextSteps } = offeredAnswer.parse(offeredToApplications(answer, args));
    expect(sources).toEqual(answer.sources);
    expect(nextSteps.length).toBeGreaterThan(3);
    for (const step of nextSteps) expect(step.where).toBe(answer.nextSteps.find(({ id }) => id === step.id)?.where);
  });

  test("is less than half as long as the full one for a firm in scope", async () => {
    const [concise, full] = await Promise.all([check(SLOVNAFT), check({ ...SLOVNAFT, detail: "full" })]);
    expect(JSON.stringify(concise).length).toBeLessThan(JSON.stringify(full).length / 2);
  });

  test.each<[string, object, object]>([
    ["SLOVNAFT", SLOVNAFT, { en: 2100, sk: 2500, cs: 2500 }],
    ["ČEZ", { ico: "45274649", country: "CZ" }, { en: 2100, sk: 2500, cs: 2500 }],
  ])("costs an agent few tokens: %s", async (_name, firm, most) => {
    for (const [locale, tokens] of Object.entries(most)) {
      const { answer, args } = await dosah.call(nis2ScopeCheck, { ...firm, locale }, [], { address: null });
      expect(countTokens(JSON.stringify(offeredToAgents(answer, args))), locale).toBeLessThanOrEqual(tokens);
    }
  });

  test("keeps every date that a stated day gives, and the day", async () => {
    const days = { conditionsMet: "2026-10-01", entered: "2026-11-02" };
    const [concise, full] = await Promise.all([
      check({ ...SLOVNAFT, days }),
      check({ ...SLOVNAFT, days, detail: "full" }),
    ]);
    const dated = concise.nextSteps.flatMap(({ dates = [] }) => dates);
    expect(dated.map(({ id }) => id)).toEqual(expect.arrayContaining(["sk-notice", "sk-measures"]));
    const known = full.nextSteps.filter(({ standing }) => !standing).flatMap(({ dates = [] }) => dates);
    expect(dated).toEqual(expect.arrayContaining(known.filter(({ due }) => due !== null)));
    expect(concise.daysToAsk).toContainEqual(expect.objectContaining({ day: "entered", given: ["2026-11-02"] }));
  });

  test("marks the steps of an unknown verdict as conditional, and no others", async () => {
    const companies = loadSample(`${KNOWLEDGE_DIR}/sample`).companies.slice(0, 60);
    const answers = await Promise.all(companies.map(({ ico, country }) => check({ ico, country })));
    const unknown = answers.filter(({ category, nextSteps }) => category === "unknown" && nextSteps.length > 0);
    expect(unknown.length).toBeGreaterThan(0);
    for (const { nextSteps } of unknown) expect(nextSteps.every(({ conditional }) => conditional === true)).toBe(true);
  });
});

test("the full answer is the whole one", async () => {
  const { answer } = await dosah.call(nis2ScopeCheck, SLOVNAFT, [], { address: null });
  expect(offered(answer, { detail: "full" })).toEqual({ ...answer, detail: "full" });
});
