import { expect, test } from "vitest";
import { readPdf } from "../../src/documents/pdf/read-pdf.fixture.ts";
import { unzip } from "../../src/documents/unzip.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const NOTE = '=HYPERLINK("https://example.com")\n<b>Zápisnica</b> z 3. 11.';

describeOnBoth("the register as files", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const owner = await person(here);
    const org = await organization(here, owner);
    const page = `/sk/organizations/${org}/obligations`;
    const typed = { status: "partial", evidenceNote: NOTE, responsiblePerson: "@Jana", lastReviewedAt: "2026-11-20" };
    const saved = await owner.browser.submit(`${page}/NIS2-20-1`, { ...typed, nextReviewAt: "" });
    expect(saved.status).toBe(303);
    const file = (ending: string, locale = "sk") => read(`/${locale}/organizations/${org}/obligations.${ending}`);
    const read = async (address: string) => {
      const headers = { Cookie: `dosah_session=${owner.browser.cookie}` };
      const response = await here.service.fetch(address, { headers });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    return { owner, org, page, file, read };
  };

  test("PDF, DOCX and XLSX hold evidence, person and dates as plain text, and are the same twice", async () => {
    const { file } = await open();
    const pdf = await file("pdf");
    const { text, source } = readPdf(pdf);
    for (const part of [
      "Alfa s.r.o.",
      '=HYPERLINK("https://example.com")',
      "<b>Zápisnica</b>",
      "@Jana",
      "20. novembra 2027",
    ]) {
      expect(text).toContain(part);
    }
    expect(source).not.toContain("/URI");
    expect(await file("pdf")).toEqual(pdf);

    const docx = await file("docx");
    const document = unzip(docx).get("word/document.xml") ?? "";
    expect(document).toContain("&lt;b&gt;Zápisnica&lt;/b&gt;");
    expect(document).not.toContain("w:hyperlink");
    expect(await file("docx")).toEqual(docx);

    const xlsx = await file("xlsx");
    const sheet = unzip(xlsx).get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain("=HYPERLINK(&quot;https://example.com&quot;)");
    expect(sheet).not.toContain("<f>");
    expect(sheet).toContain(">statusText<");
    expect(await file("xlsx")).toEqual(xlsx);
  });

  test("speak the language of the address", async () => {
    const { file } = await open();
    expect(readPdf(await file("pdf", "cs")).text).toContain("Evidence povinností");
    expect(readPdf(await file("pdf", "en")).text).toContain("Obligation register");
    const head = unzip(await file("xlsx", "en")).get("xl/worksheets/sheet1.xml") ?? "";
    expect(head).toContain(">statusText<");
    expect(head).toContain(">partly met<");
  });

  test("cite the law of the organization's country and of the Union; of both countries where it has none", async () => {
    const { owner, org, file } = await open();
    const cited = async (country: "" | "SK" | "CZ") => {
      const settings = { name: "Alfa s.r.o.", country, ico: "" };
      expect((await owner.browser.submit(`/sk/organizations/${org}/settings`, settings)).status).toBe(303);
      const { text } = readPdf(await file("pdf"));
      return [/69\/2018/, /264\/2025/, /2022\/2555/].map((act) => act.test(text));
    };
    expect(await cited("")).toEqual([true, true, true]);
    expect(await cited("SK")).toEqual([true, false, true]);
    expect(await cited("CZ")).toEqual([false, true, true]);
  });

  test("the list shows what the regime of the verdict asks for, with the days of the law", async () => {
    const { owner, org, page } = await open();
    const verdict = `/sk/organizations/${org}/verdict`;
    const firm = { country: "SK", ico: "31322832" };
    await owner.browser.submit(verdict, firm);
    expect((await owner.browser.submit(verdict, { ...firm, "d.M": "2026-11-01", "d.E": "2026-11-10" })).status).toBe(
      303,
    );
    const { html } = await owner.browser.get(`${page}?regime=1`);
    expect(html.includes('data-regime="pkzs"')).toBe(true);
    expect(html.includes('datetime="2027-11-10"')).toBe(true);
    const rows = (text: string) => text.match(/<tr id="NIS2-/g)?.length ?? 0;
    const all = rows((await owner.browser.get(page)).html);
    expect(rows(html)).toBeGreaterThan(20);
    expect(rows(html)).toBeLessThan(all);
  });

  test("a questionnaire is handed over as PDF, DOCX, CSV and JSON, with its answers and the law", async () => {
    const { owner, org, read } = await open();
    const list = `/sk/organizations/${org}/questionnaires`;
    const started = await owner.browser.submit(list, { mode: "quick" });
    const [, id = "", area = ""] = /questionnaires\/(asm_\w+)\/([\w-]+)/.exec(started.location ?? "") ?? [];
    const shown = await owner.browser.get(`${list}/${id}/${area}`);
    const question = /name="([a-z_]+-\d\d)"/.exec(shown.html)?.[1] ?? "";
    expect((await owner.browser.submit(`${list}/${id}/${area}`, { [question]: "partial" })).status).toBe(303);

    const { answers } = JSON.parse(Buffer.from(await read(`${list}/${id}.json`)).toString());
    expect(answers).toMatchObject([{ id: question, answer: "partial" }]);
    const rows = Buffer.from(await read(`${list}/${id}.csv`))
      .toString()
      .split("\r\n");
    expect(rows[0]).toContain("area;areaTitle;question;questionText;answer;answerText;legalReferences");
    expect(rows.some((row) => row.includes(`;${question};`) && row.includes(";partial;"))).toBe(true);
    const pdf = await read(`${list}/${id}.pdf`);
    expect(readPdf(pdf).text).toContain("Alfa s.r.o.");
    expect(await read(`${list}/${id}.pdf`)).toEqual(pdf);
    const docx = unzip(await read(`${list}/${id}.docx`)).get("word/document.xml") ?? "";
    expect(docx).toContain("čiastočne");
    expect((await owner.browser.get(`${list}/asm_${"0".repeat(26)}.pdf`)).status).toBe(404);
  });

  test("where no regime follows the whole register is shown, and says so", async () => {
    const { owner, org, page } = await open();
    await owner.browser.submit(`/sk/organizations/${org}/verdict`, { country: "SK", ico: "" });
    const { html } = await owner.browser.get(`${page}?regime=1`);
    expect(/data-regime="([a-z]+)"/.exec(html)?.[1]).toMatch(/^(none|undetermined)$/);
    expect(html.match(/<tr id="NIS2-/g)).toHaveLength(30);
  });
});
