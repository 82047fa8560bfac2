import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Locale } from "../../src/core/locale.ts";
import type { PersonOfTest } from "../accounts/organization.fixture.ts";
import { contrastViolations, violations } from "./axe.ts";
import { BROWSER } from "./running-service.fixture.ts";

/** A folder that screenshots of every page are written into, for people who want to look at them. */
const SHOTS = process.env.SHOTS;

/** Starts the browser of the tests. */
export function launchBrowser(): Promise<Browser> {
  if (SHOTS !== undefined) mkdirSync(SHOTS, { recursive: true });
  return chromium.launch({
    ...(BROWSER === undefined ? {} : { executablePath: BROWSER }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** A page of somebody who is signed in, or of nobody. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  who: PersonOfTest | null,
  isScripted = true,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ reducedMotion: "reduce", javaScriptEnabled: isScripted });
  if (who?.browser.cookie !== undefined) {
    await context.addCookies([{ name: "dosah_session", value: who.browser.cookie, url: baseUrl }]);
  }
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  return { context, page };
}

/** Judges what a page shows: accessible in both themes, and nothing stands out on any screen. */
export async function look(page: Page, name: string, locale: Locale): Promise<void> {
  expect(await violations(page), `${name} ${locale}`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await contrastViolations(page), `${name} ${locale} dark`).toEqual([]);
  for (const [screen, width] of [
    ["desk", 1280],
    ["phone", 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(over, `pixels of ${name} that stand out on a ${screen}`).toBeLessThanOrEqual(0);
    for (const colorScheme of ["light", "dark"] as const) {
      if (SHOTS === undefined) continue;
      await page.emulateMedia({ colorScheme });
      const path = join(SHOTS, `${name}-${locale}-${screen}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
}
