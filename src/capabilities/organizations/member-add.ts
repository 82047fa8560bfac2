import { z } from "zod";
import { ROLES } from "../../core/role.ts";
import { entriesOfMoved } from "../../state/grant-entries.ts";
import { accountOf } from "../accounts/operator-accounts.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { actorOf } from "../contexts.ts";

/** Makes a person a member without an invitation, or gives a member another role; for the operator alone. */
export const memberAdd = defineCapability({
  name: "member_add",
  access: "organization",
  effect: "write",
  right: "own",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    email: z.string().describe("E-mail address of the person's account."),
    role: z.enum(ROLES),
    locale: localeParameter,
  }),
  run: async ({ email, role }, { accounts, baseUrl, organization, person, store: read, write }) => {
    const account = await accountOf(accounts.state, email);
    const answer = { accountId: account.id, role };
    if ((await read.roleOf(account.id)) === role) return answer;
    return write(async ({ store, record, mail }) => {
      const target = { type: "account", id: account.id } as const;
      const changed = await store.changeMember(account.id, role, { at: accounts.now(), why: "role" });
      if (changed.outcome === "last_owner") throw new Refused([{ code: "last_owner" }]);
      if (changed.outcome === "changed") {
        await record("member.role_changed", target, { before: changed.before, after: role });
        const by = actorOf(person);
        for (const entry of entriesOfMoved(changed.grants, { why: "role", by, orgId: organization.id })) {
          await record(entry.action, entry.target, entry.details);
        }
        return answer;
      }
      await store.addMember(account.id, role, accounts.now());
      await record("member.joined", target, { before: null, after: role });
      const link = `${baseUrl}/${account.locale}/organizations/${organization.id}`;
      await mail({ to: account.email, locale: account.locale, kind: "member_added", link });
      return answer;
    });
  },
  cli: {
    words: "member add",
    help: "make a person a member, or give a member another role",
    lines: ({ accountId, role }) => [`${accountId}  ${role}`],
  },
});
