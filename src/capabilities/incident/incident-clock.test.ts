import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { INCIDENT_REGIMES } from "../../knowledge/incident-clock.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { asPublished } from "../published.fixture.ts";
import { incidentCalendar } from "./incident-calendar.ts";
import { incidentClock } from "./incident-clock.ts";

function callAt(now: string) {
  return createCall(bareServices(knowledge, { now: () => new Date(now) }), unlimited);
}

async function clock(args: object, now = "2026-11-27T12:00:30Z") {
  const { answer } = await callAt(now)(incidentClock, args, [], { address: null });
  return asPublished(incidentClock, answer);
}

type Clock = Awaited<ReturnType<typeof clock>>;

async function problemOf(args: object, now?: string) {
  const thrown = await clock(args, now).catch((error: unknown) => error);
  return thrown instanceof ServiceError ? thrown.problem : undefined;
}

function step({ steps }: Clock, id: string) {
  return steps.find((one) => one.id === id);
}

const due = (answer: Clock, id: string) => step(answer, id)?.dueAt?.replace(":00.000Z", "Z");

/**
 * Local minutes and what follows from them, of both countries from the day of their acts to 2030: all changes of the
 * clocks, ends of months, and others. Made from the time zone database with Python's zoneinfo, not with our code.
 */
const instants = z
  .array(
    z.object({
      country: z.enum(["SK", "CZ"]),
      local: z.string(),
      fold: z.enum(["", "first", "second", "missing"]),
      found: z.string(),
      after24h: z.string(),
      after72h: z.string(),
      after30days: z.string(),
      after1month: z.string(),
    }),
  )
  .parse(parse(readFileSync(new URL("instants.csv", import.meta.url)), { columns: true }));

const LATER = "2031-03-01T00:00:00Z";

describe("every deadline is right to the minute, in every regime, from 2025 to 2030", () => {
  const existing = instants.filter(({ fold }) => fold !== "missing");
  const national = INCIDENT_REGIMES.filter((regime) => regime !== "dora" && regime !== "none");

  test.each(national)("%s", async (regime) => {
    const country = regime.startsWith("sk") ? "SK" : "CZ";
    const rows = existing.filter((row) => row.country === country);
    expect(rows.length).toBeGreaterThan(300);
    for (const row of rows) {
      const fold = row.fold === "" ? undefined : row.fold;
      const significant = regime === "cz_higher" ? "yes" : undefined;
      const stated = { country, regime, foundAt: row.local, fold, authoritySaysSignificant: significant };
      const answer = await clock({ ...stated, notifiedAt: row.found, personalData: "yes" }, LATER);
      const isTrust = regime.endsWith("_trust");
      const expected = {
        foundAt: row.found,
        early_warning: row.after24h,
        notification: isTrust ? row.after24h : row.after72h,
        personal_data: row.after72h,
        final: country === "SK" ? row.after1month : row.after30days,
      };
      const came = {
        foundAt: answer.foundAt.replace(":00.000Z", "Z"),
        early_warning: due(answer, "early_warning"),
        notification: due(answer, "notification"),
        personal_data: due(answer, "personal_data"),
        final: due(answer, "final"),
      };
      expect(came, `${regime} ${row.local} ${row.fold}`).toEqual(expected);
      const solved = await clock({ ...stated, resolvedAt: row.found }, LATER);
      expect(due(solved, "final_after_end"), row.local).toBe(row.after30days);
    }
  });

  test("a local minute that the clocks skip or show twice is refused with its reason", async () => {
    const odd = instants.filter(({ fold }) => fold !== "");
    expect(odd.length).toBeGreaterThan(60);
    for (const { country, local, fold } of odd) {
      const reason = fold === "missing" ? "time_missing" : "time_ambiguous";
      expect(await problemOf({ country, foundAt: local }, LATER), local).toMatchObject({ reason, field: "foundAt" });
    }
  });
});

