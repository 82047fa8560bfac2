import { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { ReportDocument } from "../../documents/document.ts";
import { TooManyReports } from "../../documents/pdf/pdf-maker.ts";
import { PDF_TYPE } from "../../documents/pdf/pdf-type.ts";
import { DOCX_TYPE, writeDocx } from "../../documents/write-docx.ts";
import type { Services } from "../contexts.ts";

/** A file as a capability gives it to a face. */
export const fileShape = z.object({
  mediaType: z.string(),
  /** For saving: ASCII only. */
  fileName: z.string(),
  content: z.union([z.string(), z.instanceof(Uint8Array)]),
});

export type AnsweredFile = z.output<typeof fileShape>;

/** The files that a report can be. */
export const REPORT_FORMATS = ["pdf", "docx"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * A report as a file.
 * @param name of the file without its ending
 * @throws ServiceError `source_unavailable` while more reports wait than may wait
 */
export async function reportFile(
  report: ReportDocument,
  format: ReportFormat,
  name: string,
  { pdf }: Pick<Services, "pdf">,
): Promise<AnsweredFile> {
  const fileName = `${name}.${format}`;
  if (format === "docx") return { fileName, mediaType: DOCX_TYPE, content: writeDocx(report) };
  try {
    return { fileName, mediaType: PDF_TYPE, content: await pdf.make(report) };
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
