import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { LOCALES } from "../../../core/locale.ts";

const services = servicesOver();

const { app } = webOver({ scope_evaluate: (args) => scopeEvaluate.run(scopeEvaluate.input.parse(args), services) });

const page = async (query: string, locale = "en") => (await app.request(`/${locale}/what-if?${query}`)).text();

const FIRM = "country=SK&code=28.22&rev=2&turnover=1000&balance=1000";

describe("a headcount near a line of the sizes", () => {
  test.each(LOCALES)("shows both results and asks about the year before, in %s", async (locale) => {
    const html = await page(`${FIRM}&employees=52`, locale);
    expect(html).toContain('id="near-line"');
    expect(html).toContain("2003/361/E");
    expect(html).toContain("years=52");
    const confirmed = await page(`${FIRM}&employees=52&years=52`, locale);
    expect(confirmed).toContain('id="near-line"');
    const section = /id="near-line"[\s\S]*?<\/section>/.exec(confirmed)?.[0] ?? "";
    expect(section).not.toContain("<strong>");
    expect(section).not.toContain("years=");
    // Another headcount is asked about again.
    expect(await page(`${FIRM}&employees=51&years=52`, locale)).toContain("years=51");
  });

  test.each([
    [44, false],
    [45, true],
    [49, true],
    [50, true],
    [55, true],
    [56, false],
  ])("%i employees: %s", async (employees, isNear) => {
    expect((await page(`${FIRM}&employees=${employees}`)).includes('id="near-line"')).toBe(isNear);
  });

  test("says nothing where the other side gives the same result", async () => {
    // Annex II: medium and large are both important.
    expect(await page(`${FIRM}&employees=250`)).not.toContain('id="near-line"');
    expect(await page("country=SK&code=96.02&rev=2&employees=50")).not.toContain('id="near-line"');
  });

  test("names the result of the other side", async () => {
    const html = await page(`${FIRM}&employees=49`);
    expect(html).toMatch(/id="near-line"[\s\S]*?<strong>[^<]*important/);
  });
});

test("two amounts near their ceilings are named together", async () => {
  const html = await page("country=SK&code=28.22&rev=2&employees=20&turnover=9500000&balance=9600000");
  const section = /id="near-line"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
  expect(section).toContain("a turnover of 9,500,000 EUR, the line is at 10,000,000 EUR.");
  expect(section).toContain("a balance sheet total of 9,600,000 EUR");
  expect(section).toContain("years=9500000-9600000");
});
