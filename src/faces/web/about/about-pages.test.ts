import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";

const { app } = webOver();

const page = async (path: string) => (await app.request(path)).text();

test.each(LOCALES)("who runs the service, and that nobody said so, stands on every page in %s", async (locale) => {
  for (const path of ["", "/about", "/privacy", "/terms", "/accessibility", "/obligations"]) {
    const html = await page(`/${locale}${path}`);
    expect(html, path).toContain("data-operator-missing");
    expect(html, path).toMatch(/<a href="\/\w\w\/about" data-about="true">/);
  }
});

test.each(LOCALES)(
  "each purpose says what, why, on which ground, how long and who receives it in %s",
  async (locale) => {
    const html = await page(`/${locale}/privacy`);
    const ids = [...html.matchAll(/data-purpose="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["visit", "account", "organization", "audit", "mail", "registers", "scans", "suppliers"]);
    for (const part of html.split("data-purpose=").slice(1))
      expect(part.split("</details>")[0]?.match(/<dd>/g)).toHaveLength(5);
    expect(html).toContain("730");
  },
);

test("the number of provisions is that of the registry, and the day is that of the newest comparison", async () => {
  const html = await page("/en/about");
  expect(Number(/data-provisions="(\d+)"/.exec(html)?.[1])).toBeGreaterThan(1_000);
  expect(html).toMatch(/last on \d+ \w+ 20\d\d/);
});
