import { describe, expect, test } from "vitest";
import { addHours } from "../../core/calendar.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { localInstants } from "../../core/local-time.ts";
import { LOCALES } from "../../core/locale.ts";
import { KNOWN_DAYS } from "../../knowledge/deadlines.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { loadKnowledge } from "../../knowledge/knowledge.ts";
import type { RegimeId } from "../../knowledge/nis2-ids.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { checkCitations } from "../citations/check.ts";
import { expandCitations } from "../citations/expand.ts";
import type { StatedDays } from "./act-now.ts";
import { impossibleDays } from "./check-days.ts";
import { type DeadlineFacts, deadlinesFor } from "./deadlines.ts";
import { deadlinesIcs } from "./deadlines-ics.ts";
import { roadOf } from "./road.ts";

const { acts, nis2, deadlines: knowledge } = shipped;
const ASKED = "2026-11-22T10:00:00.000Z";

function of(country: Country, regime: DeadlineFacts["regime"], more: Partial<DeadlineFacts> = {}) {
  const facts: DeadlineFacts = { country, regime, situations: [], days: {}, incidentFound: null, ...more };
  return deadlinesFor(facts, knowledge, ASKED);
}

function due(id: string, country: Country, regime: DeadlineFacts["regime"], more: Partial<DeadlineFacts> = {}) {
  const found = of(country, regime, more).find((deadline) => deadline.id === id);
  if (found === undefined) throw new Error(`${id} does not apply`);
  return found.due;
}

const at = (local: string) => localInstants(local)[0] ?? "";

describe("periods in days, months and years give the last day", () => {
  test.each<[string, Country, DeadlineFacts["regime"], DeadlineFacts["days"], string]>([
    ["sk-notice", "SK", "pzs", { conditionsMet: "2026-10-01" }, "2026-11-30"],
    ["sk-notice", "SK", "pzs", { conditionsMet: "2019-05-05" }, "2025-03-02"],
    ["sk-critical", "SK", "pkzs", { conditionsMet: "2026-10-01" }, "2026-11-30"],
    ["sk-duties", "SK", "pzs", { entered: "2026-03-01" }, "2026-03-31"],
    ["sk-duties", "SK", "pzs", { entered: "2026-03-01", dutiesFrom: "2026-04-15" }, "2026-04-15"],
    ["sk-duties", "SK", "pzs", { entered: "2026-03-01", dutiesFrom: "2026-03-10" }, "2026-03-31"],
    ["sk-measures", "SK", "pzs", { entered: "2026-03-01" }, "2027-03-01"],
    ["sk-measures", "SK", "pzs", { entered: "2024-02-29" }, "2025-02-28"],
    ["sk-audit", "SK", "pkzs", { entered: "2026-03-01" }, "2028-03-01"],
    ["sk-audit-5", "SK", "pzs", { entered: "2026-03-01" }, "2031-03-01"],
    ["sk-audit-report", "SK", "pzs", { auditEnded: "2026-01-31" }, "2026-03-02"],
    ["sk-change", "SK", "pzs", { changed: "2026-12-20" }, "2027-01-03"],
    ["sk-contract", "SK", "pkzs", { contractChanged: "2026-01-15" }, "2026-02-14"],
    ["sk-leave", "SK", "pzs", { leaveRequested: "2026-01-01" }, "2026-03-02"],
    ["sk-order", "SK", "pzs", { orderDelivered: "2026-01-01" }, "2026-01-16"],
    ["sk-incident-final", "SK", "pzs", { notificationSent: "2027-01-31" }, "2027-02-28"],
    ["sk-incident-final-running", "SK", "pzs", { incidentSolved: "2027-01-31" }, "2027-03-02"],
    ["cz-report", "CZ", "lower", { conditionsMet: "2020-01-01" }, "2025-12-31"],
    ["cz-report", "CZ", "higher", { conditionsMet: "2026-06-01" }, "2026-07-31"],
    ["cz-contacts", "CZ", "lower", { decisionDelivered: "2026-03-02" }, "2026-04-01"],
    ["cz-change", "CZ", "lower", { changed: "2026-03-02" }, "2026-03-16"],
    ["cz-regime", "CZ", "lower", { changed: "2026-03-02" }, "2026-05-01"],
    ["cz-measures", "CZ", "lower", { decisionDelivered: "2026-03-02" }, "2027-03-02"],
    ["cz-incidents", "CZ", "higher", { decisionDelivered: "2026-03-02" }, "2027-03-02"],
    ["cz-audit", "CZ", "higher", { decisionDelivered: "2026-03-02" }, "2029-03-02"],
    ["cz-incident-final", "CZ", "lower", { notificationSent: "2027-01-31" }, "2027-03-02"],
    ["cz-incident-final-running", "CZ", "higher", { incidentSolved: "2027-01-01" }, "2027-01-31"],
  ])("%s in %s (%s) from %o is due on %s", (id, country, regime, days, expected) => {
    expect(due(id, country, regime, { days })).toMatchObject({ kind: "day", day: expected });
  });

  test("a strategic service and a registrar have their own", () => {
    const days = { strategicListed: "2026-01-01", registrarStarted: "2026-01-01", changed: "2026-01-01" } as const;
    expect(due("cz-strategic-report", "CZ", "higher", { days, situations: ["strategic"] })).toMatchObject({
      day: "2026-03-02",
    });
    expect(due("cz-strategic-availability", "CZ", "higher", { days, situations: ["strategic"] })).toMatchObject({
      day: "2027-01-01",
    });
    const registrar = of("CZ", "none", { days, situations: ["registrar"] });
    expect(registrar.map(({ id, due: one }) => [id, one?.kind === "day" && one.day])).toEqual([
      ["cz-registrar", "2026-01-31"],
      ["cz-registrar-change", "2026-04-01"],
    ]);
  });

  test("two Czech services with two decisions have two dates each", () => {
    const days = { decisionDelivered: ["2026-03-02", "2026-05-04"] } as const;
    const measures = of("CZ", "lower", { days }).filter(({ id }) => id === "cz-measures");
    expect(measures.map(({ serial, due: one }) => [serial, one?.kind === "day" && one.day])).toEqual([
      [1, "2027-03-02"],
      [2, "2027-05-04"],
    ]);
  });
});

