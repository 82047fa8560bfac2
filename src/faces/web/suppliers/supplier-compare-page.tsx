import { supplierCompare } from "../../../capabilities/suppliers/supplier-compare.ts";
import type { Localized } from "../../../core/locale.ts";
import { ComparisonView, comparisonTexts } from "../lists/comparison-view.tsx";
import { daysIn } from "../lists/list-compare-page.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";

const suppliers: Localized = { sk: "Dodávatelia", cs: "Dodavatelé", en: "Suppliers" };

/** The suppliers of an organization on two days: what changed, and why. */
export async function supplierComparePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const answer = await ask(supplierCompare, { organizationId: organizationIn(request), ...daysIn(query) });
  const { organization } = answer;
  const path = suppliersPath(organization.id);
  return {
    title: `${comparisonTexts.title[locale]} · ${suppliers[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, path)}>{suppliers[locale]}</a>
          </p>
          <h2>{comparisonTexts.title[locale]}</h2>
        </section>
        <ComparisonView answer={answer} path={`${path}/compare`} locale={locale} />
      </>
    ),
  };
}
