import { describe, expect, test } from "vitest";
import { aiActAnswers, servicesOver } from "../../../../test/browser/knowledge-answers.ts";
import { webOver } from "../../../../test/browser/stand-in.ts";
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

describe("the way in", () => {
  test.each([
    ["sk", "9 až 18 krátkych otázok", "Začať"],
    ["cs", "9 až 18 krátkých otázek", "Začít"],
    ["en", "9 to 18 short questions", "Start"],
  ])(
    "in %s says how much is asked, names the four classes, and leads to the first question",
    async (locale, much, start) => {
      const html = await page(`/${locale}/ai-act`);
      expect(html).toContain(much);
      expect(html).toContain(`<a class="button" href="/${locale}/ai-act/role">${start}</a>`);
      for (const style of ["is-prohibited", "is-high-risk", "is-transparency", "is-minimal"])
        expect(html).toContain(style);
      expect(html).toContain('href="https://eur-lex.europa.eu/eli/reg/2024/1689/oj"');
      expect(html).not.toContain("noindex");
    },
  );
});

describe("a question", () => {
  test("stands alone with its help, its place among the others, and a way back", async () => {
    const html = await page(
      "/en/ai-act/emotion-at-workplace-or-education?role=deployer&annexIIIUse=none&emotionRecognition=yes",
    );
    expect(html).toContain("<h1>Does that happen at the workplace or in an educational institution?</h1>");
    expect(html).toContain("For example when rating call-centre agents");
    expect(html).toContain("Question 4 of 16");
    expect(html).toContain(
      'href="/en/ai-act/emotion-recognition?role=deployer&amp;annexIIIUse=none&amp;emotionRecognition=yes"',
    );
    expect(html).toContain('<input type="hidden" name="emotionRecognition" value="yes"/>');
    expect(html).toContain('name="robots" content="noindex"');
  });

  test("says beforehand what not knowing will count as", async () => {
    expect(words(await page("/en/ai-act/deepfake"))).toContain(
      "I don’t know The result will list this as an assumption: The system makes no deep fakes.",
    );
    const derived = await page("/en/ai-act/decides-about-natural-persons?annexIIIUse=credit_scoring");
    expect(words(derived)).toContain("We will derive it from how the system is used");
  });

  test("shows the answer that was given before, and every option of the law with its citation", async () => {
    const html = await page("/en/ai-act/annex-iii-use?role=deployer&annexIIIUse=credit_scoring");
    expect(html).toMatch(/id="annexIIIUse-credit_scoring"[^>]*checked/);
    expect(html.match(/type="radio"/g)).toHaveLength(17);
    expect(html).toContain("Annex III, point 5(b), to Regulation (EU) 2024/1689");
    const practices = await page(
      "/en/ai-act/other-prohibited-practices?otherProhibitedPractices=a&otherProhibitedPractices=bb",
    );
    expect(practices.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2);
  });

  test.each([
    ["role?role=deployer&go=1", "annex-iii-use?role=deployer"],
    ["annex-iii-use?role=deployer&annexIIIUse=none&go=1", "emotion-recognition?role=deployer&annexIIIUse=none"],
    [
      "emotion-recognition?role=deployer&annexIIIUse=none&emotionRecognition=yes&go=1",
      "emotion-at-workplace-or-education?role=deployer&annexIIIUse=none&emotionRecognition=yes",
    ],
    [
      "emotion-recognition?role=deployer&annexIIIUse=none&emotionRecognition=no&go=1",
      "biometric-categorisation?role=deployer&annexIIIUse=none&emotionRecognition=no",
    ],
    ["role?role=provider&deepfake=yes&go=1", "result?role=provider"],
    ["deepfake?role=deployer&deepfake=unknown&to=result&go=1", "result?role=deployer&deepfake=unknown"],
    ["deepfake?deepfake=yes&asOf=2027-12-02&to=result&go=1", "result?deepfake=yes&asOf=2027-12-02"],
    // The answer before it was changed: what depended on it is no longer asked, and falls away.
    [
      "emotion-recognition?role=deployer&annexIIIUse=none&emotionRecognition=no&emotionAtWorkplaceOrEducation=yes&go=1",
      "biometric-categorisation?role=deployer&annexIIIUse=none&emotionRecognition=no",
    ],
    // A question that makes no difference is not asked, even by its address.
    ["profiling?role=deployer", "annex-iii-use?role=deployer"],
  ])("%s leads on to %s", async (from, to) => {
    const response = await get(`/sk/ai-act/${from}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/sk/ai-act/${to}`);
  });

  test.each([
    ["role?go=1", "role-deployer"],
    ["deepfake?deepfake=maybe&go=1", "deepfake-yes"],
    ["deepfake?deepfake=maybe", "deepfake-yes"],
    [
      "other-prohibited-practices?otherProhibitedPractices=a&otherProhibitedPractices=none&go=1",
      "otherProhibitedPractices-a",
    ],
  ])("%s is refused at the question and in the summary", async (address, control) => {
    const response = await get(`/cs/ai-act/${address}`);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain(`<a href="#${control}">`);
    expect(html).toContain(`id="${control}"`);
    expect(html).toContain('id="question-error"');
    expect(html).toContain("<title>Chyba: ");
  });

  test("whoever walks from the start to the end by the buttons alone comes to a result", async () => {
    const choices: Readonly<Record<string, string>> = { annexIIIUse: "employment_management", role: "deployer" };
    let address = "/en/ai-act/role";
    let steps = 0;
    while (!address.includes("/result")) {
      const html = await page(address);
      const action = /<form action="([^"]+)"/.exec(html)?.[1] ?? "";
      const field = /<input type="(?:radio|checkbox)"[^>]*name="([^"]+)"/.exec(html)?.[1] ?? "";
      const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value],
      );
      const query = new URLSearchParams([...hidden, [field, choices[field] ?? "unknown"], ["go", "1"]]);
      address = (await get(`${action}?${query}`)).headers.get("location") ?? "";
      if (++steps > 20) throw new Error(`lost at ${address}`);
    }
    expect(steps).toBe(14);
    expect((await get(address)).status).toBe(200);
  });

  test("there is no other", async () => {
    expect((await get("/sk/ai-act/nothing")).status).toBe(404);
    expect((await get("/sk/ai-act/as-of")).status).toBe(404);
  });
});

