import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { confirmText } from "../../../rules/citations/check.ts";

const { app, asked } = webOver();

const get = (address: string, over = app) => over.request(address);
const page = async (address: string, over = app) => (await get(address, over)).text();
/** The words of a page as a reader sees them. */
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

describe("the result", () => {
  const recruiting = "role=deployer&annexIIIUse=employment_recruitment&interactsWithPeople=yes";

  test.each([
    ["prohibited", "otherProhibitedPractices=c", "Takéto použitie umelej inteligencie je zakázané."],
    ["high-risk", recruiting, "Priebežne: váš systém patrí medzi vysokorizikové systémy AI."],
    [
      "transparency",
      "deepfake=yes",
      "Priebežne: akt o AI tu vyžaduje najmä to, aby ľudia vedeli, že ide o umelú inteligenciu.",
    ],
    [
      "unknown",
      "role=provider",
      "Poskytovateľa systému sprievodca nezaradí: posudzuje len toho, kto systém AI používa.",
    ],
  ])("%s: a plain sentence, the sign, and the word", async (style, query, sentence) => {
    const html = await page(`/sk/ai-act/result?${query}`);
    expect(html).toContain(`<h1>${sentence}</h1>`);
    expect(html).toContain(`<svg class="sign is-${style}"`);
    expect(html).toContain(`<strong class="is-${style}">`);
    expect(html.match(/Orientačné zaradenie/g)).toHaveLength(1);
  });

  test.each([
    ["sk", "Zatiaľ sme sa na nič neopýtali"],
    ["cs", "Zatím jsme se na nic nezeptali"],
    ["en", "Nothing has been answered yet"],
  ])("in %s nothing answered is no result: no class, no sign, the way to the first question", async (locale, words) => {
    const html = await page(`/${locale}/ai-act/result`);
    expect(html).toContain(`<h1>${words}</h1>`);
    expect(html).toContain('data-ai-class="none"');
    expect(html).not.toContain('class="sign');
    expect(html).not.toContain("data-ai-fine");
    expect(html).toContain(`href="/${locale}/ai-act/role"`);
  });

  test("a minimal class that open answers could still raise gets no tick and says how many they are", async () => {
    const html = await page("/sk/ai-act/result?role=deployer");
    const [, count = ""] = /<h1>Zatiaľ nič zakázané ani vysokorizikové; (\d+) odpoved/.exec(html) ?? [];
    const grave = [...html.matchAll(/data-could-become="([^"]*)"/g)].filter(([, classes]) =>
      /prohibited|high_risk/.test(classes ?? ""),
    );
    expect(Number(count)).toBe(grave.length);
    expect(html).toContain('<svg class="sign is-unknown"');
    expect(html).toContain('data-ai-class="minimal"');
    expect(html).toContain('data-complete="false"');
  });

  test("with every question answered the class stands without a reservation of the heading", async () => {
    const query = [
      "role=deployer",
      "annexIIIUse=none",
      "interactsWithPeople=no",
      "generatesSyntheticContent=no",
      "deepfake=no",
      "publicInterestText=no",
      "emotionRecognition=no",
      "biometricCategorisation=no",
      "otherProhibitedPractices=none",
    ].join("&");
    const html = await page(`/sk/ai-act/result?${query}`);
    expect(html).toContain(
      "<h1>Akt o AI od vás podľa odpovedí vyžaduje jediné: podporovať gramotnosť v oblasti AI.</h1>",
    );
    expect(html).toContain('data-open="0"');
    expect(html).toContain('data-complete="true"');
    expect(html).toContain('<svg class="sign is-minimal"');
  });

  test("assumptions that could become a prohibition come first, none of them folded", async () => {
    const html = await page("/en/ai-act/result?role=deployer");
    const order = [...html.matchAll(/data-could-become="([^"]*)"/g)].map(([, classes = ""]) =>
      ["prohibited", "high_risk", "transparency"].findIndex((each) => classes.split(" ").includes(each)),
    );
    const ranks = order.map((at) => (at === -1 ? 3 : at));
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks[0]).toBe(0);
    const folded = html.slice(html.indexOf('id="assumptions"')).split("<details")[1] ?? "";
    expect(folded.split("</details>")[0]).not.toMatch(/data-could-become="prohibited/);
  });

  test("the name of the system stands in title, page and paper, as text alone, and in the address", async () => {
    const html = await page(`/en/ai-act/result?deepfake=yes&name=${encodeURIComponent("<b>Bot</b>")}`);
    expect(html).toContain('<bdi data-system-name="true">&lt;b&gt;Bot&lt;/b&gt;</bdi>');
    expect(html).toContain('<span data-dochead-subject="true">&lt;b&gt;Bot&lt;/b&gt;</span>');
    expect(html).toContain("<title>&lt;b&gt;Bot&lt;/b&gt;: ");
    expect(html).toContain("name=%3Cb%3EBot%3C%2Fb%3E");
    const long = await page(`/en/ai-act/result?deepfake=yes&name=${"x".repeat(200)}`);
    expect(long).toContain(`<bdi data-system-name="true">${"x".repeat(80)}</bdi>`);
  });

  test("the list of systems is in the browser alone: without a script it says how to keep results", async () => {
    const html = await page("/sk/ai-act/systems");
    expect(html).toContain("<h1>Zoznam systémov AI</h1>");
    expect(html).toContain("data-systems");
    expect(html).toContain("<noscript>");
  });

  test("a ban that lies ahead says from when, and does not say that it holds", async () => {
    const html = await page("/en/ai-act/result?otherProhibitedPractices=ba&asOf=2026-12-01");
    expect(html).toContain("<h1>This use of artificial intelligence will be prohibited from 2 December 2026.</h1>");
    expect(html).not.toContain("has to stop");
    expect(await page("/en/ai-act/result?otherProhibitedPractices=ba&asOf=2026-12-02")).toContain(
      "<h1>This use of artificial intelligence is prohibited.</h1>",
    );
  });

  test("the duties stand in the order of their days, and the day asked about stands among them", async () => {
    const html = await page(`/en/ai-act/result?${recruiting}`);
    const line = [...html.matchAll(/<li class="moment ([a-z-]+)">.*?<time datetime="([^"]+)">/gs)].map(
      ([, style, day]) => [style, day],
    );
    expect(line).toEqual([
      ["has-come", "2025-02-02"],
      ["has-come", "2026-08-02"],
      ["is-asked", "2026-11-21"],
      ["is-ahead", "2027-12-02"],
    ]);
    const text = words(html);
    expect(text).toContain("From 2 February 2025 · applies now");
    expect(text).toContain("Today: 21 November 2026");
    expect(text).toContain("From 2 December 2027 · does not apply yet");
    expect(text).toContain("Your supplier’s duty: ask them to fulfil it");
    expect(text).toContain("1 of 10 already applies");
    expect(text).toContain("Article 26(2) of Regulation (EU) 2024/1689");
  });

  test.each([
    ["2027-12-01", "is-ahead"],
    ["2027-12-02", "has-come"],
  ])("as of %s the duties of 2 December 2027 are on the side %s", async (asOf, style) => {
    const html = await page(`/en/ai-act/result?${recruiting}&asOf=${asOf}`);
    expect(html).toContain(`<li class="moment ${style}"><h3><time datetime="2027-12-02">`);
    expect(html).not.toContain("applies now");
    expect(html).toContain(`value="${asOf}"`);
    expect(html).toContain(
      `href="/en/ai-act/result?role=deployer&amp;annexIIIUse=employment_recruitment&amp;interactsWithPeople=yes">As of today`,
    );
  });

  test("what is not assessed stands right behind the class, then what a breach can cost", async () => {
    const html = await page("/sk/ai-act/result?deepfake=yes");
    const lines = (name: string) =>
      [...html.matchAll(new RegExp(`data-ai-${name}="([^"]+)"`, "g"))].map(([, id]) => id);
    expect(lines("reservation")).toEqual([
      "product",
      "provider",
      "general-purpose",
      "military-or-research",
      "national",
    ]);
    expect(lines("fine")).toEqual(["deployer", "smaller", "literacy"]);
    const order = ['class="facts"', "data-ai-reservation", "data-ai-fine", 'id="why"'].map((part) =>
      html.indexOf(part),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(words(html)).toContain("samy takým výrobkom");
  });

  test("other classes that hold stand beside the strictest", async () => {
    const html = await page(`/en/ai-act/result?otherProhibitedPractices=a&${recruiting}`);
    const beside = /Also applies<\/dt><dd>(.*?)<\/dd>/s.exec(html)?.[1] ?? "";
    expect(beside).toContain("High risk");
    expect(beside).toContain("Transparency obligations");
  });

  test("who did not know finds it among the assumptions, with what it could become and the way to the question", async () => {
    const html = await page("/en/ai-act/result?role=deployer&annexIIIUse=unknown&deepfake=no");
    const section = /id="assumptions".*?<\/section>/s.exec(html)?.[0] ?? "";
    expect(section).toContain("The system is not intended for any use from the list of high-risk areas.");
    expect(section).toContain("High risk");
    expect(section).toContain(
      'href="/en/ai-act/annex-iii-use?role=deployer&amp;annexIIIUse=unknown&amp;deepfake=no&amp;to=result"',
    );
    expect(section).not.toContain("deep fakes");
    expect(section).toContain('href="#asOf"');
  });

  test("every answer is shown and can be changed; a result on the way says so and leads on", async () => {
    const html = await page("/en/ai-act/result?role=deployer&annexIIIUse=none");
    expect(html).toContain("Questions: 9, answered: 2");
    expect(html).toContain('href="/en/ai-act/emotion-recognition?role=deployer&amp;annexIIIUse=none"');
    expect(words(html)).toContain("What is the system intended for? None of these areas Change");
  });

  test("its address, the print button and the call for an agent can be taken along", async () => {
    const html = await page(
      "/en/ai-act/result?role=deployer&otherProhibitedPractices=ba&deepfake=unknown&utm_source=mail",
    );
    expect(html).toContain(
      'data-copy-value="http://localhost:3000/en/ai-act/result?role=deployer&amp;otherProhibitedPractices=ba&amp;deepfake=unknown"',
    );
    expect(html).toContain("data-print");
    const call = /ai_act_classify (\{.*?\n\})/s.exec(html.replaceAll("&quot;", '"'))?.[1] ?? "";
    expect(JSON.parse(call)).toEqual({ role: "deployer", otherProhibitedPractices: ["ba"], locale: "en" });
  });

  test("the capability is asked exactly what was answered", async () => {
    await page(
      "/cs/ai-act/result?role=deployer&annexIIIUse=credit_scoring&profiling=yes&deepfake=unknown&asOf=2027-01-01",
    );
    expect(asked.at(-1)).toMatchObject({
      name: "ai_act_classify",
      args: { role: "deployer", annexIIIUse: "credit_scoring", profiling: true, asOf: "2027-01-01", locale: "cs" },
    });
    expect(asked.at(-1)?.args).not.toHaveProperty("deepfake");
  });

  test("a provider gets the reason and the way back, no duties and no day", async () => {
    const html = await page("/en/ai-act/result?role=provider&deepfake=yes");
    expect(html).toContain("The firm acts as provider; the classifier covers deployers only.");
    expect(html).toContain('href="/en/ai-act/role?role=provider"');
    expect(html).not.toContain('id="duties"');
    expect(html).not.toContain('id="asOf"');
  });

  test.each([
    ["role=king", "/en/ai-act/role?deepfake=yes"],
    ["annexIIIUse=%3Cscript%3Ealert(1)%3C/script%3E", "/en/ai-act/annex-iii-use?deepfake=yes"],
  ])("a wrong address (%s) is answered with the way to the question, and nothing is classified", async (query, way) => {
    const before = asked.filter(({ name }) => name === "ai_act_classify").length;
    const response = await get(`/en/ai-act/result?deepfake=yes&${query}`);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain(`href="${way}"`);
    expect(html).not.toContain("alert(1)</");
    expect(asked.filter(({ name }) => name === "ai_act_classify")).toHaveLength(before);
  });

  test("a day that does not exist is reported beside its field, and the answers stay", async () => {
    const response = await get("/sk/ai-act/result?deepfake=yes&asOf=2026-02-30");
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain("<h1>Taký deň v kalendári nie je</h1>");
    expect(html).toContain('<a href="#asOf">');
    expect(html).toContain('<input type="hidden" name="deepfake" value="yes"/>');
  });
});

test.each(LOCALES)("every text of a full result in %s passes the citation check", async (locale) => {
  const { acts } = servicesOver().knowledge;
  const html = await page(
    `/${locale}/ai-act/result?annexIIIUse=law_enforcement&emotionRecognition=yes&deepfake=yes&otherProhibitedPractices=ba&publicInterestText=yes&generatesSyntheticContent=yes`,
  );
  for (const [, text = ""] of html.matchAll(/<(?:p|li|h1|dd)[^>]*>([^<]+)</g))
    expect(confirmText(text, acts)).toBe(text);
});
