import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Lists the mails that lie in the outbox, where no mail server is set. */
export const mailList = defineCapability({
  name: "mail_list",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { outbox } }) => ({
    mails: (await outbox.list()).map(({ id, at, to }) => ({ id, at, untrusted: { to: foreignText(to) } })),
  }),
  cli: {
    words: "mail list",
    help: "list the mails in the outbox, where MAIL_URL is not set",
    lines: ({ mails }) => mails.map(({ id, at, untrusted }) => `${id}  ${at}  ${untrusted.to}`),
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

const noMail: Problem = {
  code: "not_found",
  message: {
    sk: "Taký e-mail v priečinku outbox nie je.",
    cs: "Takový e-mail ve složce outbox není.",
    en: "There is no such mail in the outbox.",
  },
  nextStep: {
    sk: "E-maily vypíše dosah mail list; s nastaveným MAIL_URL tu žiadne nie sú.",
    cs: "E-maily vypíše dosah mail list; s nastaveným MAIL_URL tu žádné nejsou.",
    en: "dosah mail list lists the mails; where MAIL_URL is set there are none.",
  },
};
