import { z } from "zod";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { REPORT_FORMATS, writeFile } from "../answers/file.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { assessmentReport, assessmentRows } from "./assessment-report.ts";
import { assessmentShow } from "./assessment-show.ts";

export const ASSESSMENT_FORMATS = [...REPORT_FORMATS, "csv", "json"] as const;

/** A saved questionnaire as a file to be handed over. */
export const assessmentFile = defineCapability({
  name: "assessment_file",
  access: "organization",
  openToOperator: true,
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    format: z.enum(ASSESSMENT_FORMATS),
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/questionnaires/:questionnaireId",
    formats: ASSESSMENT_FORMATS,
    name: "nis2-questionnaire",
  },
  run: async ({ organizationId, questionnaireId, format, locale }, context) => {
    const { asOf: dataAsOf, questionnaire } = context.knowledge;
    const { version } = questionnaire;
    const shown = await assessmentShow.run({ organizationId, questionnaireId, locale }, context);
    const { baseUrl, organization } = context;
    const address = `${baseUrl}/${locale}/organizations/${organization.id}/questionnaires/${shown.id}`;
    const { mayChange: _mayChange, ...rest } = shown;
    const parts = {
      report: () => assessmentReport(shown, { locale, address, version, dataAsOf }),
      rows: () => assessmentRows(shown, locale),
      json: () => ({ ...rest, version, indicative: true, disclaimer: DISCLAIMER[locale], dataAsOf }),
    };
    const name = organizationFileName(organization.name, "questionnaire", { locale, day: context.today() });
    return { ...(await writeFile(format, parts, { ...context, locale })), name };
  },
});
