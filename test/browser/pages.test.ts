import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restExamples } from "../../src/faces/web/docs/docs-rest-page.tsx";
import { violations } from "./axe.ts";
import { layoutShift } from "./layout-shift.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

describe.skipIf(!hasBrowser)("in a browser", () => {
  let running: Running;
  let page: Page;

  beforeAll(async () => {
    running = await startAll();
    // A theme that fades in would be judged half way.
    page = await running.browser.newPage({ reducedMotion: "reduce" });
  });
  afterAll(async () => running.close());

  const visit = (address: string, on = page) => on.goto(`${running.baseUrl}${address}`, { waitUntil: "load" });

  test("nothing moves while a page loads", async () => {
    for (const address of ["/sk", "/sk/firma/sk/35757442"]) {
      await visit(address);
      // A font that comes late on a busy machine moves a line by little; 0.1 is what people notice.
      expect(await layoutShift(page)).toBeLessThan(0.05);
    }
  });

  test("what stands folded on a phone breaks no rule of accessibility when it is opened", async () => {
    const phone = await running.browser.newPage({ reducedMotion: "reduce", viewport: { width: 360, height: 780 } });
    for (const address of ["/sk/firma/sk/35757442", "/sk/what-if?country=CZ&nace=35.11&employees=60"]) {
      await visit(address, phone);
      await phone.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
      expect(await violations(phone), address).toEqual([]);
    }
    await phone.close();
  });

  test("from the name to the verdict by keyboard alone, with suggestions", async () => {
    await visit("/sk");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
    await page.keyboard.type("slovnaft");
    await page.waitForSelector('[role="option"]');
    expect(await page.getAttribute("#q", "aria-expanded")).toBe("true");
    await page.keyboard.press("ArrowDown");
    const active = await page.getAttribute("#q", "aria-activedescendant");
    expect(await page.getAttribute(`#${active}`, "aria-selected")).toBe("true");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.isVisible('[role="listbox"]')).toBe(false);
    expect(await page.inputValue("#q")).toBe("slovnaft");
    await page.keyboard.type(" ");
    await page.waitForSelector('[role="option"]');
    await page.keyboard.press("ArrowDown");
    await Promise.all([page.waitForURL("**/firma/sk/31322832"), page.keyboard.press("Enter")]);
    expect(await page.textContent(".firm-name")).toBe("SLOVNAFT, a.s.");
  });

  test("a suggested name that tries to break out stays text", async () => {
    const context = await running.browser.newContext();
    const visitor = await context.newPage();
    const untrusted = { name: "<img src=x onerror=\"document.title='broken'\">\u202Egnp.exe", address: null };
    await visitor.route("**/api/company-search*", (route) =>
      route.fulfill({
        json: {
          query: "x",
          count: 1,
          results: [{ ico: "31322832", country: "SK", nace: null, active: false, untrusted }],
        },
      }),
    );
    await visit("/sk", visitor);
    await visitor.locator("#q").pressSequentially("abc");
    const option = visitor.locator('[role="option"]');
    expect(await option.textContent()).toBe(
      "<img src=x onerror=\"document.title='broken'\"> gnp.exe SK 31322832 · zaniknutá",
    );
    expect(await visitor.title()).not.toBe("broken");
    expect(await option.locator("img").count()).toBe(0);
    await context.close();
  });

  test("no suggestion while a register does not answer is not shown as no firm", async () => {
    const context = await running.browser.newContext();
    const visitor = await context.newPage();
    const incomplete = [{ country: "CZ", reason: "source_unavailable", retryAfter: 30 }];
    await visitor.route("**/api/company-search*", (route) =>
      route.fulfill({ json: { query: "x", count: 0, results: [], incomplete } }),
    );
    await visit("/sk", visitor);
    await visitor.locator("#q").pressSequentially("abc");
    await visitor.getByText("Nič sa nenašlo, ale nehľadali sme všade.").waitFor({ state: "attached" });
    await context.close();
  });

  test("over the limit, suggestions rest and the form still works", async () => {
    const context = await running.browser.newContext();
    const visitor = await context.newPage();
    let asked = 0;
    await visitor.route("**/api/company-search*", (route) => {
      asked++;
      return route.fulfill({ status: 429, headers: { "Retry-After": "30" }, body: "{}" });
    });
    await visit("/sk", visitor);
    await visitor.locator("#q").pressSequentially("slov");
    await visitor.waitForTimeout(400);
    await visitor.locator("#q").pressSequentially("naf");
    await visitor.waitForTimeout(400);
    expect(asked).toBe(1);
    await Promise.all([visitor.waitForURL("**/search?q=slovnaf"), visitor.keyboard.press("Enter")]);
    expect(await visitor.locator(".hit").count()).toBeGreaterThan(0);
    await context.close();
  });

  test("without a script everything works: search, pick, change a fact, read the answer, go back", async () => {
    const context = await running.browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    await visit("/en", visitor);
    await visitor.fill("#q", "slovnaft");
    await visitor.click("button[type=submit]");
    await visitor.getByRole("link", { name: "SLOVNAFT, a.s.", exact: true }).click();
    expect(await visitor.textContent("h1")).toContain("essential");
    expect(await visitor.isVisible("button.copy")).toBe(false);
    expect(await visitor.isVisible("#theme-switch")).toBe(false);
    // Accounts of 2020 decide, so the turnover is asked about; the other figures stand in a closed part of the form.
    expect(await visitor.isVisible("#turnover")).toBe(false);
    await visitor.click("details:has(form.what-if) > summary");
    expect(await visitor.isVisible("#turnover")).toBe(true);
    await visitor.click("form.what-if details.figures > summary");
    await visitor.fill("#employees", "2400");
    await visitor.click("form.what-if button[type=submit]");
    expect(visitor.url()).toContain("employees=2400");
    expect(await visitor.textContent("main")).toContain("facts given");
    expect(await visitor.textContent("h1")).toContain("essential");
    await visitor.click(".about-name a");
    expect(visitor.url()).toBe(`${running.baseUrl}/en/firma/sk/31322832`);
    await context.close();
  });

  test("a wrong form says so at the top, and the link leads to the field", async () => {
    await visit("/en/what-if?country=SK&code=28x&rev=2&employees=many");
    await page.click('.error-summary a[href="#employees"]');
    expect(await page.evaluate("document.activeElement.id")).toBe("employees");
    expect(await page.inputValue("#employees")).toBe("many");
  });

  test("the theme can be chosen against the system, and stays chosen", async () => {
    const context = await running.browser.newContext({ colorScheme: "light" });
    const visitor = await context.newPage();
    const paper = () => visitor.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    await visit("/sk", visitor);
    const light = await paper();
    await visitor.getByRole("button", { name: "Tmavý vzhľad" }).click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await visit("/sk/docs", visitor);
    expect(await paper()).toBe(dark);
    await visitor.getByRole("button", { name: "Svetlý vzhľad" }).click();
    expect(await visitor.evaluate("localStorage.getItem('theme')")).toBeNull();
    await context.close();
  });

  test("copying puts the text itself on the clipboard and says so", async () => {
    const context = await running.browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const visitor = await context.newPage();
    await visit("/en/docs/agents", visitor);
    await visitor.click("#claude-code button.copy");
    expect(await visitor.evaluate("navigator.clipboard.readText()")).toBe(
      `claude mcp add --transport http dosah ${running.baseUrl}/api/mcp`,
    );
    expect(await visitor.textContent("#copy-status")).toBe("Copied");
    await context.close();
  });

  test.each(restExamples)("the REST example $id does what its page says", async ({ method, path, body }) => {
    const response = await fetch(`${running.baseUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
  });
});
