import type { Localized } from "../../../core/locale.ts";
import { TextField } from "../components/form.tsx";
import type { PageAnswer } from "../page.ts";
import { href, privatePaths, safeNext } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { carried, entrancePage, sentPage } from "./entrance-page.tsx";

const text = {
  title: { sk: "Vytvoriť účet", cs: "Vytvořit účet", en: "Create an account" },
  lead: {
    sk: "Účet potrebujete na evidenciu povinností, skeny domén a kľúče API. Na posúdenie firmy účet netreba.",
    cs: "Účet potřebujete k evidenci povinností, skenům domén a klíčům API. K posouzení firmy účet nepotřebujete.",
    en: "You need an account for an obligation register, domain scans and API keys. Verdicts on firms need none.",
  },
  name: { sk: "Meno", cs: "Jméno", en: "Name" },
  email: { sk: "E-mail", cs: "E-mail", en: "E-mail" },
  password: { sk: "Heslo", cs: "Heslo", en: "Password" },
  passwordHelp: {
    sk: "Aspoň 12 znakov. Stačí niekoľko náhodných slov.",
    cs: "Alespoň 12 znaků. Stačí několik náhodných slov.",
    en: "At least 12 characters. Several random words will do.",
  },
  have: { sk: "Účet už mám:", cs: "Účet už mám:", en: "I have an account:" },
  signIn: { sk: "prihlásiť sa", cs: "přihlásit se", en: "sign in" },
  sent: {
    sk: "Poslali sme vám správu s ďalším krokom. Odkaz v nej platí 24 hodín. Ak neprišla, pozrite sa do nevyžiadanej pošty.",
    cs: "Poslali jsme vám zprávu s dalším krokem. Odkaz v ní platí 24 hodin. Pokud nepřišla, podívejte se do nevyžádané pošty.",
    en: "We sent you a message with the next step. Its link is valid for 24 hours. If it is not there, look into your spam folder.",
  },
} satisfies Record<string, Localized>;

/** The form that creates an account. */
export function signUpPage(request: PrivateRequest): PageAnswer {
  const { locale } = request;
  const next = safeNext(carried(request, "next"));
  return entrancePage(request, {
    title: text.title,
    lead: text.lead,
    path: privatePaths.signUp,
    submit: text.title,
    hidden: { next },
    fields: (
      <>
        <TextField request={request} name="name" label={text.name[locale]} autocomplete="name" />
        <TextField request={request} name="email" label={text.email[locale]} type="email" autocomplete="username" />
        <TextField
          request={request}
          name="password"
          label={text.password[locale]}
          help={text.passwordHelp[locale]}
          type="password"
          autocomplete="new-password"
        />
      </>
    ),
    below: (
      <>
        {text.have[locale]} <a href={href(locale, privatePaths.signIn, { next })}>{text.signIn[locale]}</a>
      </>
    ),
  });
}

/** What happens after the form. */
export const signUpSentPage = (request: PrivateRequest): PageAnswer => sentPage(request, text.sent);
