import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { LOCALES } from "../../../core/locale.ts";

const services = servicesOver();

const { app } = webOver({ scope_evaluate: (args) => scopeEvaluate.run(scopeEvaluate.input.parse(args), services) });

interface Line {
  readonly staff?: string;
  readonly turnover?: string;
  readonly balance?: string;
}

async function page({ staff = "5", turnover = "", balance = "" }: Line, more = "", locale = "en") {
  const line = new URLSearchParams({
    "g.name": "Alfa",
    "g.relation": "linked",
    "g.share": "",
    "g.staff": staff,
    "g.turnover": turnover,
    "g.balance": balance,
  });
  const own = "country=CZ&code=28.22&rev=2&employees=10&turnover=0&balance=0";
  const response = await app.request(`/${locale}/what-if?${own}&${line}${more}`);
  return { status: response.status, html: await response.text() };
}

describe("amounts of the firms of a Czech group", () => {
  test.each(LOCALES)("in crowns are converted at the stated rate, which the result names, in %s", async (locale) => {
    const crowns = { turnover: "275 000 000 Kč", balance: "275 000 000 CZK" };
    const { html } = await page(crowns, "&rate=25", locale);
    const group = /<h2 id="group-title"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
    expect(group.replaceAll(/[\s\u00a0,]/g, "")).toContain("11000000EUR");
    expect(group).toContain("408/2025");
    expect(group).toContain("25.");
    // Both amounts over ten million euros lift the firm.
    expect(html).toMatch(/class="category is-important|is-important/);
  });

  test("in crowns without a rate are converted at the stored one, which is shown and can be changed", async () => {
    const { status, html } = await page({ turnover: "275 000 000 Kč" });
    expect(status).toBe(200);
    expect(html).toMatch(/name="g.turnover" value="275 000 000 Kč"/);
    expect(html).toMatch(/<input id="rate"[^>]*value="25,185"/);
  });

  test("in euros need no rate", async () => {
    const { status, html } = await page({ turnover: "11 000 000", balance: "11 000 000 EUR" });
    expect(status).toBe(200);
    expect(html).not.toContain("at the stated rate");
  });
});

test("a figure of the group that is no number is a mistake beside its field, on the page of the verdict", async () => {
  const { status, html } = await page({ staff: "many" });
  expect(status).toBe(400);
  expect(html).toMatch(/error-summary[\s\S]*?href="#g-1-staff"/);
  expect(html).toMatch(/id="g-1-staff"[^>]*value="many"[^>]*aria-invalid="true"/);
});

test("after a line is filled in the next one appears, without a script and without another click", async () => {
  const { html } = await page({ staff: "5", turnover: "1", balance: "1" });
  expect(html).toContain('id="g-2-staff"');
});

test("a number that is wrong is asked again beside its question", async () => {
  const response = await app.request(
    "/en/what-if?country=CZ&code=35.11&rev=2&employees=10&a.czElectricityCapacity=lots",
  );
  const html = await response.text();
  expect(response.status).toBe(400);
  expect(html).toMatch(/error-summary[\s\S]*?href="#a-czElectricityCapacity"/);
  expect(html).toMatch(/<input[^>]*id="a-czElectricityCapacity"[^>]*value="lots"/);
});
