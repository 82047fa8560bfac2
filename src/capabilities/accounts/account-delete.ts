import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import { onlyOwnerOf } from "../../state/organizations.ts";
import { localeParameter } from "../calling/parameters.ts";
import { sessionNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { removeAccount } from "./remove-account.ts";

/** What would go with the account, and what stands in the way. */
export const accountDeletePreview = defineCapability({
  name: "account_delete_preview",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  web: { limits: [] },
  run: async (_input, { store: { own } }) => {
    const list = (rows: readonly { id: string; name: string }[]) =>
      rows.map(({ id, name }) => ({ id, untrusted: { name: foreignText(name) } }));
    return { deleted: list(await own.onlyMemberOf()), needOwner: list(await own.onlyOwnerOf()) };
  },
});

/** Deletes the account of the person, at once and for good. */
export const accountDelete = defineCapability({
  name: "account_delete",
  // Not bound to the person's own rows: the organizations in which nobody else is a member go too.
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    current: z.string(),
    confirm: z.string().describe("The e-mail address of the account, typed again."),
    locale: localeParameter,
  }),
  web: { limits: [] },
  run: async ({ current, confirm }, { accounts, visitor: { principal, ipPrefix }, change }) => {
    if (principal.kind !== "person" || principal.session === undefined) throw new ServiceError(sessionNeeded);
    const { accountId, session } = principal;
    if (emailKeyOf(confirm) !== emailKeyOf(session.email)) {
      throw new Refused([{ code: "confirm_wrong", field: "confirm" }]);
    }
    await confirmPerson({ person: { accountId, session, ipPrefix }, accounts }, current, "always");
    await change(async ({ tx, record }) => {
      if ((await onlyOwnerOf(tx, accountId)).length > 0) throw new Refused([{ code: "last_owner" }]);
      await removeAccount(tx, accountId, (event) => record({ actorId: accountId, ...event }), {
        at: accounts.now(),
        by: accountId,
      });
    });
    return {};
  },
  form: { path: "/account/delete", leadsTo: "", session: () => null },
});