describe("the result", () => {
  const recruiting = "role=deployer&annexIIIUse=employment_recruitment&interactsWithPeople=yes";

  test.each([
    ["prohibited", "otherProhibitedPractices=c", "Takéto použitie umelej inteligencie je zakázané."],
    ["high-risk", recruiting, "Váš systém patrí medzi vysokorizikové systémy AI."],
    ["transparency", "deepfake=yes", "Akt o AI tu žiada hlavne to, aby ľudia vedeli, že ide o umelú inteligenciu."],
    ["minimal", "role=deployer", "Akt o AI od vás podľa odpovedí žiada jediné: podporovať gramotnosť v oblasti AI."],
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
  ])("a spoiled address (%s) is told, with the way to the question, and nothing is classified", async (query, way) => {
    const before = asked.filter(({ name }) => name === "ai_act_classify").length;
    const response = await get(`/en/ai-act/result?deepfake=yes&${query}`);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain(`href="${way}"`);
    expect(html).not.toContain("alert(1)</");
    expect(asked.filter(({ name }) => name === "ai_act_classify")).toHaveLength(before);
  });

  test("a day that does not exist is told beside its field, and the answers stay", async () => {
    const response = await get("/sk/ai-act/result?deepfake=yes&asOf=2026-02-30");
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain("<h1>Taký deň v kalendári nie je</h1>");
    expect(html).toContain('<a href="#asOf">');
    expect(html).toContain('<input type="hidden" name="deepfake" value="yes"/>');
  });
});

describe("a text whose citation is not confirmed", () => {
  const { acts } = servicesOver().knowledge;
  const refuse = (part: string) =>
    webOver(aiActAnswers(servicesOver((text) => (text.includes(part) ? null : confirmText(text, acts))))).app;

  test("takes its duty away, and the result says that something is missing", async () => {
    const html = await page("/en/ai-act/result?annexIIIUse=credit_scoring", refuse("Article 26(2)"));
    expect(html).toContain("A reason or an obligation is missing here");
    expect(html).not.toContain("Assign human oversight");
    expect(words(html)).toContain("Article 26(1)");
  });

  test("takes its option or its question away, and the start says so", async () => {
    const poor = refuse("point 5(b)");
    expect(await page("/en/ai-act/annex-iii-use?role=deployer", poor)).not.toContain("credit_scoring");
    expect(await page("/en/ai-act", poor)).toContain("A question or an option is missing here");
    expect(await page("/en/ai-act")).not.toContain("is missing here");
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
