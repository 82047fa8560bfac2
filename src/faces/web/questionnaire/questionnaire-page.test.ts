import { describe, expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";

const { app, asked } = webOver();
const { areas } = knowledge.questionnaire;
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
  expect(plain(await pageOf(`/sk/questionnaire?mode=extended&${answers}`))).toContain("Zodpovedané 5 z 122");
});

test("answers to all questions make an address that every browser and proxy takes", async () => {
  const whole = new URLSearchParams({ mode: "extended" });
  for (const { id, questions } of areas) whole.set(id, "n".repeat(questions.length));
  const address = `/sk/questionnaire/result?${whole}`;
  expect(address.length).toBeLessThan(400);
  expect(plain(await pageOf(`/sk/questionnaire?${whole}`))).toContain("Zodpovedané 122 z 122");
});

test("a question has its guidance, its weight in words, its law, and the obligations it pre-fills", async () => {
  const html = await pageOf("/sk/questionnaire/incidents?mode=extended");
  const question = html.slice(html.indexOf('id="incidents-02"'), html.indexOf('id="incidents-03"'));
  expect(question).toContain("Dokážete do 24 hodín");
  expect(question).toContain('aria-describedby="incidents-02-help"');
  expect(plain(question)).toContain("základná zákonná povinnosť");
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
      reasons: [],
      finished: false,
      locale: "sk",
    },
  });
  // Three questions of weight 3: yes, no, partly.
  expect(html).toContain("<h1>Skóre 50 zo 100</h1>");
  // What does not concern them has no reason.
  expect(html).toContain("Zodpovedané 3 z 32");
  expect(html).toContain('data-without-reason="2"');
  const things = html.slice(html.indexOf('class="ladder things"'), html.indexOf('aria-labelledby="areas-title"'));
  expect(things.match(/<li class="rung">/g)).toHaveLength(2);
  expect(things).toContain('href="/sk/questionnaire/risk_mgmt?mode=quick&amp;risk_mgmt=ynp&amp;hr=xx#risk_mgmt-02"');
  // Of thirteen areas one has a score: the others have no bar that looks like nought.
  expect(html.match(/class="bar"/g)).toHaveLength(1);
  expect(/Zatiaľ bez skóre: ([^<]*)/.exec(plain(html))?.[1]?.split(" · ")).toHaveLength(12);
  expect(html.match(/<rect class="tone-plain"[^>]*width="([\d.]+)"/)?.[1]).toBe("500");
  expect(plain(html)).toMatch(/Analýza rizík a bezpečnostné politiky\s+čiastočne, 2 nedostatky, zodpovedané 3 z \d+/);
  // Without a reason, what does not apply is not answered.
  expect(html).toContain("29 ďalších povinností nemá zatiaľ zodpovedanú ani jednu otázku.");
});

test("a statutory question does not concern somebody for a reason alone, which the result repeats", async () => {
  const area = await pageOf("/sk/questionnaire/hr?hr=xx&n.hr-02=out_of_scope");
  expect(area).toContain('<select id="n.hr-01" name="n.hr-01"');
  expect(area).toContain('<option value="out_of_scope" selected="">nepatríme pod zákon</option>');
  // What the form itself asks is not carried beside it.
  expect(area).not.toContain('<input type="hidden" name="n.hr-02"');
  const address = "/sk/questionnaire/result?hr=xx&n.hr-01=other&n.hr-01.text=%3Cb%3Eu%20n%C3%A1s%3C/b%3E&n.hr-02=";
  const sent = await app.request(address);
  expect(sent.status).toBe(303);
  const to = sent.headers.get("location") ?? "";
  expect(to).not.toContain("n.hr-02");
  const html = await pageOf(to);
  expect(asked.at(-1)).toMatchObject({ args: { reasons: ["hr-01"] } });
  expect(html).toContain("neuplatňuje sa podľa vás: <bdi>&lt;b&gt;u nás&lt;/b&gt;</bdi>");
  expect(html).toContain('data-without-reason="1"');
  // A reason is given for what does not concern them alone, and one in own words has some.
  expect(await pageOf("/sk/questionnaire/result?hr=yx&n.hr-01=other_regime&n.hr-02=other")).not.toContain("<bdi>");
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
  expect(nothing).toContain("Skóre sa nedá vypočítať");
  expect(nothing).not.toContain("null");
});

describe("a national regime", () => {
  const citationsOf = (html: string) =>
    [...html.matchAll(/<ul class="citations"[^>]*>(.*?)<\/ul>/gs)].map(([, list = ""]) => plain(list));

  test.each([
    ["pzs", /^ ?(§|príloha)[^<]*(zákona č\. 69\/2018|vyhlášky č\. 227\/2025|vyhlášky č\. 226\/2025)/, /Sb\./],
    ["lower", /^ ?(§|príloha)[^<]*(zákona č\. 264\/2025|vyhlášky č\. 410\/2025)/, /Z\. z\.|409\/2025/],
    ["higher", /^ ?(§|príloha)[^<]*(zákona č\. 264\/2025|vyhlášky č\. 409\/2025)/, /Z\. z\.|410\/2025/],
  ])(
    "%s: every question begins with the act of its country and cites nothing of the other",
    async (regime, first, other) => {
      const html = await pageOf(`/sk/questionnaire/incidents?mode=extended&regime=${regime}`);
      const lists = citationsOf(html).filter((list) => !list.includes("NIS2-"));
      const legal = lists.filter((list) => /smernic|zákona|vyhlášky|nariaden/.test(list));
      expect(legal.length).toBeGreaterThanOrEqual(13);
      for (const list of legal) {
        expect(list).toMatch(first);
        expect(list).not.toMatch(other);
      }
    },
  );

  test("is chosen by a link that keeps the answers, and goes along from page to page", async () => {
    const html = await pageOf("/cs/questionnaire?risk_mgmt=y&regime=lower");
    expect(html).toContain('href="/cs/questionnaire?mode=quick&amp;regime=higher&amp;risk_mgmt=y"');
    expect(html).toMatch(/aria-current="true">\s*Česko, režim nižších povinností/);
    expect(html).toContain('href="/cs/questionnaire/incidents?mode=quick&amp;regime=lower&amp;risk_mgmt=y"');
    expect(await send("/cs/questionnaire/hr?regime=lower", { "hr-01": "yes" }, none)).toBe(
      "/cs/questionnaire/assets?mode=quick&regime=lower&hr=y",
    );
    expect(plain(await pageOf("/cs/questionnaire/hr?regime=lower"))).toContain("Česko, režim nižších povinností");
  });

  test("that does not exist is none", async () => {
    expect(await pageOf("/sk/questionnaire?regime=__proto__")).toMatch(/aria-current="true">\s*Obe krajiny/);
  });
});

