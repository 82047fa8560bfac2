import { keyIssue, keyList, keyRevoke } from "../../../capabilities/keys/key-operations.ts";
import { type Command, given, printAnswer, printable, textOptions } from "../command.ts";

/** `dosah key issue`: the key alone on stdout, once. */
export const keyIssueCommand: Command = {
  words: "key issue",
  usage: "key issue --email E [--name N] [--scope S]... [--expires YYYY-MM-DD] [--json]",
  help: "issue an API key and print it once",
  options: {
    email: { type: "string" },
    name: { type: "string" },
    scope: { type: "string", multiple: true },
    expires: { type: "string" },
  },
  run: (input, context) => {
    const args = { ...textOptions(input, "email", "name", "expires"), ...given({ scopes: input.values.scope }) };
    return printAnswer(keyIssue, args, input, context, ({ key }) => [key]);
  },
};

/** `dosah key list` */
export const keyListCommand: Command = {
  words: "key list",
  usage: "key list --email E [--json]",
  help: "list the valid API keys of a person",
  options: { email: { type: "string" } },
  run: (input, context) =>
    printAnswer(keyList, textOptions(input, "email"), input, context, ({ keys }) =>
      keys.map(
        ({ id, tail, scopes, untrusted }) => `${id}  …${tail}  ${scopes.join(" ")}  ${printable(untrusted.name)}`,
      ),
    ),
};

/** `dosah key revoke` */
export const keyRevokeCommand: Command = {
  words: "key revoke",
  usage: "key revoke --email E (--name N | --all) [--json]",
  help: "revoke API keys of a person",
  options: { email: { type: "string" }, name: { type: "string" }, all: { type: "boolean" } },
  run: (input, context) => {
    const args = { ...textOptions(input, "email", "name"), all: input.values.all === true };
    return printAnswer(keyRevoke, args, input, context, ({ revoked }) => revoked);
  },
};
