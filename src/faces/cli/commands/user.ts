import { sessionEnd } from "../../../capabilities/accounts/session-end.ts";
import { userAdd } from "../../../capabilities/accounts/user-add.ts";
import { userDelete } from "../../../capabilities/accounts/user-delete.ts";
import { userDisable, userEnable } from "../../../capabilities/accounts/user-disable.ts";
import { userList } from "../../../capabilities/accounts/user-list.ts";
import { userResetLink } from "../../../capabilities/accounts/user-reset-link.ts";
import { userResetSecondFactor } from "../../../capabilities/accounts/user-reset-second-factor.ts";
import { type Command, printAnswer, printable, textOptions } from "../command.ts";

/** `dosah user add`: a verified account; its password comes on standard input, never as a word of the command. */
export const userAddCommand: Command = {
  words: "user add",
  usage: "user add --email E --password-stdin [--name N] [--language sk|cs|en] [--json]",
  help: "add an account; the password is read from standard input",
  options: {
    email: { type: "string" },
    "password-stdin": { type: "boolean" },
    name: { type: "string" },
    language: { type: "string" },
  },
  run: async (input, context) => {
    // One line: the break that an echo leaves behind it is not part of the password.
    const isRead = input.values["password-stdin"] === true;
    const password = isRead ? { password: (await context.terminal.read()).replace(/\r?\n$/, "") } : {};
    const args = { ...textOptions(input, "email", "name", "language"), ...password };
    return printAnswer(userAdd, args, input, context, ({ id }) => [id]);
  },
};

/** `dosah user list` */
export const userListCommand: Command = {
  words: "user list",
  usage: "user list [--json]",
  help: "list the accounts",
  run: (input, context) =>
    printAnswer(userList, {}, input, context, ({ accounts }) =>
      accounts.map(
        ({ id, disabled, untrusted }) => `${id}  ${printable(untrusted.email)}${disabled ? "  (disabled)" : ""}`,
      ),
    ),
};

const email = { email: { type: "string" } } as const;

/** `dosah user disable` */
export const userDisableCommand: Command = {
  words: "user disable",
  usage: "user disable --email E [--json]",
  help: "end the sessions of an account and refuse its sign-in and keys",
  options: email,
  run: (input, context) => printAnswer(userDisable, textOptions(input, "email"), input, context, ({ id }) => [id]),
};

/** `dosah user enable` */
export const userEnableCommand: Command = {
  words: "user enable",
  usage: "user enable --email E [--json]",
  help: "let a disabled account in again",
  options: email,
  run: (input, context) => printAnswer(userEnable, textOptions(input, "email"), input, context, ({ id }) => [id]),
};

/** `dosah user delete` */
export const userDeleteCommand: Command = {
  words: "user delete",
  usage: "user delete --email E --yes [--json]",
  help: "delete an account, and the organizations in which nobody else is a member",
  options: { ...email, yes: { type: "boolean" } },
  run: (input, context) => {
    const args = { ...textOptions(input, "email"), yes: input.values.yes === true };
    return printAnswer(userDelete, args, input, context, ({ id }) => [id]);
  },
};

/** `dosah user reset-link`: the link alone on stdout. */
export const userResetLinkCommand: Command = {
  words: "user reset-link",
  usage: "user reset-link --email E [--json]",
  help: "print a link with which a person sets a new password within an hour",
  options: email,
  run: (input, context) =>
    printAnswer(userResetLink, textOptions(input, "email"), input, context, ({ link }) => [link]),
};

/** `dosah user reset-second-factor` */
export const userResetSecondFactorCommand: Command = {
  words: "user reset-second-factor",
  usage: "user reset-second-factor --email E [--json]",
  help: "switch a lost second factor off",
  options: email,
  run: (input, context) =>
    printAnswer(userResetSecondFactor, textOptions(input, "email"), input, context, ({ id }) => [id]),
};

/** `dosah session end`: prints how many ended. */
export const sessionEndCommand: Command = {
  words: "session end",
  usage: "session end (--email E | --all) [--json]",
  help: "end the sessions of a person or of everybody; keys go on",
  options: { ...email, all: { type: "boolean" } },
  run: (input, context) => {
    const args = { ...textOptions(input, "email"), all: input.values.all === true };
    return printAnswer(sessionEnd, args, input, context, ({ ended }) => [String(ended)]);
  },
};
