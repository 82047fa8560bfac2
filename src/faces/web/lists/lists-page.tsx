import { organizationLists } from "../../../capabilities/lists/list-all.ts";
import type { ListAnswer } from "../../../capabilities/lists/list-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { categoryPlurals } from "../components/category-mark.tsx";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { countryOptions, Field } from "../components/form-field.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { CATEGORY_ORDER, listsPath, listTexts, namesIn } from "./list-texts.ts";

const text = {
  lead: {
    sk: "Portfólio, odvetvie alebo skupina: každá firma zoznamu sa sleduje odo dňa, keď ju pridáte.",
    cs: "Portfolio, odvětví nebo skupina: každá firma seznamu se sleduje ode dne, kdy ji přidáte.",
    en: "A portfolio, a sector or a group: each firm of a list is watched from the day on which you add it.",
  },
  empty: { sk: "Zatiaľ tu nie je žiadny zoznam.", cs: "Zatím tu není žádný seznam.", en: "There is no list yet." },
  make: { sk: "Nový zoznam", cs: "Nový seznam", en: "New list" },
  name: { sk: "Názov zoznamu", cs: "Název seznamu", en: "Name of the list" },
  rows: { sk: "Firiem", cs: "Firem", en: "Firms" },
} satisfies Record<string, Localized>;

/** The lists of firms of an organization, and a form for another one. */
export async function listsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { organizationId } = namesIn(request);
  const { organization, lists, mayChange } = await ask(organizationLists, { organizationId });
  return {
    title: `${listTexts.lists[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{listTexts.lists[locale]}</h2>
          <p class="prose lead">{text.lead[locale]}</p>
        </section>
        <section class="section" aria-label={listTexts.lists[locale]}>
          {lists.length === 0 ? <p class="prose">{text.empty[locale]}</p> : <Table lists={lists} locale={locale} />}
          {mayChange ? <MakeForm request={request} organizationId={organization.id} /> : null}
        </section>
      </>
    ),
  };
}

function Table({ lists, locale }: { lists: readonly ListAnswer[]; locale: Locale }) {
  return (
    <table class="is-stacked">
      <thead>
        <tr>
          <th scope="col">{text.name[locale]}</th>
          <th scope="col">{text.rows[locale]}</th>
          {CATEGORY_ORDER.map((category) => (
            <th scope="col">{categoryPlurals[category][locale]}</th>
          ))}
          <th scope="col">{listTexts.pending[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr id={list.id} data-list={list.id} data-rows={String(list.rows)}>
            <th scope="row">
              <a href={href(locale, listsPath(list.organizationId, `/${list.id}`))}>
                <bdi class="long-name">{list.untrusted.name}</bdi>
              </a>
            </th>
            <td data-label={text.rows[locale]}>{list.rows}</td>
            {CATEGORY_ORDER.map((category) => (
              <td data-label={categoryPlurals[category][locale]}>{list.byCategory[category]}</td>
            ))}
            <td data-label={listTexts.pending[locale]}>{list.pending}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MakeForm({ request, organizationId }: { request: PrivateRequest<SignedIn>; organizationId: string }) {
  const { locale, form } = request;
  const options = [{ value: "", name: listTexts.anyCountry[locale] }, ...countryOptions(locale)];
  return (
    <section class="screen-only">
      <h3>{text.make[locale]}</h3>
      <PostForm request={request} path={listsPath(organizationId)}>
        <div class="fields">
          <TextField request={request} name="name" label={text.name[locale]} maxlength={120} autocomplete="off" />
          <Field id="country" label={listTexts.country[locale]} value={form.get("country")} options={options} />
        </div>
        <p class="buttons">
          <SubmitButton label={text.make[locale]} />
        </p>
      </PostForm>
    </section>
  );
}