describe("the transition", () => {
  test("in Slovakia the 60 days ran out on Sunday 2 March 2025; the Friday before was safe", () => {
    expect(due("sk-notice", "SK", "pzs", { days: { conditionsMet: "2025-01-01" } })).toEqual({
      kind: "day",
      day: "2025-03-02",
      safeDay: "2025-02-28",
      perhapsUntil: "2025-03-03",
    });
  });

  test("in Czechia they ran out on Wednesday 31 December 2025", () => {
    expect(due("cz-report", "CZ", "lower", { days: { conditionsMet: "2025-11-01" } })).toEqual({
      kind: "day",
      day: "2025-12-31",
      safeDay: "2025-12-31",
      perhapsUntil: null,
    });
  });

  test("former Slovak operators may keep the old rules until 31 December 2026, others do not see it", () => {
    const former = of("SK", "pkzs", { situations: ["formerOperator"] });
    expect(former.find(({ id }) => id === "sk-former-measures")?.due).toMatchObject({ day: "2026-12-31" });
    expect(of("SK", "pkzs").map(({ id }) => id)).not.toContain("sk-former-measures");
  });
});

describe("the clock of an incident", () => {
  const incidentFound = at("2027-01-15T09:30");

  test.each<[string, Country, DeadlineFacts["regime"], number]>([
    ["sk-incident-warning", "SK", "pzs", 24],
    ["sk-incident-notification", "SK", "pkzs", 72],
    ["cz-incident-first-higher", "CZ", "higher", 24],
    ["cz-incident-first-lower", "CZ", "lower", 24],
    ["cz-incident-notification-higher", "CZ", "higher", 72],
    ["cz-incident-notification-lower", "CZ", "lower", 72],
  ])("%s runs from finding the incident", (id, country, regime, hours) => {
    expect(due(id, country, regime, { incidentFound })).toEqual({
      kind: "instant",
      at: addHours(incidentFound, hours),
    });
  });

  test("lasts 24 hours when the clocks change in between", () => {
    const found = at("2027-03-27T20:00");
    expect(due("sk-incident-warning", "SK", "pzs", { incidentFound: found })).toEqual({
      kind: "instant",
      at: at("2027-03-28T21:00"),
    });
    const autumn = at("2027-10-30T20:00");
    expect(due("cz-incident-first-lower", "CZ", "lower", { incidentFound: autumn })).toEqual({
      kind: "instant",
      at: at("2027-10-31T19:00"),
    });
  });
});

describe("what a firm does not know", () => {
  test("leaves the formula in words and no date", () => {
    const notice = of("SK", "pzs").find(({ id }) => id === "sk-notice");
    expect(notice).toMatchObject({ due: null, isPast: false, from: { day: "conditionsMet", value: null } });
    expect(notice?.counted.sk).toContain("60 dní");
  });

  test("about its category leaves the notice and the clock, said to be conditional", () => {
    for (const country of COUNTRIES) {
      const unknown = of(country, "undetermined", { incidentFound: ASKED });
      expect(unknown.length).toBeGreaterThan(1);
      for (const { id, isConditional } of unknown) {
        expect(id).toMatch(/notice|report|incident|registrar/);
        expect(isConditional).toBe(true);
      }
    }
  });

  test("out of scope has nothing to do, unless Czech law reaches it as a registrar", () => {
    expect(of("SK", "none")).toEqual([]);
    expect(of("CZ", "none").map(({ id }) => id)).toEqual(["cz-registrar", "cz-registrar-change"]);
  });
});

