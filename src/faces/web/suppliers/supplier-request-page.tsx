import type { AnswerOf } from "../../../capabilities/capability.ts";
import { ASK_STOP_PATH, askPath } from "../../../capabilities/suppliers/ask-mail.ts";
import { supplierRequestOpen, supplierRequestShow } from "../../../capabilities/suppliers/supplier-request.ts";
import { DECLINE_CHOICES, DECLINE_TEXTS } from "../../../capabilities/suppliers/supplier-table.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay } from "../../../core/text.ts";
import { FormErrors, formAt, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Choice } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { LawText } from "../components/law-text.tsx";
import type { PageAnswer } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = typesetTexts({
  title: {
    sk: "Žiadosť o bezpečnostný profil",
    cs: "Žádost o bezpečnostní profil",
    en: "Request for a security profile",
  },
  asks: {
    sk: "vás žiada o bezpečnostný profil",
    cs: "vás žádá o bezpečnostní profil",
    en: "asks for your security profile",
  },
  customer: { sk: "Zákazník", cs: "Zákazník", en: "A customer" },
  from: { sk: "Žiadosť z", cs: "Žádost z", en: "Request of" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  who: { sk: "Kto sa pýta", cs: "Kdo se ptá", en: "Who asks" },
  approved: {
    sk: "Žiadosť schválil človek s adresou",
    cs: "Žádost schválil člověk s adresou",
    en: "The request was approved by a person with the address",
  },
  doubt: {
    sk: "Pochybujete? Zavolajte zákazníkovi.",
    cs: "Pochybujete? Zavolejte zákazníkovi.",
    en: "In doubt? Call the customer.",
  },
  what: { sk: "Na čo", cs: "Na co", en: "For what" },
  questionnaire: {
    sk: "Otvorený dotazník pre dodávateľov podľa NIS2. Podľa toho, čo dodávate,",
    cs: "Otevřený dotazník pro dodavatele podle NIS2. Podle toho, co dodáváte,",
    en: "The open NIS2 questionnaire for suppliers. Depending on what you supply,",
  },
  count: { sk: "25 až 40 otázok", cs: "25 až 40 otázek", en: "25 to 40 questions" },
  private: {
    sk: "Nič nie je verejné, kým to sami nezverejníte. Pri každej odpovedi určíte, kto ju uvidí.",
    cs: "Nic není veřejné, dokud to sami nezveřejníte. U každé odpovědi určíte, kdo ji uvidí.",
    en: "Nothing is public until you publish it yourself. For each answer you decide who sees it.",
  },
  howLong: { sk: "Ako dlho", cs: "Jak dlouho", en: "How long" },
  minutes: { sk: "asi 40 minút", cs: "asi 40 minut", en: "about 40 minutes" },
  first: {
    sk: "prvá časť do 10. Rozpísané sa uloží. Vyplníte raz, potom každému zákazníkovi pošlete jednu adresu.",
    cs: "první část do 10. Rozepsané se uloží. Vyplníte jednou, potom každému zákazníkovi pošlete jednu adresu.",
    en: "the first part within 10. A draft is kept. You fill it in once, and send each customer a single address.",
  },
  fromRegister: {
    sk: "z registra, nič nemusíte vypisovať",
    cs: "z rejstříku, nic nemusíte vypisovat",
    en: "from the register, nothing to type",
  },
  start: { sk: "Začať", cs: "Začít", en: "Begin" },
  have: { sk: "Už máme profil", cs: "Už máme profil", en: "We have a profile" },
  haveLead: {
    sk: "Adresa vášho zverejneného profilu. Zákazník ju uvidí.",
    cs: "Adresa vašeho zveřejněného profilu. Zákazník ji uvidí.",
    en: "The address of your published profile. The customer sees it.",
  },
  address: { sk: "Adresa profilu", cs: "Adresa profilu", en: "Address of the profile" },
  send: { sk: "Poslať zákazníkovi", cs: "Poslat zákazníkovi", en: "Send it to the customer" },
  decline: { sk: "Odmietnuť", cs: "Odmítnout", en: "Decline" },
  reason: { sk: "Prečo", cs: "Proč", en: "Why" },
  declineIt: { sk: "Odmietnuť žiadosť", cs: "Odmítnout žádost", en: "Decline the request" },
  stop: { sk: "Už nám nepíšte", cs: "Už nám nepište", en: "Do not write to us again" },
  why: {
    sk: "Prečo: zákazník má podľa čl. 21 ods. 2 písm. d) smernice (EÚ) 2022/2555 poznať bezpečnosť svojich dodávateľov. Odpoveď je dobrovoľná a bezplatná.",
    cs: "Proč: zákazník má podle čl. 21 odst. 2 písm. d) směrnice (EU) 2022/2555 znát bezpečnost svých dodavatelů. Odpověď je dobrovolná a bezplatná.",
    en: "Why: under Article 21(2)(d) of Directive (EU) 2022/2555 the customer has to know the security of its suppliers. Answering is voluntary and free.",
  },
} satisfies Record<string, Localized>);

type Shown = AnswerOf<typeof supplierRequestShow>;

/** Who asks a supplier for a profile, for what, how long it takes, and how to decline. No sign-in, and nothing private. */
export async function supplierRequestPage(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, params, ask, readHeader } = request;
  const token = params.token ?? "";
  const shown = await ask(supplierRequestShow, { token });
  // Programs that check the links of mails fetch them too; a browser says that it shows a page.
  const isShown = readHeader("Sec-Fetch-Mode") === "navigate" && readHeader("Sec-Fetch-Dest") === "document";
  if (isShown) await ask(supplierRequestOpen, { token });
  const { untrusted, supplier, ico } = shown;
  const start = href(locale, privatePaths.newOrganization, { firm: supplier, ask: token });
  return {
    title: text.title[locale],
    isIndexed: false,
    holdsSecret: true,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <p class="meta">
            {text.from[locale]} {formatDay(shown.askedOn, locale)} · {text.until[locale]}{" "}
            {formatDay(shown.validUntil, locale)}
          </p>
          <h1>
            <AskerName shown={shown} locale={locale} /> {text.asks[locale]}
          </h1>
        </section>
        <div class="supplier-sides" data-content>
          <div>
            <Asker shown={shown} locale={locale} />
            <section class="section">
              <h2>{text.what[locale]}</h2>
              <p class="prose">
                {text.questionnaire[locale]} <strong data-questions="40">{text.count[locale]}</strong>.
              </p>
              <ul class="prose">
                {shown.parts.map(({ title, least, most, example }) => (
                  <li>
                    {title}: {least === most || least === 0 ? most : `${least}–${most}`}
                    {example === null ? null : <span class="meta"> „{example}“</span>}
                  </li>
                ))}
              </ul>
              <p class="prose">{text.private[locale]}</p>
            </section>
            <section class="section">
              <h2>{text.howLong[locale]}</h2>
              <p class="prose">
                <strong data-minutes="40">{text.minutes[locale]}</strong>, {text.first[locale]}
              </p>
            </section>
          </div>
          <div>
            <section class="section">
              <p class="prose">
                <strong>
                  <bdi>{untrusted.name ?? `IČO ${formatIco(ico)}`}</bdi>
                </strong>
                <br />
                <span class="meta">
                  IČO {formatIco(ico)}
                  {untrusted.seat === null ? null : (
                    <>
                      , <bdi>{untrusted.seat}</bdi>
                    </>
                  )}
                  {untrusted.name === null ? null : `, ${text.fromRegister[locale]}`}
                </span>
              </p>
              <p class="buttons">
                <a class="button" href={start} rel="nofollow">
                  {text.start[locale]}
                </a>
              </p>
              <HaveForm request={request} token={token} />
              <DeclineForm request={request} token={token} />
              <p>
                <a href={href(locale, ASK_STOP_PATH, { token: shown.stop })} rel="nofollow">
                  {text.stop[locale]}
                </a>
              </p>
            </section>
            <p class="meta">
              <LawText text={text.why[locale]} />
            </p>
          </div>
        </div>
      </>
    ),
  };
}

