import { type Day, isDay } from "../core/day.ts";
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
const WIDEST = 60;
const NARROWEST = 6;

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

/** A sheet of a workbook; what its cells hold is by their column. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly { readonly title: string; readonly kind: "text" | "day" | "number" }[];
  readonly rows: readonly (readonly string[])[];
}

/** A workbook of several sheets, each with columns as wide as what stands in them. */
export interface Workbook extends Pick<Spreadsheet, "locale" | "title" | "day"> {
  readonly sheets: readonly Sheet[];
}

/**
 * A table as XLSX: the first row is frozen and bold, every cell is a text, so that what begins with `=` is one too and
 * stays one when somebody edits it. The same table gives the same bytes.
 */
export function writeXlsx({ locale, title, day, sheet, table }: Spreadsheet): FileBytes {
  return workbook({ locale, title, day }, [{ name: sheet, xml: sheetXml(table) }]);
}

/** Several tables as XLSX; texts stay texts, days are days and numbers are numbers. The same workbook gives the same bytes. */
export function writeWorkbook({ sheets, ...about }: Workbook): FileBytes {
  return workbook(
    about,
    sheets.map((sheet) => ({ name: sheet.name, xml: kindsXml(sheet) })),
  );
}

function workbook(
  { locale, title, day }: Pick<Spreadsheet, "locale" | "title" | "day">,
  sheets: readonly { readonly name: string; readonly xml: string }[],
): FileBytes {
  const named = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }));
  return zip([
    {
      name: "[Content_Types].xml",
      text: contentTypes([
        ["/xl/workbook.xml", `${PART_TYPE}.sheet.main+xml`],
        ...named.map(({ number }) => [`/xl/worksheets/sheet${number}.xml`, `${PART_TYPE}.worksheet+xml`] as const),
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
        named
          .map(
            ({ name, number }) => `<sheet name="${xmlText(sheetName(name))}" sheetId="${number}" r:id="rId${number}"/>`,
          )
          .join("") +
        "</sheets></workbook>",
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: relations([
        ...named.map(({ number }) => [RELATION.worksheet, `worksheets/sheet${number}.xml`] as const),
        [RELATION.styles, "styles.xml"] as const,
      ]),
    },
    { name: "xl/styles.xml", text: STYLES.replace("DAY_FORMAT", DAY_FORMATS[locale]) },
    ...named.map(({ number, xml }) => ({ name: `xl/worksheets/sheet${number}.xml`, text: xml })),
  ]);
}

/** How a day is written, in the words of spreadsheets. */
const DAY_FORMATS: Readonly<Record<Locale, string>> = {
  sk: "d\\.\\ m\\.\\ yyyy",
  cs: "d\\.\\ m\\.\\ yyyy",
  en: "d\\ mmm\\ yyyy",
};

/** 49 is the built-in format "text": a cell that has it takes a formula that is typed into it as text. */
const STYLES =
  `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="DAY_FORMAT"/></numFmts>' +
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><sz val="8"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const HEAD_STYLE = 1;
const CELL_STYLE = 2;
const DAY_STYLE = 3;
const NUMBER_STYLE = 4;
const CODE_STYLE = 5;
/** A day in the form of the language. */
const LOCAL_DAY_STYLE = 6;

function sheetXml({ columns, rows }: Table): string {
  if (columns.some(({ heading }) => heading !== undefined)) return headedXml({ columns, rows });
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width / whole) * WIDTH_OF_ALL);
  const head = columns.map(({ title }) => title);
  const lines = [head, ...rows].map((row, index) =>
    rowXml(
      row.map((text, at) => textCell(text, at, index + 1, index === 0 ? HEAD_STYLE : CELL_STYLE)),
      index + 1,
    ),
  );
  return framedXml(widths, lines);
}

/** A sheet whose first row are headings and the second one titles in small letters. */
function headedXml({ columns, rows }: Table): string {
  const headings = columns.map(({ heading, title }, at) => textCell(heading ?? title, at, 1, HEAD_STYLE));
  const titles = columns.map(({ title }, at) => textCell(title, at, 2, CODE_STYLE));
  const lines = rows.map((row, index) =>
    rowXml(
      row.map((text, at) => headedCell(text, columns[at]?.isDay === true, at, index + 3)),
      index + 3,
    ),
  );
  const all = [rowXml(headings, 1), rowXml(titles, 2), ...lines];
  return framedXml(contentWidths({ columns, rows }), all, 2, validationsXml(columns, 3, all.length));
}

function headedCell(text: string, isDayColumn: boolean, column: number, row: number): string {
  if (!isDayColumn || !isDay(text)) return textCell(text, column, row, CELL_STYLE);
  const serial = (Date.parse(text) - DAY_ZERO) / 86_400_000;
  return `<c r="${columnName(column)}${row}" s="${LOCAL_DAY_STYLE}"><v>${serial}</v></c>`;
}

/** As wide as the longest line of each column, within bounds. */
function contentWidths({ columns, rows }: Table): readonly number[] {
  return columns.map(({ title, heading = title }, index) => {
    const texts = [heading, title, ...rows.map((row) => row[index] ?? "")];
    const longest = Math.max(...texts.flatMap((text) => text.split("\n").map((line) => line.length)));
    return Math.min(WIDEST, Math.max(8, longest + 2));
  });
}

/** What is offered to choose from; what stands there already and is none of it stays. */
function validationsXml(columns: Table["columns"], from: number, to: number): string {
  const lists = columns.flatMap(({ choices }, index) => {
    if (choices === undefined || to < from) return [];
    const name = columnName(index);
    const list = xmlText(`"${choices.join(",")}"`);
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${name}${from}:${name}${to}"><formula1>${list}</formula1></dataValidation>`,
    ];
  });
  return lists.length === 0 ? "" : `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>`;
}

