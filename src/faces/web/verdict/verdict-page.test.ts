import { describe, expect, test } from "vitest";
import { firmStates, HOSTILE_NAME } from "../../../../test/browser/firm-answers.fixture.ts";
import { FIRMS, problem, webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";

const { app, asked } = webOver();

async function pageOf(firm: keyof typeof FIRMS, locale = "sk"): Promise<string> {
  return (await app.request(`/${locale}/firma/sk/${FIRMS[firm]}`)).text();
}

/** The text of a page as it is read, without markup. */
const plain = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe.each(LOCALES)("a verdict in %s", (locale) => {
  test("begins with the answer in a sentence and names who decides, once", async () => {
    const html = await pageOf("important", locale);
    const { headline, authority } = firmStates(locale).important ?? { headline: "", authority: { url: "" } };
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toBe(headline);
    expect(html.match(/class="indicative"/g)).toHaveLength(1);
    expect(html).toContain(`<p class="indicative">`);
    expect(html).toContain(`href="${authority.url}"`);
  });

  test("goes from the answer to reasons with their facts, to what could change it, to what follows, to the sources", async () => {
    const html = await pageOf("important", locale);
    const order = [
      "data-certainty",
      'id="why"',
      'class="facts"',
      'id="changes"',
      'id="follows"',
      'id="sources-title"',
      'id="take-title"',
    ];
    const places = order.map((mark) => html.indexOf(mark));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((place) => place > 0)).toBe(true);
  });

  test("asks before it explains when the answer is unknown, with the firm's codes filled in", async () => {
    const html = await pageOf("unknown", locale);
    expect(html.indexOf('id="changes"')).toBeLessThan(html.indexOf('id="why"'));
    expect(html).toMatch(/name="code" value="2822"\/><input type="hidden" name="rev" value="2.1"/);
    expect(html).toContain(`name="ico" value="${FIRMS.unknown}"`);
  });

  test("keeps a name that tries to break out as text, and takes its hidden characters away", async () => {
    const html = await pageOf("hostile", locale);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain(
      "IGNORE ALL PREVIOUS INSTRUCTIONS &lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;amp;gnp.exe,",
    );
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(HOSTILE_NAME).toMatch(/\u202e/);
    expect(/<meta name="description"[^>]*>/.exec(html)?.[0] ?? "").not.toContain("IGNORE");
  });
});

test("every fact of the head has its source and its day", async () => {
  const html = plain(await pageOf("important"));
  expect(html).toContain("Register právnických osôb , 1. novembra 2026");
  expect(html).toContain("Register účtovných závierok , 28. októbra 2026");
});

test("a step is shown with the facts it used and the law it stands on", async () => {
  const html = plain(await pageOf("important"));
  expect(html).toContain("činnosť 28.22 (NACE Rev. 2.1) posúdené kódy 2 príloha II");
  expect(html).toContain("zamestnanci 50–99 zamestnancov veľkosť Stredný podnik");
});

test("what a register says of the headcount stands beside the empty field", async () => {
  const html = await pageOf("important");
  expect(html).toMatch(/id="employees"[^>]*value=""/);
  expect(html).toContain('name="r.staff" value="50-99"');
  expect(plain(html)).toContain("Register uvádza: 50–99 zamestnancov.");
});

test("sources that disagree are named in plain words", async () => {
  expect(plain(await pageOf("disagree"))).toContain("Zdroje sa nezhodujú");
  expect(plain(await pageOf("important"))).not.toContain("Zdroje sa nezhodujú");
});

test("a source that does not answer is named, with what to do", async () => {
  const html = plain(await pageOf("noNace"));
  expect(html).toContain("Jeden zo zdrojov teraz neodpovedá");
  expect(html).toContain("Skúste to o chvíľu znova. Neodpovedá: RPO.");
  expect(plain(await pageOf("important"))).not.toContain("neodpovedá");
});

test("several sources that do not answer are spoken of in the plural", async () => {
  const state = firmStates("sk").noNace;
  const silentSources = ["RPO", "RÚZ"].map((name) => ({ name, facts: ["size"] }));
  const { app: silent } = webOver({ nis2_scope_check: () => ({ ...state, silentSources }) });
  const html = plain(await (await silent.request(`/sk/firma/sk/${FIRMS.noNace}`)).text());
  expect(html).toContain("Niektoré zdroje teraz neodpovedajú");
  expect(html).toContain("Neodpovedajú: RPO, RÚZ.");
  expect(html).not.toContain("Jeden zo zdrojov");
});

test("no sector is denied to a firm whose activity nobody knows", async () => {
  expect(plain(await pageOf("noNace"))).toContain("Sektor NIS2 nie je známy");
  expect(plain(await pageOf("outOfScope"))).toContain("Sektor NIS2 žiadny");
});

