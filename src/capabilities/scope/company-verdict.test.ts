import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Company } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { loadKnowledge } from "../../knowledge/knowledge.ts";
import { bareServices } from "../bare-services.fixture.ts";
import type { Services } from "../contexts.ts";
import { judgeCompany } from "./company-verdict.ts";

const knowledge = loadKnowledge();

function on(day: string, replaced: Partial<Services> = {}): Services {
  return bareServices(knowledge, { today: () => day, ...replaced });
}

const KAFKA: Company = {
  country: "CZ",
  ico: "27082440",
  name: "Kafka a syn, s.r.o.",
  address: "Dlouhá 1, Praha",
  status: "active",
  foundedOn: "2010-05-01",
  ceasedOn: null,
  legalForm: "112",
  nace: [{ code: "35110", revision: "2" }],
  sizeCode: "240",
  headcount: null,
  registerVerdict: null,
  provenance: [{ source: "res", facts: ["name", "nace", "size", "legalForm", "status"], retrievedAt: "2026-10-31" }],
};

function answerFor(company: Company, services: Services, locale: Locale = "en") {
  return judgeCompany({ company, silent: [], alternatives: [], unanswered: [] }, null, services, locale);
}

describe("what is remembered of one firm", () => {
  const services = on("2026-11-20");
  const first = answerFor(KAFKA, services);

  test("is used for another firm with the same facts, under its own name", () => {
    const other = { ...KAFKA, ico: "25596641", name: "Jiná, a.s.", address: null };
    expect(answerFor(other, services)).toEqual({
      ...first,
      ico: "25596641",
      untrusted: { name: "Jiná, a.s.", address: null },
    });
    expect(answerFor(other, services).nextSteps).toBe(first.nextSteps);
  });

  const code = fc.constantFrom("35110", "62010", "64190", "84110", "38110", "46", "25400");
  const firm: fc.Arbitrary<Partial<Company>> = fc.record(
    {
      country: fc.constantFrom(...COUNTRIES),
      ico: fc.constantFrom("27082440", "25596641"),
      status: fc.constantFrom("active", "ceased", "unreadable"),
      ceasedOn: fc.constantFrom(null, "2025-01-31", "2026-11-20", "2026-12-24"),
      legalForm: fc.constantFrom(null, "112", "121", "801", "321"),
      nace: fc.array(
        code.map((each) => ({ code: each, revision: "2" as const })),
        { maxLength: 3 },
      ),
      mainUnknown: fc.constantFrom([], ["2"] as const),
      sizeCode: fc.constantFrom(null, "110", "240", "330"),
      headcount: fc.constantFrom(null, { min: 5, max: 5 }, { min: 60, max: null }),
      turnoverEur: fc.constantFrom(undefined, 1, 60_000_000),
      balanceSheetEur: fc.constantFrom(undefined, 1, 60_000_000),
      registerVerdict: fc.constantFrom(
        null,
        { category: "essential", sector: null, reason: null, updatedAt: "2026-03-01" } as const,
        { category: "out_of_scope", sector: "energy", reason: null, updatedAt: "2024-03-01" } as const,
      ),
      provenance: fc.constantFrom(
        KAFKA.provenance,
        [
          { source: "res", facts: ["name", "status", "size"], retrievedAt: "2026-10-31" },
          { source: "ruz", facts: ["nace"], retrievedAt: "2026-01-31" },
        ] as const,
        [{ source: "sample", facts: ["name", "size"], retrievedAt: "2019-01-01" }] as const,
        [{ source: "ruz", facts: ["nace", "size"], retrievedAt: "2026-09-09" }] as const,
      ),
    },
    { requiredKeys: [] },
  );

  test("is never used for a firm that differs in one fact, on another day or in another language", () => {
    const day = fc.constantFrom("2024-06-01", "2025-12-01", "2026-11-20", "2026-11-21");
    const locale = fc.constantFrom(...LOCALES);
    const change = fc.oneof(
      firm.chain((facts) =>
        fc.subarray(Object.keys(facts), { maxLength: 1 }).map((names) => ({
          facts: Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name))),
        })),
      ),
      day.map((today) => ({ today })),
      locale.map((other) => ({ locale: other })),
    );
    const { confirm } = services;
    fc.assert(
      fc.property(firm, day, locale, change, (facts, today, language, changed) => {
        const asked = { facts: {}, today, locale: language };
        for (const each of [asked, { ...asked, ...changed }, asked]) {
          const company = { ...KAFKA, ...facts, ...each.facts };
          // What was made with another check of citations is not known to this one.
          const anew = answerFor(company, on(each.today, { confirm: (text) => confirm(text) }), each.locale);
          expect(answerFor(company, on(each.today, { confirm }), each.locale)).toEqual(anew);
        }
      }),
    );
  });

  test("cannot be changed by who gets it", () => {
    expect(() => first.nextSteps.pop()).toThrow(TypeError);
    expect(() => first.missingFacts.sort()).toThrow(TypeError);
  });
});

test("a text that is withheld is withheld and counted in every answer", () => {
  let withheld = 0;
  const services = on("2026-11-20");
  const doubting = on("2026-11-20", {
    confirm: (text) => {
      if (!text.includes("264/2025")) return services.confirm(text);
      withheld++;
      return null;
    },
  });
  const counts = [1, 2].map(() => {
    const before = withheld;
    expect(answerFor(KAFKA, doubting).nextSteps.some(({ citation }) => citation === null)).toBe(true);
    return withheld - before;
  });
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[1]).toBe(counts[0]);
});
