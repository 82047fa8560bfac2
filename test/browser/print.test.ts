import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

describe.skipIf(!hasBrowser)("on paper", () => {
  let running: Running;
  let page: Page;

  beforeAll(async () => {
    running = await startAll();
    page = await running.browser.newPage();
  });
  afterAll(async () => running.close());

  const visit = (address: string) => page.goto(`${running.baseUrl}${address}`, { waitUntil: "load" });

  test.each(["/sk/firma/sk/35757442", "/cs/firma/cz/49240901", "/en/firma/sk/31322832"])(
    "%s prints on two pages at most, with its head, reasons and sources and nothing to click",
    async (address) => {
      await visit(address);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
      await page.emulateMedia({ media: "print" });
      for (const shown of [".ladder", ".source-table", "[data-dochead]"])
        expect(await page.isVisible(shown)).toBe(true);
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
        "interactsWithPeople",
        "generatesSyntheticContent",
        "deepfake",
        "publicInterestText",
        "emotionRecognition",
        "emotionAtWorkplaceOrEducation",
        "biometricCategorisation",
        "biometricInfersSensitiveTraits",
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
      for (const shown of [".statements", ".timeline", ".ai-answers", ".law-sources", "[data-dochead]"])
        expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
      for (const hidden of ["form", "nav", "button"])
        expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0);
      await page.emulateMedia({ media: null });
    },
  );
});
