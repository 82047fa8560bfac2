import type { Localized } from "../../../core/locale.ts";
import { FormErrors } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, trustPath } from "./trust-paths.ts";

const back: Localized = { sk: "Bezpečnostný profil", cs: "Bezpečnostní profil", en: "Security profile" };

/** A page of the editor that is no area of the questionnaire: the way back, a title, a lead, and what it is about. */
export function trustPartPage(
  request: PrivateRequest<SignedIn>,
  title: Localized,
  lead: Localized,
  body: PageAnswer["body"],
): PageAnswer {
  const { locale } = request;
  return {
    title: title[locale],
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <p class="meta">
            <a href={href(locale, trustPath(organizationIn(request)))}>{back[locale]}</a>
          </p>
          <h1>{title[locale]}</h1>
          <p class="prose lead">{lead[locale]}</p>
        </section>
        {body}
      </>
    ),
  };
}
