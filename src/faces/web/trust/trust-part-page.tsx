import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, trustPath } from "./trust-paths.ts";

const back: Localized = { sk: "Náš bezpečnostný profil", cs: "Náš bezpečnostní profil", en: "Our security profile" };

/** A page of the editor that is no area of the questionnaire: the way back, a title, a lead, and what it is about. */
export async function trustPartPage(
  request: PrivateRequest<SignedIn>,
  title: Localized,
  lead: Localized,
  body: PageAnswer["body"],
): Promise<PageAnswer> {
  const { locale, ask } = request;
  const organization = await ask(organizationShow, { organizationId: organizationIn(request) });
  return {
    title: `${title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, trustPath(organizationIn(request)))}>{back[locale]}</a>
          </p>
          <h2 class="page-title">{title[locale]}</h2>
          <p class="prose lead">{lead[locale]}</p>
        </section>
        {body}
      </>
    ),
  };
}
