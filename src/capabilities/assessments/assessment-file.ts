import { z } from "zod";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { fileShape, REPORT_FORMATS, reportFile } from "../answers/report-file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import { assessmentReport, assessmentRows } from "./assessment-report.ts";
import { assessmentShow } from "./assessment-show.ts";

export const ASSESSMENT_FORMATS = [...REPORT_FORMATS, "csv", "json"] as const;

const NAME = "nis2-questionnaire";

/** A saved questionnaire as a file to be handed over. */
export const assessmentFile = defineCapability({
  name: "assessment_file",
  title: { sk: "Zostava dotazníka", cs: "Sestava dotazníku", en: "Report of a questionnaire" },
  description: "A saved questionnaire of an organization with scores, answers and law, as PDF, DOCX, CSV or JSON.",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    format: z.enum(ASSESSMENT_FORMATS),
    locale: localeParameter,
  }),
  output: fileShape,
  web: { limits: [] },
  run: async ({ organizationId, questionnaireId, format, locale }, context) => {
    const { asOf: dataAsOf, questionnaire } = context.knowledge;
    const { version } = questionnaire;
    const shown = await assessmentShow.run({ organizationId, questionnaireId, locale }, context);
    if (format === "csv") {
      const content = writeSpreadsheetCsv(assessmentRows(shown, locale), locale);
      return { mediaType: "text/csv; charset=utf-8", fileName: `${NAME}.csv`, content };
    }
    if (format === "json") {
      const { mayChange: _mayChange, ...rest } = shown;
      const document = { ...rest, version, indicative: true, disclaimer: DISCLAIMER[locale], dataAsOf };
      return {
        mediaType: "application/json; charset=utf-8",
        fileName: `${NAME}.json`,
        content: `${JSON.stringify(document, null, 2)}\n`,
      };
    }
    const { baseUrl, organization } = context;
    const address = `${baseUrl}/${locale}/organizations/${organization.id}/questionnaires/${shown.id}`;
    return reportFile(assessmentReport(shown, { locale, address, version, dataAsOf }), format, NAME, context);
  },
});