function AskerName({ shown: { asker, untrusted }, locale }: { shown: Shown; locale: Locale }) {
  if (untrusted.asker !== null) return <bdi>{untrusted.asker}</bdi>;
  return <>{asker.ico === null ? text.customer[locale] : `IČO ${formatIco(asker.ico)}`}</>;
}

function Asker({ shown, locale }: { shown: Shown; locale: Locale }) {
  const { asker, untrusted } = shown;
  return (
    <section class="section" data-asker>
      <h2>{text.who[locale]}</h2>
      <p class="prose">
        <strong>
          <AskerName shown={shown} locale={locale} />
        </strong>
        {asker.ico === null ? null : `, IČO ${formatIco(asker.ico)}`}
        {untrusted.askerSeat === null ? null : (
          <>
            , <bdi>{untrusted.askerSeat}</bdi>
          </>
        )}
      </p>
      <p class="meta">
        {untrusted.by === null ? null : (
          <>
            {text.approved[locale]} <bdi class="breakable">{untrusted.by}</bdi>.{" "}
          </>
        )}
        {text.doubt[locale]}
      </p>
    </section>
  );
}

function HaveForm({ request, token }: { request: PrivateRequest; token: string }) {
  const { locale, refusal } = request;
  const path = `${askPath(token)}/profile`;
  const isRefused = refusal?.faults.some(({ field }) => field === "address") === true;
  return (
    <details class="folded" open={isRefused}>
      <summary>{text.have[locale]}</summary>
      <p class="prose">{text.haveLead[locale]}</p>
      <PostForm request={formAt(request, path)} path={path}>
        <TextField request={request} name="address" label={text.address[locale]} autocomplete="off" />
        <SubmitButton label={text.send[locale]} isQuiet />
      </PostForm>
    </details>
  );
}

function DeclineForm({ request, token }: { request: PrivateRequest; token: string }) {
  const { locale } = request;
  const path = `${askPath(token)}/decline`;
  return (
    <details class="folded">
      <summary>{text.decline[locale]}</summary>
      <PostForm request={formAt(request, path)} path={path}>
        <Choice
          legend={text.reason[locale]}
          name="reason"
          options={DECLINE_CHOICES.map((value) => ({ value, name: DECLINE_TEXTS[value][locale] }))}
          values={["unknown"]}
        />
        <SubmitButton label={text.declineIt[locale]} isQuiet />
      </PostForm>
    </details>
  );
}
