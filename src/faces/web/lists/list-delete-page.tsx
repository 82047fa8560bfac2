import { listShow } from "../../../capabilities/lists/list-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { listsPath, listTexts, namesIn } from "./list-texts.ts";

const text = {
  question: { sk: "Zmazať tento zoznam?", cs: "Smazat tento seznam?", en: "Delete this list?" },
  goes: {
    sk: "Odíde zoznam, jeho riadky a poznámky. Nedá sa to vrátiť.",
    cs: "Odejde seznam, jeho řádky a poznámky. Nelze to vrátit.",
    en: "The list, its rows and notes go. This cannot be undone.",
  },
  remove: { sk: "Zmazať zoznam", cs: "Smazat seznam", en: "Delete the list" },
} satisfies Record<string, Localized>;

/** Asks before a list is deleted. */
export async function listDeletePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { organization, list } = await ask(listShow, namesIn(request));
  const path = listsPath(organization.id, `/${list.id}`);
  return {
    title: `${text.remove[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening" data-question="delete">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={organization} />
        <h2>{text.question[locale]}</h2>
        <p class="prose lead">
          <bdi class="long-name">{list.untrusted.name}</bdi> ({list.rows})
        </p>
        <p class="prose">{text.goes[locale]}</p>
        <PostForm request={request} path={`${path}/delete`}>
          <p class="buttons">
            <SubmitButton label={text.remove[locale]} />
            <a href={href(locale, path)}>{listTexts.back[locale]}</a>
          </p>
        </PostForm>
      </section>
    ),
  };
}
