import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { MailNotTaken } from "../../mail/send-mail.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Lists the mails that lie in the outbox, where no mail server is set. */
export const mailList = defineCapability({
  name: "mail_list",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { outbox } }) => ({
    mails: (await outbox.list()).map(({ id, at, to, file }) => ({ id, at, file, untrusted: { to: foreignText(to) } })),
  }),
  cli: {
    words: "mail list",
    help: "list the mails in the outbox, where MAIL_URL is not set",
    lines: ({ mails }) => mails.map(({ id, at, file, untrusted }) => `${id}  ${at}  ${untrusted.to}  ${file}`),
  },
});

/** Shows one mail of the outbox with the link in it. */
export const mailShow = defineCapability({
  name: "mail_show",
  access: "operator",
  input: z.strictObject({ id: z.string().describe("Id from mail list."), locale: localeParameter }),
  run: async ({ id: wanted }, { operator: { outbox } }) => {
    const mail = await outbox.show(wanted);
    if (mail === undefined) throw new ServiceError(noMail);
    const { id, at, to, text } = mail;
    return { id, at, text, untrusted: { to: foreignText(to) } };
  },
  cli: { words: "mail show", help: "show a mail of the outbox", positionals: ["id"], lines: ({ text }) => [text] },
});

/** Sends a mail at once, past the list of jobs, so that what the server says is seen. */
export const mailTest = defineCapability({
  name: "mail_test",
  access: "operator",
  input: z.strictObject({ to: z.email().describe("Where the mail goes."), locale: localeParameter }),
  run: async ({ to, locale }, { operator }) => {
    try {
      return { at: await operator.sendTestMail(to, locale) };
    } catch (cause) {
      if (!(cause instanceof MailNotTaken)) throw cause;
      throw new ServiceError(notTaken(cause.message), { cause });
    }
  },
  cli: {
    words: "mail test",
    help: "send a test mail as the service sends its mails",
    values: { to: "A" },
    lines: ({ at }) => [
      at === "server"
        ? "The mail server took it. Whether it arrives is seen at the recipient: look into the spam folder too."
        : "MAIL_URL is not set: the mail lies in DATA_DIR/outbox, see dosah mail list.",
    ],
  },
});

const notTaken = (message: string): Problem => ({
  code: "source_unavailable",
  message: inEnglish(`${message}.`),
  nextStep: inEnglish(
    "Check MAIL_URL and MAIL_FROM; dosah doctor says whether the server answers and takes the password.",
  ),
});

const noMail: Problem = {
  code: "not_found",
  message: inEnglish("There is no such mail in the outbox."),
  nextStep: inEnglish("dosah mail list lists the mails; where MAIL_URL is set there are none."),
};
