import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layoutShift } from "./layout-shift.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

describe.skipIf(!hasBrowser)("the questionnaire in a browser", () => {
  let running: Running;

  beforeAll(async () => {
    running = await startAll();
  });
  afterAll(async () => running.close());

  /** A visitor with a storage of their own. */
  async function visitor<T>(run: (page: Page) => Promise<T>, options: BrowserContextOptions = {}): Promise<T> {
    const context = await running.browser.newContext({ reducedMotion: "reduce", ...options });
    try {
      return await run(await context.newPage());
    } finally {
      await context.close();
    }
  }

  const visit = (page: Page, address: string) => page.goto(`${running.baseUrl}${address}`, { waitUntil: "load" });
  const addressOf = (page: Page) => page.url().slice(running.baseUrl.length);
  const kept = (page: Page) => page.evaluate<string | null>("localStorage.getItem('questionnaire')");

  test("works without a script: answers go along by the buttons alone", async () => {
    await visitor(
      async (page) => {
        await visit(page, "/sk/questionnaire");
        await page.getByRole("link", { name: "Začať" }).click();
        await page.check("#risk_mgmt-01-yes");
        await page.getByRole("button", { name: "Ďalšia oblasť" }).click();
        expect(addressOf(page)).toBe("/sk/questionnaire/incidents?mode=quick&risk_mgmt=y");
        await page.check("#incidents-01-no");
        await page.getByRole("button", { name: "Predchádzajúca oblasť" }).click();
        expect(await page.isChecked("#risk_mgmt-01-yes")).toBe(true);
        await page.getByRole("button", { name: "Zobraziť výsledok" }).click();
        expect(await page.textContent("h1")).toBe("Skóre 50 zo 100");
        expect(await page.locator("button:not([type=submit]):visible").count()).toBe(0);
      },
      { javaScriptEnabled: false },
    );
  });

  test("keeps the reason why a question does not concern the visitor, until the answer is another one", async () => {
    await visitor(async (page) => {
      await visit(page, "/sk/questionnaire/risk_mgmt?mode=extended");
      await page.check("#risk_mgmt-01-not_applicable");
      await page.locator('select[name="n.risk_mgmt-01"]').selectOption("not_provided");
      expect(new URL(page.url()).searchParams.get("n.risk_mgmt-01")).toBe("not_provided");
      await page.check("#risk_mgmt-02-yes");
      await visit(page, "/sk/questionnaire");
      await page.waitForURL("**/sk/questionnaire?mode=extended&risk_mgmt=xy&n.risk_mgmt-01=not_provided");
      await visit(page, `/sk/questionnaire/risk_mgmt${new URL(page.url()).search}`);
      expect(await page.locator('select[name="n.risk_mgmt-01"]').inputValue()).toBe("not_provided");
      await page.check("#risk_mgmt-01-no");
      expect(addressOf(page)).toBe("/sk/questionnaire/risk_mgmt?mode=extended&risk_mgmt=ny");
    });
  });

  test("keeps the answers in the browser, counts them, and goes on where the last visit ended", async () => {
    await visitor(async (page) => {
      await visit(page, "/sk/questionnaire/risk_mgmt?mode=extended");
      await page.check("#risk_mgmt-01-yes");
      await page.check("#risk_mgmt-03-partial");
      await page.check("#risk_mgmt-01-no");
      expect(await page.textContent("[data-pattern]")).toBe("Zodpovedané 2 z 10");
      expect(addressOf(page)).toBe("/sk/questionnaire/risk_mgmt?mode=extended&risk_mgmt=n-p");
      await page.getByRole("link", { name: "cs Čeština" }).click();
      expect(await page.isChecked("#risk_mgmt-03-partial")).toBe(true);
      await visit(page, "/en/questionnaire");
      await page.waitForURL("**/en/questionnaire?mode=extended&risk_mgmt=n-p");
      expect(await page.textContent(".opening .answered")).toContain("2 of 122 answered");
    });
  });

  test("keeps several named sets, opens each and removes it", async () => {
    await visitor(async (page) => {
      await visit(page, "/en/questionnaire/hr?mode=quick&regime=pzs&hr=y");
      await page.fill("#set-name", "Firm <A>");
      await page.getByRole("button", { name: "Save under this name" }).click();
      await visit(page, "/en/questionnaire/hr?mode=quick&regime=lower&hr=nn");
      await page.fill("#set-name", "Firm B");
      await page.getByRole("button", { name: "Save under this name" }).click();
      expect(await page.locator("[data-set-list] a").allTextContents()).toEqual(["Firm B", "Firm <A>"]);
      await page.getByRole("link", { name: "Firm <A>" }).click();
      await page.waitForURL("**/en/questionnaire/hr?mode=quick&regime=pzs&hr=y");
      expect(await page.isVisible(".kept-others")).toBe(false);
      await page.getByRole("button", { name: "Remove: Firm B" }).click();
      expect(await page.locator("[data-set-list] a").allTextContents()).toEqual(["Firm <A>"]);
    });
  });

  test("never replaces kept answers by those of an address before somebody chooses", async () => {
    await visitor(async (page) => {
      await visit(page, "/en/questionnaire/hr?mode=quick");
      await page.check("#hr-01-yes");
      const own = await kept(page);
      await visit(page, "/en/questionnaire/hr?mode=quick&hr=nn");
      expect(await page.isVisible(".kept-others")).toBe(true);
      await page.check("#hr-01-partial");
      expect(await kept(page)).toBe(own);
      await page.getByRole("link", { name: "Show the kept ones" }).click();
      expect(addressOf(page)).toBe("/en/questionnaire/hr?mode=quick&hr=y");
      expect(await page.isVisible(".kept-others")).toBe(false);
      await visit(page, "/en/questionnaire/hr?mode=quick&hr=nn");
      await page.getByRole("button", { name: "Keep these instead" }).click();
      expect(await kept(page)).toBe("mode=quick&hr=nn");
      expect(await page.isVisible(".kept-others")).toBe(false);
    });
  });

  test("clearing forgets the answers, and what is kept is never believed", async () => {
    await visitor(async (page) => {
      await visit(page, "/sk/questionnaire?mode=quick&hr=yn");
      expect(await kept(page)).toBe("mode=quick&hr=yn");
      await page.getByRole("link", { name: "Vymazať všetky odpovede" }).click();
      expect(addressOf(page)).toBe("/sk/questionnaire?mode=quick");
      expect(await kept(page)).toBeNull();
      await page.evaluate("localStorage.setItem('questionnaire', 'hr=<script>&mode=evil&x=//evil.example')");
      await visit(page, "/sk/questionnaire");
      expect(addressOf(page)).toBe("/sk/questionnaire");
    });
  });

  test("nothing moves while its pages and the obligations load", async () => {
    await visitor(async (page) => {
      await visit(page, "/sk/questionnaire?mode=quick&hr=yn");
      for (const address of ["/obligations", "/questionnaire/hr?mode=quick&hr=nn", "/questionnaire/result?hr=yn"]) {
        await visit(page, `/sk${address}`);
        // A font that comes late on a busy machine moves a line by little; 0.1 is what people notice.
        expect(await layoutShift(page), address).toBeLessThan(0.05);
      }
    });
  });
});
