import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { accountOf, emailParameter, recordCommand } from "./operator-accounts.ts";
import { removeAccount } from "./remove-account.ts";

/** Removes an account for good. */
export const userDelete = defineCapability({
  name: "user_delete",
  access: "operator",
  effect: "write",
  input: z.strictObject({ email: emailParameter, locale: localeParameter }),
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await accountOf(accounts.state, email);
    const at = accounts.now();
    await accounts.state.transaction((tx) =>
      removeAccount(tx, id, (event) => recordCommand(tx, event, at), { at, by: null }),
    );
    return { id };
  },
  cli: {
    words: "user delete",
    help: "delete an account, and the organizations in which nobody else is a member",
    isFinal: true,
    lines: ({ id }) => [id],
  },
});
