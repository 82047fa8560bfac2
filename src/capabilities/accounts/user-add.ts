import { z } from "zod";
import { LOCALES } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { localPartOf } from "../../identity/email-address.ts";
import { faultOfPassword, type PasswordFault } from "../../identity/password-rules.ts";
import { addAccount } from "../../state/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
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
    const fault = await faultOfPassword(password, email, accounts.isBreached);
    if (fault !== undefined) throw new ServiceError({ code: "invalid_arguments", field: "password", ...faults[fault] });
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

const faults: Readonly<Record<PasswordFault, Pick<Problem, "message" | "nextStep">>> = {
  password_short: {
    message: {
      sk: "Heslo má mať aspoň 12 znakov.",
      cs: "Heslo má mít aspoň 12 znaků.",
      en: "The password needs at least 12 characters.",
    },
    nextStep: { sk: "Zvoľte dlhšie heslo.", cs: "Zvolte delší heslo.", en: "Choose a longer password." },
  },
  password_long: {
    message: {
      sk: "Heslo má mať najviac 256 znakov.",
      cs: "Heslo má mít nejvýše 256 znaků.",
      en: "The password has at most 256 characters.",
    },
    nextStep: { sk: "Zvoľte kratšie heslo.", cs: "Zvolte kratší heslo.", en: "Choose a shorter password." },
  },
  password_common: {
    message: {
      sk: "Toto heslo je medzi bežnými, útočníci ho skúšajú prvé.",
      cs: "Toto heslo patří mezi běžná, útočníci je zkoušejí první.",
      en: "This password is a common one; attackers try it first.",
    },
    nextStep: {
      sk: "Zvoľte niekoľko náhodných slov.",
      cs: "Zvolte několik náhodných slov.",
      en: "Choose several random words.",
    },
  },
};

const taken: Problem = {
  code: "invalid_arguments",
  field: "email",
  message: {
    sk: "Účet s touto adresou už existuje.",
    cs: "Účet s touto adresou už existuje.",
    en: "There is an account with this address already.",
  },
  nextStep: {
    sk: "Použite ho, alebo zadajte inú adresu.",
    cs: "Použijte ho, nebo zadejte jinou adresu.",
    en: "Use it, or give another address.",
  },
};
