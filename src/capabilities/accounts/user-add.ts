import { z } from "zod";
import { inEnglish, LOCALES } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { localPartOf } from "../../identity/email-address.ts";
import { faultOfPassword } from "../../identity/password-rules.ts";
import { addAccount } from "../../state/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { addressOf, recordCommand } from "./operator-accounts.ts";
import { nameParameter } from "./person-name.ts";

const input = z.strictObject({
  email: z.string().describe("E-mail address of the person."),
  password: z.string().describe("12 to 256 characters."),
  name: nameParameter.optional().describe("Name of the person; default: what stands before the @."),
  language: z.enum(LOCALES).default("sk").describe("Language of the person's pages and mails."),
  locale: localeParameter,
});

/** Adds a verified account: the first person of an installation comes from here. */
export const userAdd = defineCapability({
  name: "user_add",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email: typed, password, name, language }, { operator: { accounts } }) => {
    const { email, emailKey } = addressOf(typed);
    const fault = await faultOfPassword(password, email, accounts.isBreached, name === undefined ? [] : [name]);
    if (fault !== undefined) throw new Refused([{ code: fault, field: "password" }]);
    const hash = await accounts.hashPassword(password);
    const id = newId("account");
    const at = accounts.now();
    const account = {
      id,
      email,
      email_key: emailKey,
      name: name ?? localPartOf(email),
      locale: language,
      password_hash: hash,
      email_verified_at: at,
    };
    await accounts.state.transaction(async (tx) => {
      if (!(await addAccount(tx, account, at))) throw new ServiceError(taken);
      const target = { type: "account", id } as const;
      await recordCommand(tx, { action: "account.created", target, details: { method: "cli" } }, at);
    });
    return { id };
  },
  cli: {
    words: "user add",
    help: "add an account; the password is read from standard input",
    usage: "--email E --password-stdin [--name N] [--language sk|cs|en]",
    standardInput: { argument: "password", option: "password-stdin" },
    lines: ({ id }) => [id],
  },
});

const taken: Problem = {
  code: "invalid_arguments",
  field: "email",
  message: inEnglish("There is an account with this address already."),
  nextStep: inEnglish("Use it, or give another address."),
};
