import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** What an organization does about failed checks of its domains. */
export const findingList = defineCapability({
  name: "finding_list",
  access: "organization",
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { role, store, today }) => {
    const [states, members] = await Promise.all([store.findingStates(), store.members()]);
    const names = new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)]));
    return {
      mayChange: hasRight(role, "change"),
      mayAccept: hasRight(role, "manage"),
      members: members.map(({ account_id, name }) => ({ id: account_id, untrusted: { name: foreignText(name) } })),
      findings: states.map((each) => ({
        domain: each.domain,
        checkId: each.check_id,
        state: each.state,
        code: each.code,
        responsibleId: each.responsible_id,
        workDueAt: each.due,
        until: each.until,
        /** The time of the acceptance is over. */
        isOver: each.until !== null && each.until < today(),
        version: each.version,
        untrusted: {
          reason: each.reason === null ? null : foreignLines(each.reason),
          by: names.get(each.by) ?? null,
          responsible: each.responsible_id === null ? null : (names.get(each.responsible_id) ?? null),
        },
      })),
    };
  },
});
