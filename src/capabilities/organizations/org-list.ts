import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { listOrganizations, type Organization } from "../../state/organizations.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const PAGE = 500;

/** Lists all organizations for the operator. */
export const orgList = defineCapability({
  name: "org_list",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { accounts } }) => {
    const all: Organization[] = [];
    for (;;) {
      const page = await listOrganizations(accounts.state, all.at(-1)?.id ?? "", PAGE);
      all.push(...page);
      if (page.length < PAGE) break;
    }
    return {
      organizations: all.map(({ id, country, ico, created_at, name }) => ({
        id,
        country,
        ico,
        createdAt: new Date(created_at).toISOString(),
        untrusted: { name: foreignText(name) },
      })),
    };
  },
  cli: {
    words: "org list",
    help: "list the organizations",
    lines: ({ organizations }) => organizations.map(({ id, untrusted }) => `${id}  ${foreignText(untrusted.name)}`),
  },
});
