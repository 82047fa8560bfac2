import { keyIssue, keyList, keyRevoke } from "../../../capabilities/keys/key-operations.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";

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
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({
      email: textOption(input, "email"),
      name: textOption(input, "name"),
      scopes: input.values.scope,
      expires: textOption(input, "expires"),
      locale: input.locale,
    });
    const { answer } = await call(keyIssue, args, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.key);
  },
};

/** `dosah key list` */
export const keyListCommand: Command = {
  words: "key list",
  usage: "key list --email E [--json]",
  help: "list the valid API keys of a person",
  options: { email: { type: "string" } },
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({ email: textOption(input, "email"), locale: input.locale });
    const { answer } = await call(keyList, args, [], OPERATOR);
    if (input.json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { id, tail, scopes, untrusted } of answer.keys) {
      terminal.out(`${id}  …${tail}  ${scopes.join(" ")}  ${printable(untrusted.name)}`);
    }
  },
};

/** `dosah key revoke` */
export const keyRevokeCommand: Command = {
  words: "key revoke",
  usage: "key revoke --email E (--name N | --all) [--json]",
  help: "revoke API keys of a person",
  options: { email: { type: "string" }, name: { type: "string" }, all: { type: "boolean" } },
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({
      email: textOption(input, "email"),
      name: textOption(input, "name"),
      all: input.values.all === true,
      locale: input.locale,
    });
    const { answer } = await call(keyRevoke, args, [], OPERATOR);
    if (input.json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const id of answer.revoked) terminal.out(id);
  },
};
