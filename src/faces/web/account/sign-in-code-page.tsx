import { secondFactor } from "../../../capabilities/accounts/second-factor.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo, safeNext } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Druhý stupeň prihlásenia", cs: "Druhá fáze přihlášení", en: "Second step of the sign-in" },
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  help: {
    sk: "Šesť číslic z aplikácie, alebo jeden zo záložných kódov.",
    cs: "Šest číslic z aplikace, nebo jeden ze záložních kódů.",
    en: "Six digits from the app, or one of the backup codes.",
  },
  go: { sk: "Pokračovať", cs: "Pokračovat", en: "Continue" },
  cancel: { sk: "Začať odznova", cs: "Začít znovu", en: "Start again" },
} satisfies Record<string, Localized>;

/** Asks for the second factor. */
export function signInCodePage(request: PrivateRequest<SignedIn>): PageAnswer {
  const { locale, query, form, refusal } = request;
  const next = safeNext(refusal === null ? query.get("next") : form.get("next"));
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        <PostForm request={request} path={privatePaths.signInCode}>
          {next === undefined ? null : <input type="hidden" name="next" value={next} />}
          <TextField
            request={request}
            name="code"
            label={text.code[locale]}
            help={text.help[locale]}
            autocomplete="one-time-code"
          />
          <SubmitButton label={text.go[locale]} />
        </PostForm>
        <PostForm request={request} path={privatePaths.signOut}>
          <SubmitButton label={text.cancel[locale]} isQuiet />
        </PostForm>
      </section>
    ),
  };
}

/** Completes the sign-in. */
export const signInCodeForm: FormRoute<SignedIn> = {
  capability: secondFactor,
  fields: ["code", "next"],
  submit: async ({ locale, form, ask, setSession }) => {
    const { token } = await ask(secondFactor, { code: form.get("code") });
    setSession(token);
    return redirectTo(safeNext(form.get("next")) ?? href(locale, privatePaths.organizations), 303);
  },
};
