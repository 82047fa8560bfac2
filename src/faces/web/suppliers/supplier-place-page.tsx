import { supplierPlaces } from "../../../capabilities/suppliers/supplier-choices.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { Mark } from "../organizations/organization-switcher.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { suppliersPath } from "../trust/trust-paths.ts";

const text = {
  title: { sk: "Pridať k dodávateľom", cs: "Přidat k dodavatelům", en: "Add to suppliers" },
  which: {
    sk: "Vyberte organizáciu, ktorej sú dodávateľmi.",
    cs: "Vyberte organizaci, které jsou dodavateli.",
    en: "Choose the organization whose suppliers they are.",
  },
  noFirm: {
    sk: "Adresa neuvádza žiadnu firmu.",
    cs: "Adresa neuvádí žádnou firmu.",
    en: "The address names no firm.",
  },
  none: {
    sk: "Dodávateľov vedie organizácia a vy zatiaľ nie ste v žiadnej, v ktorej ich môžete pridávať.",
    cs: "Dodavatele vede organizace a vy zatím nejste v žádné, v níž je můžete přidávat.",
    en: "Suppliers belong to an organization, and you are in none yet to which you may add them.",
  },
  create: { sk: "Založiť organizáciu", cs: "Založit organizaci", en: "Create an organization" },
} satisfies Record<string, Localized>;

const count: Readonly<Record<Locale, (firms: number) => string>> = {
  sk: (firms) => `${firms} ${plural(firms, { one: "firma", few: "firmy", other: "firiem" }, "sk")}.`,
  cs: (firms) => `${firms} ${plural(firms, { one: "firma", few: "firmy", other: "firem" }, "cs")}.`,
  en: (firms) => `${firms} ${plural(firms, { one: "firm", other: "firms" }, "en")}.`,
};

/** Of which organization the firms of an address are suppliers; a person with one organization is led there. */
export async function supplierPlacePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer | Response> {
  const { locale, query, ask } = request;
  const asked = (query.get("firms") ?? "").slice(0, 2_000);
  const { firms, organizations } = await ask(supplierPlaces, { firms: asked });
  const to = (id: string) => href(locale, suppliersPath(id, "/add"), { firms: firms.join(",") });
  const [only, ...others] = organizations;
  if (firms.length > 0 && only !== undefined && others.length === 0) return redirectTo(to(only.id), 303);
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        {firms.length === 0 ? (
          <p class="prose lead">{text.noFirm[locale]}</p>
        ) : organizations.length === 0 ? (
          <>
            <p class="prose lead">{text.none[locale]}</p>
            <p>
              <a class="button" href={href(locale, privatePaths.newOrganization)}>
                {text.create[locale]}
              </a>
            </p>
          </>
        ) : (
          <>
            <p class="prose lead">
              {count[locale](firms.length)} {text.which[locale]}
            </p>
            <ul class="rows" data-firms={firms.join(" ")}>
              {organizations.map(({ id, colour, untrusted }) => (
                <li>
                  <a class="organization-switch" href={to(id)}>
                    <Mark name={untrusted.name} colour={colour} /> <bdi>{untrusted.name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    ),
  };
}
