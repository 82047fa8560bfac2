import { z } from "zod";
import type { Locale, Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Column, ReportDocument } from "../../documents/document.ts";
import { TooManyReports } from "../../documents/pdf/pdf-maker.ts";
import { DOCX_TYPE, writeDocx } from "../../documents/write-docx.ts";
import { writeXlsx, XLSX_TYPE } from "../../documents/write-xlsx.ts";
import type { Services } from "../contexts.ts";
import type { FileFormat } from "../offers.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";

/** Apart from the writer, so that whoever names the type does not load the library. */
const PDF_TYPE = "application/pdf";

/** The content of a file, and its name where the answer knows a better one than the offer; headers are the face's. */
export const fileContent = z.object({
  content: z.union([z.string(), z.instanceof(Uint8Array)]),
  name: z.string().optional().describe("Without the ending."),
});

export type FileContent = z.output<typeof fileContent>;

/** The media type of each format. */
export const FILE_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  docx: DOCX_TYPE,
  ics: "text/calendar; charset=utf-8",
  json: "application/json; charset=utf-8",
  pdf: PDF_TYPE,
  xlsx: XLSX_TYPE,
};

/** The files that a report can be. */
export const REPORT_FORMATS = ["pdf", "docx"] as const;

/** Parts that a file is made of, each asked for by the formats that need it. */
interface FileParts {
  readonly report?: () => ReportDocument | Promise<ReportDocument>;
  /** A table, with its header first. */
  readonly rows?: () => readonly (readonly string[])[];
  /** The table as a workbook: shares of the width of the sheet for wide columns, and for the others. */
  readonly sheet?: {
    readonly title: string;
    readonly wide: Readonly<Record<string, number>>;
    readonly narrow: number;
    /** Kinds of columns by their title; with kinds, widths follow from the cells. */
    readonly kinds?: Readonly<Record<string, Pick<Column, "isDay" | "choices" | "heading">>>;
  };
  readonly json?: () => unknown;
  readonly calendar?: () => string | Promise<string>;
}

/**
 * The bytes of a file. The parts that `format` needs must be there.
 * @throws ServiceError `source_unavailable` while more reports wait than may wait
 */
export async function writeFile(
  format: FileFormat,
  { report, rows, sheet, json, calendar }: FileParts,
  { locale, pdf, today }: Pick<Services, "pdf" | "today"> & { readonly locale: Locale },
): Promise<FileContent> {
  if (format === "pdf" && report !== undefined) return { content: await makePdf(await report(), pdf) };
  if (format === "docx" && report !== undefined) return { content: writeDocx(await report()) };
  if (format === "csv" && rows !== undefined) return { content: writeSpreadsheetCsv(rows(), locale) };
  if (format === "json" && json !== undefined) return { content: `${JSON.stringify(json(), null, 2)}\n` };
  if (format === "ics" && calendar !== undefined) return { content: await calendar() };
  if (format !== "xlsx" || rows === undefined || sheet === undefined) throw new Error(`no parts for ${format}`);
  const [head = [], ...cells] = rows();
  const columns = head.map((title) => ({ title, width: sheet.wide[title] ?? sheet.narrow, ...sheet.kinds?.[title] }));
  return {
    content: writeXlsx({ locale, title: sheet.title, day: today(), sheet: "NIS2", table: { columns, rows: cells } }),
  };
}

async function makePdf(report: ReportDocument, pdf: Services["pdf"]) {
  try {
    return await pdf.make(report);
  } catch (cause) {
    if (cause instanceof TooManyReports) throw new ServiceError(busy, { cause });
    throw cause;
  }
}

const RETRY_SECONDS = 10;

const message: Localized = {
  sk: "Práve sa pripravuje veľa zostáv naraz.",
  cs: "Právě se připravuje mnoho sestav najednou.",
  en: "Many reports are being made at once just now.",
};

const busy: Problem = {
  code: "source_unavailable",
  retryAfter: RETRY_SECONDS,
  message,
  nextStep: {
    sk: `Skúste to znova o ${RETRY_SECONDS} s.`,
    cs: `Zkuste to znovu za ${RETRY_SECONDS} s.`,
    en: `Try again in ${RETRY_SECONDS} s.`,
  },
};
