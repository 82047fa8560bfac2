import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { asPublished } from "../published.fixture.ts";
import { scopeEvaluate } from "../scope/scope-evaluate.ts";
import { deadlineCalendar } from "./deadline-calendar.ts";

const services = bareServices(knowledge, { today: () => "2026-11-23" });
const call = createCall(services, unlimited);

const SLOVAK = { country: "SK", nace: [{ code: "28.22" }], employees: 60 };
const CZECH = { country: "CZ", nace: [{ code: "28.22" }], employees: 60 };

async function evaluate(args: object) {
  const { answer } = await call(scopeEvaluate, args, [], { address: null });
  return asPublished(scopeEvaluate, answer);
}

async function problemOf(args: object) {
  const thrown = await evaluate(args).catch((error: unknown) => error);
  return thrown instanceof ServiceError ? thrown.problem : thrown;
}

type Answer = Awaited<ReturnType<typeof evaluate>>;

function datesOf({ nextSteps }: Answer, step: string) {
  return nextSteps.find(({ id }) => id === step)?.dates;
}

describe("a verdict with days", () => {
  test("dates the steps of a Slovak firm", async () => {
    const days = { conditionsMet: "2026-10-01", entered: "2026-03-01" };
    const answer = await evaluate({ ...SLOVAK, days: { ...days, entered: "2026-11-02" } });
    expect(datesOf(answer, "skNotice")).toMatchObject([
      { from: "conditionsMet", given: "2026-10-01", due: { day: "2026-11-30", safeDay: "2026-11-30" }, past: false },
    ]);
    expect(datesOf(answer, "skMeasures")).toMatchObject([{ due: { day: "2027-11-02" } }]);
    expect(datesOf(answer, "skDutiesBegin")).toMatchObject([{ due: { day: "2026-12-02" }, begins: true }]);
  });

  test("dates each Czech service from its own decision", async () => {
    const answer = await evaluate({ ...CZECH, days: { decisionDelivered: ["2026-03-02", "2026-05-04"] } });
    expect(datesOf(answer, "czMeasuresLower")?.map(({ due }) => due)).toMatchObject([
      { day: "2027-03-02" },
      { day: "2027-05-04" },
    ]);
  });

  test("runs the clock of an incident from local time", async () => {
    const answer = await evaluate({ ...SLOVAK, days: { incidentFound: "2026-11-23T09:30" } });
    expect(datesOf(answer, "skEarlyWarning")).toMatchObject([{ due: { at: "2026-11-24T08:30:00.000Z" } }]);
  });

  test("says that a time limit ran out", async () => {
    const answer = await evaluate({ ...SLOVAK, days: { conditionsMet: "2025-01-01" } });
    expect(datesOf(answer, "skNotice")).toMatchObject([
      { due: { day: "2025-03-02", safeDay: "2025-02-28", perhapsUntil: "2025-03-03" }, past: true },
    ]);
  });

  test.each(LOCALES)("without days names in %s those to ask for, and what to do first", async (locale) => {
    const answer = await evaluate({ ...SLOVAK, locale });
    expect(answer.firstThings).toHaveLength(3);
    expect(answer.daysToAsk.map(({ letter }) => letter).slice(0, 3)).toEqual(["M", "E", "N"]);
    for (const { question } of answer.daysToAsk) expect(question).toMatch(/\?/);
    expect(datesOf(answer, "skNotice")).toMatchObject([{ given: null, due: null, past: false }]);
    expect(answer.dataToState[0]?.items.length).toBeGreaterThan(3);
    for (const { step } of answer.firstThings) expect(answer.nextSteps.map(({ id }) => id)).toContain(step);
  });

  test("every step is in a group", async () => {
    const { nextSteps } = await evaluate(SLOVAK);
    expect(new Set(nextSteps.map(({ group }) => group)).size).toBe(4);
  });

  test("gives a firm out of scope nothing to do", async () => {
    const answer = await evaluate({ ...SLOVAK, employees: 5 });
    expect(answer).toMatchObject({ firstThings: [], daysToAsk: [], dataToState: [] });
  });
});

describe("days that cannot be right are refused with their name", () => {
  test.each([
    ["further ahead than 60 days", { conditionsMet: "2027-06-01" }, "days.conditionsMet"],
    ["before the day that comes first", { conditionsMet: "2026-05-01", entered: "2026-04-01" }, "days.entered"],
    [
      "a report before the incident",
      { incidentFound: "2026-11-23T09:30", notificationSent: "2026-11-20" },
      "days.notificationSent",
    ],
    ["no day", { entered: "2026-02-30" }, "days.entered"],
    ["a time in the hour that is skipped", { incidentFound: "2026-03-29T02:30" }, "days.incidentFound"],
    ["a time in the hour that comes twice", { incidentFound: "2026-10-25T02:30" }, "days.incidentFound"],
  ])("%s", async (_name, days, field) => {
    expect(await problemOf({ ...SLOVAK, days })).toMatchObject({ code: "invalid_arguments", field });
  });

  test("with an offset the hour that comes twice is clear", async () => {
    const answer = await evaluate({ ...SLOVAK, days: { incidentFound: "2026-10-25T02:30+01:00" } });
    expect(datesOf(answer, "skEarlyWarning")).toMatchObject([{ due: { at: "2026-10-26T01:30:00.000Z" }, past: true }]);
  });
});

describe("the calendar of a firm", () => {
  async function calendarOf(days: object, steps = ["skNotice", "skMeasures"]) {
    const { answer } = await call(
      deadlineCalendar,
      {
        country: "SK",
        regime: "pzs",
        steps,
        days,
        key: "31322832",
        firm: "ALACO, s.r.o.",
        url: "https://dosah.test/sk",
      },
      [],
      { address: null },
    );
    return answer.calendar;
  }

  test("holds the dates of its steps and no others", async () => {
    const calendar = (await calendarOf({ conditionsMet: "2026-10-01", entered: "2026-11-02" })) ?? "";
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(calendar).toContain("DTSTART;VALUE=DATE:20261130");
    expect(calendar).toContain("UID:sk-notice-31322832@dosah.test");
    expect(calendar).toContain("ALACO\\, s.r.o.");
  });

  test("is none where nothing follows", async () => {
    expect(await calendarOf({}, [])).toBeNull();
  });
});
