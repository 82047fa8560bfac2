import type { Localized } from "../../../core/locale.ts";
import { TextField } from "../components/form.tsx";
import type { PageAnswer } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { carried, entrancePage } from "./entrance-page.tsx";

const text = {
  title: { sk: "Nové heslo", cs: "Nové heslo", en: "New password" },
  lead: {
    sk: "Po nastavení sa všetky prihlásenia ukončia. Kľúče API platia ďalej.",
    cs: "Po nastavení se všechna přihlášení ukončí. Klíče API platí dál.",
    en: "Every session ends once it is set. API keys stay valid.",
  },
  password: { sk: "Nové heslo", cs: "Nové heslo", en: "New password" },
  help: {
    sk: "Aspoň 12 znakov. Stačí niekoľko náhodných slov.",
    cs: "Alespoň 12 znaků. Stačí několik náhodných slov.",
    en: "At least 12 characters. Several random words will do.",
  },
  set: { sk: "Nastaviť heslo", cs: "Nastavit heslo", en: "Set the password" },
  another: { sk: "Vyžiadať si nový odkaz", cs: "Vyžádat si nový odkaz", en: "Ask for a new link" },
} satisfies Record<string, Localized>;

/** The form that sets a new password by the link from a mail. */
export function resetPage(request: PrivateRequest): PageAnswer {
  const { locale } = request;
  return entrancePage(request, {
    title: text.title,
    lead: text.lead,
    path: privatePaths.reset,
    submit: text.set,
    hidden: { token: carried(request, "token") ?? "" },
    fields: (
      <TextField
        request={request}
        name="password"
        label={text.password[locale]}
        help={text.help[locale]}
        type="password"
        autocomplete="new-password"
      />
    ),
    below: <a href={href(locale, privatePaths.forgot)}>{text.another[locale]}</a>,
  });
}
