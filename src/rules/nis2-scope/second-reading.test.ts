import { describe, expect, test } from "vitest";
import type { Country } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import { decide, explain, type Firm, knowledge } from "./firm.fixture.ts";

const stepIds = (firm: Firm) => explain(firm).nextSteps.map(({ id }) => id);

describe("a Czech registrar of few names", () => {
  const small: Firm = { country: "CZ", nace: "6209", staff: 20, answers: { czDomainRegistrar: 5000 } };

  test("reads first that the duties of a registrar hold all the same", () => {
    const { headline, reasoning } = explain(small);
    expect(headline).toBe("Nie, platia však povinnosti registrátora domén (§ 34 a 35 zákona č. 264/2025 Sb.)");
    expect(reasoning).toMatch(
      /^Regulovanou službou to nie je; povinnosti registrátora domén podľa § 34 .* a § 35 .* však platia\. /,
    );
  });

  test("reads that the directive reaches a registrar at any size, as neither essential nor important", () => {
    const { reasoning } = explain(small, "en");
    expect(reasoning).toContain("at any size (Article 2(4)");
    expect(reasoning).toContain("neither an essential nor an important entity (Article 3");
  });

  test("has the steps of §§ 34 and 35 and no others", () => {
    expect(stepIds(small).sort()).toEqual(["czDomainData", "czFineDomainData", "czRegistrarData"]);
  });

  test("has none when it no longer exists, nor when it registers no names", () => {
    expect(stepIds({ ...small, status: "ceased", ceasedOn: "2026-01-01" })).toEqual([]);
    expect(stepIds({ ...small, answers: { czDomainRegistrar: 0 } })).toEqual([]);
  });
});

test.each<[Country, Firm["answers"]]>([
  ["CZ", { czDomainRegistrar: 150_000 }],
  ["SK", { skDomainRegistration: true }],
])("a registrar in %s is not said to be in scope by national law only", (country, answers) => {
  const { reasoning } = explain({ country, nace: "6209", staff: 20, answers });
  expect(reasoning).not.toContain("len podľa vnútroštátneho práva");
  expect(reasoning).toContain("čl. 2 ods. 4");
});

test("a large Czech registrar reads its own number in the decree, not managed services", () => {
  const { reasoning } = explain({ country: "CZ", nace: "6209", staff: 20, answers: { czDomainRegistrar: 150_000 } });
  expect(reasoning).toContain("16.5");
  expect(reasoning).not.toMatch(/16\.13|Riadenie služieb IKT/);
});

test("the registration of domain names has one name in both countries, without a Czech threshold", () => {
  const service = knowledge.services.serviceById.get("16.5");
  expect(service?.name).toMatchObject({ sk: "Registrácia názvov domén", cs: "Registrace doménových jmen" });
  expect(decide({ country: "SK", does: "16.5", staff: 300 })).toMatchObject({ category: "important", regimeId: "pzs" });
});

describe("a service that only Czech law lists", () => {
  test.each(["21.1", "3.7", "16.11", "16.18", "17.4"])("%s is named with its point of the decree", (does) => {
    for (const locale of LOCALES) {
      const { reasoning } = explain({ country: "CZ", does, staff: 300 }, locale);
      expect(reasoning).toContain(knowledge.services.serviceById.get(does)?.name[locale]);
      expect(reasoning).toMatch(new RegExp(`${does.replace(".", "\\.")}(?!\\d)`));
      const only = {
        sk: "len podľa vnútroštátneho práva",
        cs: "jen podle vnitrostátního práva",
        en: "by national law only",
      };
      expect(reasoning).toContain(only[locale]);
    }
    expect(explain({ country: "CZ", does, staff: 300 }).reasoning).not.toContain("nepatrí do sektorov NIS2");
  });
});

