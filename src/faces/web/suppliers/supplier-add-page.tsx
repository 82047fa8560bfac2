import type { AnswerOf } from "../../../capabilities/capability.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { supplierChoices } from "../../../capabilities/suppliers/supplier-choices.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Options } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { askFirms, FirmSearch } from "../organizations/firm-search.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { FormerName } from "../search/former-name.tsx";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";

const text = {
  title: { sk: "Pridať dodávateľov", cs: "Přidat dodavatele", en: "Add suppliers" },
  nothing: {
    sk: "Takú firmu sme nenašli. Skúste jej IČO.",
    cs: "Takovou firmu jsme nenašli. Zkuste její IČO.",
    en: "No such firm was found. Try its number.",
  },
  similar: { sk: "podobný názov", cs: "podobný název", en: "similar name" },
  listed: { sk: "už je v zozname", cs: "už je v seznamu", en: "in the list already" },
  allListed: {
    sk: "Všetky tieto firmy už v zozname máte.",
    cs: "Všechny tyto firmy už v seznamu máte.",
    en: "All of these firms are in your list already.",
  },
  add: { sk: "Pridať vybraných", cs: "Přidat vybrané", en: "Add the chosen ones" },
} satisfies Record<string, Localized>;

/** Finds firms by name and puts several of them on the list of suppliers at once. */
export async function supplierAddPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const organizationId = organizationIn(request);
  const named = (query.get("firms") ?? "").slice(0, 2_000);
  const [{ id, role, untrusted }, { asked, isAsked, results, reading, only }, { firms }] = await Promise.all([
    ask(organizationShow, { organizationId }),
    askFirms(request),
    named === "" ? { firms: [] } : ask(supplierChoices, { organizationId, firms: named }),
  ]);
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{text.title[locale]}</h2>
        {firms.length === 0 ? null : <NamedFirms request={request} id={id} firms={firms} />}
        <FirmSearch
          path={suppliersPath(id, "/add")}
          parameter="firm"
          asked={asked}
          reading={reading}
          results={[]}
          locale={locale}
        />
        {isAsked && results.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
        {results.length === 0 ? null : (
          <PostForm request={request} path={suppliersPath(id)}>
            <fieldset class="choice">
              <legend>{text.title[locale]}</legend>
              <Options
                name="firm"
                values={only === null ? [] : [only]}
                isSeveral
                options={results.map(
                  ({ country, ico, match, formerUntil, untrusted: { name, address, formerName } }) => ({
                    value: `${country}-${ico}`,
                    name: (
                      <span data-firm={`${country}-${ico}`} data-match={match}>
                        <bdi>{name ?? formatIco(ico)}</bdi>{" "}
                        {match === "similar" ? <span class="tag">{text.similar[locale]}</span> : null}
                        <span class="meta">
                          {countryNames[country][locale]}, IČO {formatIco(ico)}
                          {address === null ? null : (
                            <>
                              , <bdi>{address}</bdi>
                            </>
                          )}
                        </span>
                        <FormerName name={formerName} until={formerUntil} locale={locale} />
                      </span>
                    ),
                  }),
                )}
              />
            </fieldset>
            <SubmitButton label={text.add[locale]} />
          </PostForm>
        )}
      </section>
    ),
  };
}

/** The firms that another page named, ticked but those that are suppliers already. */
function NamedFirms({
  request,
  id,
  firms,
}: {
  request: PrivateRequest<SignedIn>;
  id: string;
  firms: AnswerOf<typeof supplierChoices>["firms"];
}) {
  const { locale } = request;
  const open = firms.filter(({ isListed }) => !isListed).map(({ firm }) => firm);
  return (
    <PostForm request={request} path={suppliersPath(id)}>
      {open.length === 0 ? <p class="prose">{text.allListed[locale]}</p> : null}
      <fieldset class="choice">
        <legend>{text.title[locale]}</legend>
        <Options
          name="firm"
          id="named"
          values={open}
          isSeveral
          options={firms.map((each) => ({ value: each.firm, name: <NamedFirm firm={each} locale={locale} /> }))}
        />
      </fieldset>
      <SubmitButton label={text.add[locale]} />
    </PostForm>
  );
}

function NamedFirm({
  firm: { firm, country, ico, category, isListed, untrusted },
  locale,
}: {
  firm: AnswerOf<typeof supplierChoices>["firms"][number];
  locale: Locale;
}) {
  return (
    <span data-firm={firm} data-listed={isListed ? "true" : undefined}>
      <bdi>{untrusted.name ?? formatIco(ico)}</bdi>{" "}
      {category === null ? null : <CategoryMark category={category} locale={locale} />}{" "}
      <span class="meta">
        {countryNames[country][locale]}, IČO {formatIco(ico)}
        {isListed ? `, ${text.listed[locale]}` : ""}
      </span>
    </span>
  );
}
