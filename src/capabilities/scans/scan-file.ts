import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { REPORT_FORMATS, writeFile } from "../answers/file.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { type ScanResult, scanResultOf } from "./scan-answer.ts";
import { type ScanLaw, scanReport, textsOf } from "./scan-report.ts";
import { effortNames, findingsOf, roleNames } from "./scan-words.ts";

const FORMATS = ["csv", ...REPORT_FORMATS] as const;

/** One scan of an organization as a file: its findings for a spreadsheet, or the whole as a report. */
export const scanFile = defineCapability({
  name: "scan_file",
  access: "organization",
  openToOperator: true,
  input: z.strictObject({
    scanId: z.string(),
    organizationId: organizationParameter,
    format: z.enum(FORMATS),
    locale: localeParameter,
  }),
  web: { rows: ["web_lookup"] },
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/scans/:scanId",
    formats: FORMATS,
    name: ":scanId",
  },
  run: async ({ scanId, format, locale }, context) => {
    const { store, knowledge, baseUrl, organization } = context;
    const stored = await store.scan(scanId);
    if (stored === undefined) throw new ServiceError(notYours);
    const result = scanResultOf(stored, await store.domains(), knowledge, locale, "all");
    // A file of a domain is handed on: the organization's own answers stay out of it.
    const scan = result.domain === null ? result : { ...result, areas: [] };
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
    const parts = { report: () => scanReport(scan, { locale, address, law }), rows: () => findingRows(scan, locale) };
    const name = organizationFileName(organization.name, "scan", { locale, day: context.today(), domain: scan.domain });
    return { ...(await writeFile(format, parts, { ...context, locale })), name };
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

function findingRows({ checks }: ScanResult, locale: Locale): string[][] {
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
  return [[...HEADER], ...rows];
}
