import type { Localized } from "../../../core/locale.ts";
import type { PageAnswer } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { carried, entrancePage } from "./entrance-page.tsx";

const text = {
  title: { sk: "Potvrdenie e-mailu", cs: "Potvrzení e-mailu", en: "Confirm your e-mail" },
  lead: {
    sk: "Ešte jedno kliknutie a adresa je potvrdená.",
    cs: "Ještě jedno kliknutí a adresa je potvrzená.",
    en: "One more click and the address is confirmed.",
  },
  another: {
    sk: "Nový odkaz pošleme, keď sa prihlásite:",
    cs: "Nový odkaz pošleme, až se přihlásíte:",
    en: "A new link is sent when you sign in:",
  },
  signIn: { sk: "prihlásiť sa", cs: "přihlásit se", en: "sign in" },
  confirm: { sk: "Potvrdiť e-mail", cs: "Potvrdit e-mail", en: "Confirm the e-mail" },
} satisfies Record<string, Localized>;

/** A button: programs that check mails follow links, and must not use the token up. */
export function verifyPage(request: PrivateRequest): PageAnswer {
  const { locale, refusal } = request;
  return entrancePage(request, {
    title: text.title,
    lead: refusal === null ? text.lead : null,
    path: privatePaths.verify,
    submit: text.confirm,
    hidden: { token: carried(request, "token") ?? "" },
    below:
      refusal === null ? undefined : (
        <>
          {text.another[locale]} <a href={href(locale, privatePaths.signIn)}>{text.signIn[locale]}</a>
        </>
      ),
  });
}
