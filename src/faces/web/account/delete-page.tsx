import { accountDeletePreview } from "../../../capabilities/accounts/account-delete.ts";
import type { Localized } from "../../../core/locale.ts";
import { ConfirmField, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Zmazať účet", cs: "Smazat účet", en: "Delete the account" },
  goes: {
    sk: "Hneď sa zmaže účet, prihlásenia, kľúče API, členstvá a spôsoby prihlásenia. Vrátiť sa to nedá.",
    cs: "Hned se smaže účet, přihlášení, klíče API, členství a způsoby přihlášení. Vrátit to nelze.",
    en: "The account, sessions, API keys, memberships and ways to sign in go at once. This cannot be undone.",
  },
  stays: {
    sk: "V zázname udalostí organizácií ostane, čo sa stalo; namiesto vášho mena v ňom bude „bývalý člen“. Zálohy prevádzkovateľa obsahujú účet, kým neuplynie doba ich uchovávania.",
    cs: "V záznamu událostí organizací zůstane, co se stalo; místo vašeho jména v něm bude „bývalý člen“. Zálohy provozovatele obsahují účet, dokud neuplyne doba jejich uchovávání.",
    en: "The audit logs of organizations keep what happened, by “deleted account”. The operator’s backups hold the account until they expire.",
  },
  withIt: {
    sk: "S účtom sa zmažú aj organizácie, v ktorých ste jediným členom:",
    cs: "S účtem se smažou i organizace, ve kterých jste jediným členem:",
    en: "Organizations of which you are the only member go with it:",
  },
  needOwner: {
    sk: "Najprv urobte vlastníkom niekoho iného v týchto organizáciách:",
    cs: "Nejdřív udělejte vlastníkem někoho jiného v těchto organizacích:",
    en: "First make somebody else an owner of these organizations:",
  },
  confirm: { sk: "Opíšte e-mail svojho účtu", cs: "Opište e-mail svého účtu", en: "Type the e-mail of your account" },
  go: { sk: "Zmazať natrvalo", cs: "Smazat natrvalo", en: "Delete for good" },
} satisfies Record<string, Localized>;

/** What goes and what stays, and the form. */
export async function deletePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { deleted, needOwner } = await ask(accountDeletePreview, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        {needOwner.length === 0 ? null : (
          <Notice tone="caution" title={text.needOwner[locale]}>
            <ul>
              {needOwner.map(({ id, untrusted }) => (
                <li>
                  <a href={href(locale, organizationPath(id, "/members"))}>
                    <bdi class="breakable">{untrusted.name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <p class="prose lead">{text.goes[locale]}</p>
        <p class="prose">{text.stays[locale]}</p>
        <Organizations lead={text.withIt[locale]} list={deleted} />
        <PostForm request={request} path={privatePaths.accountDelete}>
          <TextField request={request} name="confirm" label={text.confirm[locale]} type="email" autocomplete="off" />
          <ConfirmField request={request} isAlways />
          <SubmitButton label={text.go[locale]} isFinal />
        </PostForm>
      </section>
    ),
  };
}

type Named = readonly { readonly id: string; readonly untrusted: { readonly name: string } }[];

function Organizations({ lead, list }: { lead: string; list: Named }) {
  if (list.length === 0) return null;
  return (
    <div class="prose">
      <p>{lead}</p>
      <ul>
        {list.map(({ untrusted }) => (
          <li>
            <bdi class="breakable">{untrusted.name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
