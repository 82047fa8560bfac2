import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userAdd } from "../../src/capabilities/accounts/user-add.ts";
import { LOCALES } from "../../src/core/locale.ts";
import { privatePaths } from "../../src/faces/web/paths.ts";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { pages } from "../../src/faces/web/web.ts";
import { contrastViolations, violations } from "./axe.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

/** States of pages that the shipped sample can show, and the page of an address at which nothing stands. */
const states = [
  "/search?q=slov",
  "/search?q=nobodyhasthisname",
  "/search?q=a",
  "/search?q=autodoprava",
  "/search?q=DE123456789",
  "/search?q=slov&category=in_scope&page=2",
  "/firma/sk/35757442",
  "/firma/cz/49240901",
  "/firma/sk/12345678",
  "/what-if?country=CZ&code=28.22&rev=2.1&employees=60",
  "/what-if?code=x&rev=2&employees=many",
  "/ai-act/other-prohibited-practices?role=deployer&otherProhibitedPractices=a&go=1&otherProhibitedPractices=none",
  "/ai-act/result?role=deployer&annexIIIUse=employment_recruitment&emotionRecognition=yes&interactsWithPeople=yes",
  "/ai-act/result?role=deployer&otherProhibitedPractices=ba&otherProhibitedPractices=c&deepfake=yes&asOf=2026-01-01",
  "/ai-act/result?role=provider",
  "/ai-act/result?role=king&asOf=2026-02-30",
  "/nis2-radar?country=SK",
  "/regulatory-feed?page=2&limit=10",
  "/regulatory-feed?topic=NIS2&jurisdiction=SK",
  "/regulatory-feed?source=enisa",
  "/regulatory-feed?topic=AML&jurisdiction=SK",
  "/regulatory-feed?topic=nonsense",
  "/obligations?article=23",
  "/obligations/NIS2-21-2-E?country=CZ",
  "/questionnaire?mode=extended&risk_mgmt=yyp&hr=x",
  "/questionnaire/incidents?mode=extended&incidents=ynp-x",
  "/questionnaire/result?mode=quick&risk_mgmt=yyp&incidents=nn&bcm=xxx",
  "/firms?list=SK31322832%0AFinStat%0ACZ45274649%0A12&sort=category",
  "/compare?a=SK31322832&b=country%3DCZ%26code%3D35.11%26rev%3D2%26employees%3D60",
  "/no-such-page",
];

const addresses = [...pages.map(({ path, example }) => example ?? path), ...states];

/** Private pages, as everybody sees them and as those who are signed in do. */
const shown = privatePages.filter(({ page, isFile }) => page !== undefined && !isFile);
const addressesOf = (who: "anybody" | "signed_in") =>
  shown.filter((route) => route.who === who && route.example === undefined).map(({ path }) => path);
const ofEverybody = addressesOf("anybody");
const ofSignedIn = addressesOf("signed_in");

const EMAIL = "jana@firma.sk";
const PASSWORD = "seven green tables on a roof";

const WIDTHS = { desk: 1280, tablet: 768, phone: 360 };

describe.skipIf(!hasBrowser)("every page in a browser", () => {
  let running: Running;

  beforeAll(async () => {
    running = await startAll();
    await running.call(userAdd, { email: EMAIL, password: PASSWORD, name: `Jana ${"Nováková-".repeat(12)}` });
  });
  afterAll(async () => running.close());

  // Side by side: most of the time goes to the accessibility checker, which works in a process of its own for each.
  describe.each(LOCALES)("in %s", { concurrent: true }, (locale) => {
    let context: BrowserContext;
    let page: Page;
    /** What the browser complained of, and who else was asked, since the page was opened. */
    const complaints: string[] = [];
    const foreign: string[] = [];

    beforeAll(async () => {
      // A theme that fades in would be judged half way.
      context = await running.browser.newContext({ reducedMotion: "reduce" });
      page = await context.newPage();
      page.on("console", (message) => {
        // The status of a page that is meant to be missing is no fault of the page.
        if (message.type() === "error" && !message.text().includes("the server responded with"))
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith(running.baseUrl)) foreign.push(request.url());
      });
    });
    afterAll(async () => context?.close());

    /** Everything that is promised of every page, at an address. */
    async function examine(address: string): Promise<void> {
      complaints.length = 0;
      foreign.length = 0;
      await page.setViewportSize({ width: WIDTHS.desk, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      const response = await page.goto(`${running.baseUrl}/${locale}${address}`, { waitUntil: "load" });
      // Nobody came back from the provider in this browser.
      if (address === privatePaths.identities && response?.url().endsWith(address)) expect(response.status()).toBe(400);
      else if (!states.includes(address)) expect(response?.status(), "an example is a page that exists").toBe(200);
      await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
      expect(await violations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await contrastViolations(page)).toEqual([]);
      for (const [screen, width] of Object.entries(WIDTHS)) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
        expect(over, `pixels that stand out on a ${screen}`).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    }

    const promise = "%s is accessible in both themes, fits every screen, keeps its own policy and asks no other host";
    // The longest page takes seconds, and on a machine that is busy with other tests many of them.
    test.each(addresses)(promise, { concurrent: false, timeout: 90_000 }, async (address) => {
      await examine(address);
      expect(await context.cookies()).toEqual([]);
    });

    test.each(ofEverybody)(promise, { concurrent: false, timeout: 90_000 }, examine);

    test("who signs in by the form", { concurrent: false }, async () => {
      await page.goto(`${running.baseUrl}/${locale}/sign-in`);
      await page.fill("#email", EMAIL);
      await page.fill("#password", PASSWORD);
      await page.click("form:not([hidden]) button[type=submit]");
      expect(page.url()).toBe(`${running.baseUrl}/${locale}/organizations`);
    });

    test.each(ofSignedIn)(promise, { concurrent: false, timeout: 90_000 }, examine);
  });
});
