import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { ROLES } from "../../core/role.ts";
import { completionOf, isOverdue } from "../../rules/obligation-register/completion.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** One organization as a member sees it. */
export const organizationShow = defineCapability({
  name: "organization_show",
  title: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  description: "An organization of the signed-in person with the role in it and how far its register is.",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  output: z.object({
    id: z.string(),
    role: z.enum(ROLES),
    country: z.enum(COUNTRIES).nullable(),
    ico: z.string().nullable(),
    createdAt: z.string(),
    members: z.number().int(),
    tracked: z.number().int().describe("Obligations with a status."),
    obligations: z.number().int(),
    completion: z.number().int(),
    overdue: z.number().int(),
    untrusted: z.object({ name: z.string() }),
  }),
  web: { limits: [] },
  run: async (_input, { organization, role, store, knowledge, today }) => {
    const [members, entries] = await Promise.all([store.members(), store.register()]);
    // What the catalog no longer has counts neither as tracked nor as overdue.
    const known = entries.filter(({ code }) => knowledge.obligations.byCode.has(code));
    const statusOf = new Map(known.map(({ code, status }) => [code, status]));
    const statuses = [...knowledge.obligations.byCode.keys()].map((code) => statusOf.get(code) ?? null);
    const day = today();
    const { id, country, ico, created_at, name } = organization;
    return {
      id,
      role,
      country,
      ico,
      createdAt: new Date(created_at).toISOString(),
      members: members.length,
      tracked: statuses.filter((status) => status !== null).length,
      obligations: statuses.length,
      completion: completionOf(statuses),
      overdue: known.filter(({ status, next_review_at }) => isOverdue(status, next_review_at, day)).length,
      untrusted: { name: foreignText(name) },
    };
  },
});
