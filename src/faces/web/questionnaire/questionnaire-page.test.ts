import { describe, expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { loadKnowledge } from "../../../knowledge/knowledge.ts";

const { app, asked } = webOver();
const { areas } = loadKnowledge().questionnaire;
const pageOf = async (address: string) => (await app.request(address)).text();
const plain = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** The answers of an address that a form of this page leads to, as a browser without a script would send them. */
async function send(page: string, given: Readonly<Record<string, string>>, button: RegExp): Promise<string> {
  const html = await pageOf(page);
  const action =
    button.exec(html)?.[1] ?? /<form method="get" class="questions" action="([^"]+)"/.exec(html)?.[1] ?? "";
  const query = new URLSearchParams(given);
  for (const [, name = "", value = ""] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    query.append(name, value);
  }
  for (const [, name = "", value = ""] of html.matchAll(/name="([^"]+)" value="([^"]+)" checked/g)) {
    if (!query.has(name)) query.append(name, value);
  }
  const response = await app.request(`${action}?${query}`);
  // Where nothing new was answered, the address is tidy already.
  if (response.status === 200) return `${action}?${query}`;
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

const none = /never/;

describe.each(LOCALES)("the questionnaire in %s", (locale) => {
  test("has every area with its questions, in both lengths", async () => {
    for (const [mode, count] of [
      ["quick", 32],
      ["extended", 122],
    ] as const) {
      const overview = await pageOf(`/${locale}/questionnaire?mode=${mode}`);
      let questions = 0;
      for (const { id, title } of areas) {
        expect(overview).toContain(`href="/${locale}/questionnaire/${id}?mode=${mode}"`);
        const html = await pageOf(`/${locale}/questionnaire/${id}?mode=${mode}`);
        expect(html).toContain(`<h1>${title[locale]}</h1>`);
        questions += html.match(/<fieldset /g)?.length ?? 0;
        expect(html.match(/<legend>/g)).toHaveLength(html.match(/<fieldset /g)?.length ?? 0);
      }
      expect(questions).toBe(count);
    }
  });
});

test("without a script the answers go along from area to area, to the result and back", async () => {
  let address = await send(
    "/sk/questionnaire/risk_mgmt?mode=quick",
    { "risk_mgmt-01": "yes", "risk_mgmt-03": "no" },
    none,
  );
  expect(address).toBe("/sk/questionnaire/incidents?mode=quick&risk_mgmt=y-n");
  address = await send(address, { "incidents-01": "partial" }, none);
  expect(address).toBe("/sk/questionnaire/bcm?mode=quick&risk_mgmt=y-n&incidents=p");
  address = await send(address, {}, /formaction="([^"]*\/incidents)"/);
  expect(address).toBe("/sk/questionnaire/incidents?mode=quick&risk_mgmt=y-n&incidents=p");
  expect(await pageOf(address)).toMatch(/id="incidents-01-partial"[^>]*checked/);
  address = await send(address, { "incidents-01": "yes" }, /formaction="([^"]*\/result)"/);
  expect(address).toBe("/sk/questionnaire/result?mode=quick&risk_mgmt=y-n&incidents=y");
});

test("the last area leads to the result, and no area has a previous one before the first", async () => {
  expect(await send("/en/questionnaire/physical?mode=quick&hr=yn", { "physical-01": "no" }, none)).toBe(
    "/en/questionnaire/result?mode=quick&hr=yn&physical=n",
  );
  expect(await pageOf("/en/questionnaire/risk_mgmt")).not.toContain("Previous area");
  expect(await pageOf("/en/questionnaire/physical")).toContain("Previous area");
});

test("answers to questions that the short mode does not ask are carried, not lost", async () => {
  const answers = "risk_mgmt=ynpxyn";
  expect(await send(`/sk/questionnaire/risk_mgmt?mode=quick&${answers}`, { "risk_mgmt-01": "no" }, none)).toBe(
    "/sk/questionnaire/incidents?mode=quick&risk_mgmt=nnpxyn",
  );
  const overview = await pageOf(`/sk/questionnaire?mode=quick&${answers}`);
  expect(plain(overview)).toContain("Zodpovedané 3 z 32");
  expect(overview).toContain(`href="/sk/questionnaire?mode=extended&amp;${answers}"`);
  expect(plain(await pageOf(`/sk/questionnaire?mode=extended&${answers}`))).toContain("Zodpovedané 6 z 122");
});

test("answers to all questions make an address that every browser and proxy takes", async () => {
  const whole = new URLSearchParams({ mode: "extended" });
  for (const { id, questions } of areas) whole.set(id, "x".repeat(questions.length));
  const address = `/sk/questionnaire/result?${whole}`;
  expect(address.length).toBeLessThan(400);
  expect(plain(await pageOf(`/sk/questionnaire?${whole}`))).toContain("Zodpovedané 122 z 122");
});