describe("the result", () => {
  const address = "mode=quick&regime=pzs&risk_mgmt=yn-&incidents=p";

  test("lists every answer with its question", async () => {
    const html = await pageOf(`/sk/questionnaire/result?${address}`);
    const given = html.slice(html.indexOf('aria-labelledby="given-title"'));
    for (const id of ["risk_mgmt-01", "risk_mgmt-02", "incidents-01"]) expect(given).toContain(`#${id}"`);
    expect(given).not.toContain("#risk_mgmt-03");
    expect(plain(given)).toMatch(/Máte zdokumentovanú metodiku.*áno/);
  });

  test("is a table for a spreadsheet, with the regime's legal basis", async () => {
    const response = await app.request(`/sk/questionnaire/answers.csv?${address}`);
    expect(response.headers.get("content-disposition")).toContain("nis2-questionnaire.csv");
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain("risk_mgmt-01");
    expect(lines[1]).toContain(";yes;áno;3;");
    expect(lines[1]).toContain("69/2018");
    expect(lines[1]).not.toContain("264/2025");
  });

  test("is JSON with the answers, the score and the regime", async () => {
    const response = await app.request(`/en/questionnaire/answers.json?${address}`);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toMatchObject({
      mode: "quick",
      regime: "pzs",
      overall: { answered: 3, questionCount: 32 },
      answers: [
        { id: "risk_mgmt-01", answer: "yes", weight: 3 },
        { id: "risk_mgmt-02", answer: "no" },
        { id: "incidents-01", answer: "partial" },
      ],
    });
  });

  test("carries the reasons for not applicable, chosen and in own words, and counts them as answered", async () => {
    const reasons = "risk_mgmt=xx&n.risk_mgmt-01=not_provided&n.risk_mgmt-02=other&n.risk_mgmt-02.text=%3DWe+rent";
    const csv = await (await app.request(`/en/questionnaire/answers.csv?mode=quick&${reasons}`)).text();
    expect(csv).toContain("we do not provide such a service");
    expect(csv).toContain("We rent");
    expect(csv).not.toMatch(/[;,"]=We rent/);
    const answered = async (query: string) =>
      (await app.request(`/en/questionnaire/answers.json?mode=quick&${query}`)).json();
    const json = await answered(reasons);
    expect(json.answers).toMatchObject([
      { id: "risk_mgmt-01", answer: "not_applicable", reason: "not_provided", untrusted: { reason: null } },
      { id: "risk_mgmt-02", answer: "not_applicable", reason: "other", untrusted: { reason: "=We rent" } },
    ]);
    expect((await answered("risk_mgmt=xx")).answers).toMatchObject([{ reason: null }, { reason: null }]);
    expect(json.overall.answered).toBeGreaterThan((await answered("risk_mgmt=xx")).overall.answered);
  });

  test("never calls an obligation met while a question on it is open", async () => {
    const short = new URLSearchParams({ mode: "quick" });
    const whole = new URLSearchParams({ mode: "extended" });
    for (const { id, questions } of areas) {
      short.set(id, questions.map(({ quick }) => (quick ? "y" : "-")).join(""));
      whole.set(id, "y".repeat(questions.length));
    }
    const table = async (query: URLSearchParams, locale: string) => {
      const html = await pageOf(`/${locale}/questionnaire/result?${query}`);
      return plain(html.slice(html.indexOf('class="statuses"'), html.indexOf('aria-labelledby="given-title"')));
    };
    const said = { sk: /splnené\s+(\d+) z (\d+)/g, cs: /splněno\s+(\d+) z (\d+)/g, en: /\bmet\s+(\d+) of (\d+)/g };
    for (const locale of LOCALES) {
      const met = [...(await table(short, locale)).matchAll(said[locale])];
      for (const [words, answered, asked] of met) expect(answered, words).toBe(asked);
      expect([...(await table(whole, locale)).matchAll(said[locale])].length).toBeGreaterThan(met.length);
    }
    // The words of the register.
    expect(await table(short, "sk")).toMatch(/čiastočne, zatiaľ bez nedostatkov, zodpovedané 4 z 11\s+4 z 11/);
    expect(await table(whole, "sk")).not.toContain("zatiaľ bez nedostatkov");
  });
});

test("the verdict of a firm leads to the questionnaire by the law of its regime", async () => {
  const html = await pageOf("/sk/firma/sk/36045047");
  expect(html).toMatch(/href="\/sk\/questionnaire\?regime=(pzs|pkzs)"/);
});
