import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";

const { app, asked } = webOver();

async function get(path: string) {
  const response = await app.request(path);
  return { response, html: await response.text() };
}

const attribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(html)?.[1];

describe("the page of an incident", () => {
  test.each(LOCALES)("is one press away from the empty start page, without a script (%s)", async (locale) => {
    const { html } = await get(`/${locale}`);
    const door = /<a [^>]*data-incident-door[^>]*>/.exec(html)?.[0] ?? "";
    const { response, html: page } = await get(attribute(door, "href") ?? "");
    expect(response.status).toBe(200);
    expect(page).toMatch(/data-assumed="now"/);
    expect(page.match(/data-step="(?:now|early_warning|notification)"/g)).toHaveLength(3);
    expect(page).not.toMatch(/<script type="module"|rel="preload"/);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("weighs at most 25 KB with all but the fonts", async () => {
    const { html } = await get("/sk/incident?country=CZ&regime=cz_higher&personalData=yes&cra=incident");
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js|svg))"/g)].map(([, url]) => url ?? "");
    expect(files.some((url) => url.includes("/incident."))).toBe(true);
    expect(files.some((url) => url.includes("/site."))).toBe(false);
    let bytes = gzipSync(html).length;
    for (const url of files) {
      const size = gzipSync(Buffer.from(await (await app.request(url)).arrayBuffer())).length;
      if (url.endsWith(".css")) expect(size).toBeLessThan(6_000);
      bytes += size;
    }
    expect(bytes).toBeLessThan(25_000);
  });

  test("the language chooses the country, a link the other one", async () => {
    expect((await get("/cs/incident")).html).toContain('data-country="CZ" data-regime="cz"');
    expect((await get("/en/incident")).html).toContain('data-country="SK" data-regime="sk"');
    expect((await get("/sk/incident?country=CZ&regime=cz_lower")).html).toContain('data-regime="cz_lower"');
  });

  test("a time that came twice is asked for, and nothing typed is lost", async () => {
    const question = "country=SK&foundAt=2026-10-25T02:30&regime=sk_trust&personalData=yes";
    const { response, html } = await get(`/sk/incident?${question}`);
    expect(response.status).toBe(400);
    expect(html).toContain("<title>Chyba: ");
    expect(attribute(html, "data-error")).toBe("time_ambiguous");
    expect(html).not.toContain("data-clock ");
    expect(html).toContain('value="2026-10-25T02:30"');
    expect(html).toMatch(/value="sk_trust" selected/);
    expect(html.match(/name="fold"/g)).toHaveLength(2);
    expect((await get(`/sk/incident?${question}&fold=second`)).html).toContain('data-due="2026-10-26T02:30+01:00"');
  });

  test("odd values are refused, unknown ones are let pass", async () => {
    expect((await get("/sk/incident?foundAt=x%22%3E%3Cscript%3E")).response.status).toBe(400);
    expect((await get("/sk/incident?foundAt=x%22%3E%3Cscript%3E")).html).not.toContain('"><script>');
    expect((await get("/sk/incident?country=SK&foundAt=&utm=1")).response.status).toBe(200);
  });

  test("critical entities, voluntary reports and the police stand below the clock", async () => {
    const { html } = await get("/cs/incident");
    expect(html).toMatch(/data-critical-entity.*266\/2025 Sb\./s);
    expect(html).toMatch(/158/);
    expect(html).toMatch(/§\u00a015 odst\.\u00a05/);
  });

  test("the calendar carries the question, and asks nothing but the law", async () => {
    const { html } = await get("/sk/incident?country=SK");
    const address = (/<a [^>]*data-incident-ics[^>]*>/.exec(html)?.[0] ?? "").replaceAll("&amp;", "&");
    const { response, html: calendar } = await get(attribute(address, "href") ?? "");
    expect(response.headers.get("Content-Type")).toContain("text/calendar");
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    const names = new Set(asked.map(({ name }) => name));
    expect([...names].filter((name) => name.startsWith("incident_"))).toHaveLength(3);
  });
});
