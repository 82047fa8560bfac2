import { describe, expect, test } from "vitest";
import type { Country } from "../../core/country.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { factsOf } from "../nis2-scope/classify.ts";
import { decideScope } from "../nis2-scope/decide-scope.ts";
import type { ScopeFacts } from "../nis2-scope/facts.ts";
import { reconcile } from "../nis2-scope/reconcile.ts";
import { actNow, firmSteps, NO_DAYS, type StatedDays } from "./act-now.ts";

const ASKED = "2026-11-23T10:00:00.000Z";

function firm(country: Country, code: string, employees: number | null, more: Partial<ScopeFacts> = {}) {
  const facts: ScopeFacts = {
    ...factsOf({
      ico: "00000000",
      country,
      name: null,
      address: null,
      status: "active",
      ceasedOn: null,
      nace: [{ code, revision: "2" }],
      legalForm: null,
      sizeCode: null,
      provenance: [],
    } as never),
    headcount: employees === null ? null : { min: employees, max: employees },
    ...more,
  };
  const verdict = reconcile(decideScope(facts, knowledge.nis2, "2026-11-23"), null, country);
  return firmSteps(verdict, knowledge.nis2);
}

function now(steps: ReturnType<typeof firm>, stated: StatedDays = NO_DAYS) {
  return actNow(steps, stated, knowledge, ASKED);
}

describe("what a firm does first", () => {
  test.each<[string, Country, string, number, readonly string[]]>([
    ["a Slovak energy firm", "SK", "3511", 300, ["skNotice", "skManager", "skEarlyWarning"]],
    ["a Slovak manufacturer", "SK", "2822", 60, ["skNotice", "skManager", "skEarlyWarning"]],
    ["a Slovak bank", "SK", "6419", 300, ["skNotice", "skRolesFinancial", "skFinancialReports"]],
    ["a Slovak data centre", "SK", "6311", 300, ["skNotice", "skMeasuresDigital", "skEarlyWarning"]],
    ["a Czech energy firm in the higher regime", "CZ", "3511", 300, ["czReport", "czRoles", "czFirstReport"]],
    ["a Czech manufacturer in the lower regime", "CZ", "2822", 60, ["czReport", "czNamedPerson", "czFirstReport"]],
  ])("%s", (_name, country, code, employees, expected) => {
    const things = now(firm(country, code, employees)).firstThings.map(({ step }) => step);
    expect(things).toEqual(expected);
  });

  test("is nothing for a firm out of scope", () => {
    expect(now(firm("SK", "2822", 10))).toMatchObject({ firstThings: [], deadlines: [], days: [], data: [] });
  });
});

describe("the days to ask for", () => {
  test("are those of the country, in their order", () => {
    const days = (steps: ReturnType<typeof firm>) => now(steps).days.map(({ letter }) => letter);
    expect(days(firm("SK", "2822", 60)).slice(0, 3)).toEqual(["M", "E", "N"]);
    expect(days(firm("CZ", "2822", 60)).slice(0, 2)).toEqual(["M", "D"]);
    expect(days(firm("CZ", "2822", 60))).not.toContain("E");
  });

  test("leave out the clock of an incident under DORA", () => {
    expect(now(firm("SK", "6419", 300)).days.map(({ id }) => id)).not.toContain("incidentFound");
  });

  test("are only those of the notice and the clock while the category is unknown", () => {
    const ids = now(firm("SK", "3511", null)).days.map(({ id }) => id);
    expect(ids).toContain("conditionsMet");
    expect(ids).not.toContain("entered");
  });
});

test("a former operator sees when the old rules end, others do not", () => {
  const steps = firm("SK", "3511", 300);
  const ids = (stated: StatedDays) => now(steps, stated).deadlines.map(({ id }) => id);
  expect(ids(NO_DAYS)).not.toContain("sk-former-measures");
  expect(ids({ ...NO_DAYS, situations: ["formerOperator"] })).toContain("sk-former-measures");
});

test("every dated step is a step of the verdict", () => {
  for (const steps of [firm("SK", "3511", 300), firm("CZ", "6311", 300), firm("CZ", "2822", 60)]) {
    for (const { steps: dated } of now(steps).deadlines) expect(dated.some((id) => steps.steps.has(id))).toBe(true);
  }
});

test("the data to be stated belongs to steps of the verdict", () => {
  const lists = (steps: ReturnType<typeof firm>) => now(steps).data.map(({ id }) => id);
  expect(lists(firm("SK", "2822", 60))).toContain("sk-notice-data");
  expect(lists(firm("SK", "2822", 60))).not.toContain("sk-digital-data");
  expect(lists(firm("SK", "6311", 300))).toContain("sk-digital-data");
});

describe("deadlines follow the services of the firm", () => {
  const incidentFound = ASKED;
  const ids = (steps: ReturnType<typeof firm>, stated: StatedDays) => now(steps, stated).deadlines.map(({ id }) => id);

  test("trust services have 24 hours for the notification in both countries", () => {
    for (const country of ["SK", "CZ"] as const) {
      const trust = firm(country, "6202", 10, { nace: [], sizeIndependentService: "qtsp" });
      const { deadlines } = now(trust, { ...NO_DAYS, incidentFound });
      const notifications = deadlines.filter(({ id }) => id.includes("notification"));
      expect(notifications.map(({ due }) => due)).toEqual([{ kind: "instant", at: "2026-11-24T10:00:00.000Z" }]);
    }
  });

  test("no clock runs for firms under DORA", () => {
    for (const country of ["SK", "CZ"] as const) {
      const { deadlines } = now(firm(country, "6419", 300), { ...NO_DAYS, incidentFound });
      expect(deadlines.filter(({ group }) => group === "on_an_incident")).toEqual([]);
      expect(deadlines.length).toBeGreaterThan(0);
    }
  });

  test("digital providers in Czechia have no day for their measures", () => {
    const stated = { ...NO_DAYS, days: { decisionDelivered: "2026-03-02" } };
    const digital = firm("CZ", "6311", 300);
    expect(ids(digital, stated)).not.toContain("cz-measures");
    const measures = now(digital, stated).deadlines.find(({ id }) => id === "cz-measures-digital");
    expect(measures).toMatchObject({ due: null });
  });

  test("a registrar in Czechia has its days without any regime", () => {
    const small = firm("CZ", "6209", 20, { answers: { czDomainRegistrar: 5000 } });
    const dated = { ...NO_DAYS, days: { registrarStarted: "2026-11-01", changed: "2026-11-01" } } as const;
    expect(now(small, dated).deadlines).toMatchObject([
      { id: "cz-registrar", due: { day: "2026-12-01" } },
      { id: "cz-registrar-change", due: { day: "2027-01-30" } },
    ]);
    expect(ids(firm("CZ", "2822", 60), NO_DAYS)).not.toContain("cz-registrar");
  });
});
