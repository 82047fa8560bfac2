import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { REPORT_FORMATS, writeFile } from "../answers/file.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { deadlineCalendar } from "../deadlines/deadline-calendar.ts";
import { verdictReport } from "../scope/verdict-report.ts";
import { verdictOf } from "./organization-verdict.ts";

const FORMATS = [...REPORT_FORMATS, "json", "ics"] as const;

/** The verdict of an organization as a report, as it stands, or its deadlines as a calendar. */
export const organizationVerdictFile = defineCapability({
  name: "organization_verdict_file",
  access: "organization",
  openToOperator: true,
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    format: z.enum(FORMATS),
    locale: localeParameter,
  }),
  web: { rows: ["web_lookup"] },
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/verdict",
    formats: FORMATS,
    name: (format) => (format === "ics" ? "dosah-nis2" : "dosah-nis2-verdict"),
  },
  run: async ({ format, locale }, context) => {
    const { baseUrl, organization } = context;
    const answer = await verdictOf(context, locale);
    const address = `${baseUrl}/${locale}/organizations/${organization.id}/verdict`;
    const calendar = async () => {
      const { verdict, dates, untrusted, id } = answer;
      if (verdict === null) throw new ServiceError(notYours);
      const asked = deadlineCalendar.input.parse({
        country: verdict.country,
        regime: verdict.nationalRegime?.id ?? "none",
        steps: verdict.nextSteps.map((step) => step.id),
        ...dates,
        key: id.replace("_", "-"),
        firm: untrusted.name,
        url: address,
        locale,
      });
      const { calendar: days } = await deadlineCalendar.run(asked, context);
      if (days === null) throw new ServiceError(notYours);
      return days;
    };
    const parts = {
      report: () => {
        const { verdict, untrusted, said, register, ruleSetVersion } = answer;
        const reported = { verdict, name: untrusted.name, said, sources: register.sources, ruleSetVersion };
        return verdictReport(reported, { locale, address, asked: context.today() });
      },
      json: () => answer,
      calendar,
    };
    const name = organizationFileName(organization.name, "verdict", { locale, day: context.today() });
    return { ...(await writeFile(format, parts, { ...context, locale })), name };
  },
});
