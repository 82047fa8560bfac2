import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { restExamples } from "../../src/faces/web/pages/docs-rest.tsx";
import { axeSource, hasBrowser, type Running, startAll } from "./running.ts";

/** Every page, and the states that the shipped sample can show. */
const addresses = [
  "",
  "/search",
  "/search?q=slov",
  "/search?q=nobodyhasthisname",
  "/search?q=ab",
  "/firma/sk/35757442",
  "/firma/cz/49240901",
  "/firma/sk/31322832",
  "/firma/47165367",
  "/firma/sk/12345678",
  "/what-if",
  "/what-if?country=CZ&code=28.22&rev=2.1&employees=60&turnover=&balance=&service=",
  "/what-if?country=&code=x&rev=2&employees=many",
  "/ai-act",
  "/ai-act/role",
  "/ai-act/other-prohibited-practices?role=deployer&otherProhibitedPractices=a&go=1&otherProhibitedPractices=none",
  "/ai-act/result?role=deployer&annexIIIUse=employment_recruitment&emotionRecognition=yes&interactsWithPeople=yes",
  "/ai-act/result?role=deployer&otherProhibitedPractices=ba&otherProhibitedPractices=c&deepfake=yes&asOf=2026-01-01",
  "/ai-act/result?role=provider",
  "/ai-act/result?role=king&asOf=2026-02-30",
  "/nis2-radar",
  "/nis2-radar?country=SK",
  "/regulatory-feed",
  "/regulatory-feed?page=2&limit=10",
  "/regulatory-feed?topic=NIS2&jurisdiction=SK",
  "/regulatory-feed?source=enisa",
  "/regulatory-feed?topic=AML&jurisdiction=SK",
  "/regulatory-feed?topic=nonsense",
  "/obligations",
  "/obligations?article=23",
  "/obligations/NIS2-29-4",
  "/obligations/NIS2-21-2-E?country=CZ",
  "/questionnaire",
  "/questionnaire?mode=extended&risk_mgmt=yyp&hr=x",
  "/questionnaire/incidents?mode=extended&incidents=ynp-x",
  "/questionnaire/result",
  "/questionnaire/result?mode=quick&risk_mgmt=yyp&incidents=nn&bcm=xxx",
  "/sources",
  "/docs",
  "/docs/agents",
  "/docs/rest",
  "/docs/api",
  "/docs/limits",
  "/docs/methodology",
  "/docs/open-data",
  "/changelog",
  "/no-such-page",
];

