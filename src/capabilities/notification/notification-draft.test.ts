import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { asPublished } from "../published.fixture.ts";
import { statedNotification } from "./notification-draft.ts";

const call = createCall(bareServices(knowledge, { now: () => new Date("2026-11-27T10:00:00Z") }), unlimited);

async function draft(args: object) {
  const { answer } = await call(statedNotification, args, [], { address: null });
  return asPublished(statedNotification, answer);
}

type Draft = Awaited<ReturnType<typeof draft>>;

const of = ({ fields }: Draft, part: string) => fields.filter((field) => field.part === part);

const SLOVAK = { country: "SK", nace: [{ code: "53.10" }], employees: 300 };
const CZECH = { country: "CZ", nace: [{ code: "35.11" }], employees: 300, activities: ["2.1"] };

describe("the prepared notification", () => {
  test("has the Slovak fields in the order of the act, and says what is missing", async () => {
    const answer = await draft(SLOVAK);
    expect(of(answer, "sk-notice").map(({ id, state }) => `${id} ${state}`)).toEqual([
      "name missing",
      "seat missing",
      "email missing",
      "phone missing",
      "ipRanges missing",
      "states missing",
      "representative optional",
      "criticalService computed",
    ]);
    expect(of(answer, "sk-notice").at(-1)?.value).toMatch(/^nie/);
    expect(of(answer, "sk-roles").map(({ id }) => id)).toEqual(["manager", "contactPerson", "responsible"]);
    expect(answer).toMatchObject({ country: "SK", filled: 1, place: { url: "https://www.slovensko.sk" } });
  });

  test("names the Czech services by number and name, with the size, and that only the portal counts", async () => {
    const answer = await draft({ ...CZECH, answers: { linkedEnterprises: false } });
    const report = new Map(of(answer, "cz-report").map((field) => [field.id, field]));
    expect([...report.keys()]).toEqual(["name", "ico", "seat", "establishmentsAbroad", "services", "conditions"]);
    expect(report.get("services")).toMatchObject({ state: "stated", value: "2.1 Výroba elektřiny (licence)" });
    expect(report.get("conditions")?.value).toContain("300");
    expect(of(answer, "cz-contacts").find(({ id }) => id === "group")).toMatchObject({ state: "stated", value: "nie" });
    expect(answer.remarks.join()).toContain("§ 45 ods. 2 zákona č. 264/2025 Sb.");
  });

  test("digital providers have the fields that NBÚ asks them for", async () => {
    const answer = await draft({ country: "SK", nace: [], activities: ["16.8"], employees: 300 });
    expect(of(answer, "sk-digital").map(({ id }) => id)).toContain("annexPlace");
    expect(of(answer, "sk-digital")[0]).toMatchObject({ state: "computed" });
  });

  test("a firm that NÚKIB registered by itself reports no service", async () => {
    const facts = { country: "CZ", nace: [{ code: "36.00" }], employees: 8, answers: { czDesignation: true } };
    const answer = await draft(facts);
    expect(of(answer, "cz-report")).toEqual([]);
    expect(of(answer, "cz-contacts").length).toBeGreaterThan(5);
    expect(answer.remarks.join()).toContain("vlastným rozhodnutím");
  });

  test("a bank reads which duty it keeps", async () => {
    const answer = await draft({ country: "CZ", nace: [{ code: "64.19" }], employees: 300 });
    expect(answer.remarks.join()).toContain("DORA");
  });

  test("out of scope there is nothing to notify", async () => {
    const thrown = await draft({ ...SLOVAK, employees: 5 }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({ problem: { code: "not_found" } });
  });

  test.each(LOCALES)("every field has a label and a citation in %s", async (locale) => {
    for (const facts of [SLOVAK, CZECH]) {
      const { fields, parts } = await draft({ ...facts, locale });
      for (const { label, citation } of fields) {
        expect(label).toEqual(expect.any(String));
        expect(citation).toEqual(expect.any(String));
      }
      expect(parts.every(({ title }) => title !== null)).toBe(true);
    }
  });
});
