import { signOut } from "../../../capabilities/accounts/sign-out.ts";
import type { SignedIn } from "../page.ts";
import { href, paths, redirectTo } from "../paths.ts";
import type { FormRoute } from "../private-page.ts";

/** Ends the session of this browser; every private page has the button. */
export const signOutForm: FormRoute<SignedIn | null> = {
  fields: [],
  submit: async ({ locale, ask, setSession }) => {
    await ask(signOut, {});
    setSession(null);
    return redirectTo(href(locale, paths.start), 303);
  },
};