const RULES = '{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }';
const CONTRAST = '{ runOnly: { type: "rule", values: ["color-contrast"] } }';

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

  /** Rules that the page breaks, with the elements that break them. */
  async function violations(options: string): Promise<string[]> {
    const script = `axe.run(document, ${options}).then((found) => found.violations.map((rule) =>
      rule.id + ": " + rule.nodes.map((node) => node.target.join(" ")).join(", ")))`;
    return page.evaluate<string[]>(script);
  }

  describe.each(LOCALES)("every page in %s", (locale) => {
    test.each(addresses)("%s is accessible in both themes", async (address) => {
      await page.emulateMedia({ colorScheme: "light" });
      await visit(`/${locale}${address}`);
      await page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })");
      await page.evaluate(axeSource);
      expect(await violations(RULES)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(CONTRAST)).toEqual([]);
    });
  });

  test.each(LOCALES)(
    "no page in %s is wider than a phone, a tablet or a desk",
    async (locale) => {
      const wide: string[] = [];
      for (const address of addresses) {
        await visit(`/${locale}${address}`);
        await page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })");
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
          if (over > 0) wide.push(`${address} at ${width}: ${over} px`);
        }
      }
      expect(wide).toEqual([]);
    },
    60_000,
  );

  test("no page breaks its own content policy, fails in a script, or asks another host", async () => {
    const complaints: string[] = [];
    const foreign: string[] = [];
    const context = await running.browser.newContext();
    const visitor = await context.newPage();
    visitor.on("console", (message) => {
      // The status of a page that is meant to be missing is no fault of the page.
      if (message.type() === "error" && !message.text().includes("the server responded with"))
        complaints.push(message.text());
    });
    visitor.on("pageerror", (error) => complaints.push(error.message));
    visitor.on("request", (request) => {
      if (!request.url().startsWith(running.baseUrl)) foreign.push(request.url());
    });
    for (const address of addresses) await visit(`/sk${address}`, visitor);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  }, 60_000);

  test("nothing moves while a page loads", async () => {
    for (const address of ["/sk", "/sk/firma/sk/35757442"]) {
      await visit(address);
      const shift = await page.evaluate<number>(`new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
          .observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      })`);
      expect(shift).toBe(0);
    }
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
    expect(await violationsOfOpenList()).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.isVisible('[role="listbox"]')).toBe(false);
    expect(await page.inputValue("#q")).toBe("slovnaft");
    await page.keyboard.type(" ");
    await page.waitForSelector('[role="option"]');
    await page.keyboard.press("ArrowDown");
    await Promise.all([page.waitForURL("**/firma/sk/31322832"), page.keyboard.press("Enter")]);
    expect(await page.textContent(".firm-name")).toBe("SLOVNAFT, a.s.");
  });

  async function violationsOfOpenList(): Promise<string[]> {
    await page.evaluate(axeSource);
    return violations(RULES);
  }

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

  test("no suggestion while a register is silent is not told as no firm", async () => {
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

  test("without a script everything works: search, pick, change a fact, read the answer", async () => {
    const context = await running.browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    await visit("/en", visitor);
    await visitor.fill("#q", "slovnaft");
    await visitor.click("button[type=submit]");
    await visitor.getByRole("link", { name: "SLOVNAFT, a.s.", exact: true }).click();
    expect(await visitor.textContent("h1")).toContain("size");
    expect(await visitor.isVisible("button.copy")).toBe(false);
    expect(await visitor.isVisible("#theme-switch")).toBe(false);
    await visitor.fill("#employees", "2400");
    await visitor.click(".what-if button[type=submit]");
    expect(visitor.url()).toContain("employees=2400");
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

  test.each(["/sk/firma/sk/35757442", "/cs/firma/cz/49240901", "/en/firma/sk/31322832"])(
    "%s prints on one page, with reasons and sources and nothing to click",
    async (address) => {
      await visit(address);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: "print" });
      for (const shown of [".ladder", ".source-table", ".address"]) expect(await page.isVisible(shown)).toBe(true);
      for (const hidden of ["form", "nav", "button"])
        expect(await page.locator(hidden).filter({ visible: true }).count()).toBe(0);
      await page.emulateMedia({ media: null });
    },
  );

  test.each(LOCALES)(
    "in %s even the longest AI Act result prints on two pages, whole and with nothing to click",
    async (locale) => {
      const everything = new URLSearchParams({ role: "deployer", annexIIIUse: "public_benefits" });
      for (const letter of ["a", "b", "ba", "bb", "c", "d", "e", "h"])
        everything.append("otherProhibitedPractices", letter);
      for (const fact of [
        ...["interactsWithPeople", "generatesSyntheticContent", "deepfake", "publicInterestText", "emotionRecognition"],
        ...["emotionAtWorkplaceOrEducation", "biometricCategorisation", "biometricInfersSensitiveTraits"],
      ])
        everything.append(fact, "yes");
      for (const [query, sheets] of [
        [everything, 2],
        ["role=deployer&annexIIIUse=employment_recruitment&emotionRecognition=yes&interactsWithPeople=yes", 2],
        ["role=provider", 1],
      ] as const) {
        await visit(`/${locale}/ai-act/result?${query}`);
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
        expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(sheets);
      }
      await visit(`/${locale}/ai-act/result?${everything}`);
      await page.emulateMedia({ media: "print" });
      for (const shown of [".statements", ".timeline", ".ai-answers", ".law-sources", ".address"])
        expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
      for (const hidden of ["form", "nav", "button"])
        expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0);
      await page.emulateMedia({ media: null });
    },
  );

  test.each(restExamples)("the REST example $id does what its page says", async ({ method, path, body }) => {
    const response = await fetch(`${running.baseUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
  });
});
