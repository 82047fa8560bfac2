import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { countryNames } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
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
  add: { sk: "Pridať vybraných", cs: "Přidat vybrané", en: "Add the chosen ones" },
} satisfies Record<string, Localized>;

/** Finds firms by name and puts several of them on the list of suppliers at once. */
export async function supplierAddPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const organizationId = organizationIn(request);
  const [{ id, role, untrusted }, { asked, isAsked, results, reading, only }] = await Promise.all([
    ask(organizationShow, { organizationId }),
    askFirms(request),
  ]);
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{text.title[locale]}</h2>
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
