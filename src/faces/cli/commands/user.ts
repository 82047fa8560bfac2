import { userAdd } from "../../../capabilities/accounts/user-add.ts";
import { userList } from "../../../capabilities/accounts/user-list.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";

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
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    // One line: the break that an echo leaves behind it is not part of the password.
    const password =
      input.values["password-stdin"] === true ? (await terminal.read()).replace(/\r?\n$/, "") : undefined;
    const args = given({
      email: textOption(input, "email"),
      password,
      name: textOption(input, "name"),
      language: textOption(input, "language"),
      locale: input.locale,
    });
    const { answer } = await call(userAdd, args, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.id);
  },
};

/** `dosah user list` */
export const userListCommand: Command = {
  words: "user list",
  usage: "user list [--json]",
  help: "list the accounts",
  options: {},
  positionals: [0, 0],
  run: async ({ locale, json }, { call, terminal }) => {
    const { answer } = await call(userList, { locale }, [], OPERATOR);
    if (json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { id, disabled, untrusted } of answer.accounts) {
      terminal.out(`${id}  ${printable(untrusted.email)}${disabled ? "  (disabled)" : ""}`);
    }
  },
};
