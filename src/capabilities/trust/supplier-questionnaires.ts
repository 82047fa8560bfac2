import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import {
  SUPPLIER_FIELD_TYPES,
  SUPPLIER_LETTERS,
  SUPPLIER_SECTIONS,
} from "../../knowledge/supplier-questionnaire-ids.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { attributionOf } from "./attribution.ts";
import { attribution } from "./statement.ts";
import { unknownVersion } from "./trust-problems.ts";

const shared = {
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
};

/** The versions of the open supplier questionnaire that a trust profile may be answered in. */
export const supplierQuestionnaires = defineCapability({
  name: "supplier_questionnaires",
  access: "public",
  input: z.strictObject({ locale: localeParameter }),
  published: {
    title: "Supplier questionnaires",
    description: "The versions of the open supplier questionnaire (CC BY 4.0) that a trust profile may be answered in.",
    output: z.object({
      versions: z.array(
        z.object({
          version: z.string(),
          published: z.string(),
          fields: z.number().int().describe("How many there are."),
        }),
      ),
      ...shared,
    }),
  },
  rest: [{ method: "GET", path: "/api/v1/supplier-questionnaires", cost: { constant: "version" }, maxAge: 300 }],
  run: ({ locale }, { knowledge }) => ({
    versions: knowledge.supplierQuestionnaires.versions.map(({ version, published, fields }) => ({
      version,
      published,
      fields: fields.length,
    })),
    indicative: true as const,
    disclaimer: DISCLAIMER[locale],
    dataAsOf: knowledge.asOf,
  }),
});

const condition = z.object({ field: z.string(), equals: z.boolean() });
const words = z.string().nullable().describe("null: a citation in it is not confirmed.");

/** One version of the questionnaire with our words and letters. */
export const supplierQuestionnaire = defineCapability({
  name: "supplier_questionnaire",
  access: "public",
  input: z.strictObject({
    version: z
      .string()
      .describe("A version of /api/v1/supplier-questionnaires.")
      .meta({ examples: ["4.0.0"] }),
    locale: localeParameter,
  }),
  published: {
    title: "Supplier questionnaire",
    description:
      "One version of the open supplier questionnaire: every field with its condition, legal basis and the letters of " +
      "Article 21(2) it speaks to (the letters are this service's own reading).",
    output: z.object({
      version: z.string(),
      attribution,
      sections: z.array(z.object({ id: z.enum(SUPPLIER_SECTIONS), title: z.string() })),
      letters: z.array(z.object({ id: z.enum(SUPPLIER_LETTERS), title: z.string() })),
      fields: z.array(
        z.object({
          id: z.string(),
          section: z.enum(SUPPLIER_SECTIONS),
          type: z.enum(SUPPLIER_FIELD_TYPES),
          required: z.boolean().describe("While it is visible."),
          visibleWhen: z
            .union([condition, z.object({ anyOf: z.array(condition) })])
            .nullable()
            .describe("null: asked of everybody. A condition on a hidden field does not hold."),
          options: z.array(z.object({ value: z.string(), label: words })).optional(),
          letters: z.array(z.enum(SUPPLIER_LETTERS)),
          legalBasis: z.string().describe("As published."),
          label: words,
          description: words,
        }),
      ),
      ...shared,
    }),
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/supplier-questionnaires/{version}",
      cost: { constant: "version" },
      maxAge: 300,
    },
  ],
  check: ({ version }, { knowledge: { supplierQuestionnaires: all } }) => {
    if (!all.byVersion.has(version)) throw new ServiceError(unknownVersion([...all.byVersion.keys()]));
  },
  run: ({ version, locale }, services) => {
    const { supplierQuestionnaires: all, asOf } = services.knowledge;
    const questionnaire = all.byVersion.get(version) ?? all.newest;
    const grounding = groundingFor(services, locale);
    return {
      version: questionnaire.version,
      attribution: attributionOf(questionnaire, locale, services),
      sections: questionnaire.sections.map(({ id, title }) => ({ id, title: title[locale] })),
      letters: questionnaire.letters.map(({ id, title }) => ({ id, title: title[locale] })),
      fields: questionnaire.fields.map(
        ({ id, section, type, required, visibleWhen, options, letters, legalBasis, label, description }) => ({
          id,
          section,
          type,
          required,
          visibleWhen:
            visibleWhen === null || !("anyOf" in visibleWhen) ? visibleWhen : { anyOf: [...visibleWhen.anyOf] },
          ...(options.length === 0
            ? {}
            : { options: options.map((each) => ({ value: each.value, label: grounding.text(each.label) })) }),
          letters: [...letters],
          legalBasis,
          label: grounding.text(label),
          description: grounding.text(description),
        }),
      ),
      indicative: true as const,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});
