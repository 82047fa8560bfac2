import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { PHONE, PHONE_PAGES } from "./phone-pages.fixture.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

/** Screens of a phone that a verdict may fill, for a firm and for typed facts. */
const MOST_SCREENS = 8.5;

const verdicts = Object.entries(PHONE_PAGES).filter(([name]) => /^(verdict|what-if), (?!empty)/.test(name));

describe.skipIf(!hasBrowser)("on a phone", () => {
  let running: Running;
  let page: Page;

  beforeAll(async () => {
    running = await startAll();
    page = await running.browser.newPage({ viewport: PHONE });
  });
  afterAll(async () => running.close());

  const screens = (expression: string) => page.evaluate<number>(`(${expression}) / ${PHONE.height}`);

  describe.each(LOCALES)("in %s", (locale) => {
    test.each(verdicts)(
      "%s fills at most eight and a half screens, with what to do first in the second",
      async (_name, path) => {
        await page.goto(`${running.baseUrl}/${locale}${path}`, { waitUntil: "load" });
        expect(await screens("document.documentElement.scrollHeight")).toBeLessThanOrEqual(MOST_SCREENS);
        if ((await page.locator("#road").count()) === 0) return;
        expect(await screens("document.querySelector('#road').getBoundingClientRect().top")).toBeLessThan(2);
      },
    );
  });

  test("a page that opened everything would be longer, so the measure sees what is closed", async () => {
    await page.goto(`${running.baseUrl}/sk${PHONE_PAGES["what-if, important, SK"]}`, { waitUntil: "load" });
    await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
    expect(await screens("document.documentElement.scrollHeight")).toBeGreaterThan(MOST_SCREENS);
  });

  test("a firm that is out by the activities known is asked for others in the first screen, and the answer counts", async () => {
    await page.goto(`${running.baseUrl}/en/firma/sk/50826042`, { waitUntil: "load" });
    const before = await page.textContent("h1");
    expect(await screens("document.querySelector('#also').getBoundingClientRect().top")).toBeLessThan(1);
    await page.locator("#also").getByRole("link", { name: "Energy", exact: true }).click();
    expect(new URL(page.url()).hash).toBe("#also");
    await page.locator("#also input[name=does]:visible").first().check();
    await page.locator("#also button.button:not(.is-quiet)").click();
    expect(new URL(page.url()).searchParams.getAll("does")).toHaveLength(1);
    expect(await page.textContent("h1")).not.toBe(before);
    await page.goBack();
    // A sector of one service is that service.
    await page.locator("#also").getByRole("link", { name: "Drinking water", exact: true }).click();
    expect(new URL(page.url()).searchParams.getAll("does")).toEqual(["10.1"]);
    await page.goBack();
    await page.locator("#also button.is-quiet").click();
    expect(new URL(page.url()).searchParams.get("a.otherActivity")).toBe("no");
    expect(await page.locator("#also").count()).toBe(0);
  });

  test("what is closed is still sent with the form", async () => {
    await page.goto(`${running.baseUrl}/en${PHONE_PAGES["what-if, out of scope, SK"]}`, { waitUntil: "load" });
    await page.locator("#b-authority > details > summary").click();
    await page.locator('#b-authority input[name="a.skThirdParty"][value="yes"]').check();
    await page.locator("#b-authority > details > summary").click();
    await page.locator("#b-size button[type=submit]").click();
    expect(new URL(page.url()).searchParams.get("a.skThirdParty")).toBe("yes");
    expect(await page.textContent("h1")).toContain("important");
  });
});
