import { mailList, mailShow } from "../../../capabilities/operation/mail-outbox.ts";
import { type Command, OPERATOR, printable } from "../command.ts";

/** `dosah mail list` */
export const mailListCommand: Command = {
  words: "mail list",
  usage: "mail list [--json]",
  help: "list the mails in the outbox, where MAIL_URL is not set",
  run: async ({ locale, json }, { call, terminal }) => {
    const { answer } = await call(mailList, { locale }, [], OPERATOR);
    if (json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { id, at, untrusted } of answer.mails) terminal.out(`${id}  ${at}  ${printable(untrusted.to)}`);
  },
};

/** `dosah mail show ID` */
export const mailShowCommand: Command = {
  words: "mail show",
  usage: "mail show ID [--json]",
  help: "show a mail of the outbox",
  positionals: [1, 1],
  run: async ({ locale, json, positionals: [id = ""] }, { call, terminal }) => {
    const { answer } = await call(mailShow, { id, locale }, [], OPERATOR);
    terminal.out(json ? JSON.stringify(answer, null, 2) : answer.text);
  },
};