test("a date that is over is shown as past, from the day after", () => {
  const isPast = (asOf: string) =>
    deadlinesFor(
      { country: "CZ", regime: "lower", situations: [], days: { conditionsMet: "2025-11-01" }, incidentFound: null },
      knowledge,
      asOf,
    ).find(({ id }) => id === "cz-report")?.isPast;
  expect(isPast("2025-12-31T22:59:00.000Z")).toBe(false);
  expect(isPast("2025-12-31T23:00:00.000Z")).toBe(true);
});

describe("days that cannot be", () => {
  const check = (days: DeadlineFacts["days"], incidentFound: string | null = null) =>
    impossibleDays({ country: "SK", regime: "pzs", situations: [], days, incidentFound }, ASKED);

  test("are named, and all others let through", () => {
    expect(check({ conditionsMet: "2027-01-21" })).toEqual([]);
    expect(check({ conditionsMet: "2027-01-22" })).toEqual([{ day: "conditionsMet", reason: "too_far" }]);
    expect(check({ conditionsMet: "2026-05-02", entered: "2026-05-01" })).toEqual([
      { day: "entered", reason: "before", than: "conditionsMet" },
    ]);
    expect(check({ notificationSent: "2026-05-01" }, "2026-05-02T10:00:00Z")).toEqual([
      { day: "notificationSent", reason: "before", than: "incidentFound" },
    ]);
    expect(check({ incidentSolved: "2026-05-02" }, "2026-05-02T10:00:00Z")).toEqual([]);
  });
});

describe("the calendar of a firm", () => {
  const calendar = {
    locale: "sk",
    host: "dosah.test",
    key: "31322832",
    firm: "Firma; s, čiarkou\r\nBEGIN:VEVENT",
    verdictUrl: "https://dosah.test/sk/verdict?ico=31322832",
    madeAt: ASKED,
  } as const;
  const stated = { days: { conditionsMet: "2025-01-01", entered: "2026-03-01" }, situations: [] } as const;
  const found = at("2027-01-15T09:30");
  const roads = (country: Country, regime: RegimeId, known: StatedDays) =>
    roadOf({ country, regime, steps: new Set(nis2.nextSteps.map(({ id }) => id)) }, known, knowledge, ASKED);
  const reports = of("SK", "pzs", { incidentFound: found });
  const road = roads("SK", "pzs", { ...stated, incidentFound: null });
  const text = deadlinesIcs(road, reports, calendar, { nis2, acts }) ?? "";
  const unfolded = text.replaceAll("\r\n ", "");

  test("has one event for each date ahead, as the standard writes it", () => {
    expect(unfolded).toContain("UID:sk-measures-31322832@dosah.test\r\n");
    expect(unfolded).toContain("DTSTART;VALUE=DATE:20270301\r\nDTEND;VALUE=DATE:20270302\r\n");
    expect(unfolded).toContain("DTSTART:20270116T083000Z\r\n");
    expect(unfolded).toContain("DTSTAMP:20261122T100000Z\r\n");
    expect(unfolded).toContain("TRIGGER:-P30D\r\n");
    expect(unfolded).toContain("TRIGGER:-PT4H\r\n");
    expect(unfolded).toContain("§ 19 ods. 1 zákona č. 69/2018 Z. z.");
  });

  test("says what is overdue, not known and estimated, and holds nothing of the past", () => {
    const late = roads("SK", "pzs", { days: { conditionsMet: "2025-01-01" }, situations: [], incidentFound: null });
    const open = roads("CZ", "lower", { days: {}, situations: [], incidentFound: null });
    const written = deadlinesIcs([...late, ...open], [], calendar, { nis2, acts })?.replaceAll("\r\n ", "") ?? "";
    const events = written.split("\r\nBEGIN:VEVENT\r\n").slice(1);
    const eventOf = (id: string) => events.find((event) => event.includes(`UID:${id}-31322832`)) ?? "";
    expect(eventOf("sk-notice")).toMatch(
      /DATE:20261123.*X-DOSAH-KIND:past.*SUMMARY:Zmeškané: .*2\. marca 2025.*TRIGGER:PT9H/s,
    );
    expect(eventOf("cz-report")).toMatch(
      /DATE:20261123.*KIND:open.*STATUS:TENTATIVE.*SUMMARY:Zistite deň: .*31\. decembra 2025/s,
    );
    expect(eventOf("sk-measures")).toMatch(
      /DATE:20271122.*KIND:estimate.*STATUS:TENTATIVE.*SUMMARY:Odhad: .*ako keby/s,
    );
    for (const [, day = ""] of written.matchAll(/DTSTART[^:]*:(\d{8})/g)) expect(day >= "20261123").toBe(true);
  });

  test("reminds only of what is still ahead", () => {
    const soon = roads("SK", "pzs", { days: { conditionsMet: "2026-09-27" }, situations: [], incidentFound: null });
    const notice = deadlinesIcs(soon, [], calendar, { nis2, acts })?.split("\r\nBEGIN:VEVENT\r\n")[1] ?? "";
    expect(notice).toContain("20261126");
    expect(notice.match(/TRIGGER:.*/g)?.map((line) => line.trim())).toEqual(["TRIGGER:-P1D"]);
  });

  test("has lines of at most 75 bytes that end in CRLF, and escapes what the firm is called", () => {
    const lines = text.split("\r\n");
    expect(lines.at(-1)).toBe("");
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
    expect(unfolded).toContain("Firma\\; s\\, čiarkou\\nBEGIN:VEVENT\r\n");
  });

  test("gives the same ids every time, and each only once", () => {
    const ids = (ics: string) => ics.match(/^UID:.*$/gm) ?? [];
    const later = { ...calendar, madeAt: "2026-12-01T00:00:00.000Z" };
    const again = deadlinesIcs(road, reports, later, { nis2, acts });
    expect(ids((again ?? "").replaceAll("\r\n ", ""))).toEqual(ids(unfolded));
    expect(new Set(ids(unfolded)).size).toBe(ids(unfolded).length);
    const days = { decisionDelivered: ["2026-03-02", "2026-05-04"] };
    const two = roads("CZ", "lower", { days, situations: [], incidentFound: null });
    const czech = ids((deadlinesIcs(two, [], calendar, { nis2, acts }) ?? "").replaceAll("\r\n ", ""));
    expect(new Set(czech).size).toBe(czech.length);
  });

  test("is none where nothing follows", () => {
    expect(deadlinesIcs([], [], calendar, { nis2, acts })).toBeNull();
  });
});

