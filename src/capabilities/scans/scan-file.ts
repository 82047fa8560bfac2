import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { groundingFor } from "../answers/grounding.ts";
import { fileShape, REPORT_FORMATS, reportFile } from "../answers/report-file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import { type ScanResult, scanResultOf } from "./scan-answer.ts";
import { type ScanLaw, scanReport, textsOf } from "./scan-report.ts";
import { effortNames, findingsOf, roleNames } from "./scan-words.ts";

/** One scan of an organization as a file: its findings for a spreadsheet, or the whole as a report. */
export const scanFile = defineCapability({
  name: "scan_file",
  title: { sk: "Sken ako súbor", cs: "Sken jako soubor", en: "A scan as a file" },
  description: "One scan of an organization: its findings as CSV, or the whole result as PDF or DOCX.",
  access: "organization",
  input: z.strictObject({
    scanId: z.string(),
    organizationId: organizationParameter,
    format: z.enum(["csv", ...REPORT_FORMATS]),
    locale: localeParameter,
  }),
  output: fileShape,
  web: { limits: ["web_lookup"] },
  run: async ({ scanId, format, locale }, context) => {
    const { store, knowledge, baseUrl, organization, pdf } = context;
    const stored = await store.scan(scanId);
    if (stored === undefined) throw new ServiceError(notYours);
    const scan = scanResultOf(stored, knowledge, locale, "all");
    if (format === "csv") {
      const content = findingsCsv(scan, locale);
      return { mediaType: "text/csv; charset=utf-8", fileName: `${scan.id}.csv`, content };
    }
    const address = `${baseUrl}/${locale}/organizations/${organization.id}/scans/${scan.id}`;
    const grounding = groundingFor(context, locale);
    const law: ScanLaw = {
      citationsOf: (check) => {
        const references = knowledge.scan.checks.get(check)?.legalReferences ?? [];
        const binding = references.filter((reference) => !isForeignLaw(reference, organization.country));
        return grounding.eachCitation(binding).filter((citation) => citation !== null);
      },
      orientation: grounding.text(knowledge.scan.orientation),
      asOf: knowledge.asOf,
    };
    return reportFile(scanReport(scan, { locale, address, law }), format, scan.id, { pdf });
  },
});

/** Is it the law of the other country? An organization without a country is shown that of both. */
function isForeignLaw(reference: string, country: Country | null): boolean {
  const act = reference.slice(0, 3);
  return (country === "SK" && act === "cz-") || (country === "CZ" && act === "sk-");
}

const HEADER = [
  "id",
  "status",
  "weight",
  "title",
  "finding",
  "remedy",
  "who",
  "effort",
  "article",
  "obligations",
  "seen",
] as const;

function findingsCsv({ checks }: ScanResult, locale: Locale): string {
  const rows = findingsOf(checks).map((check) => [
    check.id,
    check.status,
    String(check.weight),
    check.title,
    check.finding,
    check.remedy ?? "",
    check.who === null ? "" : roleNames[check.who][locale],
    check.effort === null ? "" : effortNames[check.effort][locale],
    check.article.join(" "),
    check.obligations.join(" "),
    textsOf(check.untrusted).join(" | "),
  ]);
  return writeSpreadsheetCsv([[...HEADER], ...rows], locale);
}
