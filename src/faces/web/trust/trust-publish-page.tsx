import { REFUSALS } from "../../../capabilities/calling/refusal.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import { trustPreview } from "../../../capabilities/trust/trust-publish.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CheckBox, ConfirmField, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { ShownDomain } from "./imprint-sentence.tsx";
import { organizationIn, trustPath } from "./trust-paths.ts";
import { AnswerList, Contacts, EvidenceList, LetterRows, ProfileHead } from "./trust-view.tsx";

const text = {
  back: { sk: "Náš bezpečnostný profil", cs: "Náš bezpečnostní profil", en: "Our security profile" },
  preview: { sk: "Náhľad profilu", cs: "Náhled profilu", en: "Preview of the profile" },
  publish: { sk: "Zverejniť profil", cs: "Zveřejnit profil", en: "Publish the profile" },
  lead: {
    sk: "Toto a nič iné sa zverejní: na stránke, pre programy a v podpísanej kópii.",
    cs: "Toto a nic jiného se zveřejní: na stránce, pro programy a v podepsané kopii.",
    en: "This, and nothing else, becomes public: on the page, for programs and in the signed copy.",
  },
  missing: { sk: "Zatiaľ sa nedá zverejniť", cs: "Zatím nelze zveřejnit", en: "It cannot be published yet" },
  toSettings: { sk: "Nastavenia organizácie", cs: "Nastavení organizace", en: "Settings of the organization" },
  toDomains: { sk: "Domény organizácie", cs: "Domény organizace", en: "Domains of the organization" },
  toAnswers: { sk: "Doplniť odpovede", cs: "Doplnit odpovědi", en: "Answer them" },
  how: { sk: "Adresa a platnosť", cs: "Adresa a platnost", en: "Address and validity" },
  toPublish: { sk: "Pokračovať k zverejneniu", cs: "Pokračovat ke zveřejnění", en: "Go on to publish" },
  onRequest: {
    sk: "Len s odkazom na zdieľanie (na požiadanie)",
    cs: "Jen s odkazem ke sdílení (na požádání)",
    en: "With a share link only (on request)",
  },
  left: { sk: "Zostáva súkromné", cs: "Zůstává soukromé", en: "Stays private" },
  slug: { sk: "Adresa za /trust/", cs: "Adresa za /trust/", en: "Address after /trust/" },
  slugHelp: {
    sk: "Prázdne: navrhneme ju z obchodného mena, alebo zostane doterajšia.",
    cs: "Prázdné: navrhneme ji z obchodní firmy, nebo zůstane dosavadní.",
    en: "Empty: one made from the legal name, or the one you have.",
  },
  until: { sk: "Platí do", cs: "Platí do", en: "Valid until" },
  untilHelp: { sk: "Prázdne: 12 mesiacov.", cs: "Prázdné: 12 měsíců.", en: "Empty: 12 months." },
  confirm: { sk: "Potvrdzujem všetko uvedené", cs: "Potvrzuji vše uvedené", en: "I confirm all of this" },
  statements: {
    sk: "Čo zverejnením vyhlasujete",
    cs: "Co zveřejněním prohlašujete",
    en: "What you state by publishing",
  },
} satisfies Record<string, Localized>;

/** The statements that a person confirms: `CONSENT_VERSION` is their number. */
const STATEMENTS: readonly Localized[] = [
  {
    sk: "Mám oprávnenie hovoriť za túto firmu.",
    cs: "Mám oprávnění mluvit za tuto firmu.",
    en: "I am entitled to speak for this firm.",
  },
  {
    sk: "Obsah je vlastným vyhlásením firmy; služba ho neoverila.",
    cs: "Obsah je vlastním prohlášením firmy; služba je neověřila.",
    en: "The content is the firm's own statement; the service has not verified it.",
  },
  {
    sk: "Osobné údaje v ňom sú kontakty na pracovisko alebo funkciu, nie na konkrétnu osobu, alebo dotknuté osoby súhlasili s ich zverejnením.",
    cs: "Osobní údaje v něm jsou kontakty na pracoviště nebo funkci, ne na konkrétní osobu, nebo dotčené osoby souhlasily s jejich zveřejněním.",
    en: "Personal data in it is role contacts, or the persons agreed.",
  },
  {
    sk: "Kým zverejnenie neukončíte, služba smie profil zobrazovať a každý si smie ponechať kópiu.",
    cs: "Dokud zveřejnění neukončíte, služba smí profil zobrazovat a každý si smí ponechat kopii.",
    en: "The service may show the profile and anybody may keep copies, until it is withdrawn.",
  },
];

/** Of the answers that are missing so many are named; whoever goes there sees all of them. */
const MOST_NAMED = 4;

const more: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `a ďalšie (${count})`,
  cs: (count) => `a další (${count})`,
  en: (count) => `and ${count} more`,
};

type Preview = AnswerOf<typeof trustPreview>;

async function read(request: PrivateRequest<SignedIn>) {
  const { ask } = request;
  const organizationId = organizationIn(request);
  const preview = await ask(trustPreview, { organizationId });
  const questionnaire = await ask(supplierQuestionnaire, { version: preview.published.questionnaireVersion });
  const organization = await ask(organizationShow, { organizationId });
  return { organizationId, organization, preview, questionnaire };
}

