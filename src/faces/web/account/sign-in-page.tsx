import { passkeyChallenge, passkeySignIn } from "../../../capabilities/accounts/passkey-sign-in.ts";
import { signIn } from "../../../capabilities/accounts/sign-in.ts";
import type { Localized } from "../../../core/locale.ts";
import { safeNext } from "../../../core/safe-next.ts";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { refusalIn } from "../refusal-in.ts";

const text = {
  title: { sk: "Prihlásiť sa", cs: "Přihlásit se", en: "Sign in" },
  email: { sk: "E-mail", cs: "E-mail", en: "E-mail" },
  password: { sk: "Heslo", cs: "Heslo", en: "Password" },
  forgot: { sk: "Zabudli ste heslo?", cs: "Zapomněli jste heslo?", en: "Forgot your password?" },
  provider: { sk: "Prihlásiť sa cez", cs: "Přihlásit se přes", en: "Sign in with" },
  passkey: {
    sk: "Prihlásiť sa prístupovým kľúčom",
    cs: "Přihlásit se přístupovým klíčem",
    en: "Sign in with a passkey",
  },
  noAccount: { sk: "Ešte nemám účet:", cs: "Ještě nemám účet:", en: "No account yet:" },
  signUp: { sk: "vytvoriť účet", cs: "vytvořit účet", en: "create an account" },
} satisfies Record<string, Localized>;

/** What is refused on the way back from the identity provider. */
const PROVIDER_REFUSALS = [
  "provider_refused",
  "identity_unverified",
  "identity_address_taken",
  "identity_taken",
  "operator_missing",
  "registration_closed",
  "registration_invitation",
  "sign_in_again",
] as const;

/** The form that signs in. Who is signed in goes on to where he wanted. */
export async function signInPage(request: PrivateRequest): Promise<PageAnswer | Response> {
  const { locale, query, form, person, site, ask } = request;
  const refusal = request.refusal ?? refusalIn(query, PROVIDER_REFUSALS, locale);
  const next = safeNext(request.refusal === null ? query.get("next") : form.get("next"));
  if (person !== null && refusal === null) return redirectTo(next ?? href(locale, privatePaths.organizations), 303);
  const passkey = await ask(passkeyChallenge, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    scripts: ["passkey"],
    body: (
      <section class="opening">
        <FormErrors request={{ ...request, refusal }} />
        <h1>{text.title[locale]}</h1>
        {site.signIn.password ? (
          <>
            <PostForm request={request} path={privatePaths.signIn}>
              {next === undefined ? null : <input type="hidden" name="next" value={next} />}
              <TextField
                request={request}
                name="email"
                label={text.email[locale]}
                type="email"
                autocomplete="username"
              />
              <TextField
                request={request}
                name="password"
                label={text.password[locale]}
                type="password"
                autocomplete="current-password"
              />
              <SubmitButton label={text.title[locale]} />
            </PostForm>
            <p class="prose">
              <a href={href(locale, privatePaths.forgot, { next })}>{text.forgot[locale]}</a>
            </p>
          </>
        ) : null}
        {site.signIn.provider === null ? null : (
          <p class="prose">
            <a href={`${privatePaths.oidc}?${new URLSearchParams(next === undefined ? {} : { next })}`}>
              {text.provider[locale]} <bdi>{site.signIn.provider}</bdi>
            </a>
          </p>
        )}
        <form method="post" action={href(locale, privatePaths.signIn)} class="stacked-form" hidden>
          {next === undefined ? null : <input type="hidden" name="next" value={next} />}
          <input type="hidden" name="challenge" value={passkey.challenge} />
          <input type="hidden" name="credential" value="" data-passkey-get={passkey.options} />
          <SubmitButton label={text.passkey[locale]} isQuiet />
        </form>
        {site.signIn.password && site.signIn.registration !== "closed" ? (
          <p class="prose">
            {text.noAccount[locale]} <a href={href(locale, privatePaths.signUp, { next })}>{text.signUp[locale]}</a>
          </p>
        ) : null}
      </section>
    ),
  };
}

/** Signs in, and leads to the second factor where there is one. */
export const signInForm: FormRoute<SignedIn | null> = {
  cost: { rows: ["sign_in_address"] },
  capability: signIn,
  fields: ["email", "password", "next", "credential", "challenge"],
  isOpen: true,
  submit: async ({ locale, form, ask, setSession, setKnownBrowser }) => {
    const { token, stage, knownBrowser } = form.has("credential")
      ? await ask(passkeySignIn, { credential: form.get("credential"), challenge: form.get("challenge") })
      : await ask(signIn, { email: form.get("email"), password: form.get("password"), next: form.get("next") });
    setSession(token);
    if (knownBrowser !== null) setKnownBrowser(knownBrowser);
    const next = safeNext(form.get("next"));
    if (stage === "second_factor") return redirectTo(href(locale, privatePaths.signInCode, { next }), 303);
    return redirectTo(next ?? href(locale, privatePaths.organizations), 303);
  },
};
