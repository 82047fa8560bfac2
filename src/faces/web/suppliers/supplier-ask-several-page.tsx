import type { AnswerOf } from "../../../capabilities/capability.ts";
import { supplierAskChoices } from "../../../capabilities/suppliers/supplier-ask-several.ts";
import { ASK_TEXTS } from "../../../capabilities/suppliers/supplier-table.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CheckBox, errorOf, FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Choice } from "../components/form-field.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";
import { askTexts, MailPreview } from "./supplier-ask-page.tsx";
import { filtersOf } from "./supplier-filters.ts";

const text = {
  title: { sk: "Požiadať viacerých o profil", cs: "Požádat více dodavatelů o profil", en: "Ask several for a profile" },
  lead: {
    sk: "Každému vybranému odíde jedna správa na adresu jeho kontaktu. Odíde všetkým, alebo nikomu.",
    cs: "Každému vybranému odejde jedna zpráva na adresu jeho kontaktu. Odejde všem, nebo nikomu.",
    en: "Each chosen one gets one message, at the address of its contact. All of them are sent, or none.",
  },
  nobody: {
    sk: "Niet koho požiadať: všetci dodávatelia profil majú, alebo v zozname nikto nie je.",
    cs: "Není koho požádat: všichni dodavatelé profil mají, nebo v seznamu nikdo není.",
    en: "There is nobody to ask: every supplier has a profile, or the list is empty.",
  },
  back: { sk: "Späť na dodávateľov", cs: "Zpět na dodavatele", en: "Back to the suppliers" },
  addressees: { sk: "Adresáti", cs: "Adresáti", en: "Addressees" },
  others: { sk: "Týchto teraz požiadať nemožno", cs: "Tyto teď požádat nelze", en: "These cannot be asked now" },
  no_contact: { sk: "bez e-mailu kontaktu", cs: "bez e-mailu kontaktu", en: "no contact e-mail" },
  lately: { sk: "požiadaný tento týždeň", cs: "požádán tento týden", en: "asked this week" },
  refused: {
    sk: "ďalšie žiadosti odmietol",
    cs: "další žádosti odmítl",
    en: "has refused further requests",
  },
  cut: {
    sk: "Zobrazených je prvých sto. Ďalších nájdete filtrom v zozname.",
    cs: "Zobrazeno je prvních sto. Další najdete filtrem v seznamu.",
    en: "The first hundred are shown. Filter the list to find others.",
  },
  sample: { sk: "Správa prvému z nich", cs: "Zpráva prvnímu z nich", en: "The message to the first of them" },
  send: { sk: "Odoslať žiadosti", cs: "Odeslat žádosti", en: "Send the requests" },
  confirm: {
    sk: "Adresátov poznám a správy chcem odoslať. Uvidia v nich moju e-mailovú adresu.",
    cs: "Adresáty znám a zprávy chci odeslat. Uvidí v nich mou e-mailovou adresu.",
    en: "I know the addressees and want the messages sent. They show my e-mail address.",
  },
} satisfies Record<string, Localized>;

const left: Readonly<Record<Locale, (n: number) => string>> = {
  sk: (n) => `Dnes možno odoslať ešte ${n} z 20 žiadostí.`,
  cs: (n) => `Dnes lze odeslat ještě ${n} z 20 žádostí.`,
  en: (n) => `${n} of 20 requests are left today.`,
};

type Choices = AnswerOf<typeof supplierAskChoices>;

/** The addressees of a request to several suppliers, and one box of the person who decides whether it goes out. */
export async function supplierAskSeveralPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const { state, criticality, ask: asked } = filtersOf(query);
  const choices = await ask(supplierAskChoices, {
    organizationId: organizationIn(request),
    suppliers: query.getAll("suppliers").slice(0, 100),
    ...(state === undefined ? {} : { state }),
    ...(criticality === undefined ? {} : { criticality }),
    ...(asked === undefined ? {} : { ask: asked }),
  });
  const { organization, suppliers } = choices;
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{text.title[locale]}</h2>
          <p class="prose lead">{suppliers.length === 0 ? text.nobody[locale] : text.lead[locale]}</p>
          <p class="meta">
            <a href={href(locale, suppliersPath(organization.id))}>{text.back[locale]}</a>
          </p>
        </section>
        {suppliers.length === 0 ? null : <AskForm request={request} choices={choices} />}
      </>
    ),
  };
}

function AskForm({ request, choices }: { request: PrivateRequest<SignedIn>; choices: Choices }) {
  const { locale, form, refusal } = request;
  const { organization, suppliers, mail } = choices;
  const ready = suppliers.filter(({ hindrance }) => hindrance === null);
  const others = suppliers.filter(({ hindrance }) => hindrance !== null);
  const ticked =
    refusal === null ? ready.slice(0, choices.left).map(({ supplier }) => supplier) : form.getAll("suppliers");
  return (
    <section class="section" aria-label={text.addressees[locale]} data-left={String(choices.left)}>
      {ready.length === 0 ? null : (
        <PostForm request={request} path={suppliersPath(organization.id, "/ask")}>
          <Choice
            legend={text.addressees[locale]}
            help={left[locale](choices.left)}
            error={errorOf(refusal, "suppliers")}
            name="suppliers"
            anchor="suppliers"
            isSeveral
            values={ticked}
            options={ready.map((row) => ({ value: row.supplier, name: <Addressee row={row} locale={locale} /> }))}
          />
          <CheckBox request={request} name="remind" label={askTexts.remind[locale]} />
          <CheckBox request={request} name="confirm" label={text.confirm[locale]} />
          <SubmitButton label={text.send[locale]} />
        </PostForm>
      )}
      {others.length === 0 ? null : (
        <details class="folded" open={ready.length === 0}>
          <summary>
            {text.others[locale]} ({others.length})
          </summary>
          <ul>
            {others.map((row) => (
              <li data-hindrance={row.hindrance}>
                <a href={href(locale, suppliersPath(organization.id, `/${row.supplier}`))}>
                  <bdi>{row.untrusted.name ?? `IČO ${row.ico}`}</bdi>
                </a>
                : {row.hindrance === null ? null : text[row.hindrance][locale]}
              </li>
            ))}
          </ul>
        </details>
      )}
      {choices.isCut ? <p class="meta">{text.cut[locale]}</p> : null}
      {mail === null || ready.length === 0 ? null : (
        <>
          <h3>{text.sample[locale]}</h3>
          <MailPreview mail={mail} locale={locale} />
        </>
      )}
    </section>
  );
}

function Addressee({ row, locale }: { row: Choices["suppliers"][number]; locale: Locale }) {
  const { name, contactEmail } = row.untrusted;
  return (
    <span data-addressee={contactEmail ?? ""}>
      <bdi>{name ?? `IČO ${row.ico}`}</bdi>{" "}
      <span class="meta">
        <bdi>{contactEmail}</bdi>
        {row.ask === "none" ? null : <>, {ASK_TEXTS[row.ask][locale].toLowerCase()}</>}
      </span>
    </span>
  );
}
