import type { Localized } from "../../../core/locale.ts";
import { safeNext } from "../../../core/safe-next.ts";
import { TextField } from "../components/form.tsx";
import type { PageAnswer } from "../page.ts";
import { privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { carried, entrancePage, sentPage } from "./entrance-page.tsx";

const text = {
  title: { sk: "Zabudnuté heslo", cs: "Zapomenuté heslo", en: "Forgotten password" },
  lead: {
    sk: "Zadajte e-mail svojho účtu. Pošleme naň odkaz, na ktorom si nastavíte nové heslo.",
    cs: "Zadejte e-mail svého účtu. Pošleme na něj odkaz, na kterém si nastavíte nové heslo.",
    en: "Give the e-mail address of your account. We will send a link there with which you set a new password.",
  },
  email: { sk: "E-mail", cs: "E-mail", en: "E-mail" },
  send: { sk: "Poslať odkaz", cs: "Poslat odkaz", en: "Send the link" },
  sent: {
    sk: "Ak má táto adresa účet, poslali sme na ňu odkaz. Platí hodinu. Do hodiny odíde aspoň jedna správa, nech o ňu predtým žiadal ktokoľvek. Ak neprišla, pozrite sa do nevyžiadanej pošty.",
    cs: "Pokud má tato adresa účet, poslali jsme na ni odkaz. Platí hodinu. Během hodiny odejde aspoň jedna zpráva, ať o ni předtím žádal kdokoli. Pokud nepřišla, podívejte se do nevyžádané pošty.",
    en: "If this address has an account, we sent a link there. It is valid for an hour. Within an hour at least one mail is sent, whoever asked before. If it did not arrive, look into your spam folder.",
  },
} satisfies Record<string, Localized>;

/** The form that asks for a link to set a new password. */
export function forgotPage(request: PrivateRequest): PageAnswer {
  const label = text.email[request.locale];
  return entrancePage(request, {
    title: text.title,
    lead: text.lead,
    path: privatePaths.forgot,
    submit: text.send,
    hidden: { next: safeNext(carried(request, "next")) },
    fields: <TextField request={request} name="email" label={label} type="email" autocomplete="username" />,
  });
}

/** What happens after the form. */
export const forgotSentPage = (request: PrivateRequest): Promise<PageAnswer> => sentPage(request, text.sent);