/** The page as it would be, without any way to publish by a slip. */
export async function trustPreviewPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const page = await read(request);
  const { preview, organizationId } = page;
  const { locale } = request;
  // Whoever may not publish reads that there.
  const next = (
    <p class="buttons screen-only">
      <a class="button" href={href(locale, trustPath(organizationId, "/publish"))}>
        {text.toPublish[locale]}
      </a>
    </p>
  );
  const isReady = preview.missing.length === 0;
  return shown(request, text.preview, page, isReady ? next : null);
}

/** The same with the sentences that are confirmed, and the form. */
export async function trustPublishPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const page = await read(request);
  const { preview, organizationId } = page;
  const { locale } = request;
  return shown(
    request,
    text.publish,
    page,
    <section class="section" aria-labelledby="publish">
      <h2 id="publish">{text.how[locale]}</h2>
      <PostForm request={request} path={trustPath(organizationId, "/publish")}>
        <input type="hidden" name="version" value={String(preview.version)} />
        <input type="hidden" name="evidence" value={preview.evidence} />
        <input type="hidden" name="firm" value={preview.firm} />
        <TextField
          request={request}
          name="slug"
          label={text.slug[locale]}
          help={text.slugHelp[locale]}
          autocomplete="off"
          isRequired={false}
        />
        <TextField
          request={request}
          name="validUntil"
          label={text.until[locale]}
          help={text.untilHelp[locale]}
          type="date"
          isRequired={false}
        />
        <div class="trust-statements">
          <h3>{text.statements[locale]}</h3>
          <ul>
            {STATEMENTS.map((statement) => (
              <li>{statement[locale]}</li>
            ))}
          </ul>
          <CheckBox request={request} name="confirm" label={text.confirm[locale]} />
        </div>
        <ConfirmField request={request} isAlways />
        <SubmitButton label={text.publish[locale]} />
      </PostForm>
    </section>,
  );
}

function shown(
  request: PrivateRequest<SignedIn>,
  title: Localized,
  { organizationId, organization, preview, questionnaire }: Awaited<ReturnType<typeof read>>,
  form: PageAnswer["body"] | null,
): PageAnswer {
  const { locale } = request;
  const labelOf = new Map(questionnaire.fields.map(({ id, label }) => [id, label ?? id]));
  const names = (ids: readonly string[]) => ids.map((id) => labelOf.get(id) ?? id).join("; ");
  const firstOf = (ids: readonly string[]) =>
    ids.length <= MOST_NAMED
      ? names(ids)
      : `${names(ids.slice(0, MOST_NAMED))}; ${more[locale](ids.length - MOST_NAMED)}`;
  const { ico, identity, untrusted } = preview.published;
  const letterTitles = new Map(questionnaire.letters.map((letter) => [letter.id as string, letter.title]));
  return {
    title: `${title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, trustPath(organizationId))}>{text.back[locale]}</a>
          </p>
          <h2 class="page-title">{title[locale]}</h2>
          <p class="prose lead">{text.lead[locale]}</p>
          {preview.missing.length === 0 ? null : (
            <Notice tone="caution" title={text.missing[locale]}>
              <ul class="trust-missing">
                {preview.missing.map((code) => (
                  <li>
                    {REFUSALS[code][locale].replace("{why}", () => firstOf(preview.missingAnswers))}{" "}
                    <WayOut
                      code={code}
                      organizationId={organizationId}
                      area={questionnaire.fields.find(({ id }) => id === preview.missingAnswers[0])?.section}
                      locale={locale}
                    />
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {ico === null || identity.method !== "imprint" ? null : (
            <ShownDomain domain={untrusted.primaryDomain ?? ""} ico={ico} locale={locale} />
          )}
          {preview.onRequest.length === 0 && preview.left.length === 0 ? null : (
            <dl class="trust-answers">
              {preview.onRequest.length === 0 ? null : (
                <div>
                  <dt>{text.onRequest[locale]}</dt>
                  <dd>{names(preview.onRequest)}</dd>
                </div>
              )}
              {preview.left.length === 0 ? null : (
                <div>
                  <dt>{text.left[locale]}</dt>
                  <dd>{names(preview.left)}</dd>
                </div>
              )}
            </dl>
          )}
        </section>
        <div class="trust-preview">
          <ProfileHead
            shown={preview.published}
            isPreview
            isProved={!preview.missing.includes("identity_missing")}
            locale={locale}
          />
          <LetterRows shown={preview.published} titles={letterTitles} locale={locale} />
          <AnswerList shown={preview.published} questionnaire={questionnaire} locale={locale} />
          <Contacts shown={preview.published} locale={locale} />
          <EvidenceList
            links={preview.published.untrusted.links}
            questionnaire={questionnaire}
            today={preview.published.dataAsOf}
            locale={locale}
          />
        </div>
        {form}
      </>
    ),
  };
}

/** Where a person puts right what keeps the profile from being published. */
function WayOut({
  code,
  organizationId,
  area,
  locale,
}: {
  code: Preview["missing"][number];
  organizationId: string;
  area: string | undefined;
  locale: Locale;
}) {
  const [path, words] = {
    ico_missing: [organizationPath(organizationId, "/settings"), text.toSettings],
    identity_missing: [organizationPath(organizationId, "/domains"), text.toDomains],
    answers_missing: [trustPath(organizationId, area === undefined ? "" : `/${area}`), text.toAnswers],
  }[code] as [string, Localized];
  return <a href={href(locale, path)}>{words[locale]}</a>;
}
