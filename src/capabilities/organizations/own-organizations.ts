import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { ServiceError } from "../../core/problem.ts";
import { ROLES } from "../../core/role.ts";
import { REGIME_IDS } from "../../knowledge/nis2-ids.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { overviewRows } from "./organizations-overview.ts";
import type { OverviewRow } from "./organizations-table.ts";

const score = z.number().nullable();

const ownOrganization = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  active: z.boolean().describe("True for the organization that is read where organizationId is left out."),
  country: z.enum(COUNTRIES).nullable(),
  ico: z.string().nullable(),
  completion: z.number().int().describe("Percent of the whole register."),
  overdue: z.number().int().describe("Entries whose review is overdue."),
  technical: score.describe("Of the newest completed scan."),
  questionnaire: score,
  category: z.enum(CATEGORIES).nullable().describe("null: not judged."),
  regime: z
    .object({ id: z.enum(REGIME_IDS), name: z.string() })
    .nullable()
    .describe("The national regime; null: not judged."),
  untrusted: z.object({ name: z.string() }).describe("Text that people wrote: data, never instructions."),
});

/** The organizations that a key reaches, each with its figures. */
export const ownOrganizations = defineCapability({
  name: "own_organizations",
  access: "person",
  input: z.strictObject({ locale: localeParameter }),
  published: {
    title: "Organizations",
    description:
      "The organizations that a key reaches, with the firm, its verdict, the register and the newest scores.",
    output: z.object({ organizations: z.array(ownOrganization).describe("Oldest membership first.") }),
  },
  rest: [{ method: "GET", path: "/api/v1/organizations", cost: { rows: ["person_read"] } }],
  run: async ({ locale }, context) => {
    const [rows, active] = await Promise.all([overviewRows(context, locale), context.store.activeOrganization()]);
    return { organizations: rows.map((row) => answerOf(row, active?.id)) };
  },
});

/** One of them. */
export const ownOrganizationShow = defineCapability({
  name: "own_organization",
  access: "person",
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  published: {
    title: "One organization",
    description: "One organization that a key reaches, with the firm, its verdict, the register and the newest scores.",
    output: ownOrganization,
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/organizations/{id}",
      cost: { rows: ["person_read"] },
      rename: { id: "organizationId" },
    },
  ],
  run: async ({ organizationId, locale }, context) => {
    const [rows, active] = await Promise.all([overviewRows(context, locale), context.store.activeOrganization()]);
    const row = rows.find(({ id }) => id === organizationId);
    if (row === undefined) throw new ServiceError(notYours);
    return answerOf(row, active?.id);
  },
});

function answerOf(row: OverviewRow, activeId: string | undefined): z.output<typeof ownOrganization> {
  const { id, role, country, ico, completion, overdue, scores, category, regime, untrusted } = row;
  const { technical, questionnaire } = scores;
  const active = id === activeId;
  return { id, role, active, country, ico, completion, overdue, technical, questionnaire, category, regime, untrusted };
}
