import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { listOrganizations, type Organization } from "../../state/organizations.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const PAGE = 500;

/** Lists all organizations for the operator. */
export const orgList = defineCapability({
  name: "org_list",
  title: { sk: "Organizácie", cs: "Organizace", en: "Organizations" },
  description: "Lists the organizations.",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  output: z.object({
    organizations: z.array(
      z.object({
        id: z.string(),
        country: z.string().nullable(),
        ico: z.string().nullable(),
        createdAt: z.string(),
        untrusted: z.object({ name: z.string() }),
      }),
    ),
  }),
  cli: {
    words: "org list",
    help: "list the organizations",
    lines: ({ organizations }) => organizations.map(({ id, untrusted }) => `${id}  ${foreignText(untrusted.name)}`),
  },
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
});
