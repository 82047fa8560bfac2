import { z } from "zod";
import { lockAccount, setDisabled } from "../../state/accounts.ts";
import { endMailTokens } from "../../state/mail-tokens.ts";
import { endSessionsOf } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { accountOf, emailParameter, recordCommand } from "./operator-accounts.ts";

const input = z.strictObject({ email: emailParameter, locale: localeParameter });

/** Keeps a person out: every session ends, and the keys fail until the account is enabled again. */
export const userDisable = defineCapability({
  name: "user_disable",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await accountOf(accounts.state, email);
    const at = accounts.now();
    await accounts.state.transaction(async (tx) => {
      await lockAccount(tx, id);
      await setDisabled(tx, id, at);
      await endSessionsOf(tx, id);
      await endMailTokens(tx, id);
      await recordCommand(tx, { action: "account.disabled", target: { type: "account", id } }, at);
    });
    return { id };
  },
  cli: {
    words: "user disable",
    help: "end the sessions of an account and refuse its sign-in and keys",
    lines: ({ id }) => [id],
  },
});

/** Lets a disabled person in again. Keys that were not revoked work again. */
export const userEnable = defineCapability({
  name: "user_enable",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await accountOf(accounts.state, email);
    await accounts.state.transaction(async (tx) => {
      await setDisabled(tx, id, null);
      await recordCommand(tx, { action: "account.enabled", target: { type: "account", id } }, accounts.now());
    });
    return { id };
  },
  cli: {
    words: "user enable",
    help: "let a disabled account in again",
    lines: ({ id }) => [id],
  },
});
