import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "../../src/core/country.ts";
import { LOCALES, type Locale } from "../../src/core/locale.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

/**
 * A visitor in a browser without scripts, from the empty page to a final verdict with dates, by clicks and keys alone.
 * The usual run walks one firm of each country; `npm run walk` walks one of every sector and country.
 */
const isFull = process.env.WALK === "full";

const { activities, nis2 } = knowledge;

/** The title of a verdict that nothing can change any more. */
const COMPLETE = { sk: "Výsledok je úplný", cs: "Výsledek je úplný", en: "The result is complete" };

/** Parts of the form that may hold a question; the list of sectors and what is not asked hold none. */
const CLOSED = "form.what-if details:not([open]):not(.sectors details):not(.not-asked) > summary:visible";

/** Answers of a firm that is nothing special. */
const NOTHING_SPECIAL = ["no", "none", "other", "payment"];

async function enter(page: Page, country: Country, sector: string, locale: Locale, staff: number) {
  const service = activities.services.find((one) => one.sector === sector && (one.SK || country === "CZ"));
  if (service === undefined) throw new Error(`no service in ${sector}`);
  await page.click(`label[for="country-${country}"]`);
  const name = nis2.sectorById.get(sector)?.name[locale] ?? "";
  await page.locator(".sectors > details > summary").getByText(name, { exact: true }).click();
  await page.locator(`form.what-if input[name="does"][value="${service.id}"]`).check();
  await page.fill("#employees", String(staff));
  await page.locator("form.what-if > button[type=submit]").click();
}

/** Answers what the page asks, and sends it. */
async function answer(page: Page) {
  for (const closed = page.locator(CLOSED).first(); (await closed.count()) > 0; ) await closed.click();
  const fields = await page.locator("form.what-if input:visible").evaluateAll((inputs) =>
    inputs.map((input) => ({
      id: input.id,
      name: input.getAttribute("name") ?? "",
      type: input.getAttribute("type") ?? "text",
      value: input.getAttribute("value") ?? "",
      isTicked: input.matches(":checked"),
    })),
  );
  const answered = new Set(fields.filter(({ isTicked }) => isTicked).map(({ name }) => name));
  for (const { id, name, type, value } of fields) {
    const field = page.locator(`[id="${id}"]`);
    if (type === "text") {
      if (value !== "") continue;
      if (name === "turnover" || name === "balance") await field.fill("1 000");
      else if (name.startsWith("a.")) await field.fill("0");
    } else if (!answered.has(name) && (name === "main" || name === "service" || name.startsWith("a."))) {
      if (name !== "main" && !NOTHING_SPECIAL.includes(value)) continue;
      await field.check();
      answered.add(name);
    }
  }
  await page.locator("form.what-if button[type=submit]:not(.is-quiet):visible").first().click();
}

const walks = nis2.sectors.flatMap(({ id }, index) =>
  COUNTRIES.map((country, offset) => ({
    id,
    country,
    locale: LOCALES[(index + offset) % LOCALES.length] ?? "sk",
    staff: [300, 100][(index + offset) % 2] ?? 100,
  })),
);

const chosen = isFull ? walks : walks.filter(({ id }) => id === "energy");

describe.skipIf(!hasBrowser)("in a browser without scripts, from the empty page to a final verdict with dates", () => {
  let running: Running;

  beforeAll(async () => {
    running = await startAll();
  });
  afterAll(async () => running.close());

  test.each(chosen.map((walk) => [`${walk.id} ${walk.country} ${walk.locale}, ${walk.staff} people`, walk] as const))(
    "%s",
    async (_name, { id, country, locale, staff }) => {
      const context = await running.browser.newContext({ javaScriptEnabled: false });
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        await page.goto(`${running.baseUrl}/${locale}/what-if`);
        await enter(page, country, id, locale, staff);
        for (let round = 0; round < 8 && (await page.getByText(COMPLETE[locale]).count()) === 0; round++) {
          await answer(page);
        }
        await page.getByText(COMPLETE[locale]).first().waitFor();
        const headline = await page.textContent("h1");
        if ((await page.locator("#days").count()) > 0) {
          await page.click("#days > summary");
          const day = page.locator("#days input[type=date]:visible").first();
          await day.fill("2026-10-01");
          await page.click("#days button[type=submit]");
          await page.locator(".time-line").waitFor();
        }
        expect(await page.textContent("h1")).toBe(headline);
        const again = await (await running.browser.newContext()).newPage();
        await again.goto(page.url());
        expect(await again.textContent("h1")).toBe(headline);
        await again.context().close();
      } finally {
        await context.close();
      }
    },
    60_000,
  );
});
