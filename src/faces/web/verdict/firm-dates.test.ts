import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { DAY_LETTERS } from "../../../capabilities/deadlines/stated-days.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { LOCALES } from "../../../core/locale.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";

const services = servicesOver();

/** The what-if page over the real rules, whose answer depends on the days. */
const { app } = webOver({
  scope_evaluate: (args) => {
    const input = scopeEvaluate.input.parse(args);
    scopeEvaluate.check?.(input, services);
    return scopeEvaluate.run(input, services);
  },
});

const FACTS = "country=SK&code=28.22&rev=2&employees=60";

async function page(query: string, locale = "en") {
  const response = await app.request(`/${locale}/what-if?${query}`);
  return { status: response.status, html: await response.text() };
}

test.each([
  ["strategic", "S", "2026-10-05", "2026-12-04"],
  ["registrar", "G", "2026-10-05", "2026-11-04"],
])("a Czech firm that says it is %s is asked for its day, and gets the date", async (situation, letter, day, due) => {
  const firm = "country=CZ&code=61.10&rev=2&employees=300";
  const before = await page(firm);
  expect(before.html).toContain(`name="d.${situation}"`);
  expect(before.html).not.toContain(`id="day-${letter}"`);
  const after = await page(`${firm}&d.${situation}=1&d.${letter}=${day}`);
  expect(after.html).toMatch(new RegExp(`name="d.${situation}"[^>]*checked`));
  expect(after.html).toContain(`id="day-${letter}"`);
  expect(after.html).toContain(`datetime="${due}"`);
});

test("a Slovak firm is asked for neither", async () => {
  const { html } = await page(FACTS);
  expect(html).toContain('name="d.former"');
  expect(html).not.toMatch(/name="d\.(strategic|registrar)"/);
});

test("the letters of the address are those of the knowledge", () => {
  const letters = Object.fromEntries(knowledge.deadlines.days.map(({ id, letter }) => [id, letter]));
  expect(DAY_LETTERS).toEqual(letters);
});

describe.each(LOCALES)("the days of a firm in %s", (locale) => {
  test("without any, the road stands before the reasons and says what is open and what is estimated", async () => {
    const { html } = await page(FACTS, locale);
    const road = html.slice(html.indexOf("data-road"), html.indexOf('id="why"'));
    expect(html.indexOf("data-road")).toBeLessThan(html.indexOf('id="why"'));
    const kinds = [...road.matchAll(/data-kind="(\w+)"/g)].map(([, kind]) => kind);
    expect(kinds).toEqual(["open", "today", "estimate", "estimate", "estimate", "estimate"]);
    expect(road).toContain('data-step="sk-notice" data-when="2025-03-02"');
    expect(road).toMatch(/href="\/(?:sk|cs|en)\/incident\?country=SK&amp;regime=sk"/);
    expect(html).not.toContain('class="time-line"');
  });

  test("with days, the form keeps them and the page shows the dates", async () => {
    const { status, html } = await page(`${FACTS}&d.M=2026-10-01&d.E=2026-11-02`, locale);
    expect(status).toBe(200);
    expect(html).toContain('class="time-line"');
    expect(html).toContain('value="2026-10-01"');
    expect(html).toContain('datetime="2026-11-30"');
    expect(html).toContain('<input type="hidden" name="code" value="28.22"');
    expect(html).toContain("deadlines.ics?");
  });
});

test.each([
  ["d.E=2026-02-30", "day-E-error"],
  ["d.M=2028-01-01", "day-M-error"],
  ["d.M=2026-06-01&d.E=2026-05-01", "day-E-error"],
  ["d.F=2026-10-25T02:30", "day-F-error"],
  ["d.E=%3Cscript%3E", "day-E-error"],
])("%s is said to be wrong beside its field, and the verdict stays", async (days, error) => {
  const { status, html } = await page(`${FACTS}&${days}`);
  expect(status).toBe(400);
  expect(html).toContain(`id="${error}"`);
  expect(html).toContain('id="why"');
  expect(html).not.toContain("<script>");
});

describe("the calendar file", () => {
  test("holds the dates of the address", async () => {
    const response = await app.request(`/sk/what-if/deadlines.ics?${FACTS}&d.M=2026-10-01`);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = await response.text();
    expect(text).toContain("DTSTART;VALUE=DATE:20261130");
    expect(text.match(/X-DOSAH-KIND:\w+/g)?.map((line) => line.slice(13))).toEqual([
      "due",
      "estimate",
      "estimate",
      "estimate",
      "estimate",
    ]);
  });

  test("holds what is open and estimated where no day is known", async () => {
    const text = await (await app.request(`/sk/what-if/deadlines.ics?${FACTS}`)).text();
    expect(text).toContain("X-DOSAH-KIND:open");
    expect(text).toContain("STATUS:TENTATIVE");
  });

  test("is a page that says so without facts, and out of scope", async () => {
    expect((await app.request("/sk/what-if/deadlines.ics")).status).toBe(404);
    const out = await app.request(`/sk/what-if/deadlines.ics?${FACTS.replace("employees=60", "employees=5")}`);
    expect(out.status).toBe(404);
  });
});
