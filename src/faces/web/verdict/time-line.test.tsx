import { expect, test } from "vitest";
import { importantFirm } from "../../../../test/browser/firm-answers.fixture.ts";
import { TimeLine } from "./time-line.tsx";

test("today stands among the dates", () => {
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
