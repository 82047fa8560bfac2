import { secondFactor, secondFactorWays } from "../../../capabilities/accounts/second-factor.ts";
import { signOut } from "../../../capabilities/accounts/sign-out.ts";
import type { Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { safeNext } from "../../../core/safe-next.ts";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Potvrďte prihlásenie", cs: "Potvrďte přihlášení", en: "Confirm the sign-in" },
  both: {
    sk: "Prvý krok máte za sebou. Teraz prístupový kľúč, alebo kód.",
    cs: "První krok máte za sebou. Teď přístupový klíč, nebo kód.",
    en: "The first step is done. Now your passkey, or a code.",
  },
  passkeyAlone: {
    sk: "Potvrďte prihlásenie prístupovým kľúčom.",
    cs: "Potvrďte přihlášení přístupovým klíčem.",
    en: "Confirm the sign-in with your passkey.",
  },
  usePasskey: { sk: "Použiť prístupový kľúč", cs: "Použít přístupový klíč", en: "Use a passkey" },
  needsScript: {
    sk: "Prístupový kľúč potrebuje zapnutý JavaScript.",
    cs: "Přístupový klíč potřebuje zapnutý JavaScript.",
    en: "A passkey needs JavaScript.",
  },
  codeTitle: {
    sk: "Kód aplikácie alebo záložný kód",
    cs: "Kód aplikace nebo záložní kód",
    en: "Code of the app, or a backup code",
  },
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  help: {
    sk: "Šesť číslic z aplikácie, alebo jeden zo záložných kódov.",
    cs: "Šest číslic z aplikace, nebo jeden ze záložních kódů.",
    en: "Six digits from the app, or one of the backup codes.",
  },
  go: { sk: "Prihlásiť sa kódom", cs: "Přihlásit se kódem", en: "Sign in with the code" },
  lost: {
    sk: "Nemáte telefón ani kódy? Napíšte prevádzkovateľovi.",
    cs: "Nemáte telefon ani kódy? Napište provozovateli.",
    en: "No phone and no codes? Write to the operator.",
  },
  cancel: { sk: "Začať odznova", cs: "Začít znovu", en: "Start again" },
} satisfies Record<string, Localized>;

/** Asks for the second factor that the account has: a code, a passkey, or either. */
export async function signInCodePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, form, refusal, ask } = request;
  const next = safeNext(refusal === null ? query.get("next") : form.get("next"));
  const { hasCode, passkey } = await ask(secondFactorWays, {});
  const ways = [...(hasCode ? ["code"] : []), ...(passkey === null ? [] : ["passkey"])];
  return {
    title: text.title[locale],
    isIndexed: false,
    scripts: passkey === null ? [] : ["passkey"],
    body: (
      <section class="opening" data-second-ways={ways.join(" ")}>
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        {passkey === null ? null : <p class="prose lead">{text[hasCode ? "both" : "passkeyAlone"][locale]}</p>}
        <PostForm request={request} path={privatePaths.signInCode}>
          {next === undefined ? null : <input type="hidden" name="next" value={next} />}
          {passkey === null ? null : (
            <>
              <input type="hidden" name="challenge" value={passkey.challenge} />
              <input type="hidden" name="credential" value="" data-passkey-get={passkey.options} />
              <p class="prose without-script">{text.needsScript[locale]}</p>
              <button type="button" class="button" hidden data-passkey-use="">
                {text.usePasskey[locale]}
              </button>
            </>
          )}
          {hasCode ? (
            <>
              {passkey === null ? null : <h2>{text.codeTitle[locale]}</h2>}
              <TextField
                request={request}
                name="code"
                label={text.code[locale]}
                help={text.help[locale]}
                autocomplete="one-time-code"
              />
              <SubmitButton label={text.go[locale]} isQuiet={passkey !== null} />
            </>
          ) : null}
        </PostForm>
        <p class="prose">{text.lost[locale]}</p>
        <PostForm request={request} path={privatePaths.signOut}>
          <SubmitButton label={text.cancel[locale]} isQuiet />
        </PostForm>
      </section>
    ),
  };
}

/** Completes the sign-in. */
export const signInCodeForm: FormRoute<SignedIn> = {
  cost: { rows: ["sign_in_address"] },
  capability: secondFactor,
  fields: ["code", "next", "credential", "challenge"],
  submit: async ({ locale, form, ask, setSession, setKnownBrowser }) => {
    const [code, credential, challenge] = [form.get("code"), form.get("credential"), form.get("challenge")];
    const { token, knownBrowser } = await ask(secondFactor, { code, credential, challenge });
    setSession(token);
    setKnownBrowser(knownBrowser);
    return redirectTo(safeNext(form.get("next")) ?? href(locale, privatePaths.organizations), 303);
  },
};

/**
 * Signs a browser out; one without a session, or whose session has just ended, is signed out already. `forget`: it is no
 * known browser any more.
 */
export const signOutForm: FormRoute<SignedIn | null> = {
  cost: { rows: ["web_page"] },
  capability: signOut,
  fields: ["forget"],
  submit: async ({ locale, form, ask, setSession, setKnownBrowser }) => {
    try {
      await ask(signOut, {});
    } catch (thrown) {
      const isOut =
        thrown instanceof ServiceError && ["unauthorized", "session_required"].includes(thrown.problem.code);
      if (!isOut) throw thrown;
    }
    setSession(null);
    if (form.get("forget") === "1") setKnownBrowser(null);
    return redirectTo(href(locale, ""), 303);
  },
};