function kindsXml({ columns, rows }: Sheet): string {
  const head = columns.map(({ title }, at) => textCell(title, at, 1, HEAD_STYLE));
  const lines = rows.map((row, index) =>
    rowXml(
      row.map((text, at) => kindCell(text, columns[at]?.kind ?? "text", at, index + 2)),
      index + 2,
    ),
  );
  const widths = columns.map(({ title }, at) =>
    Math.min(
      WIDEST,
      rows.reduce((most, row) => Math.max(most, (row[at]?.length ?? 0) + 2), Math.max(NARROWEST, title.length + 4)),
    ),
  );
  return framedXml(widths, [rowXml(head, 1), ...lines]);
}

/** A sheet round its rows, `heads` of them first: they are frozen and the last one filters. @param widths in digits */
function framedXml(widths: readonly number[], lines: readonly string[], heads = 1, after = ""): string {
  const last = `${columnName(widths.length - 1)}${lines.length}`;
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width.toFixed(2)}" customWidth="1"/>`,
  );
  return (
    `${XML_HEAD}<worksheet xmlns="${MAIN}"><dimension ref="A1:${last}"/>` +
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${heads}" topLeftCell="A${heads + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${cols.join("")}</cols><sheetData>${lines.join("")}</sheetData>` +
    `<autoFilter ref="A${heads}:${last}"/>${after}</worksheet>`
  );
}

function rowXml(cells: readonly string[], number: number): string {
  return `<row r="${number}">${cells.join("")}</row>`;
}

function textCell(text: string, column: number, row: number, style: number): string {
  if (text === "") return "";
  const written = xmlText(literalText(text.slice(0, MOST_CHARACTERS)));
  return `<c r="${columnName(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`;
}

function kindCell(text: string, kind: Sheet["columns"][number]["kind"], column: number, row: number): string {
  const place = `${columnName(column)}${row}`;
  if (kind === "day" && /^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return `<c r="${place}" s="${DAY_STYLE}"><v>${(Date.parse(text) - DAY_ZERO) / 86_400_000}</v></c>`;
  }
  if (kind === "number" && /^-?\d{1,15}(?:\.\d+)?$/.test(text)) {
    return `<c r="${place}" s="${NUMBER_STYLE}"><v>${text}</v></c>`;
  }
  return textCell(text, column, row, CELL_STYLE);
}

/** The day from which spreadsheets count days. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

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
