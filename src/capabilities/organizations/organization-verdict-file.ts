import { z } from "zod";
import { fileShape, REPORT_FORMATS, reportFile } from "../answers/report-file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { verdictOf } from "./organization-verdict.ts";
import { verdictReport } from "./verdict-report.ts";

/** The verdict of an organization as a report. */
export const organizationVerdictFile = defineCapability({
  name: "organization_verdict_file",
  title: { sk: "Zostava s posúdením", cs: "Sestava s posouzením", en: "Report of the verdict" },
  description: "The NIS2 verdict of an organization with its reasons, provisions, steps and deadlines, as PDF or DOCX.",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    format: z.enum(REPORT_FORMATS),
    locale: localeParameter,
  }),
  output: fileShape,
  web: { limits: ["web_lookup"] },
  run: async ({ format, locale }, context) => {
    const { baseUrl, organization } = context;
    const answer = await verdictOf(context, locale);
    const address = `${baseUrl}/${locale}/organizations/${organization.id}/verdict`;
    const report = verdictReport(answer, { locale, address, asked: context.today() });
    return reportFile(report, format, "dosah-nis2-verdict", context);
  },
});