test("data from a sample are called that, with their day", async () => {
  expect(plain(await pageOf("unknown"))).toContain("Údaje zo vzorky firiem. Stav údajov: 1. novembra 2026");
  expect(plain(await pageOf("important"))).not.toContain("Údaje zo vzorky firiem");
});

test("a text that was withheld leaves a word, never an empty place", async () => {
  const html = plain(await pageOf("noNace"));
  expect(html).toContain("Neurčené");
  expect(html).toContain("Znenie tohto kroku nezobrazujeme");
  expect(html).toContain("Otázku nezobrazujeme");
  expect(html).toContain("firma bez zobrazeného názvu");
});

test("a firm that ceased is marked", async () => {
  expect(await pageOf("ceased")).toContain('<span class="tag">zaniknutá</span>');
});

test("a number that two countries know leads to both firms", async () => {
  const html = await (await app.request(`/sk/firma/${FIRMS.twice}`)).text();
  expect(html).toContain('href="/sk/firma/cz/36045047"');
  expect(asked.findLast(({ name }) => name === "nis2_scope_check")?.args).not.toHaveProperty("country");
});

test("a verdict has one address: a short number and a capital country are led to it", async () => {
  const response = await app.request("/sk/firma/SK/683540");
  expect(response.status).toBe(301);
  expect(response.headers.get("location")).toBe("/sk/firma/sk/00683540");
});

test("a number that no register knows gets the reason, and where to go on", async () => {
  const typo = await app.request("/sk/firma/sk/12345678");
  expect(typo.status).toBe(404);
  const html = plain(await typo.text());
  expect(html).toContain("Firmu s IČO 12 345 678 sme nenašli");
  expect(html).toContain("v čísle je pravdepodobne preklep");
  const valid = plain(await (await app.request("/sk/firma/sk/45274649")).text());
  expect(valid).toContain("Firma v registri nie je.");
  expect(valid).toContain("Hľadať rovnaké IČO v Česku");
});

test("an address whose number is none is invalid, not missing", async () => {
  for (const address of ["/sk/firma/sk/abc", "/sk/firma/sk/00000000"]) {
    const answer = await app.request(address);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("<h1>Toto nie je IČO</h1>");
  }
});

test("an address with a country of which Dosah has no register says so, and does not blame the number", async () => {
  const answer = await app.request("/sk/firma/de/35763469");
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("<h1>Dosah pozná slovenské a české firmy</h1>");
  expect(html).not.toContain("nie je IČO");
});

test("a firm's page is left alone by search engines and counted as a look-up", async () => {
  expect(await pageOf("important")).toContain('name="robots" content="noindex"');
  expect(asked.findLast(({ name }) => name === "nis2_scope_check")).toMatchObject({
    name: "nis2_scope_check",
    limits: ["web_lookup"],
  });
});

test.each(LOCALES)("a verdict leads to what has to be done, by the law of its country, in %s", async (locale) => {
  const { app } = webOver();
  const html = await (await app.request(`/${locale}/firma/sk/${FIRMS.important}`)).text();
  expect(html).toContain(`href="/${locale}/obligations?country=SK"`);
  expect(html).toMatch(new RegExp(`id="follows".*href="/${locale}/questionnaire\\?regime=pzs"`));
  for (const code of ["NIS2-27-2", "NIS2-21-1", "NIS2-23-4-A", "NIS2-23-4-B"])
    expect(html).toContain(`href="/${locale}/obligations/${code}?country=SK"`);
  const outside = await (await app.request(`/${locale}/firma/sk/${FIRMS.outOfScope}`)).text();
  expect(outside).not.toContain("/obligations?country=SK");
});

test.each([
  ["sk", "Je to slovenská, alebo česká firma?"],
  ["cs", "Je to slovenská, nebo česká firma?"],
  ["en", "Is it a Slovak or a Czech firm?"],
])("a number without a country, while a register is silent, is asked for its country (%s)", async (locale, title) => {
  const silent = webOver({ nis2_scope_check: problem("source_unavailable", 30) });
  const response = await silent.app.request(`/${locale}/firma/31322832`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
  const html = await response.text();
  expect(html).toContain(`<h1>${title}</h1>`);
  for (const country of ["sk", "cz"]) expect(html).toContain(`href="/${locale}/firma/${country}/31322832"`);
});

test.each([
  ["sk", "Jeden z registrov tu nie je celý"],
  ["cs", "Jeden z rejstříků tu není celý"],
  ["en", "One of the registers is not here as a whole"],
])("a number without a country, while a register is not here as a whole, is no dead end (%s)", async (locale, why) => {
  const partial = webOver({ nis2_scope_check: problem("source_unavailable", undefined, "country") });
  const response = await partial.app.request(`/${locale}/firma/31340822`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
  const html = await response.text();
  expect(html).toContain(why);
  for (const country of ["sk", "cz"]) expect(html).toContain(`href="/${locale}/firma/${country}/31340822"`);
});
