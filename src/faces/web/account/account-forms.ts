import { accountExport } from "../../../capabilities/accounts/account-export.ts";
import { mySessionsEnd } from "../../../capabilities/accounts/my-sessions-end.ts";
import { profileChange } from "../../../capabilities/accounts/profile-change.ts";
import { jsonInSlices } from "../../../capabilities/rows/in-slices.ts";
import { fileResponse } from "../file-response.ts";
import type { SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { accountPage } from "./account-page.tsx";

/** The forms that stand on the page of the account. */
export const profileForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: profileChange,
  fields: ["name", "locale"],
  shownOn: accountPage,
  submit: async ({ locale, form, ask }) => {
    await ask(profileChange, { name: form.get("name"), language: form.get("locale") });
    return redirectTo(href(locale, privatePaths.account, { done: "saved" }), 303);
  },
};

export const endOtherSessionsForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: mySessionsEnd,
  fields: [],
  submit: async ({ locale, ask }) => {
    await ask(mySessionsEnd, {});
    return redirectTo(href(locale, privatePaths.account, { done: "ended" }), 303);
  },
};

/** Everything about the person as a file. */
export async function accountExportFile({ ask }: PrivateRequest<SignedIn>): Promise<Response> {
  const answer = await ask(accountExport, {});
  return fileResponse(`${await jsonInSlices(answer)}\n`, "dosah-account", "json");
}