test("a question has its guidance, its weight in words, its law, and the obligations it pre-fills", async () => {
  const html = await pageOf("/sk/questionnaire/incidents?mode=extended");
  const question = html.slice(html.indexOf('id="incidents-02"'), html.indexOf('id="incidents-03"'));
  expect(question).toContain("Dokážete do 24 hodín");
  expect(question).toContain('aria-describedby="incidents-02-guidance"');
  expect(plain(question)).toContain("jadro zákona");
  expect(plain(question)).toContain("čl. 23 ods. 4 písm. a) smernice (EÚ) 2022/2555");
  expect(question).toContain('href="/sk/obligations/NIS2-23-4-A"');
  expect(question.match(/type="radio"/g)).toHaveLength(4);
  expect(question).not.toContain("checked");
});

test("the overview says how far each area is and where to go on", async () => {
  const fresh = await pageOf("/cs/questionnaire");
  expect(fresh).toMatch(/<a class="button" href="\/cs\/questionnaire\/risk_mgmt\?mode=quick">\s*Začít/);
  expect(fresh).not.toContain("/questionnaire/result");
  const begun = await pageOf("/cs/questionnaire?risk_mgmt=yyy&incidents=y");
  expect(begun).toMatch(/<a class="button" href="\/cs\/questionnaire\/incidents\?[^"]*">\s*Pokračovat/);
  expect(begun).toContain('href="/cs/questionnaire/result?mode=quick&amp;risk_mgmt=yyy&amp;incidents=y"');
  expect(begun).toMatch(/<progress value="3" max="3" aria-label="Řízení rizik"/);
});

test("only a page without answers is for search engines", async () => {
  const noindex = '<meta name="robots" content="noindex"';
  expect(await pageOf("/sk/questionnaire")).not.toContain(noindex);
  expect(await pageOf("/sk/questionnaire?hr=y")).toContain(noindex);
  expect(await pageOf("/sk/questionnaire/hr?hr=y")).toContain(noindex);
  expect(await pageOf("/sk/questionnaire/result?hr=y")).toContain(noindex);
});

test("an area that does not exist is not found", async () => {
  expect((await app.request("/sk/questionnaire/finance")).status).toBe(404);
  expect((await app.request("/sk/questionnaire/__proto__")).status).toBe(404);
});

test("the result asks for the score of exactly these answers and shows the answer", async () => {
  const html = await pageOf("/sk/questionnaire/result?mode=quick&risk_mgmt=ynp&hr=xx");
  expect(asked.at(-1)).toMatchObject({
    name: "questionnaire_score",
    args: {
      mode: "quick",
      answers: {
        "risk_mgmt-01": "yes",
        "risk_mgmt-02": "no",
        "risk_mgmt-03": "partial",
        "hr-01": "not_applicable",
        "hr-02": "not_applicable",
      },
      finished: false,
      locale: "sk",
    },
  });
  // Three questions of weight 3: yes, no, partly.
  expect(html).toContain("<h1>Skóre 50 zo 100</h1>");
  expect(html).toContain("Zodpovedané 5 z 32");
  const things = html.slice(html.indexOf('class="ladder things"'), html.indexOf('aria-labelledby="areas-title"'));
  expect(things.match(/<li class="rung">/g)).toHaveLength(2);
  expect(things).toContain('href="/sk/questionnaire/risk_mgmt?mode=quick&amp;risk_mgmt=ynp&amp;hr=xx#risk_mgmt-02"');
  expect(html.match(/class="bar"/g)).toHaveLength(13);
  expect(html.match(/<rect class="tone-plain"[^>]*width="([\d.]+)"/)?.[1]).toBe("500");
  expect(plain(html)).toMatch(/Analýza rizík a bezpečnostné politiky\s+čiastočne splnená/);
  expect(plain(html)).toMatch(/Bezpečnosť ľudských zdrojov\s+netýka sa vás/);
  expect(html).toContain("28 ďalších povinností nemá zatiaľ zodpovedanú otázku.");
});

test("who is finished counts what is not answered as no", async () => {
  const html = await pageOf("/sk/questionnaire/result?mode=quick&risk_mgmt=yyy&unanswered=no");
  expect(asked.at(-1)).toMatchObject({ args: { finished: true } });
  expect(html.match(/<li class="rung">/g)).toHaveLength(5);
  expect(html).toMatch(/<a href="[^"]*unanswered=no" aria-current="true">/);
});

test("with every question answered there is nothing to choose", async () => {
  const whole = new URLSearchParams({ mode: "extended" });
  for (const { id, questions } of areas) whole.set(id, "y".repeat(questions.length));
  const html = await pageOf(`/en/questionnaire/result?${whole}`);
  expect(html).toContain("<h1>Score 100 out of 100</h1>");
  expect(html).not.toContain("Leave out unanswered");
  expect(html).toContain("Nothing is missing in what is answered.");
});

test("a result without answers leads to the questions, one that counts nothing says so", async () => {
  const empty = await app.request("/sk/questionnaire/result");
  expect(empty.status).toBe(200);
  expect(await empty.text()).toContain("Zatiaľ bez odpovedí");
  const nothing = await pageOf("/sk/questionnaire/result?hr=xx");
  expect(nothing).toContain("Skóre nie je");
  expect(nothing).not.toContain("null");
});
