import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { type RecordRemoval, removeAccount } from "./remove-account.ts";

/** What would go with the account, and what stands in the way. */
export const accountDeletePreview = defineCapability({
  name: "account_delete_preview",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store: { own } }) => {
    const list = (rows: readonly { id: string; name: string }[]) =>
      rows.map(({ id, name }) => ({ id, untrusted: { name: foreignText(name) } }));
    return { deleted: list(await own.onlyMemberOf()), needOwner: list(await own.onlyOwnerOf()) };
  },
});

/** Deletes the account of the person, at once and for good. */
export const accountDelete = defineCapability({
  name: "account_delete",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({
    current: z.string(),
    confirm: z.string().describe("The e-mail address of the account, typed again."),
    locale: localeParameter,
  }),
  run: async ({ current, confirm }, context) => {
    const { person, accounts, write } = context;
    if (emailKeyOf(confirm) !== emailKeyOf(person.session?.email ?? "")) {
      throw new Refused([{ code: "confirm_wrong", field: "confirm" }]);
    }
    await confirmPerson(context, current, "always");
    await write(async ({ store: { own }, record, mail }) => {
      if ((await own.onlyOwnerOf()).length > 0) throw new Refused([{ code: "last_owner" }]);
      const gone = await own.get();
      const self = { type: "account", id: person.accountId } as const;
      const note: RecordRemoval = ({ action, target, details, orgId }) =>
        record(action, target ?? self, details, orgId);
      await own.remove((tx, accountId) => removeAccount(tx, accountId, note, { at: accounts.now(), by: accountId }));
      if (gone !== undefined) await mail({ to: gone.email, locale: gone.locale, kind: "account_deleted" });
    });
    return {};
  },
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/delete",
    leadsTo: "",
    done: "deleted",
    session: () => null,
  },
});
