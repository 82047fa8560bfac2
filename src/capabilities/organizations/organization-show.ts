import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { completionOf, isOverdue } from "../../rules/obligation-register/completion.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** One organization as a member sees it. */
export const organizationShow = defineCapability({
  name: "organization_show",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
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
