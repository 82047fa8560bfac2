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
    /** Makes an organization without a firm, of a country or of none. */
    const without = async (country: "" | "SK" | "CZ") => {
      const fields = { name: "Beta", country, ico: "" };
      const made = await owner.browser.submit("/sk/organizations/new?firm=none", fields, "/sk/organizations");
      expect(made.status).toBe(303);
      const id = /org_[0-9a-z]{26}/.exec(made.location ?? "")?.[0] ?? "";
      // A report cites the law of entries in which something was written.
      const entry = `/sk/organizations/${id}/obligations/NIS2-21-2-A`;
      expect((await owner.browser.submit(entry, { status: "partial", evidenceNote: "Plán" }, entry)).status).toBe(303);
      return id;
    };
    return { owner, org, page, file, read, without };
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
    // Words for people in the first row, codes for programs in the second; days are days, states are chosen from a list.
    expect(sheet).toMatch(/<row r="1">.*>Stav<.*<row r="2">.*>statusText</s);
    expect(sheet).toContain('<pane ySplit="2"');
    expect(sheet).toMatch(/<c r="G\d+" s="6"><v>\d{5}<\/v><\/c>/);
    expect(sheet).toContain("met,partial,in_progress,not_met,not_applicable");
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
    const { owner, read, without } = await open();
    const cited = async (org: string) => {
      const { text } = readPdf(await read(`/sk/organizations/${org}/obligations.pdf`));
      return [/69\/2018/, /264\/2025/, /2022\/2555/].map((act) => act.test(text));
    };
    const org = await without("");
    expect(await cited(org)).toEqual([true, true, true]);
    // Where there was no country, the settings take one.
    const settings = { name: "Beta", country: "SK", ico: "" };
    expect((await owner.browser.submit(`/sk/organizations/${org}/settings`, settings)).status).toBe(303);
    expect(await cited(org)).toEqual([true, false, true]);
    expect(await cited(await without("CZ"))).toEqual([false, true, true]);
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
    // Without the parameter the list is the same, but for the days of the law.
    const plain = (await owner.browser.get(page)).html;
    for (const text of [html, plain]) {
      const applying = text.match(/<tr id="NIS2-[^>]*data-applies="yes"/g)?.length ?? 0;
      const rest = text.match(/<tr id="NIS2-[^>]*data-applies="no"/g)?.length ?? 0;
      expect(applying).toBeGreaterThan(20);
      expect(applying + rest).toBe(30);
      expect(text).toMatch(new RegExp(`<details [^>]*data-rest="${rest}">`));
    }
    expect((await owner.browser.get(`${page}?all=1`)).html).toMatch(/<details [^>]*data-rest="\d+" open/);
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
    const { owner, without } = await open();
    const page = `/sk/organizations/${await without("SK")}/obligations`;
    const { html } = await owner.browser.get(`${page}?regime=1`);
    expect(/data-regime="([a-z]+)"/.exec(html)?.[1]).toMatch(/^(none|undetermined)$/);
    expect(html.match(/<tr id="NIS2-/g)).toHaveLength(30);
  });
});
