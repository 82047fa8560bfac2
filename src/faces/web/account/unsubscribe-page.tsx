import { digestStop } from "../../../capabilities/digest/digest-stop.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors, SubmitButton } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Vypnúť súhrn e-mailom", cs: "Vypnout souhrn e-mailem", en: "Turn the digest off" },
  lead: {
    sk: "Súhrn úloh vám už nebude chodiť. Znova si ho zapnete v účte.",
    cs: "Souhrn úkolů vám už nebude chodit. Znovu si ho zapnete v účtu.",
    en: "You will get no digest any more. You can turn it on again in your account.",
  },
  stop: { sk: "Vypnúť", cs: "Vypnout", en: "Turn it off" },
  done: { sk: "Hotovo. Súhrn je vypnutý.", cs: "Hotovo. Souhrn je vypnutý.", en: "Done. The digest is off." },
} satisfies Record<string, Localized>;

const pathOf = (token: string) => `${privatePaths.unsubscribe}/${encodeURIComponent(token)}`;

/** A button: programs that check mails follow links, and must not turn anything off. */
export function unsubscribePage(request: PrivateRequest): PageAnswer {
  const { locale, params, query } = request;
  const isDone = query.get("done") === "ended";
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{(isDone ? text.done : text.lead)[locale]}</p>
        {isDone ? null : (
          <form method="post" action={href(locale, pathOf(params.token ?? ""))} class="stacked-form">
            <SubmitButton label={text.stop[locale]} />
          </form>
        )}
      </section>
    ),
  };
}

/** Turns it off, from the page or with the one click of a program that shows mails, which names no site. */
export const unsubscribeForm: FormRoute<SignedIn | null> = {
  cost: { rows: ["web_page"] },
  capability: digestStop,
  fields: ["List-Unsubscribe"],
  isOpen: true,
  isFromAnywhere: true,
  // RFC 8058, 3.2: such programs send the one field as multipart first of all, without a file.
  mostFileBytes: 1024,
  submit: async ({ locale, params, ask }) => {
    const token = params.token ?? "";
    await ask(digestStop, { token });
    return redirectTo(href(locale, pathOf(token), { done: "ended" }), 303);
  },
};
