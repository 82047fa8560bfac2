import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";
import { completionOf } from "../../rules/obligation-register/completion.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { registerItem, registerItems } from "./register-items.ts";

const input = z.strictObject({ locale: localeParameter, organizationId: organizationParameter });

const output = z.object({
  items: z.array(registerItem).describe("Every obligation of the catalog, in its order."),
  completion: z.number().int().min(0).max(100).describe("Percent of the whole register."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

type Answer = z.output<typeof output>;

/** The obligation register of an organization (docs/specification.md, `my_obligations.what`). */
export const myObligations = defineCapability({
  name: "my_obligations",
  access: "organization",
  input,
  published: {
    title: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
    description:
      "The NIS2 obligation register of an organization of the key's owner: for each obligation of the catalog the status, " +
      "its source, the review days and the legal basis, and the completion of the whole register in percent.",
    output,
  },
  mcp: {
    cost: { rows: ["person_read"] },
    openWorld: false,
    summary: ({ items, completion }, locale) =>
      summaries[locale](completion, items.filter(({ overdue }) => overdue).length),
  },
  run: async ({ locale }, context): Promise<Answer> => {
    const items = registerItems(await context.store.register(), context, locale);
    return {
      items,
      completion: completionOf(items.map(({ status }) => status)),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: context.knowledge.asOf,
    };
  },
});

const summaries: Readonly<Record<Locale, (completion: number, overdue: number) => string>> = {
  sk: (completion, overdue) => `Splnené na ${completion} %, po termíne: ${overdue}.`,
  cs: (completion, overdue) => `Splněno na ${completion} %, po termínu: ${overdue}.`,
  en: (completion, overdue) =>
    `${completion} % complete, ${overdue} ${plural(overdue, { one: "review", other: "reviews" }, "en")} overdue.`,
};
