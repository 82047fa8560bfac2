import { organizationsCompare } from "../../../capabilities/organizations/organizations-compare.ts";
import type { Localized } from "../../../core/locale.ts";
import { ComparisonView, comparisonTexts } from "../lists/comparison-view.tsx";
import { daysIn } from "../lists/list-compare-page.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const organizations: Localized = { sk: "Organizácie", cs: "Organizace", en: "Organizations" };

/** The own firms of all organizations of a person on two days: what changed, and why. */
export async function organizationsComparePage({ locale, ask, query }: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const answer = await ask(organizationsCompare, daysIn(query));
  return {
    title: `${comparisonTexts.title[locale]} · ${organizations[locale]}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <p class="meta">
            <a href={href(locale, privatePaths.organizations)}>{organizations[locale]}</a>
          </p>
          <h1>{comparisonTexts.title[locale]}</h1>
        </section>
        <ComparisonView answer={answer} path={privatePaths.organizationsCompare} locale={locale} />
      </>
    ),
  };
}
