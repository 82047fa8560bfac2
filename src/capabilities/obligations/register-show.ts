import { z } from "zod";
import { completionOf } from "../../rules/obligation-register/completion.ts";
import { listRegister } from "../../state/register-entries.ts";
import { organizationOf } from "../accounts/operator-accounts.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { registerItem, registerItems } from "./register-items.ts";
import { writeRegisterCsv } from "./register-table.ts";

/** Shows the obligation register of an organization to the operator. */
export const registerShow = defineCapability({
  name: "register_show",
  title: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
  description: "Shows the obligation register of an organization, as data and as CSV.",
  access: "operator",
  input: z.strictObject({
    organization: z.string().describe("Id of the organization."),
    format: z.enum(["csv", "json"]).optional(),
    locale: localeParameter,
  }),
  output: z.object({
    items: z.array(registerItem.extend({ reviewIntervalMonths: z.number().int() })),
    completion: z.number().int(),
    indicative: z.literal(true),
    disclaimer: z.string(),
    dataAsOf: z.string(),
    format: z.enum(["csv", "json"]).optional(),
    csv: z.string(),
  }),
  run: async ({ organization, format, locale }, context) => {
    const { state } = context.operator.accounts;
    const { obligations, asOf } = context.knowledge;
    await organizationOf(state, organization);
    const items = registerItems(await listRegister(state, organization), context, locale).map((item) => ({
      ...item,
      reviewIntervalMonths: obligations.byCode.get(item.code)?.reviewIntervalMonths ?? 0,
    }));
    return {
      items,
      completion: completionOf(items.map(({ status }) => status)),
      indicative: true as const,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
      ...(format === undefined ? {} : { format }),
      csv: writeRegisterCsv(items, locale),
    };
  },
});
