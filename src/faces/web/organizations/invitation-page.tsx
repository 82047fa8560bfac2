import { invitationAccept, invitationShow } from "../../../capabilities/organizations/invitation-accept.ts";
import type { Localized } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { formatDay } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { ROLE_MEANINGS, ROLE_NAMES } from "./organization-texts.ts";

const text = {
  title: { sk: "Pozvánka do organizácie", cs: "Pozvánka do organizace", en: "Invitation to an organization" },
  organization: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  role: { sk: "Vaša rola", cs: "Vaše role", en: "Your role" },
  invitedBy: { sk: "Pozýva vás", cs: "Zve vás", en: "Invited by" },
  signedInAs: { sk: "Ste prihlásení ako", cs: "Jste přihlášeni jako", en: "You are signed in as" },
  toOrganizations: { sk: "Vaše organizácie", cs: "Vaše organizace", en: "Your organizations" },
  until: { sk: "Platí do", cs: "Platí do", en: "Valid until" },
  accept: { sk: "Prijať pozvánku", cs: "Přijmout pozvánku", en: "Accept the invitation" },
  signIn: { sk: "Prihlásiť sa", cs: "Přihlásit se", en: "Sign in" },
  signUp: { sk: "Vytvoriť účet", cs: "Vytvořit účet", en: "Create an account" },
  first: {
    sk: "Pozvánku prijmete po prihlásení. Použite e-mailovú adresu, na ktorú prišla.",
    cs: "Pozvánku přijmete po přihlášení. Použijte e-mailovou adresu, na kterou přišla.",
    en: "Sign in to accept it. Use the e-mail address to which it was sent.",
  },
} satisfies Record<string, Localized>;

/** Who invites to what; whoever is not signed in is led to the sign-in first, and back. */
export function invitationPage(request: PrivateRequest): Promise<PageAnswer> {
  return orGone(request, () => page(request));
}

async function page(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, params, path, query, person, ask } = request;
  const { role, expiresAt, untrusted } = await ask(invitationShow, { token: params.token ?? "" });
  // The proof of the mail's link goes along to the form of a new account, where it confirms the address.
  const next = href(locale, path, { proof: query.get("proof") ?? undefined });
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        <dl class="facts organization-facts">
          <div>
            <dt>{text.organization[locale]}</dt>
            <dd>
              <bdi>{untrusted.organization}</bdi>
            </dd>
          </div>
          <div>
            <dt>{text.role[locale]}</dt>
            <dd>
              {ROLE_NAMES[role][locale]}
              <p class="meta">{ROLE_MEANINGS[role][locale]}</p>
            </dd>
          </div>
          {untrusted.invitedBy === null ? null : (
            <div>
              <dt>{text.invitedBy[locale]}</dt>
              <dd>
                <bdi>{untrusted.invitedBy}</bdi>
              </dd>
            </div>
          )}
          <div>
            <dt>{text.until[locale]}</dt>
            <dd>{formatDay(expiresAt.slice(0, 10), locale)}</dd>
          </div>
        </dl>
        {person === null ? (
          <>
            <p class="prose">{text.first[locale]}</p>
            <p class="buttons">
              <a class="button" href={href(locale, privatePaths.signIn, { next })}>
                {text.signIn[locale]}
              </a>
              <a class="button is-second" href={href(locale, privatePaths.signUp, { next })}>
                {text.signUp[locale]}
              </a>
            </p>
          </>
        ) : (
          <PostForm request={request} path={path}>
            <p class="prose">
              {text.signedInAs[locale]} <bdi class="breakable">{person.email}</bdi>.
            </p>
            <SubmitButton label={text.accept[locale]} />
          </PostForm>
        )}
      </section>
    ),
  };
}

/** Makes the signed-in person a member; whoever is not signed in is led to the sign-in, and back. */
export const acceptForm: FormRoute<SignedIn | null> = {
  cost: { rows: ["web_page", "person_write"] },
  capability: invitationAccept,
  fields: [],
  submit: (request) =>
    orGone(request, async () => {
      const { locale, params, path, person, ask } = request;
      if (person === null) return redirectTo(href(locale, privatePaths.signIn, { next: href(locale, path) }), 303);
      const { organizationId } = await ask(invitationAccept, { token: params.token ?? "" });
      return redirectTo(href(locale, organizationPath(organizationId), { done: "accepted" }), 303);
    }),
};

/** The answer, or the page that says that the invitation is not valid: used, withdrawn, old and unknown ones alike. */
async function orGone<Answer>(request: PrivateRequest, answer: () => Promise<Answer>): Promise<Answer | PageAnswer> {
  try {
    return await answer();
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.problem.code !== "not_found") throw thrown;
    return gone(request, thrown.problem);
  }
}

function gone({ locale, person }: PrivateRequest, { code, message, nextStep }: Problem): PageAnswer {
  const title = message[locale].replace(/\.$/, "");
  return {
    status: 404,
    title,
    isIndexed: false,
    body: (
      <section class="opening problem" data-error={code}>
        <h1>{title}</h1>
        <p class="prose lead">{nextStep[locale]}</p>
        <p>
          {person === null ? (
            <a href={href(locale, privatePaths.signIn)}>{text.signIn[locale]}</a>
          ) : (
            <a href={href(locale, privatePaths.organizations)}>{text.toOrganizations[locale]}</a>
          )}
        </p>
      </section>
    ),
  };
}
