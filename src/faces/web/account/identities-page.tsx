import { identityLink, identityWaiting } from "../../../capabilities/accounts/identity-link.ts";
import { REFUSALS } from "../../../capabilities/calling/refusal.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest, Refusal } from "../private-page.ts";
import { cookieOf, OIDC_COOKIE } from "./oidc-steps.ts";

const text = {
  title: { sk: "Prepojiť identitu", cs: "Propojit identitu", en: "Link an identity" },
  question: { sk: "Prepojiť identitu", cs: "Propojit identitu", en: "Link" },
  to: { sk: "s účtom", cs: "s účtem", en: "to" },
  help: {
    sk: "Kto sa potom prihlási u poskytovateľa touto identitou, je vo vašom účte.",
    cs: "Kdo se pak přihlásí u poskytovatele touto identitou, je ve vašem účtu.",
    en: "Whoever then signs in at the provider with this identity is in your account.",
  },
  go: { sk: "Prepojiť", cs: "Propojit", en: "Link" },
  back: { sk: "Späť na účet", cs: "Zpět na účet", en: "Back to the account" },
} satisfies Record<string, Localized>;

/** Asks whether the identity that came back from the provider is to be linked. */
export async function identitiesPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, person, readCookie } = request;
  const waiting =
    request.refusal === null ? await ask(identityWaiting, { sealed: readCookie(OIDC_COOKIE) ?? "" }) : null;
  const gone: Refusal = {
    status: 400,
    faults: [{ code: "provider_refused", message: REFUSALS.provider_refused[locale] }],
  };
  const refusal = request.refusal ?? (waiting === null ? gone : null);
  return {
    ...(refusal === null ? {} : { status: refusal.status }),
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={{ ...request, refusal }} />
        <h1>{text.title[locale]}</h1>
        {waiting === null ? (
          <p>
            <a href={href(locale, privatePaths.account)}>{text.back[locale]}</a>
          </p>
        ) : (
          <>
            <p class="prose lead" data-identity="">
              {text.question[locale]}{" "}
              <strong class="breakable">
                <bdi>{waiting.untrusted.identity}</bdi>
              </strong>{" "}
              {text.to[locale]}{" "}
              <strong class="breakable">
                <bdi>{person.email}</bdi>
              </strong>
              ?
            </p>
            <p class="prose">{text.help[locale]}</p>
            <PostForm request={request} path={privatePaths.identities}>
              <SubmitButton label={text.go[locale]} />
            </PostForm>
            <p>
              <a href={href(locale, privatePaths.account)}>{text.back[locale]}</a>
            </p>
          </>
        )}
      </section>
    ),
  };
}

/** Links the identity. What is sealed in the cookie says which one, so the form has no field. */
export const identitiesForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write", "sign_in_address"] },
  capability: identityLink,
  fields: [],
  submit: async (request) => {
    const { locale, ask, readCookie } = request;
    await ask(identityLink, { sealed: readCookie(OIDC_COOKIE) ?? "" });
    const answer = redirectTo(href(locale, privatePaths.account, { done: "linked" }), 303);
    answer.headers.append("Set-Cookie", cookieOf(request, ""));
    return answer;
  },
};