describe("the knowledge", () => {
  test("confirms every text in three languages", () => {
    const { days, deadlines, registrationData } = knowledge;
    const places = [...nis2.placeById.values()];
    const texts = [
      ...days.flatMap(({ question, explanation }) => [question, ...(explanation === undefined ? [] : [explanation])]),
      ...deadlines.flatMap(({ title, counted, note }) => [title, counted, ...(note === undefined ? [] : [note])]),
      ...places.flatMap(({ name, what, where }) => [name, what, where]),
      ...registrationData.flatMap(({ when, items }) => [when, ...items]),
    ];
    for (const text of texts) {
      for (const locale of LOCALES) {
        expect(checkCitations(expandCitations(text[locale], locale, acts), acts).valid, text[locale]).toBe(true);
      }
    }
  });

  test("uses every day that a firm can state, and has places and lists for both countries", () => {
    const used = new Set(knowledge.deadlines.flatMap(({ from, orLater }) => [from, orLater]));
    expect(KNOWN_DAYS.filter((day) => !used.has(day))).toEqual([]);
    for (const { country, from } of knowledge.deadlines) {
      if (from !== undefined) expect(knowledge.days.find(({ id }) => id === from)?.countries).toContain(country);
    }
    for (const country of COUNTRIES) {
      for (const group of ["register", "on_an_incident"]) {
        const isThere = (one: { country: Country; group: string }) => one.country === country && one.group === group;
        expect([...nis2.placeById.values()].some(isThere)).toBe(true);
        expect(knowledge.registrationData.some(isThere)).toBe(true);
      }
    }
  });

  test.each([
    ["a step that nobody wrote", "deadlines.yaml", "steps: [skNotice]", "steps: [skNote]", /steps\.0: is no step/],
    ["a place that nobody wrote", "registration-data.yaml", "place: sk-notice", "place: sk-form", /place: no entry/],
    ["a period without its day", "deadlines.yaml", "  from: conditionsMet\n", "", /add: from and add/],
    ["hours from a day", "deadlines.yaml", "add: { days: 60 }", "add: { hours: 60 }", /hours run from incidentFound/],
    ["a regime of the other country", "deadlines.yaml", "[pzs, pkzs]", "[lower]", /regimes: a regime/],
    ["a day of rest that does not exist", "working-days.yaml", '"01-06"', '"02-30"', /SK\.fixed/],
    [
      "an address without encryption",
      "filing-places.yaml",
      "https://www.slovensko.sk",
      "http://www.slovensko.sk",
      /url/,
    ],
    [
      "a provision that does not exist",
      "registration-data.yaml",
      "cz-264-2025 34(1)",
      "cz-264-2025 99",
      /names no act/,
    ],
  ])("stops the start for %s", (_case, file, from, to, message) => {
    const dir = editedKnowledge(`nis2/${file}`, from, to);
    expect(() => loadKnowledge(dir)).toThrow(message);
  });
});