describe("the examples of the reference", () => {
  test("24 hours stay 24 hours when the clocks go forward", async () => {
    const answer = await clock({ country: "SK", foundAt: "2026-03-28 12:00" });
    expect(step(answer, "early_warning")).toMatchObject({ dueLocal: "2026-03-29T13:00+02:00" });
    expect(due(answer, "early_warning")).toBe("2026-03-29T11:00Z");
  });

  test("and when they go back", async () => {
    const answer = await clock({ country: "SK", foundAt: "2026-10-24T12:00" });
    expect(step(answer, "early_warning")).toMatchObject({ dueLocal: "2026-10-25T11:00+01:00" });
  });

  test("a minute that came twice names both instants, one that did not come the minutes around", async () => {
    const twice = await problemOf({ country: "SK", foundAt: "2026-10-25T02:30" });
    expect(twice).toMatchObject({ message: { en: expect.stringMatching(/00:30 UTC.*01:30 UTC/) } });
    const never = await problemOf({ country: "SK", foundAt: "2026-03-29 02:30" });
    expect(never).toMatchObject({ message: { en: expect.stringMatching(/2026-03-29 01:59.*2026-03-29 03:00/) } });
  });

  test("a month ends on the last day of a shorter one, 30 days keep the time of day", async () => {
    const slovak = await clock({ country: "SK", foundAt: "2026-01-29 10:00", notifiedAt: "2026-01-31 10:00" });
    expect(step(slovak, "final")).toMatchObject({ dueLocal: "2026-02-28T10:00+01:00", safeDay: "2026-02-27" });
    const czech = await clock({ country: "CZ", foundAt: "2026-02-27 02:30", notifiedAt: "2026-02-28 02:30" });
    expect(step(czech, "final")).toMatchObject({ dueLocal: "2026-03-30T02:30+02:00", safeDay: null });
  });
});

describe("the steps of a regime", () => {
  const found = { foundAt: "2026-11-27T12:00" };

  test("nothing stated counts from now, in the regime that holds where it is not known more exactly", async () => {
    const answer = await clock({ country: "CZ" });
    expect(answer).toMatchObject({ regime: "cz", assumed: "now", foundAt: "2026-11-27T12:00:00.000Z" });
    expect(answer).toMatchObject({ nextStep: "early_warning" });
    expect(step(answer, "early_warning")).toMatchObject({ state: "due", remainingSeconds: 86_370 });
    expect(step(answer, "notification")?.remark).toContain("NÚKIB");
    expect(step(answer, "final")).toMatchObject({ state: "waiting", dueAt: null });
  });

  test("the Czech notification of the higher regime depends on what the authority says", async () => {
    const higher = { country: "CZ", regime: "cz_higher", ...found };
    expect(step(await clock(higher), "notification")?.state).toBe("depends");
    const significant = await clock({ ...higher, authoritySaysSignificant: "yes" });
    expect(step(significant, "notification")?.state).toBe("due");
    const not = await clock({ ...higher, authoritySaysSignificant: "no" });
    expect(step(not, "notification")).toMatchObject({ state: "not_needed", dueAt: null });
    expect(step(not, "final")?.state).toBe("not_needed");
  });

  test("a bank has its supervisor and no clock, but for personal data", async () => {
    const answer = await clock({ country: "CZ", regime: "dora", personalData: "yes", ...found });
    expect(answer.steps.map(({ id }) => id)).toEqual(["personal_data"]);
    expect(answer.remarks.join()).toContain("Česká národní banka");
  });

  test("whoever is not covered may report voluntarily, without a date", async () => {
    const answer = await clock({ country: "SK", regime: "none", ...found });
    expect(answer.steps).toMatchObject([{ id: "early_warning", state: "voluntary", dueAt: null }]);
    expect(answer.nextStep).toBeNull();
  });

  test.each([
    ["vulnerability", { craFixAt: "2026-11-20T09:00" }, "2026-12-04T08:00Z", "14 ods. 2 písm. c)"],
    ["incident", { craNotifiedAt: "2026-11-20T09:00" }, "2026-12-20T08:00Z", "14 ods. 4 písm. c)"],
  ])("a manufacturer has steps of their own: %s", async (cra, more, final, place) => {
    const answer = await clock({ country: "SK", foundAt: "2026-11-19T09:00", cra, ...more });
    expect(due(answer, "cra_early_warning")).toBe("2026-11-20T08:00Z");
    expect(due(answer, "cra_notification")).toBe("2026-11-22T08:00Z");
    expect(due(answer, "cra_final")).toBe(final);
    expect(step(answer, "cra_final")?.citation).toContain(place);
    expect(step(answer, "cra_users")?.dueAt).toBeNull();
    expect(answer.remarks.join()).toContain("NIS2");
  });

  test("steps stand in the order of time; the answer of the authority stands behind the report", async () => {
    const answer = await clock({ country: "CZ", regime: "cz_lower", personalData: "yes", cra: "incident", ...found });
    const dated = answer.steps.flatMap(({ dueAt }) => dueAt ?? []);
    expect(dated).toEqual([...dated].sort());
    const ids = answer.steps.map(({ id }) => id);
    expect(ids.indexOf("authority")).toBeLessThan(ids.indexOf("notification"));
  });

  test.each(LOCALES)(
    "every step has words, a citation, and a text in the language of the authority (%s)",
    async (locale) => {
      for (const regime of INCIDENT_REGIMES) {
        for (const country of ["SK", "CZ"] as const) {
          if (regime.startsWith(country === "SK" ? "cz" : "sk")) continue;
          const answer = await clock({ country, regime, personalData: "yes", cra: "vulnerability", locale, ...found });
          for (const each of answer.steps) {
            expect(each, `${regime} ${each.id}`).toMatchObject({
              title: expect.any(String),
              counted: expect.any(String),
            });
            expect(each.citation, `${regime} ${each.id}`).toEqual(expect.any(String));
            expect((each.template ?? "").length).toBeLessThan(1_200);
          }
          const template = step(answer, "early_warning")?.template;
          if (regime !== "dora")
            expect(template).toMatch(country === "SK" ? /Subjekt: \[názov, IČO\]/ : /Subjekt: \[název, IČO\]/);
        }
      }
    },
  );
});

