import { expect, test } from "vitest";
import { stats } from "../../../../test/browser/list-answers.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";

const { app } = webOver();

test("the chart says what to see, with its numbers, and has its table behind it", async () => {
  const html = await (await app.request("/sk/nis2-radar")).text();
  expect(html).toContain("Z 13\u00a0086 aktívnych firiem je podľa údajov registrov v pôsobnosti 775, teda 5,9\u00a0%.");
  expect(html.match(/<details class="behind">/g)).toHaveLength(3);
  expect(html).toContain('id="methodology"');
});

test("bars are sorted by size and what exists is never invisible", async () => {
  const html = await (await app.request("/sk/nis2-radar")).text();
  const sectors = html.slice(html.indexOf('aria-labelledby="sectors-caption"'));
  expect(sectors.indexOf("Energetika")).toBeLessThan(sectors.indexOf("Vesmír"));
  for (const [, width] of html.matchAll(/<rect class="tone-[a-z]+"[^>]*width="([\d.]+)"/g)) {
    expect(Number(width)).toBeGreaterThanOrEqual(2);
  }
});

test("counts of a sample are never shown as counts of a country", async () => {
  const sample = webOver({ nis2_stats: (_args, locale) => stats(undefined, locale, true) });
  const html = await (await sample.app.request("/sk/nis2-radar")).text();
  expect(html).toContain("Toto nie je celý register");
  expect(html).not.toContain("13\u00a0086");
  expect(html).not.toContain("Energetika");
  expect(html).not.toContain("nis2-radar.csv");
  expect(html).toContain('id="methodology"');
  expect(await (await app.request("/sk/nis2-radar")).text()).not.toContain("Toto nie je celý register");
});

test.each([
  ["sk", "Slovenský register tu zatiaľ nie je načítaný", "Počty českých firiem"],
  ["cs", "Slovenský rejstřík tu zatím není načten", "Počty českých firem"],
  ["en", "The Slovak register is not loaded here yet", "Counts of Czech firms"],
])(
  "while only one register is here, no sum is shown and its counts are one click away (%s)",
  async (locale, why, counts) => {
    const czechOnly = webOver({
      nis2_stats: ({ country }, of) => stats(country as "SK" | "CZ" | undefined, of, country !== "CZ"),
    });
    const html = await (await czechOnly.app.request(`/${locale}/nis2-radar`)).text();
    expect(html).toContain(why);
    expect(html).toContain(`<a href="/${locale}/nis2-radar?country=CZ">${counts}</a>`);
    expect(html).not.toMatch(/Toto nie je celý register|Toto není celý rejstřík|This is not the whole register/);
    expect(html).not.toContain("13\u00a0086");
    const czech = await (await czechOnly.app.request(`/${locale}/nis2-radar?country=CZ`)).text();
    expect(czech).not.toContain(why);
  },
);

test("no firms at all is still a page", async () => {
  const none = { essential: 0, important: 0, out_of_scope: 0, unknown: 0 };
  const empty = webOver({
    nis2_stats: (_args, locale) => ({ ...stats(undefined, locale), totals: none, active: 0, sectors: [] }),
  });
  const response = await empty.app.request("/en/nis2-radar");
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain("NaN");
});

test("the CSV holds the same counts, one sector a line, with a byte order mark for spreadsheets", async () => {
  const response = await app.request("/cs/nis2-radar.csv?country=SK");
  expect(response.headers.get("content-disposition")).toContain("nis2-radar-sk.csv");
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    '"country","sector","name","annex","essential","important","unknown","out_of_scope"\r\n' +
      '"SK","energy","Energetika","I","31","744","311","12000"\r\n' +
      '"SK","space","Vesmír","I","0","0","0","0"\r\n',
  );
});
