import { accountExport } from "../../../capabilities/accounts/account-export.ts";
import { emailChange } from "../../../capabilities/accounts/email-change.ts";
import { identityUnlink } from "../../../capabilities/accounts/identity-unlink.ts";
import { mySessionsEnd } from "../../../capabilities/accounts/my-sessions-end.ts";
import { passwordChange } from "../../../capabilities/accounts/password-change.ts";
import { profileChange } from "../../../capabilities/accounts/profile-change.ts";
import type { SignedIn } from "../page.ts";
import { href, paths, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { accountPage } from "./account-page.tsx";

/** The forms that stand on the page of the account. */
export const profileForm: FormRoute<SignedIn> = {
  fields: ["name", "locale"],
  shownOn: accountPage,
  submit: async ({ locale, form, ask }) => {
    await ask(profileChange, { name: form.get("name"), language: form.get("locale") });
    return redirectTo(href(locale, privatePaths.account, { done: "profile" }), 303);
  },
};

export const passwordForm: FormRoute<SignedIn> = {
  fields: ["current", "password"],
  shownOn: accountPage,
  submit: async ({ locale, form, ask, setSession }) => {
    const { token } = await ask(passwordChange, { current: form.get("current"), password: form.get("password") });
    setSession(token);
    return redirectTo(href(locale, privatePaths.account, { done: "password" }), 303);
  },
};

export const emailForm: FormRoute<SignedIn> = {
  fields: ["email", "current"],
  shownOn: accountPage,
  submit: async ({ locale, form, ask }) => {
    await ask(emailChange, { email: form.get("email"), current: form.get("current") });
    return redirectTo(href(locale, privatePaths.account, { done: "email" }), 303);
  },
};

export const unlinkForm: FormRoute<SignedIn> = {
  fields: ["current"],
  shownOn: accountPage,
  submit: async ({ locale, form, ask }) => {
    await ask(identityUnlink, { current: form.get("current") });
    return redirectTo(href(locale, privatePaths.account, { done: "unlinked" }), 303);
  },
};

export const endSessionForm: FormRoute<SignedIn> = {
  fields: [],
  shownOn: accountPage,
  submit: async ({ locale, params, ask, setSession }) => {
    const number = /^\d{1,15}$/.test(params.n ?? "") ? Number(params.n) : 0;
    const { isThis } = await ask(mySessionsEnd, { number });
    if (!isThis) return redirectTo(href(locale, privatePaths.account, { done: "sessions" }), 303);
    setSession(null);
    return redirectTo(href(locale, paths.start), 303);
  },
};

export const endOtherSessionsForm: FormRoute<SignedIn> = {
  fields: [],
  shownOn: accountPage,
  submit: async ({ locale, ask }) => {
    await ask(mySessionsEnd, {});
    return redirectTo(href(locale, privatePaths.account, { done: "sessions" }), 303);
  },
};

/** Everything about the person as a file. */
export async function accountExportFile({ ask }: PrivateRequest<SignedIn>): Promise<Response> {
  const answer = await ask(accountExport, {});
  return new Response(`${JSON.stringify(answer, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="dosah-account.json"',
    },
  });
}
