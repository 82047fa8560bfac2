import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../core/locale.ts";
import { exampleReport, ODD_TEXTS } from "./report.fixture.ts";
import { unzip } from "./unzip.fixture.ts";
import { writeDocx } from "./write-docx.ts";
import { type Spreadsheet, writeXlsx } from "./write-xlsx.ts";

function texts(xml: string, element: string): string[] {
  const found: string[] = [];
  let open: string | undefined;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    if (name === element) open = "";
  });
  parser.on("text", (text) => {
    if (open !== undefined) open += text;
  });
  parser.on("closetag", ({ name }) => {
    if (name === element && open !== undefined) {
      found.push(open);
      open = undefined;
    }
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

const spreadsheet = (rows: readonly (readonly string[])[]): Spreadsheet => ({
  locale: "sk",
  title: "Register",
  day: "2026-11-23",
  sheet: "Register [1]/2",
  table: {
    columns: [
      { title: "code", width: 1 },
      { title: "evidenceNote", width: 3 },
    ],
    rows,
  },
});

describe("a spreadsheet", () => {
  const rows = ODD_TEXTS.map((text) => ["NIS2-20-1", text]);

  test("has every text as a text cell, never as a formula or a link", () => {
    const sheet = unzip(writeXlsx(spreadsheet(rows))).get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).not.toMatch(/<f[ >]|<hyperlink/);
    const cells = texts(sheet, "t");
    expect(cells.slice(0, 2)).toEqual(["code", "evidenceNote"]);
    expect(cells).toContain("=1+1");
    // Spreadsheets read `_x005F_` as the bar that it stands for.
    expect(cells).toContain("_x005F_x0041_");
    expect(sheet.match(/<c [^>]*s="2" t="inlineStr"/g)).toHaveLength(rows.length * 2);
  });

  test("freezes its first row", () => {
    const sheet = unzip(writeXlsx(spreadsheet(rows))).get("xl/worksheets/sheet1.xml");
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  });

  test("drops what XML has no place for, and a cell ends where cells end", () => {
    const sheet = unzip(writeXlsx(spreadsheet([["a\0b\u000bc\ud800", "x".repeat(40_000)]]))).get(
      "xl/worksheets/sheet1.xml",
    );
    const cells = texts(sheet ?? "", "t");
    expect(cells[2]).toBe("abc\ufffd");
    expect(cells[3]).toHaveLength(32_767);
  });

  test("is the same twice, byte by byte", () => {
    expect(writeXlsx(spreadsheet(rows))).toEqual(writeXlsx(spreadsheet(rows)));
  });
});

describe("a text document", () => {
  test.each(LOCALES)("in %s holds every text as it is, in its language", (locale) => {
    const report = exampleReport(locale);
    const files = unzip(writeDocx(report));
    const written = texts(files.get("word/document.xml") ?? "", "w:t").map((text) => text.replaceAll("\u00a0", " "));
    for (const text of [report.title, ...ODD_TEXTS, "second line"]) expect(written).toContain(text);
    expect(files.get("word/document.xml")).not.toMatch(/<w:hyperlink|fldSimple|instrText/);
    expect(files.get("word/styles.xml")).toContain(
      `<w:lang w:val="${{ sk: "sk-SK", cs: "cs-CZ", en: "en-GB" }[locale]}"/>`,
    );
  });

  test("marks headings, lists and the repeated head of a table", () => {
    const xml = unzip(writeDocx(exampleReport("en"))).get("word/document.xml");
    for (const mark of ['w:val="Heading2"', 'w:val="Heading3"', 'w:val="ListItem"', "<w:tblHeader/>"]) {
      expect(xml).toContain(mark);
    }
  });

  test("carries the day of its content and no other time", () => {
    const files = unzip(writeDocx(exampleReport("en")));
    expect(files.get("docProps/core.xml")?.match(/\d{4}-\d{2}-\d{2}T[\d:]+Z/g)).toEqual([
      "2026-11-23T00:00:00Z",
      "2026-11-23T00:00:00Z",
    ]);
    expect(writeDocx(exampleReport("en"))).toEqual(writeDocx(exampleReport("en")));
  });

  test("is well-formed in every part", () => {
    for (const file of [writeDocx(exampleReport("sk")), writeXlsx(spreadsheet([["a", "b"]]))]) {
      for (const text of unzip(file).values()) expect(() => texts(text, "x")).not.toThrow();
    }
  });
});
