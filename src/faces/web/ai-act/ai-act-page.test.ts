import { describe, expect, test } from "vitest";
import { aiActAnswers, servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { confirmText } from "../../../rules/citations/check.ts";

const { app } = webOver();

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
      expect(html).toContain('href="https://eur-lex.europa.eu/eli/reg/2024/1689/2026-07-27/');
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
    expect(html.replaceAll("\u00a0", " ")).toContain("Annex III, point 5(b), to Regulation (EU) 2024/1689");
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

describe("a text whose citation is not confirmed", () => {
  const { acts } = servicesOver().knowledge;
  const refuse = (words: string) =>
    webOver(aiActAnswers(servicesOver((text) => (text.includes(words) ? null : confirmText(text, acts))))).app;

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
