import { z } from "zod";
import type { Framework } from "../../knowledge/frameworks.ts";
import { FRAMEWORKS } from "../../knowledge/frameworks.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ locale: localeParameter });

const output = z.object({
  count: z.number().int(),
  frameworks: z.array(
    z.object({
      id: z.enum(FRAMEWORKS),
      name: z.string(),
      version: z.string().describe("The edition that the questions follow."),
      areas: z.number().int(),
      questions: z.number().int().describe("Questions that are really there."),
      areaCounts: z.array(
        z.object({
          id: z.string(),
          title: z.string().nullable().describe("null: a citation in it is not confirmed."),
          questions: z.number().int(),
        }),
      ),
      source: z.string().describe("Address of the official text."),
    }),
  ),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

type Answer = z.output<typeof output>;

/** The frameworks with the areas and questions that are loaded (docs/specification.md, `rest.frameworks`). */
export const frameworks = defineCapability({
  name: "frameworks",
  access: "public",
  input,
  published: {
    title: "Frameworks",
    description: "The supported frameworks (NIS2, ISO 27001, GDPR, DORA) with their number of areas and questions.",
    output,
  },
  rest: [{ method: "GET", path: "/api/v1/frameworks", cost: { constant: "version" }, maxAge: 300 }],
  run: ({ locale }, services): Answer => {
    const grounding = groundingFor(services, locale);
    const listed = services.knowledge.frameworks.map((framework) => count(framework, grounding));
    return {
      count: listed.length,
      frameworks: listed,
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: services.knowledge.asOf,
    };
  },
});

function count({ id, name, version, source, areas }: Framework, grounding: Grounding): Answer["frameworks"][number] {
  const areaCounts = areas.map((area) => ({
    id: area.id,
    title: grounding.text(area.title),
    questions: area.questions.length,
  }));
  return {
    id,
    name,
    version,
    areas: areas.length,
    questions: areaCounts.reduce((sum, area) => sum + area.questions, 0),
    areaCounts,
    source,
  };
}
