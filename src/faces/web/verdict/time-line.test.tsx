import fc from "fast-check";
import { expect, test } from "vitest";
import { importantFirm } from "../../../../test/browser/firm-answers.fixture.ts";
import { placeMarks, TimeLine } from "./time-line.tsx";

test("days stand on the line in their order and by their distance", () => {
  expect(placeMarks(["2026-01-01", "2026-07-02", "2027-01-01"], 320).map(({ x }) => x)).toEqual([14, 159.6, 306]);
  expect(placeMarks(["2026-01-01", "2026-01-02", "2027-01-01"], 320).map(({ x }) => x)).toEqual([14, 36, 306]);
  expect(placeMarks(["2026-01-01", "2026-12-31", "2027-01-01"], 320).map(({ x }) => x)).toEqual([14, 284, 306]);
});

test("marks never leave the line and never change their order, however many there are", () => {
  const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 40 }), (days) => {
      const sorted = days.map((one) => one.toISOString()).sort();
      const xs = placeMarks(sorted, 320).map(({ x }) => x);
      for (const [at, x] of xs.entries()) {
        expect(x).toBeGreaterThanOrEqual(13.9);
        expect(x).toBeLessThanOrEqual(306.1);
        if (at > 0) expect(x).toBeGreaterThanOrEqual((xs[at - 1] ?? 0) - 0.1);
      }
    }),
  );
});

test("today stands among the dates, and the list says what the drawing shows", () => {
  const verdict = importantFirm("en");
  const [first] = verdict.nextSteps;
  if (first === undefined) throw new Error("the firm has steps");
  const date = (id: string, day: string, past: boolean) => ({
    id,
    title: `Step ${id}`,
    from: "entered" as const,
    given: "2025-01-01",
    due: { day, safeDay: day, perhapsUntil: null },
    begins: false,
    past,
    probable: false,
  });
  const dated = { ...first, dates: [date("b", "2027-01-01", false), date("a", "2026-01-01", true)] };
  const html = String(
    <TimeLine verdict={{ ...verdict, nextSteps: [dated] }} today="2026-11-21" calendarHref="/x.ics" locale="en" />,
  );
  const places = ["1 January 2026", "21 November 2026", "1 January 2027"].map((words) => html.indexOf(words));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(html).toContain('href="/x.ics"');
  expect(
    String(
      <TimeLine verdict={{ ...verdict, nextSteps: [first] }} today="2026-11-21" calendarHref="/x.ics" locale="en" />,
    ),
  ).toBe("");
});
