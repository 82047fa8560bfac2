import { supplierAskPreview } from "../../../capabilities/suppliers/supplier-ask.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { CheckBox, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";

/** The words of a request; that to several suppliers shares some. */
export const askTexts = {
  title: { sk: "Požiadať o profil", cs: "Požádat o profil", en: "Ask for a profile" },
  lead: {
    sk: "Žiadosť odíde presne v tomto znení. Bez vášho potvrdenia sa neodošle nič, ani pripomienka.",
    cs: "Takto žádost odejde, slovo od slova. Bez vašeho potvrzení se neodešle nic, ani připomínka.",
    en: "This is the request, word for word. Nothing is sent without your approval, nor is a reminder.",
  },
  language: {
    sk: "Správa je v jazyku tejto stránky; iný jazyk zvolíte hore.",
    cs: "Zpráva je v jazyce této stránky; jiný jazyk zvolíte nahoře.",
    en: "The message is in the language of this page; choose another one at the top.",
  },
  has: {
    sk: "Tento dodávateľ už profil zverejnil. Žiadosť má zmysel, ak potrebujete novšie vyhlásenie.",
    cs: "Tento dodavatel už profil zveřejnil. Žádost má smysl, pokud potřebujete novější prohlášení.",
    en: "This supplier has published a profile. Ask if you need a newer statement.",
  },
  last: { sk: "Naposledy požiadaný", cs: "Naposledy požádán", en: "Last asked" },
  subject: { sk: "Predmet", cs: "Předmět", en: "Subject" },
  message: { sk: "Správa", cs: "Zpráva", en: "Message" },
  email: { sk: "E-mail dodávateľa", cs: "E-mail dodavatele", en: "E-mail of the supplier" },
  emailHelp: {
    sk: "Najlepšie spoločná adresa, nie adresa konkrétnej osoby, napríklad bezpecnost@. Na jednu adresu odíde najviac jedna žiadosť týždenne, z vašej organizácie najviac 20 denne.",
    cs: "Nejlépe společná adresa, ne adresa konkrétní osoby, například bezpecnost@. Na jednu adresu odejde nejvýše jedna žádost týdně, z vaší organizace nejvýše 20 denně.",
    en: "Best an address of a role, such as security@. At most one request a week goes to an address, and 20 a day from your organization.",
  },
  confirm: {
    sk: "Správu poznám a chcem ju odoslať. Adresát v nej uvidí moju e-mailovú adresu.",
    cs: "Zprávu znám a chci ji odeslat. Adresát v ní uvidí mou e-mailovou adresu.",
    en: "I have read the message and want it sent. It shows my e-mail address to the addressee.",
  },
  remind: {
    sk: "Po 14 dňoch raz pripomenúť, ak adresát žiadosť neotvorí.",
    cs: "Po 14 dnech jednou připomenout, pokud adresát žádost neotevře.",
    en: "Remind once after 14 days if the addressee does not open the request.",
  },
  send: { sk: "Odoslať žiadosť", cs: "Odeslat žádost", en: "Send the request" },
} satisfies Record<string, Localized>;

/** The mail as it will go out, and the form of the person who decides whether it does. */
export async function supplierAskPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, params } = request;
  const preview = await ask(supplierAskPreview, {
    organizationId: organizationIn(request),
    supplier: params.supplier ?? "",
  });
  const { organization, supplier, ico, mail, untrusted } = preview;
  const name = untrusted.name ?? `IČO ${ico}`;
  return {
    title: `${askTexts.title[locale]}: ${name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, suppliersPath(organization.id, `/${supplier}`))}>
              <bdi>{name}</bdi>
            </a>
          </p>
          <h2>{askTexts.title[locale]}</h2>
          <p class="prose lead">{askTexts.lead[locale]}</p>
          {preview.hasProfile ? <p class="prose">{askTexts.has[locale]}</p> : null}
          {preview.lastAskedAt === null ? null : (
            <p class="meta">
              {askTexts.last[locale]}:{" "}
              <time datetime={preview.lastAskedAt}>{formatInstant(preview.lastAskedAt, locale)}</time>
            </p>
          )}
        </section>
        <section class="section" aria-label={askTexts.message[locale]}>
          <MailPreview mail={mail} locale={locale} />
          <PostForm request={request} path={suppliersPath(organization.id, `/${supplier}/ask`)}>
            <TextField
              request={request}
              name="email"
              label={askTexts.email[locale]}
              help={askTexts.emailHelp[locale]}
              type="email"
              autocomplete="off"
              value={untrusted.contactEmail ?? undefined}
            />
            <CheckBox request={request} name="remind" label={askTexts.remind[locale]} />
            <CheckBox request={request} name="confirm" label={askTexts.confirm[locale]} />
            <SubmitButton label={askTexts.send[locale]} />
          </PostForm>
        </section>
      </>
    ),
  };
}

/** A mail as it will go out. */
export function MailPreview({
  mail,
  locale,
}: {
  mail: { readonly subject: string; readonly text: string };
  locale: Locale;
}) {
  return (
    <>
      <div class="mail-preview">
        <p>
          <span class="meta">{askTexts.subject[locale]}:</span> <strong>{mail.subject}</strong>
        </p>
        <p class="foreign-lines">{mail.text}</p>
      </div>
      <p class="meta">{askTexts.language[locale]}</p>
    </>
  );
}
