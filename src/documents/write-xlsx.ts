import type { Day } from "../core/day.ts";
import type { Locale } from "../core/locale.ts";
import { type FileBytes, LANGUAGE_TAGS, type Table } from "./document.ts";
import {
  CORE_PROPERTIES_TYPE,
  contentTypes,
  coreProperties,
  RELATION,
  RELATION_NAMESPACE,
  relations,
  XML_HEAD,
  xmlText,
} from "./xml.ts";
import { zip } from "./zip.ts";

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PART_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** No cell of a spreadsheet holds more characters. */
const MOST_CHARACTERS = 32_767;

/** Widths of a sheet are counted in digits. */
const WIDTH_OF_ALL = 180;

/** What a spreadsheet is made of. */
export interface Spreadsheet {
  readonly locale: Locale;
  readonly title: string;
  /** The day that the content is of: the only date that the file carries. */
  readonly day: Day;
  /** Name of its one sheet. */
  readonly sheet: string;
  readonly table: Table;
}

/**
 * A table as XLSX: the first row is frozen and bold, every cell is a text, so that what begins with `=` is one too and
 * stays one when somebody edits it. The same table gives the same bytes.
 */
export function writeXlsx({ locale, title, day, sheet, table }: Spreadsheet): FileBytes {
  return zip([
    {
      name: "[Content_Types].xml",
      text: contentTypes([
        ["/xl/workbook.xml", `${PART_TYPE}.sheet.main+xml`],
        ["/xl/worksheets/sheet1.xml", `${PART_TYPE}.worksheet+xml`],
        ["/xl/styles.xml", `${PART_TYPE}.styles+xml`],
        ["/docProps/core.xml", CORE_PROPERTIES_TYPE],
      ]),
    },
    {
      name: "_rels/.rels",
      text: relations([
        [RELATION.document, "xl/workbook.xml"],
        [RELATION.properties, "docProps/core.xml"],
      ]),
    },
    { name: "docProps/core.xml", text: coreProperties({ title, language: LANGUAGE_TAGS[locale], day }) },
    {
      name: "xl/workbook.xml",
      text:
        `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATION_NAMESPACE}"><sheets>` +
        `<sheet name="${xmlText(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: relations([
        [RELATION.worksheet, "worksheets/sheet1.xml"],
        [RELATION.styles, "styles.xml"],
      ]),
    },
    { name: "xl/styles.xml", text: STYLES },
    { name: "xl/worksheets/sheet1.xml", text: sheetXml(table) },
  ]);
}

/** 49 is the built-in format "text": a cell that has it takes a formula that is typed into it as text. */
const STYLES =
  `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const HEAD_STYLE = 1;
const CELL_STYLE = 2;

function sheetXml({ columns, rows }: Table): string {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${((width / whole) * WIDTH_OF_ALL).toFixed(2)}" customWidth="1"/>`,
  );
  const head = columns.map(({ title }) => title);
  const lines = [head, ...rows].map((row, index) => rowXml(row, index + 1, index === 0 ? HEAD_STYLE : CELL_STYLE));
  return (
    `${XML_HEAD}<worksheet xmlns="${MAIN}"><dimension ref="A1:${columnName(columns.length - 1)}${rows.length + 1}"/>` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join("")}</cols><sheetData>${lines.join("")}</sheetData>` +
    `<autoFilter ref="A1:${columnName(columns.length - 1)}${rows.length + 1}"/></worksheet>`
  );
}

function rowXml(row: readonly string[], number: number, style: number): string {
  const cells = row.map((text, index) => {
    if (text === "") return "";
    const written = xmlText(literalText(text.slice(0, MOST_CHARACTERS)));
    return `<c r="${columnName(index)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** Spreadsheets read `_x0041_` in a text as the letter of that number; the bar before it is written so itself. */
function literalText(text: string): string {
  return text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, "_x005F_");
}

/** `A` for 0, `AA` for 26. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/** The name of a sheet has at most 31 characters, and some may not stand in it. */
function sheetName(text: string): string {
  return text.replace(/[\\/?*[\]:']/g, " ").slice(0, 31);
}