describe("what the directive lists and Czech law does not regulate", () => {
  const first = {
    sk: "Smernica túto činnosť uvádza, český zákon ju však nereguluje; povinnosti v Česku firma nemá.",
    cs: "Směrnice tuto činnost uvádí, český zákon ji však nereguluje; povinnosti v Česku firma nemá.",
    en: "The directive lists this activity, Czech law does not regulate it; the firm has no duties in Czechia.",
  };

  const heading = {
    sk: "Smernica činnosť uvádza, český zákon ju nereguluje: v Česku bez povinností",
    cs: "Směrnice činnost uvádí, český zákon ji nereguluje: v Česku bez povinností",
    en: "The directive lists it, Czech law does not regulate it: no duties in Czechia",
  };

  test.each<[string, Firm]>([
    ["waterworks with 2 % of turnover", { nace: "3600", staff: 300, answers: { czWaterShare: 2 } }],
    ["a DNS service with 500 domains", { sizeIndependentService: "dns", answers: { czDnsDomains: 500 } }],
    ["inland shipping", { nace: "5040", staff: 300 }],
  ])("%s: the first sentence says so, the category stays", (_case, firm) => {
    for (const locale of LOCALES) {
      const { headline, reasoning, nextSteps } = explain({ country: "CZ", ...firm }, locale);
      expect(headline).toBe(heading[locale]);
      expect(reasoning.startsWith(first[locale])).toBe(true);
      expect(nextSteps).toEqual([]);
    }
    expect(["essential", "important"]).toContain(decide({ country: "CZ", ...firm }).category);
  });

  test("a hotel with photovoltaics on its roof: it depends on the answer below", () => {
    const { headline, reasoning } = explain({ country: "CZ", nace: "5510 3511", staff: 300 });
    expect(headline).toBe("Smernica činnosť uvádza, o českom zákone rozhodne odpoveď nižšie");
    expect(reasoning).toMatch(
      /^Smernica túto činnosť uvádza; či ju reguluje český zákon, závisí od odpovede nižšie\. /,
    );
  });

  test("where both possible regimes are regulated, the category is named", () => {
    expect(explain({ country: "CZ", nace: "2910", staff: 300 }).headline).toContain("dôležitý subjekt");
  });

  test("a Slovak firm reads its category", () => {
    expect(explain({ country: "SK", nace: "5040", staff: 300 }).headline).toContain("kľúčový subjekt");
  });
});

test("a waterworks registered by decision reads that decision, not the 5 % rule", () => {
  const { reasoning } = explain({ country: "CZ", nace: "3600", staff: 8, answers: { czDesignation: true } });
  expect(reasoning).toMatch(/§ 5 .*§ 8 ods\. 3/);
  expect(reasoning).not.toContain("5 %");
});

describe("what the law leaves open is said to be open", () => {
  const steps = (firm: Firm) =>
    explain(firm)
      .nextSteps.filter(({ step }) => step.includes("opýtajte sa NBÚ"))
      .map(({ id }) => id);

  test("to a Slovak registrar, a digital provider and a bank", () => {
    expect(steps({ does: "16.5", staff: 3 })).toEqual(expect.arrayContaining(["skRolesDigital"]));
    expect(
      explain({ does: "16.5", staff: 3 }).nextSteps.find(({ id }) => id === "skMeasuresRegistrar")?.step,
    ).toContain("jasne neuvádza");
    expect(steps({ nace: "6311", staff: 300 })).toEqual(["skRolesDigital"]);
    expect(steps({ nace: "6419", staff: 300 })).toEqual([
      "skThirdPartiesFinancial",
      "skDependenciesFinancial",
      "skSupervisionFinancial",
    ]);
    expect(steps({ nace: "3513", staff: 300 })).toEqual([]);
  });

  test("to a Slovak hotel that makes electricity on its roof", () => {
    expect(explain({ nace: "5510 3511", staff: 300 }).reasoning).toContain("strešnú fotovoltiku, sa nepodarilo overiť");
    expect(explain({ nace: "3511", staff: 300 }).reasoning).not.toContain("nepodarilo overiť");
  });
});

test("research on medicines is asked about only where it can change something", () => {
  const asked = (firm: Firm) => decide(firm).missingFacts.some(({ id }) => id === "medicinesResearch");
  expect(asked({ nace: "7211", staff: 300 })).toBe(true);
  expect(asked({ nace: "7211", staff: 300, answers: { medicinesResearch: false } })).toBe(false);
  expect(decide({ nace: "7211", staff: 300, answers: { medicinesResearch: false } })).toMatchObject({
    category: "important",
  });
});

test("a service of the other regime leaves nothing out: a bank with a data centre has both laws", () => {
  const ids = stepIds({ nace: "6419 6311", staff: 300 });
  expect(ids).toEqual(
    expect.arrayContaining(["skMeasuresFinancial", "skMeasuresDigital", "skEarlyWarning", "skContracts"]),
  );
});
