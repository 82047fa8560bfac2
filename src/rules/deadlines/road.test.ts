import { describe, expect, test } from "vitest";
import { addDays } from "../../core/calendar.ts";
import type { Country } from "../../core/country.ts";
import { KNOWN_DAYS } from "../../knowledge/deadlines.ts";
import type { RegimeId } from "../../knowledge/nis2-ids.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import type { StatedDays } from "./act-now.ts";
import { roadOf } from "./road.ts";

const TODAY = "2026-11-22";
const ASKED = `${TODAY}T10:00:00Z`;

function road(country: Country, regime: RegimeId, days: StatedDays["days"] = {}, without: readonly string[] = []) {
  const steps = new Set(knowledge.nis2.nextSteps.map(({ id }) => id).filter((id) => !without.includes(id)));
  const firm = { country, regime, steps };
  return roadOf(firm, { days, situations: [], incidentFound: null }, knowledge.deadlines, ASKED);
}

const shown = (items: ReturnType<typeof road>) =>
  items.map(({ kind, day, deadline }) => `${kind} ${deadline.id} ${day}`);

describe("the road of a firm", () => {
  test("a Slovak firm that is late: what ran out, then the earliest days as if it were entered today", () => {
    expect(shown(road("SK", "pzs", { conditionsMet: "2025-01-01" }))).toEqual([
      "past sk-notice 2025-03-02",
      "estimate sk-duties 2026-12-22",
      "estimate sk-measures 2027-11-22",
      "estimate sk-audit 2028-11-22",
      "estimate sk-audit-5 2031-11-22",
    ]);
  });

  test("a Czech firm that stated nothing: the report is open, with the day of whoever met the conditions at once", () => {
    expect(shown(road("CZ", "lower", {}, ["czRegistrarData"]))).toEqual([
      "open cz-report 2025-12-31",
      "estimate cz-contacts 2026-12-22",
      "estimate cz-measures 2027-11-22",
      "estimate cz-incidents 2027-11-22",
    ]);
  });

  test("a registrar without a regime has its own day to find", () => {
    expect(shown(road("CZ", "none"))).toEqual(["open cz-registrar null"]);
  });

  test("a stated entry ends the notice and makes dates of estimates; what began is over", () => {
    expect(shown(road("SK", "pzs", { conditionsMet: "2025-01-01", entered: "2026-03-01" }))).toEqual([
      "due sk-measures 2027-03-01",
      "due sk-audit 2028-03-01",
      "due sk-audit-5 2031-03-01",
    ]);
  });

  test("two Czech decisions are two chains", () => {
    const items = road("CZ", "higher", { decisionDelivered: ["2026-03-02", "2026-11-04"] });
    expect(items.filter(({ deadline }) => deadline.id === "cz-measures").map(({ day }) => day)).toEqual([
      "2027-03-02",
      "2027-11-04",
    ]);
    expect(items.some(({ kind }) => kind === "estimate")).toBe(false);
  });

  test("conditions that will be met are not entered before that", () => {
    const items = shown(road("SK", "pzs", { conditionsMet: "2026-12-22" }));
    expect(items.slice(0, 2)).toEqual(["estimate sk-duties 2027-01-21", "due sk-notice 2027-02-20"]);
  });

  test("a digital provider has no date for its measures, an unknown verdict the notice alone", () => {
    const digital = road("CZ", "higher", {}, ["czMeasuresHigher", "czMeasuresLower"]);
    expect(digital.some(({ deadline }) => deadline.id.startsWith("cz-measures"))).toBe(false);
    expect(shown(road("SK", "undetermined"))).toEqual(["open sk-notice 2025-03-02"]);
  });

  test("a firm whose dates are all over keeps its changes in mind", () => {
    const without = knowledge.nis2.nextSteps
      .map(({ id }) => id)
      .filter((id) => id !== "skNotice" && id !== "skChanges");
    expect(shown(road("SK", "pzs", { entered: "2025-03-10" }, without))).toEqual(["open sk-change null"]);
  });

  test("whatever is stated, nothing of an incident, and dates in the order of time after what is late", () => {
    for (const country of ["SK", "CZ"] as const) {
      for (const regime of country === "SK" ? (["pzs", "pkzs"] as const) : (["lower", "higher"] as const)) {
        for (const one of KNOWN_DAYS) {
          for (const away of [-400, -20, 0]) {
            const items = road(country, regime, { [one]: addDays(TODAY, away) });
            const days = items.filter(({ kind }) => kind === "due" || kind === "estimate").map(({ day }) => day);
            expect(days).toEqual(days.toSorted());
            for (const { kind, day, deadline } of items) {
              expect(deadline.group).not.toBe("on_an_incident");
              if (kind === "due" || kind === "estimate") expect((day ?? "") >= TODAY).toBe(true);
              if (kind === "past") expect((day ?? "") < TODAY).toBe(true);
            }
          }
        }
      }
    }
  });
});
