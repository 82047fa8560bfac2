import { trustOverview } from "../../../capabilities/trust/trust-overview.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { ConfirmField, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, trustPath } from "./trust-paths.ts";

/** What an act says before it is done. */
interface Act {
  readonly path: "/withdraw" | "/delete";
  readonly title: Localized;
  readonly goes: readonly Localized[];
  /** Said where there is nothing to act on. */
  readonly nothing: Localized;
}

export const WITHDRAW: Act = {
  path: "/withdraw",
  title: { sk: "Ukončiť zverejnenie profilu", cs: "Ukončit zveřejnění profilu", en: "Withdraw the profile" },
  goes: [
    {
      sk: "Stránka profilu povie len to, že profil už nie je zverejnený. Agenti ani programy už nedostanú nič, ani vo formáte JSON, ani z adresy podpísanej kópie.",
      cs: "Stránka profilu řekne jen to, že profil už není zveřejněný. Agenti ani programy už nedostanou nic, ani ve formátu JSON, ani z adresy podepsané kopie.",
      en: "The page says only that the profile was withdrawn. Agents and programs get nothing any more, neither as JSON nor from the address of the signed copy.",
    },
    {
      sk: "Odkazy na zdieľanie prestanú platiť hneď, verzie a súbory zmažeme po 30 dňoch.",
      cs: "Odkazy ke sdílení přestanou platit hned, verze a soubory smažeme po 30 dnech.",
      en: "Share links end at once; revisions and files are deleted after 30 days.",
    },
    {
      sk: "Návrh zostane. Zverejniť ho znova znamená prejsť celým zverejnením.",
      cs: "Návrh zůstane. Zveřejnit ho znovu znamená projít celým zveřejněním.",
      en: "The draft stays. To publish again, the whole publication is done anew.",
    },
    {
      sk: "Kópie, ktoré si zákazníci uložili, zostanú u nich.",
      cs: "Kopie, které si zákazníci uložili, zůstanou u nich.",
      en: "Copies that customers keep stay with them.",
    },
  ],
  nothing: {
    sk: "Nič nie je zverejnené, niet čo ukončiť.",
    cs: "Nic není zveřejněno, není co ukončit.",
    en: "Nothing is published, so there is nothing to withdraw.",
  },
};

export const DELETE: Act = {
  path: "/delete",
  title: { sk: "Zmazať profil", cs: "Smazat profil", en: "Delete the profile" },
  goes: [
    {
      sk: "Hneď sa zmaže návrh, všetky verzie, doklady so súbormi a odkazy na zdieľanie. Vrátiť sa to nedá.",
      cs: "Ihned se smaže návrh, všechny verze, doklady se soubory a odkazy ke sdílení. Vrátit to nelze.",
      en: "The draft, all revisions, evidence with its files and share links go at once. It cannot be undone.",
    },
    {
      sk: "Záznam udalostí si ponechá, kto a kedy profil zverejnil a zmazal, bez odpovedí.",
      cs: "Záznam událostí si ponechá, kdo a kdy profil zveřejnil a smazal, bez odpovědí.",
      en: "The audit log keeps who published and deleted the profile and when, without the answers.",
    },
  ],
  nothing: {
    sk: "Profil ešte nikto nezačal vypĺňať, niet čo zmazať.",
    cs: "Profil ještě nikdo nezačal vyplňovat, není co smazat.",
    en: "Nobody has begun a profile, so there is nothing to delete.",
  },
};

const text = {
  public: { sk: "Verejná je verzia", cs: "Veřejná je verze", en: "Public is revision" },
  since: { sk: "zo dňa", cs: "ze dne", en: "of" },
  who: {
    sk: "Urobiť to môže vlastník alebo správca organizácie.",
    cs: "Udělat to může vlastník nebo správce organizace.",
    en: "An owner or an administrator of the organization can do this.",
  },
  reason: {
    sk: "Dôvod (nepovinné, neukladá sa)",
    cs: "Důvod (nepovinné, neukládá se)",
    en: "Reason (optional, not kept)",
  },
  keep: { sk: "Nechať profil", cs: "Ponechat profil", en: "Keep the profile" },
} satisfies Record<string, Localized>;

/** Says what goes, and asks for the password: withdrawing and deleting are never a click alone. */
function actPage({ path, title, goes, nothing }: Act) {
  return async (request: PrivateRequest<SignedIn>): Promise<PageAnswer> => {
    const { locale, ask } = request;
    const overview = await ask(trustOverview, { organizationId: organizationIn(request) });
    const { organization, draft, version, revisions, mayManage } = overview;
    const isPossible = path === "/withdraw" ? draft.state === "published" : version > 0;
    const shown = draft.state === "published" ? revisions.find(({ isShown }) => isShown) : undefined;
    return {
      title: `${title[locale]} · ${organization.untrusted.name}`,
      isIndexed: false,
      body: (
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{title[locale]}</h2>
          {shown === undefined ? null : (
            <p>
              {text.public[locale]} {shown.revision} {text.since[locale]}{" "}
              {formatDay(shown.publishedAt.slice(0, 10), locale)}.
            </p>
          )}
          {isPossible ? (
            <ul class="prose">
              {goes.map((each) => (
                <li>{each[locale]}</li>
              ))}
            </ul>
          ) : (
            <p class="prose">{nothing[locale]}</p>
          )}
          {isPossible && !mayManage ? <p class="prose">{text.who[locale]}</p> : null}
          {isPossible && mayManage ? (
            <PostForm request={request} path={trustPath(organization.id, path)}>
              {path === "/withdraw" ? (
                <TextField request={request} name="reason" label={text.reason[locale]} isRequired={false} />
              ) : null}
              <ConfirmField request={request} isAlways />
              <SubmitButton label={title[locale]} />
            </PostForm>
          ) : null}
          <p>
            <a href={href(locale, trustPath(organization.id))}>{text.keep[locale]}</a>
          </p>
        </section>
      ),
    };
  };
}

export const trustWithdrawPage = actPage(WITHDRAW);
export const trustDeletePage = actPage(DELETE);
