import { expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { scopeEvaluate } from "../scope/scope-evaluate.ts";
import { deadlineCalendar } from "./deadline-calendar.ts";

const TODAY = "20261127";
const call = createCall(bareServices(knowledge, { now: () => new Date("2026-11-27T12:00:00Z") }), unlimited);

/** Firms of every kind of duty by code, and by stated service. */
const FIRMS = [
  ...["35.11", "53.10", "64.19", "61.10", "62.03", "86.10", "28.22", "36.00", "10.51"].map((code) => ({
    nace: [{ code }],
  })),
  ...["16.4", "16.8", "16.12"].map((service) => ({ nace: [], activities: [service] })),
];

const MET = [undefined, "2025-01-01", "2026-10-10", "2026-12-20"];
const ENTERED = [undefined, "2025-03-10", "2026-11-01", "2021-05-05"];
const DELIVERED = [undefined, "2025-12-01", ["2025-12-10", "2026-06-01"]];

test.each(["SK", "CZ"] as const)(
  "whatever days a firm in scope knows, its calendar has an event ahead and none behind (%s)",
  async (country) => {
    let calendars = 0;
    for (const firm of FIRMS) {
      const facts = { ...firm, country, employees: 300 };
      const { answer: verdict } = await call(scopeEvaluate, facts, [], { address: null });
      if (verdict.category === "out_of_scope" || verdict.category === "unknown") continue;
      if (verdict.nationalRegime?.id === "none") continue;
      for (const conditionsMet of MET) {
        for (const later of country === "SK" ? ENTERED : DELIVERED) {
          const days = { conditionsMet, [country === "SK" ? "entered" : "decisionDelivered"]: later };
          const asked = {
            country,
            regime: verdict.nationalRegime?.id ?? "none",
            steps: verdict.nextSteps.map(({ id }) => id),
            days: Object.fromEntries(Object.entries(days).filter(([, day]) => day !== undefined)),
            key: "x",
            firm: null,
            url: "https://dosah.test/sk",
          };
          const calendar = await call(deadlineCalendar, asked, [], { address: null }).then(
            ({ answer }) => answer.calendar ?? "",
            () => undefined,
          );
          // An entry before the conditions were met cannot be.
          if (calendar === undefined) continue;
          const starts = [...calendar.matchAll(/DTSTART[^:]*:(\d{8})/g)].map(([, day = ""]) => day);
          const what = JSON.stringify({ ...facts, ...days });
          expect(
            starts.filter((day) => day < TODAY),
            what,
          ).toEqual([]);
          expect(
            starts.some((day) => day > TODAY),
            what,
          ).toBe(true);
          expect(calendar.match(/X-DOSAH-KIND:(?:due|past|open|estimate)/g), what).toHaveLength(starts.length);
          calendars++;
        }
      }
    }
    expect(calendars).toBeGreaterThan(80);
  },
);
