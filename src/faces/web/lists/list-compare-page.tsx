import { listCompare } from "../../../capabilities/lists/list-compare.ts";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { ComparisonView, comparisonTexts } from "./comparison-view.tsx";
import { listsPath, namesIn } from "./list-texts.ts";

/** The days that the address of a comparison names. */
export function daysIn(query: URLSearchParams) {
  return { from: (query.get("from") ?? "").slice(0, 20), to: (query.get("to") ?? "").slice(0, 20) };
}

/** A list on two days: what changed, and why. */
export async function listComparePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const answer = await ask(listCompare, { ...namesIn(request), ...daysIn(query) });
  const { organization, list } = answer;
  const path = listsPath(organization.id, `/${list.id}`);
  return {
    title: `${comparisonTexts.title[locale]} · ${list.untrusted.name} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, path)}>
              <bdi>{list.untrusted.name}</bdi>
            </a>
          </p>
          <h2>{comparisonTexts.title[locale]}</h2>
        </section>
        <ComparisonView answer={answer} path={`${path}/compare`} locale={locale} />
      </>
    ),
  };
}