describe("what cannot be is refused with its field and its reason", () => {
  test.each([
    ["a time ahead", { foundAt: "2026-11-27T13:10" }, "foundAt", "time_future"],
    [
      "a notification ahead",
      { foundAt: "2026-11-27T10:00", notifiedAt: "2026-11-28T10:00" },
      "notifiedAt",
      "time_future",
    ],
    ["before the Slovak act", { foundAt: "2024-12-31T23:59" }, "foundAt", "time_too_old"],
    ["before the Czech act", { country: "CZ", foundAt: "2025-10-31T23:59" }, "foundAt", "time_too_old"],
    [
      "before the reports of manufacturers",
      { foundAt: "2026-09-10T23:59", cra: "incident" },
      "foundAt",
      "time_too_old",
    ],
    ["sent before found", { foundAt: "2026-11-26T10:00", notifiedAt: "2026-11-26T09:59" }, "notifiedAt", "order"],
    ["solved before found", { foundAt: "2026-11-26T10:00", resolvedAt: "2026-11-26T09:59" }, "resolvedAt", "order"],
    [
      "fixed before known",
      { foundAt: "2026-11-26T10:00", cra: "vulnerability", craFixAt: "2026-11-25T09:59" },
      "craFixAt",
      "order",
    ],
    ["no day", { foundAt: "2026-02-30T10:00" }, "foundAt", undefined],
    ["no time", { foundAt: "yesterday" }, "foundAt", undefined],
    ["no zone", { zone: "Mars/Base" }, "zone", undefined],
    ["a regime of the other country", { regime: "cz_higher" }, "regime", undefined],
  ])("%s", async (_name, args, field, reason) => {
    const problem = await problemOf({ country: "SK", ...args });
    expect(problem).toMatchObject({ code: "invalid_arguments", field });
    expect(problem?.reason).toBe(reason);
  });

  test("five minutes ahead are a clock that runs ahead", async () => {
    expect(await clock({ country: "SK", foundAt: "2026-11-27T13:05" })).toMatchObject({ assumed: null });
  });

  test("an offset decides, also where a query made a blank of its plus; a zone reads local time", async () => {
    for (const foundAt of ["2026-10-25T02:30+01:00", "2026-10-25T02:30 01:00", "2026-10-25T01:30Z"]) {
      expect((await clock({ country: "SK", foundAt })).foundAt).toBe("2026-10-25T01:30:00.000Z");
    }
    const abroad = await clock({ country: "SK", foundAt: "2026-11-26T10:00", zone: "America/New_York" });
    expect(abroad.foundAt).toBe("2026-11-26T15:00:00.000Z");
    expect(step(abroad, "early_warning")?.dueLocal).toBe("2026-11-27T10:00-05:00");
  });
});

describe("the calendar of an incident", () => {
  async function calendarOf(args: object, now = "2026-11-27T12:00:30Z") {
    const question = { ...args, url: "https://dosah.test/sk/incident" };
    return (await callAt(now)(incidentCalendar, question, [], { address: null })).answer.calendar;
  }

  test("holds the reports ahead as instants with two alarms, the same ids for the same question", async () => {
    const question = { country: "SK", foundAt: "2026-11-26T22:10" };
    const calendar = (await calendarOf(question)) ?? "";
    expect(calendar.match(/^DTSTART:.*$/gm)).toEqual(["DTSTART:20261127T211000Z", "DTSTART:20261129T211000Z"]);
    expect(calendar.match(/TRIGGER:-PT[41]H/g)).toHaveLength(4);
    const uids = /^UID:.*$/gm;
    expect((await calendarOf(question, "2026-11-27T13:00:00Z"))?.match(uids)).toEqual(calendar.match(uids));
  });

  test("leaves out what is over or was sent, and is none when nothing is left", async () => {
    const late = await calendarOf({ country: "SK", foundAt: "2026-11-25T22:10" });
    expect(late?.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const question = { country: "SK", foundAt: "2026-11-26T22:10", notifiedAt: "2026-11-27T09:00" };
    expect((await calendarOf(question))?.match(/^UID:final-/gm)).toHaveLength(1);
    expect(await calendarOf({ country: "SK", foundAt: "2026-01-26T22:10" })).toBeNull();
  });
});
