import { describe, expect, test } from "vitest";
import type { Locale } from "../../core/locale.ts";
import { LOCALES } from "../../core/locale.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { stepsOf } from "./explain-steps.ts";
import { decide, explain, type Firm } from "./firm.fixture.ts";
import { reconcile } from "./reconcile.ts";

/** Statements that a reading of the acts in November 2026 found wrong: each was once made, and none may come back. */
const { nis2, activities, timeline, questionnaire, obligations, aiAct, frameworks } = knowledge;

const missing = (firm: Firm) => decide(firm).missingFacts.map(({ id }) => id);
const stepIds = (firm: Firm) => {
  const verdict = decide(firm);
  return stepsOf(reconcile(verdict, null, verdict.country), nis2).map(({ id }) => id);
};

function step(id: string) {
  const found = nis2.nextSteps.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no step ${id}`);
  return found;
}

function milestone(id: string) {
  const found = timeline.milestones.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no milestone ${id}`);
  return found;
}

function question(id: string) {
  const found = questionnaire.areas.flatMap(({ questions }) => questions).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no question ${id}`);
  return found;
}

/** Every text in one language, as one string. */
const textsIn = (value: unknown, locale: Locale): string => {
  if (Array.isArray(value) || value instanceof Map)
    return [...value.values()].map((one) => textsIn(one, locale)).join("\n");
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([key, inner]) => (key === locale && typeof inner === "string" ? inner : textsIn(inner, locale)))
    .join("\n");
};

describe("W1", () => {
  test("a pharmacy is a healthcare provider in both countries", () => {
    for (const country of ["SK", "CZ"] as const) {
      for (const nace of ["4773", "4773@2.1", "47730"]) {
        expect(decide({ country, nace, staff: 900 })).toMatchObject({ category: "essential", sectorId: "health" });
        expect(decide({ country, nace, staff: 60 })).toMatchObject({ category: "important", sectorId: "health" });
      }
    }
  });
  test("the first sentence names what would take it out, and the question says what it then is", () => {
    expect(explain({ nace: "4773", staff: 900 }, "en").why).toMatch(
      /essential entity, unless it only sells goods that need no prescription/,
    );
    expect(decide({ nace: "4773", staff: 900 }).missingFacts).toMatchObject([
      { id: "pharmacy-goods", couldBecome: ["out_of_scope"] },
    ]);
    const [fact] = explain({ country: "CZ", nace: "4773", staff: 900 }, "cs").missingFacts;
    expect(fact?.citations[0]).toBe("§ 5 odst. 2 písm. i) zákona č. 372/2011 Sb.");
  });
  test("a hospital with a pharmacy carries no such reservation", () => {
    expect(explain({ nace: "8610 4773", staff: 900 }, "en").why ?? "").not.toContain("unless");
    expect(missing({ nace: "8610 4773 4773@2.1", staff: 900 })).toEqual([]);
  });
});

describe("W2", () => {
  test("a Czech maker of motor vehicles is not shown in the lower regime, until it says whether it makes passenger cars in series", () => {
    const answer = explain({ country: "CZ", nace: "2910", staff: 35_063 }, "en");
    expect(answer.nationalRegime?.id).toBe("undetermined");
    expect(answer.missingFacts[0]).toMatchObject({ fact: "czPassengerCars", couldBecome: ["essential"] });
    expect(answer.nextSteps.every(({ conditional }) => conditional)).toBe(true);
    const steps = answer.nextSteps.map(({ step: text }) => text).join("\n");
    expect(steps).toContain("In the higher-obligations regime, report incidents");
    expect(steps).toContain("In the lower-obligations regime, report incidents");
    expect(steps).toContain("CZK 250 million");
    expect(steps).toContain("CZK 175 million");
  });
  test("a code too coarse to show the class leaves it open as well, a maker of parts is in the lower regime", () => {
    expect(decide({ country: "CZ", nace: "29", staff: 300 }).regimeId).toBe("undetermined");
    expect(decide({ country: "CZ", nace: "2932", staff: 300 }).regimeId).toBe("lower");
    expect(decide({ country: "CZ", nace: "2932 2910", staff: 300 }).regimeId).toBe("undetermined");
  });
  test("Slovak law knows no such exception", () => {
    expect(decide({ nace: "2910", staff: 300 })).toMatchObject({ regimeId: "pzs", possibleRegimes: ["pzs"] });
  });
});

test("W3: Czech trust services report incidents like other providers, not like digital ones", () => {
  const qualified = stepIds({ country: "CZ", sizeIndependentService: "qtsp" });
  expect(qualified).toContain("czIncidentsHigher");
  expect(qualified).not.toContain("czIncidentsDigital");
  expect(stepIds({ country: "CZ", sizeIndependentService: "tsp" })).toContain("czIncidentsLower");
  expect(stepIds({ country: "CZ", sizeIndependentService: "tld-registry" })).toContain("czIncidentsDigital");
});

describe("W4", () => {
  test("a Slovak operator that is not critical may assess itself within two years, and needs an audit within five", () => {
    const steps = explain({ nace: "1051", staff: 300 }, "en").nextSteps;
    expect(
      steps.find(
        ({ step: text }) => text.includes("self-assessment may") || text.includes("may do so by a self-assessment"),
      ),
    ).toMatchObject({
      within: "within two years of the entry in the register",
      where: expect.stringContaining("through JISKB"),
    });
    expect(steps.find(({ step: text }) => text.includes("Undergo a cyber security audit"))?.within).toContain(
      "five years",
    );
  });
  test("the 30 days for the final report are those of the audit, not of the self-assessment", () => {
    for (const locale of LOCALES) {
      expect(step("skAudit").within?.[locale]).not.toContain("30");
      expect(step("skAuditCritical").within?.[locale]).toContain("30");
      expect(step("skAuditWithinFiveYears").within?.[locale]).toContain("30");
    }
  });
});

test("W5: Slovak digital providers take the measures of the Commission's regulation instead of those of the act", () => {
  for (const nace of ["6311", "6203", "6310@2.1"]) {
    expect(stepIds({ nace, staff: 300 })).toContain("skMeasuresDigital");
    expect(stepIds({ nace, staff: 300 })).not.toContain("skMeasures");
  }
  expect(stepIds({ sizeIndependentService: "dns" })).not.toContain("skMeasures");
  for (const sizeIndependentService of ["qtsp", "tsp", "tld-registry"] as const)
    expect(stepIds({ sizeIndependentService })).toEqual(expect.arrayContaining(["skMeasures", "skMeasuresDigitalToo"]));
  expect(stepIds({ nace: "6110", staff: 300 })).toContain("skMeasures");
});

test("W6: of Slovak banks the duties of § 20(4), § 24(5) and § 29(9) are not taken over by DORA", () => {
  const steps = stepIds({ nace: "6419", staff: 900 });
  expect(steps).toEqual(expect.arrayContaining(["skRolesFinancial", "skThreats", "skAuditFinancial"]));
  expect(step("skMeasuresFinancial").step.en).not.toContain("in place of the measures of this act");
  expect(step("skThirdPartiesFinancial").step.en).toContain("ask NBÚ");
});

test("W7: a former operator stays on the Slovak register, NBÚ can only decide that it is not critical", () => {
  const { title, summary } = milestone("sk-former-operators-out");
  expect(title.en).toContain("not critical");
  expect(summary.en).toContain("it stays on the register");
  expect(summary.sk).toContain("v registri zostáva");
  expect(nis2.missingFactById.get("skFormerOperator")?.question.en).not.toContain("removed");
});

test("W8: only the transitional self-assessment ends with 2026, that of an operator that is not critical goes on", () => {
  const { title, summary } = milestone("sk-self-assessment");
  expect(title.en).toContain("transitional");
  expect(summary.en).toContain("{sk-69-2018 29(8)}");
});

test("W9: old measures and audits are for former operators, not for former digital service providers", () => {
  expect(step("skTransition").citations).not.toContain("sk-69-2018 34b(3)");
  expect(step("skTransitionDigital").citations).not.toContain("sk-69-2018 34b(5)");
  expect(step("skTransitionDigital").step.en).toContain("cannot keep measures and audits under the old rules");
  for (const id of ["skTransition", "skTransitionDigital"]) {
    expect(step(id).step.sk).toContain("podľa vyjadrenia NBÚ");
    expect(step(id).step.sk).toContain("považuje");
  }
});

test("W10: the Czech notification states establishments in other Member States, and only the portal's form has effect", () => {
  expect(step("czReportContent").step.en).toContain("establishments in other Member States");
  expect(step("czReport").where?.en).not.toContain("statutory body");
  expect(step("czReport").citations).toContain("cz-264-2025 45(2)");
});

test("W11: a Czech DNS provider that may lie below the threshold has no regime that is certain", () => {
  const verdict = decide({ country: "CZ", sizeIndependentService: "dns" });
  expect(verdict).toMatchObject({
    category: "essential",
    regimeId: "undetermined",
    possibleRegimes: ["none", "higher"],
  });
  expect(verdict.missingFacts).toMatchObject([{ id: "czDnsDomains", couldBecome: [] }]);
  expect(
    explain({ country: "CZ", sizeIndependentService: "dns" }, "en").nextSteps.every(({ conditional }) => conditional),
  ).toBe(true);
  expect(decide({ country: "CZ", sizeIndependentService: "dns", nace: "3513", staff: 300 }).regimeId).toBe("higher");
  expect(decide({ sizeIndependentService: "dns" }).regimeId).toBe("pkzs");
});

describe("W12", () => {
  test("rooftop photovoltaics as a side activity is probably not regulated in Czechia", () => {
    for (const nace of ["5510 3511", "5510@2.1 3512@2.1", "5510 5510@2.1 3511 3512@2.1"]) {
      const answer = explain({ country: "CZ", nace, staff: 300 }, "en");
      expect(answer.nationalRegime?.id).toBe("undetermined");
      expect(answer.reasoning).toContain("probably not regulated");
      expect(answer.missingFacts.map(({ fact }) => fact)).toEqual(["czElectricityLicence", "czSeparateAssets"]);
    }
  });
  test("a power plant by its main activity, or one whose main activity nobody knows, is not", () => {
    expect(decide({ country: "CZ", nace: "3511 5510", staff: 300 }).regimeId).toBe("higher");
    expect(decide({ country: "CZ", nace: "3511", mainUnknown: ["2"], staff: 300 }).regimeId).toBe("higher");
  });
});

describe("W13", () => {
  test("research in critical technologies decides of a Czech public research institution, not its size", () => {
    for (const staff of [5, 60, 300]) {
      const verdict = decide({ country: "CZ", nace: "7219", legalForm: "661", staff });
      expect(verdict).toMatchObject({
        category: "unknown",
        unknownReason: "activity_undetermined",
        sectorId: "research",
      });
      expect(verdict.missingFacts.find(({ id }) => id === "czCriticalTechnologies")?.couldBecome).toEqual([
        "essential",
        "important",
        "out_of_scope",
      ]);
    }
  });
  test("another activity that is listed still decides", () => {
    expect(decide({ country: "CZ", nace: "7219 6203", legalForm: "661", staff: 300 }).category).toBe("essential");
  });
  test("a Slovak body with the same number of form is judged by code and size", () => {
    expect(decide({ nace: "7219", legalForm: "661", staff: 300 }).category).toBe("important");
  });
});

test("W14: changes of registration data are due within two weeks, three months are for the firms of Article 27(1)", () => {
  const text = obligations.byCode.get("NIS2-27-3")?.description;
  expect(text?.en).toContain("{nis2 3(4)} within two weeks");
  expect(text?.en).toContain("not always shorter");
  expect(text?.sk).not.toContain("vnútroštátne lehoty sú kratšie");
});

test("W14b: every entity registers under Article 3(4), Article 27 binds only the firms that it lists", () => {
  const text = obligations.byCode.get("NIS2-27-2")?.description;
  for (const locale of LOCALES) expect(text?.[locale]).toMatch(/\{nis2 3\(4\)\}.*\{nis2 27\(1\)\}/);
});

test("W15: only vulnerabilities of own publicly available systems that cannot be removed in time are reported", () => {
  expect(step("skThreats").step.en).toMatch(/publicly available.*cannot remove in reasonable time/);
  expect(step("skThreats").step.en).not.toContain("unpatched");
});

test("W16: Czech fines are counted from the turnover of the whole undertaking", () => {
  for (const id of ["czFineReport", "czFineHigher", "czFineLower"]) {
    expect(step(id).step.en).toContain("the undertaking to which the firm belongs, that is of the whole group");
    expect(step(id).step.cs).toContain("celé skupiny");
    expect(step(id).step.sk).toContain("celej skupiny");
  }
});

describe("W17", () => {
  test("a firm that may only run car parks or towing is not put into scope by its code", () => {
    for (const country of ["SK", "CZ"] as const) {
      for (const nace of ["5221", "5221@2.1"]) {
        expect(decide({ country, nace, staff: 70 })).toMatchObject({
          category: "unknown",
          unknownReason: "activity_undetermined",
          sectorId: "transport",
        });
        expect(decide({ country, nace }).category).toBe("unknown");
      }
    }
    const answer = explain({ nace: "5221", staff: 70 }, "en");
    expect(answer.why).toContain("code 52.21 alone does not decide; it depends on whether the firm manages rail");
    expect(answer.missingFacts[0]).toMatchObject({
      fact: "rail-or-road-traffic",
      couldBecome: ["important", "out_of_scope"],
    });
  });
  test("a pure reseller or broker of telecommunication is not put into scope by its code, an operator of networks is", () => {
    expect(decide({ nace: "6120@2.1", staff: 5 }).unknownReason).toBe("activity_undetermined");
    expect(decide({ nace: "6110@2.1", staff: 5 }).category).toBe("important");
    expect(decide({ nace: "6120", staff: 5 }).category).toBe("important");
  });
  test("a known listed activity beside it still decides", () => {
    expect(decide({ nace: "5221 3513", staff: 300 })).toMatchObject({ category: "essential", sectorId: "energy" });
    expect(missing({ nace: "1051 5221", staff: 300 })).toContain("rail-or-road-traffic");
  });
  test("IT consultancy stays in scope, and the first sentence carries the reservation", () => {
    expect(explain({ nace: "6202", staff: 60 }, "en").why).toContain("important entity, unless it only advises others");
    expect(explain({ nace: "6203", staff: 60 }, "en").why ?? "").not.toContain("unless");
  });
});

describe("W18", () => {
  test("a branch of a foreign person is asked for the staff of the whole person and its group", () => {
    for (const country of ["SK", "CZ"] as const) {
      const branch = { country, nace: "3513", legalForm: "421", staff: 12 };
      expect(missing(branch)).toContain("wholeLegalPerson");
      expect(explain(branch, "en").why).toContain("unless the whole foreign person of which it is a branch");
      expect(explain(branch, "en").reasoning).toContain("the register states the staff of the branch only");
    }
    expect(missing({ nace: "3513", legalForm: "121", staff: 12 })).not.toContain("wholeLegalPerson");
    expect(missing({ nace: "3513", legalForm: "421" })).toContain("wholeLegalPerson");
  });
  test("the National Bank of Slovakia is no administrator of public-administration IT", () => {
    const bank = { nace: "6411", legalForm: "311", staff: 900 };
    expect(missing(bank)).not.toContain("skPublicItBody");
    expect(explain(bank, "en").reasoning).toContain("Act No. 95/2019 Z. z.");
  });
});

test("W19: a sole provider has four alternative grounds, and the annex of the decree is about serious disruption only", () => {
  const fact = nis2.missingFactById.get("skSoleProvider");
  expect(fact?.question.en).toContain("limit or disrupt a critical entity");
  expect(fact?.question.sk).toContain("viac ako 0,1 % HDP");
  expect(fact?.citations).toContain("sk-69-2018 3(1)(y)");
  expect(step("skSignificance").step.sk).toContain("Trestný zákon");
});

test("W20: the Slovak time limit of 2025 ran out on Sunday 2 March 2025", () => {
  expect(new Date(Date.UTC(2025, 0, 1 + 60)).toISOString().slice(0, 10)).toBe("2025-03-02");
  expect(step("skLateNotice").within?.en).toContain("Sunday 2 March 2025");
});

test("W21: questions cite the provisions that say so, and DORA has its own day", () => {
  expect(question("hr-06").legalReferences).toEqual(["cz-409-2025 4(5)"]);
  expect(question("physical-03").legalReferences).toEqual(["cz-409-2025 17(c)"]);
  expect(question("risk_mgmt-10").guidance.en).toContain("Czech higher regime");
  expect(question("risk_mgmt-10").legalReferences).toContain("cz-409-2025 8(1)(c)/4");
  expect(milestone("sk-dora-banks").date).toBe("2025-01-17");
});

describe("W22", () => {
  test("a Czech maker of medicines that may make veterinary ones only has no regime that is certain", () => {
    expect(decide({ country: "CZ", nace: "2120", staff: 300 })).toMatchObject({
      category: "essential",
      regimeId: "undetermined",
      possibleRegimes: ["none", "higher"],
      missingFacts: [
        { id: "czHumanMedicines", couldBecome: [] },
        { id: "czSeparateAssets", couldBecome: ["important", "out_of_scope"] },
      ],
    });
    expect(decide({ country: "CZ", nace: "2120", staff: 60 }).possibleRegimes).toEqual(["none", "lower"]);
    expect(decide({ nace: "2120", staff: 300 }).regimeId).toBe("pkzs");
  });
  test("Czech digital providers are shown no time limits that the act does not give them", () => {
    const steps = stepIds({ country: "CZ", nace: "6311", staff: 300 });
    for (const id of ["czIncidentDuty", "czNotification"]) expect(steps).not.toContain(id);
    expect(stepIds({ country: "CZ", nace: "6311", staff: 60 })).toContain("czNotification");
    expect(stepIds({ country: "CZ", nace: "3513", staff: 300 })).toContain("czNotificationHigher");
    expect(stepIds({ country: "CZ", nace: "6110", staff: 300 })).toContain("czIncidentDuty");
  });
  test("transparency covers published text on matters of public interest, and a serious incident goes to the authority too", () => {
    expect(milestone("ai-act-transparency").summary.en).toContain("matters of public interest ({ai-act 50(4)})");
    const duty = aiAct.duties.get("monitor-and-report");
    expect(duty?.text.en).toMatch(/importer or distributor and the market surveillance authorities/);
  });
});

describe("doubts that are decided", () => {
  test("Czech digital providers report to NÚKIB in the higher regime, to the National CERT in the lower one", () => {
    expect(step("czIncidentsDigital").where?.en).toMatch(/to NÚKIB, in the lower one to the National CERT/);
    expect(step("czIncidentsDigital").step.en).toContain("main establishment in another Member State");
  });
  test("a Rev. 2 code of manufacturing that the 2025 codes contradict leaves the Czech regime open", () => {
    expect(decide({ country: "CZ", nace: "2899 3312@2.1", staff: 300 })).toMatchObject({
      category: "important",
      regimeId: "undetermined",
      possibleRegimes: ["none", "lower"],
    });
    expect(decide({ country: "CZ", nace: "2899", staff: 300 }).regimeId).toBe("lower");
    expect(decide({ country: "CZ", nace: "2899 3513 3312@2.1", staff: 300 }).regimeId).toBe("higher");
  });
});

describe("the terms are those of the acts", () => {
  test.each<[Locale, RegExp, readonly string[]]>([
    ["sk", /trhov[ií]s|doménových mien|závažné kybernetické hrozby/i, ["online trhovisko", "online trhovísk"]],
    [
      "cs",
      /(?<!on-line )tržiš|významn\p{L}* incident|řídicí\p{L}* orgán(?! přístavu)|málem stala/iu,
      ["online tržiště", "online tržišť", "významného incidentu", "řídicí orgán"],
    ],
  ])("in every text in %s", (locale, wrong, examples) => {
    for (const example of examples) expect(example).toMatch(wrong);
    const texts = textsIn([nis2, activities, questionnaire, obligations, frameworks, aiAct, timeline], locale);
    expect(texts.length).toBeGreaterThan(50_000);
    expect(texts.match(wrong)?.[0]).toBeUndefined();
  });
});

describe("the decree and the act are asked about as they stand", () => {
  test("the capacity is that of one plant: smaller plants are not added up", () => {
    for (const fact of ["czElectricityCapacity", "czHeatCapacity"]) {
      const question = nis2.missingFactById.get(fact)?.question;
      expect(question?.sk).toMatch(/^Má niektorá výrobňa /);
      expect(question?.cs).toMatch(/^Má některá výrobna /);
      expect(question?.en).toMatch(/^Does any (power|heat) plant of the firm /);
    }
  });
  test("a significant impact is defined in its own point", () => {
    const small = explain({ nace: "3513", staff: 10 }, "sk");
    expect(small.missingFacts.find(({ fact }) => fact === "skSignificantImpact")?.citations[0]).toBe(
      "§ 3 ods. 1 písm. z) zákona č. 69/2018 Z. z.",
    );
  });
  test("demand response and the divisions of the classification have their names of each country", () => {
    expect(nis2.weakActivities.get("energy-flexibility")?.question.cs).toContain("odezvu strany poptávky");
    expect(textsIn(activities, "sk")).not.toMatch(/\boddiel/);
    expect(textsIn(activities, "sk")).toContain("divízia 28");
  });
});
