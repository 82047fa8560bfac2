import { invitedAddress } from "../../../capabilities/accounts/registration.ts";
import { Refused } from "../../../capabilities/calling/refusal.ts";
import type { Localized } from "../../../core/locale.ts";
import { safeNext } from "../../../core/safe-next.ts";
import { TextField } from "../components/form.tsx";
import type { PageAnswer } from "../page.ts";
import { href, paths, privatePaths } from "../paths.ts";
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
  operator: { sk: "Prevádzkovateľ", cs: "Provozovatel", en: "The operator" },
  notice: {
    sk: "uchováva vaše meno a e-mail, aby ste sa mohli prihlásiť, kým si účet nezmažete.",
    cs: "uchovává vaše jméno a e-mail, abyste se mohli přihlásit, dokud si účet nesmažete.",
    en: "keeps your name and e-mail address so that you can sign in, until you delete the account.",
  },
  privacy: { sk: "Ochrana osobných údajov", cs: "Ochrana osobních údajů", en: "Data protection" },
  have: { sk: "Účet už mám:", cs: "Účet už mám:", en: "I have an account:" },
  signIn: { sk: "prihlásiť sa", cs: "přihlásit se", en: "sign in" },
  sent: {
    sk: "Poslali sme vám správu s ďalším krokom. Odkaz v nej platí 24 hodín. Ak neprišla, pozrite sa do nevyžiadanej pošty.",
    cs: "Poslali jsme vám zprávu s dalším krokem. Odkaz v ní platí 24 hodin. Pokud nepřišla, podívejte se do nevyžádané pošty.",
    en: "We sent you a message with the next step. Its link is valid for 24 hours. If it is not there, look into your spam folder.",
  },
} satisfies Record<string, Localized>;

/** The form that creates an account. @throws Refused where nobody may, since nobody knows who would keep it. */
export async function signUpPage(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, site, ask } = request;
  if (site.operator.standing === "missing") throw new Refused([{ code: "operator_missing" }]);
  const next = safeNext(carried(request, "next"));
  const invited = next === undefined ? null : (await ask(invitedAddress, { next })).untrusted.email;
  return entrancePage(request, {
    title: text.title,
    lead: text.lead,
    path: privatePaths.signUp,
    submit: text.title,
    hidden: { next },
    fields: (
      <>
        <TextField request={request} name="name" label={text.name[locale]} autocomplete="name" />
        <TextField
          request={request}
          name="email"
          label={text.email[locale]}
          type="email"
          autocomplete="username"
          value={invited ?? undefined}
        />
        <TextField
          request={request}
          name="password"
          label={text.password[locale]}
          help={text.passwordHelp[locale]}
          type="password"
          autocomplete="new-password"
        />
        <p class="prose help" data-privacy-notice>
          {site.operator.name ?? text.operator[locale]} {text.notice[locale]}{" "}
          <a href={href(locale, paths.privacy)}>{text.privacy[locale]}</a>
        </p>
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
export const signUpSentPage = (request: PrivateRequest): Promise<PageAnswer> => sentPage(request, text.sent);
