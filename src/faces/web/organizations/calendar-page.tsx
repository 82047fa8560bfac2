import { calendarShow } from "../../../capabilities/organizations/calendar.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { OrganizationHead } from "./organization-head.tsx";

const text = typesetTexts({
  title: { sk: "Adresa kalendára", cs: "Adresa kalendáře", en: "Calendar address" },
  lead: {
    sk: "Túto adresu pridáte do kalendára v telefóne či počítači a ten si sám obnovuje ďalšie preskúmania povinností. Kto ju pozná, vidí ich; poznámky ani mená v kalendári nie sú.",
    cs: "Tuto adresu přidáte do kalendáře v telefonu či počítači a ten si sám obnovuje příští přezkoumání povinností. Kdo ji zná, vidí je; poznámky ani jména v kalendáři nejsou.",
    en: "A calendar on your phone or computer subscribes to this address and refreshes the next reviews by itself. Whoever knows it sees them; neither notes nor names are in it.",
  },
  since: { sk: "Adresu máte od", cs: "Adresu máte od", en: "You have an address since" },
  none: { sk: "Zatiaľ adresu nemáte.", cs: "Zatím adresu nemáte.", en: "You have no address yet." },
  create: { sk: "Vytvoriť adresu", cs: "Vytvořit adresu", en: "Make an address" },
  renew: {
    sk: "Vytvoriť novú a starú zrušiť",
    cs: "Vytvořit novou a starou zrušit",
    en: "Make a new one and end the old one",
  },
  revoke: { sk: "Zrušiť adresu", cs: "Zrušit adresu", en: "End the address" },
  once: {
    sk: "Skopírujte si ju teraz: viac ju neuvidíte.",
    cs: "Zkopírujte si ji teď: znovu se nezobrazí.",
    en: "Copy it now: it is not shown again.",
  },
} satisfies Record<string, Localized>);

/** Whether one has a calendar address, and the ways to get and to end it. */
export function calendarPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  return page(request, null);
}

/** The address that was made just now, shown once. */
export function calendarMadePage(
  request: PrivateRequest<SignedIn>,
  { address }: { readonly address: string },
): Promise<PageAnswer> {
  return page(request, address);
}

async function page(request: PrivateRequest<SignedIn>, address: string | null): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const organizationId = params.organizationId ?? "";
  const { id, role, untrusted } = await ask(organizationShow, { organizationId });
  const { createdAt } = await ask(calendarShow, { organizationId });
  const path = organizationPath(id, "/calendar");
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{text.title[locale]}</h2>
        <p class="prose">{text.lead[locale]}</p>
        {address === null ? null : (
          <>
            <SecretField
              id="calendar"
              label={text.title[locale]}
              secret={address}
              hook="data-calendar"
              locale={locale}
            />
            <p class="prose">
              <strong>{text.once[locale]}</strong>
            </p>
          </>
        )}
        <p class="meta">
          {createdAt === null ? text.none[locale] : `${text.since[locale]} ${formatInstant(createdAt, locale)}.`}
        </p>
        <div class="buttons">
          <PostForm request={request} path={path} isInline>
            <SubmitButton
              label={(createdAt === null ? text.create : text.renew)[locale]}
              isQuiet={createdAt !== null}
            />
          </PostForm>
          {createdAt === null ? null : (
            <QuestionLink locale={locale} path={`${path}/revoke`} label={text.revoke[locale]} />
          )}
        </div>
      </section>
    ),
  };
}
