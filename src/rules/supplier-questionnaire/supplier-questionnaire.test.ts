import { describe, expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { conditionsOf } from "../../knowledge/supplier-questionnaire.ts";
import { SUPPLIER_LETTERS } from "../../knowledge/supplier-questionnaire-ids.ts";
import { checkAnswer } from "./check-answer.ts";
import { coverageOf } from "./coverage.ts";
import { migrateAnswers } from "./migrate-answers.ts";
import { isReservedSlug, isSlug, slugOf } from "./slug.ts";
import { isIdentityGone, isStale, isTooOld, validUntil, warningDue } from "./validity.ts";
import { defaultVisibility, visibilityOf } from "./visibility.ts";
import { missingAnswers, type SupplierAnswers, visibleFields } from "./visible-fields.ts";

const questionnaires = knowledge.supplierQuestionnaires;
const questionnaire = questionnaires.newest;

const yes = (...ids: readonly string[]): SupplierAnswers => Object.fromEntries(ids.map((id) => [id, true]));
const idsFor = (answers: SupplierAnswers) => visibleFields(questionnaire, answers).map(({ id }) => id);

/** Every visible question answered: booleans as given, anything else with some value. */
function answered(gates: SupplierAnswers, no: readonly string[] = []): SupplierAnswers {
  let answers: SupplierAnswers = gates;
  for (const { id, type } of questionnaire.fields) {
    if (!idsFor(answers).includes(id) || id in answers) continue;
    const value = type === "boolean" ? !no.includes(id) && !isGate(id) : type === "integer" ? 24 : "text";
    answers = { ...answers, [id]: value };
  }
  return answers;
}

function isGate(id: string): boolean {
  return questionnaire.fields.some(({ visibleWhen }) => conditionsOf(visibleWhen).some(({ field }) => field === id));
}

describe("which fields a supplier is asked", () => {
  test.each<[string, SupplierAnswers, number]>([
    ["nobody has answered anything", {}, 21],
    ["it only enters premises", yes("accessesCustomerPremises"), 26],
    ["it holds customer data and has subcontractors", yes("processesCustomerData", "hasSubprocessors"), 36],
    [
      "it is a managed service provider",
      yes(
        "isManagedService",
        "processesCustomerData",
        "accessesCustomerSystems",
        "hasSubprocessors",
        "hasIso27001OrEquivalent",
      ),
      40,
    ],
    [
      "it sells software as a service",
      yes("isSaas", "processesCustomerData", "hasSubprocessors", "hasIso27001OrEquivalent"),
      42,
    ],
    ["it answers yes to everything", yes(...questionnaire.fields.map(({ id }) => id)), 50],
  ])("when %s: the published count", (_who, answers, count) => {
    expect(idsFor(answers)).toHaveLength(count);
  });

  test("every condition of every field is enough by itself, and its opposite is not", () => {
    for (const { id, visibleWhen } of questionnaire.fields) {
      for (const { field } of conditionsOf(visibleWhen)) {
        const chain = field === "hasIso27001OrEquivalent" ? yes("isSaas") : {};
        expect(idsFor({ ...chain, [field]: true }), `${id} with ${field}`).toContain(id);
      }
      if (conditionsOf(visibleWhen).length === 0) continue;
      expect(idsFor({}), id).not.toContain(id);
      expect(idsFor(Object.fromEntries(conditionsOf(visibleWhen).map(({ field }) => [field, false])))).not.toContain(
        id,
      );
    }
  });

  test("a chain breaks where its first link does: the certificate of a supplier that reaches nothing digital is not asked", () => {
    expect(idsFor(yes("hasIso27001OrEquivalent"))).not.toContain("certificationDetails");
    expect(idsFor(yes("hasIso27001OrEquivalent", "isOnPrem"))).toContain("certificationDetails");
  });

  test("publishing needs the required fields that are visible, and no others", () => {
    expect(missingAnswers(questionnaire, {})).toHaveLength(
      questionnaire.fields.filter((f) => f.required && f.visibleWhen === null).length,
    );
    expect(missingAnswers(questionnaire, answered({}))).toEqual([]);
    expect(missingAnswers(questionnaire, { ...answered({}), isSaas: true })).toContain("saasRtoHours");
    expect(missingAnswers(questionnaire, {})).not.toContain("primaryDomain");
  });
});

describe("the questionnaire as data", () => {
  test("50 fields, 18 of them gates or identity, each letter with at least one field", () => {
    expect(questionnaire.fields).toHaveLength(50);
    for (const letter of SUPPLIER_LETTERS) {
      expect(
        questionnaire.fields.some(({ letters }) => letters.includes(letter)),
        letter,
      ).toBe(true);
    }
    expect(questionnaire.fields.filter(({ letters }) => letters.includes("d"))).toHaveLength(38);
    expect(questionnaire.fields.filter(({ letters }) => letters.includes("21(3)"))).toHaveLength(15);
  });

  test("every field has different words in the three languages and no name of another country's examples", () => {
    for (const { id, label, description } of questionnaire.fields) {
      expect(new Set([description.sk, description.cs, description.en]).size, id).toBe(3);
      for (const text of [label, description].flatMap(({ sk, cs, en }) => [sk, cs, en])) {
        expect(text).not.toMatch(/GmbH|StBerG|muellergmbh/i);
      }
    }
  });
});

describe("coverage by letter", () => {
  const at = (answers: SupplierAnswers, letter: string, chosen = {}) =>
    coverageOf(visibleFields(questionnaire, answers), answers, chosen).find((each) => each.letter === letter);

  const cleaner = answered(yes("accessesCustomerPremises"), ["premisesConductRules"]);

  test("of a cleaning firm, letter g: one yes and one no are two answers", () => {
    expect(at(cleaner, "g")).toEqual({
      letter: "g",
      answered: 2,
      total: 2,
      percent: 100,
      positive: 1,
      negative: 1,
      state: "partial",
    });
  });

  test("a letter about which nothing is asked is not applicable and has no percentage", () => {
    expect(at(cleaner, "h")).toEqual({
      letter: "h",
      answered: 0,
      total: 0,
      percent: null,
      positive: 0,
      negative: 0,
      state: "not_applicable",
    });
  });

  test("a hidden answer counts nowhere", () => {
    const saas = { ...answered(yes("isSaas", "processesCustomerData")), onPremSbomProvided: true };
    const { onPremSbomProvided: _gone, ...without } = saas;
    expect(at(saas, "e")).toEqual(at(without, "e"));
  });

  test("a private answer is answered, but neither positive nor negative; one on request counts like a public one", () => {
    expect(at(cleaner, "g", { staffSecurityTraining: "private" })).toMatchObject({
      answered: 2,
      positive: 0,
      negative: 1,
      state: "partial",
    });
    expect(at(cleaner, "g", { staffSecurityTraining: "on_request" })).toMatchObject({ answered: 2, positive: 1 });
  });

  test("nothing answered is `none`, everything in place is `full`, one missing is `partial`", () => {
    expect(at({}, "g")).toMatchObject({ total: 1, answered: 0, percent: 0, state: "none" });
    expect(at({ staffSecurityTraining: true }, "g")).toMatchObject({ state: "full", percent: 100 });
    expect(at({ ...yes("accessesCustomerPremises"), staffSecurityTraining: true }, "g")).toMatchObject({
      state: "partial",
      percent: 50,
    });
  });
});

describe("one answer", () => {
  const readers = {
    domain: (text: string) => (/^[a-z0-9.-]+\.[a-z]+$/.test(text) ? text : null),
    email: (text: string) => (/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(text) ? text : null),
  };
  const check = (id: string, value: unknown) => {
    const field = questionnaire.fieldById.get(id);
    if (field === undefined) throw new Error(id);
    const checked = checkAnswer(field, value, readers);
    return checked.ok ? checked.value : `! ${checked.fault}`;
  };

  test.each<[string, unknown, unknown]>([
    ["legalName", "  Žilinské   strojárne, a. s. ", "Žilinské strojárne, a. s."],
    ["legalName", "e\u0301", "é"],
    ["legalName", "a\u202eb\u0000c", "ab c"],
    ["legalName", "", null],
    ["legalName", "\u200b", null],
    ["legalName", "x".repeat(200), "x".repeat(200)],
    ["legalName", "x".repeat(201), "! too_long"],
    ["legalName", "😀".repeat(200), "😀".repeat(200)],
    ["legalName", 1, "! type"],
    ["serviceDescription", "x".repeat(4000), "x".repeat(4000)],
    ["serviceDescription", "x".repeat(4001), "! too_long"],
    ["serviceDescription", "one\r\ntwo", "one\ntwo"],
    ["subprocessorList", Array(20).fill("a").join("\n"), Array(20).fill("a").join("\n")],
    ["subprocessorList", Array(21).fill("a").join("\n"), "! too_many_lines"],
    ["country", "sk", "SK"],
    ["country", "XX", "! not_a_country"],
    ["primaryDomain", "firma.sk", "firma.sk"],
    ["primaryDomain", "https://firma.sk/", "! not_a_domain"],
    ["incidentContactEmail", "a@firma.sk", "a@firma.sk"],
    ["incidentContactEmail", "firma.sk", "! not_an_email"],
    ["incidentContactPhone", "+421 2 123 456 78 (po-pia 8-16)", "+421 2 123 456 78 (po-pia 8-16)"],
    ["incidentContactPhone", "0905 123 456", "! not_a_phone"],
    ["isSaas", true, true],
    ["isSaas", "true", "! type"],
    ["incidentSlaHours", 0, 0],
    ["incidentSlaHours", 8760, 8760],
    ["incidentSlaHours", 8761, "! out_of_range"],
    ["incidentSlaHours", -1, "! out_of_range"],
    ["incidentSlaHours", 1.5, "! type"],
    ["dataProcessingAgreement", "noPersonalData", "noPersonalData"],
    ["dataProcessingAgreement", "yes", "! not_an_option"],
    ["isSaas", null, null],
  ])("of %s: %j is %j", (id, value, expected) => {
    expect(check(id, value)).toBe(expected);
  });
});

describe("who sees an answer", () => {
  test.each([
    ["securityContactName", "on_request"],
    ["incidentContactPhone", "on_request"],
    ["subprocessorList", "on_request"],
    ["incidentContactEmail", "public"],
    ["hasIsms", "public"],
  ])("%s is %s unless the supplier chooses", (id, expected) => {
    expect(defaultVisibility(id)).toBe(expected);
    expect(visibilityOf(id, { [id]: "private" })).toBe("private");
  });

  test("name and country are always public", () => {
    expect(visibilityOf("legalName", { legalName: "private" })).toBe("public");
  });
});

describe("validity", () => {
  test("is twelve months, or less where the supplier chooses", () => {
    expect(validUntil("2026-11-02", null)).toBe("2027-11-02");
    expect(validUntil("2028-02-29", null)).toBe("2029-02-28");
    expect(validUntil("2026-11-02", "2026-12-24")).toBe("2026-12-24");
    expect(validUntil("2026-11-02", "2026-11-02")).toBeUndefined();
    expect(validUntil("2026-11-02", "2027-11-03")).toBeUndefined();
  });

  test("the last day still holds; the day after is stale; after 24 months nothing is shown", () => {
    expect([isStale("2027-11-02", "2027-11-02"), isStale("2027-11-02", "2027-11-03")]).toEqual([false, true]);
    expect([isTooOld("2026-11-02", "2028-11-01"), isTooOld("2026-11-02", "2028-11-02")]).toEqual([false, true]);
  });

  test("warnings are due 30 and 7 days before the end and on the day; a missed night is made up for, a late one is not owed", () => {
    const due = (today: string, published = "2026-11-02") => warningDue(published, "2027-11-02", today);
    expect(["2027-10-02", "2027-10-03", "2027-10-25", "2027-10-26", "2027-11-01"].map((day) => due(day))).toEqual([
      undefined,
      30,
      30,
      7,
      7,
    ]);
    expect([due("2027-11-02"), due("2027-11-20")]).toEqual([0, 0]);
    expect(["2027-10-28", "2027-11-02"].map((day) => due(day, "2027-10-27"))).toEqual([undefined, 0]);
  });

  test("a lost identity may be mended for 30 days", () => {
    const day = 86_400_000;
    expect([isIdentityGone(0, 30 * day - 1), isIdentityGone(0, 30 * day)]).toEqual([false, true]);
  });
});

describe("slugs", () => {
  test.each([
    ["Žilinské strojárne, a. s.", "zilinske-strojarne"],
    ["ESET, spol. s r.o.", "eset"],
    ["ČEZ, a. s.", "cez"],
    ["Žltý ďateľ & syn s. r. o.", "zlty-datel-syn"],
    ["12345678", "firma-12345678"],
    ["Admin s. r. o.", "firma-admin"],
    ["東京", "firma"],
  ])("the name %s suggests %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    expect(isSlug(slug) && !isReservedSlug(slug)).toBe(true);
  });

  test.each(["ab", "-abc", "abc-", "a--b", "Abc", "a_b", "x".repeat(61), "", "a.b", "café"])("%j is none", (slug) => {
    expect(isSlug(slug)).toBe(false);
  });

  test.each(["new", "api", "well-known", "trust", "null", "31322832"])("%s is reserved", (slug) => {
    expect(isReservedSlug(slug)).toBe(true);
  });
});

describe("answers of version 3.1.0", () => {
  const [migration] = questionnaires.migrations;

  test("carry over where the question is the same, by the table, and say what does not", () => {
    if (migration === undefined) throw new Error("no migration");
    const old = {
      legalName: "Alfa",
      dpaAvailable: true,
      saasEncryptionAtRest: true,
      tagline: "We care",
      isSaas: true,
      other: 1,
    };
    expect(migrateAnswers(migration, questionnaire, old)).toEqual({
      answers: { legalName: "Alfa", dataProcessingAgreement: "available", isSaas: true },
      lost: [
        { id: "saasEncryptionAtRest", reason: "replaced" },
        { id: "tagline", reason: "removed" },
        { id: "other", reason: "unknown" },
      ],
    });
    expect(migrateAnswers(migration, questionnaire, { dpaAvailable: false }).answers).toEqual({
      dataProcessingAgreement: "no",
    });
  });
});
