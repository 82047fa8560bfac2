import { REFUSALS } from "../../../capabilities/calling/refusal.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { trustOverview } from "../../../capabilities/trust/trust-overview.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { CheckBox, ConfirmField, FormErrors, formAt, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { ForeignLink } from "../components/untrusted-text.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { ShownDomain } from "./imprint-sentence.tsx";
import { organizationIn, trustPath } from "./trust-paths.ts";
import { DELETE, WITHDRAW } from "./trust-withdraw-page.tsx";

const text = {
  title: { sk: "Náš bezpečnostný profil", cs: "Náš bezpečnostní profil", en: "Our security profile" },
  lead: {
    sk: "Odpovedzte raz na otvorený dotazník a dajte zákazníkom jednu adresu. Zverejní sa len to, čo sami zverejníte.",
    cs: "Odpovězte jednou na otevřený dotazník a dejte zákazníkům jednu adresu. Zveřejní se jen to, co sami zveřejníte.",
    en: "Answer the open questionnaire once and give your customers one address. Only what you publish becomes public.",
  },
  states: {
    draft: { sk: "Návrh, nič nie je zverejnené", cs: "Návrh, nic není zveřejněno", en: "Draft, nothing is published" },
    published: { sk: "Zverejnený", cs: "Zveřejněný", en: "Published" },
    withdrawn: { sk: "Už nie je zverejnený", cs: "Už není zveřejněný", en: "Withdrawn" },
  },
  reasons: {
    supplier: { sk: "Zverejnenie ste ukončili sami.", cs: "Zveřejnění jste ukončili sami.", en: "You withdrew it." },
    identity_lost: {
      sk: "Zverejnenie sa skončilo, lebo dôkaz totožnosti chýbal 30 dní.",
      cs: "Zveřejnění skončilo, protože důkaz totožnosti chyběl 30 dnů.",
      en: "It was withdrawn because the proof of identity was missing for 30 days.",
    },
    too_old: {
      sk: "Zverejnenie sa skončilo, lebo 24 mesiacov nepribudla nová verzia.",
      cs: "Zveřejnění skončilo, protože 24 měsíců nepřibyla nová verze.",
      en: "It was withdrawn after 24 months without a new revision.",
    },
  },
  byOperator: {
    sk: "Zverejnenie ukončil prevádzkovateľ",
    cs: "Zveřejnění ukončil provozovatel",
    en: "The operator withdrew it",
  },
  address: { sk: "Adresa", cs: "Adresa", en: "Address" },
  areas: { sk: "Časti dotazníka", cs: "Části dotazníku", en: "Areas of the questionnaire" },
  answered: { sk: "zodpovedané", cs: "zodpovězeno", en: "answered" },
  of: { sk: "z", cs: "z", en: "of" },
  missing: { sk: "chýba povinných", cs: "chybí povinných", en: "required ones missing" },
  notAsked: {
    sk: "vzhľadom na vaše odpovede sa nepýtame",
    cs: "vzhledem k vašim odpovědím se neptáme",
    en: "not asked with your answers",
  },
  begin: { sk: "Začať", cs: "Začít", en: "Begin" },
  goOn: { sk: "Pokračovať", cs: "Pokračovat", en: "Go on" },
  toPreview: { sk: "Pozrieť, čo sa zverejní", cs: "Zobrazit, co se zveřejní", en: "See what becomes public" },
  evidence: { sk: "Doklady", cs: "Doklady", en: "Evidence" },
  preview: { sk: "Náhľad", cs: "Náhled", en: "Preview" },
  publish: { sk: "Zverejniť", cs: "Zveřejnit", en: "Publish" },
  requests: { sk: "Žiadosti o prístup", cs: "Žádosti o přístup", en: "Requests for access" },
  shares: { sk: "Odkazy na zdieľanie", cs: "Odkazy ke sdílení", en: "Share links" },
  files: { sk: "Súbory", cs: "Soubory", en: "Files" },
  import: { sk: "Načítať odpovede zo súboru", cs: "Načíst odpovědi ze souboru", en: "Import answers from a file" },
  next: { sk: "Doklady, zverejnenie, súbory", cs: "Doklady, zveřejnění, soubory", en: "Evidence, publication, files" },
  revisions: { sk: "Zverejnené verzie", cs: "Zveřejněné verze", en: "Published revisions" },
  shown: { sk: "zobrazená", cs: "zobrazená", en: "shown" },
  withdrawnAt: { sk: "zverejnená do", cs: "zveřejněná do", en: "withdrawn" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  choices: { sk: "Voľby", cs: "Volby", en: "Choices" },
  indexed: {
    sk: "Vyhľadávače smú stránku ukázať",
    cs: "Vyhledávače smějí stránku ukázat",
    en: "Search engines may show the page",
  },
  showsScan: {
    sk: "Vedľa odpovedí ukázať, čo na vašej doméne videl náš sken (šifrovanie, security.txt)",
    cs: "Vedle odpovědí ukázat, co na vaší doméně viděl náš sken (šifrování, security.txt)",
    en: "Show beside the answers what our scan saw of your domain (encryption, security.txt)",
  },
  identityLost: {
    sk: "Doména, ktorá preukazuje totožnosť, už nie je overená. Bez nápravy sa zverejnenie skončí",
    cs: "Doména, která prokazuje totožnost, už není ověřena. Bez nápravy zveřejnění skončí",
    en: "The domain that shows whose profile this is, is no longer proved. Unless it is mended, the profile is withdrawn on",
  },
  stale: {
    sk: "Platnosť sa skončila a stránka to uvádza. Prejdite si odpovede a zverejnite profil znova.",
    cs: "Platnost skončila a stránka to uvádí. Projděte si odpovědi a zveřejněte profil znovu.",
    en: "It is out of date, and the page says so. Look through the answers and publish it again.",
  },
  end: { sk: "Ukončenie", cs: "Ukončení", en: "Ending it" },
  revision: { sk: "Verzia", cs: "Verze", en: "Revision" },
  firmTitle: { sk: "Kto je firma", cs: "Kdo je firma", en: "Which firm it is" },
  proofs: {
    operator: {
      sk: "Prevádzkovateľ overil, že organizácia je táto firma.",
      cs: "Provozovatel ověřil, že organizace je tato firma.",
      en: "The operator checked that the organization is this firm.",
    },
    none: {
      sk: "Firma zatiaľ nie je preukázaná: profil sa dá zverejniť, ale nedá sa nájsť podľa IČO a uvádza, že firma nebola overená.",
      cs: "Firma zatím není prokázána: profil lze zveřejnit, ale nelze ho najít podle IČO a uvádí, že firma nebyla ověřena.",
      en: "The firm is not proved yet: the profile can be published, but it is not found by its number and says that the firm was not checked.",
    },
  },
  imprintMissing: {
    sk: "Pri poslednom pohľade tam IČO nebolo. Po treťom takom pohľade za sebou dôkaz končí.",
    cs: "Při posledním pohledu tam IČO nebylo. Po třetím takovém pohledu za sebou důkaz končí.",
    en: "The last look did not find the number there. The third such look in a row ends the proof.",
  },
  lookLead: {
    sk: "Slovenské a české firmy musia na svojom webe uvádzať IČO. Pozrieme sa na úvodnú stránku overenej hlavnej domény a na stránky ako Kontakt.",
    cs: "Slovenské a české firmy musí na svém webu uvádět IČO. Podíváme se na úvodní stránku ověřené hlavní domény a na stránky jako Kontakt.",
    en: "Slovak and Czech firms have to state their number on their website. We look at the start page of the proved main domain and at pages such as Contact.",
  },
  look: { sk: "Pozrieť sa na web teraz", cs: "Podívat se na web teď", en: "Look at the website now" },
  looks: {
    found: { sk: "IČO sme na webe našli.", cs: "IČO jsme na webu našli.", en: "We found the number on the website." },
    certificate: {
      sk: "Web nemá platný certifikát, preto sme ho nečítali.",
      cs: "Web nemá platný certifikát, proto jsme ho nečetli.",
      en: "The certificate of the website is not valid, so it was not read.",
    },
    unreachable: {
      sk: "Web teraz neodpovedá. Nič sa tým nemení.",
      cs: "Web teď neodpovídá. Nic se tím nemění.",
      en: "The website does not answer now. Nothing changes by that.",
    },
    domain_not_proved: {
      sk: "Hlavná doména profilu nie je overená v doménach organizácie.",
      cs: "Hlavní doména profilu není ověřena v doménách organizace.",
      en: "The main domain of the profile is not proved among the domains of the organization.",
    },
    firm_unknown: {
      sk: "Organizácia nemá IČO aktívnej firmy.",
      cs: "Organizace nemá IČO aktivní firmy.",
      en: "The organization names no number of an active firm.",
    },
  },
  readPages: { sk: "Prečítané stránky", cs: "Přečtené stránky", en: "Pages that were read" },
  domains: { sk: "Domény organizácie", cs: "Domény organizace", en: "Domains of the organization" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  change: { sk: "Zmeniť adresu", cs: "Změnit adresu", en: "Change the address" },
  slug: { sk: "Nová adresa za /trust/", cs: "Nová adresa za /trust/", en: "New address after /trust/" },
} as const satisfies Record<string, Localized | Record<string, Localized>>;

type Overview = AnswerOf<typeof trustOverview>;

/** The editor: state, what is missing, revisions, address. */
export async function trustEditorPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const overview = await ask(trustOverview, { organizationId: organizationIn(request) });
  const { organization, draft, address, areas, mayManage } = overview;
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} hasSeveralForms />
          <OrganizationHead request={request} organization={organization} />
          <h2>{text.title[locale]}</h2>
          <p class="prose lead">{text.lead[locale]}</p>
          <Notice
            title={text.states[draft.state][locale]}
            tone={overview.isStale || overview.withdrawnOn !== null ? "caution" : "note"}
          >
            {address === null ? null : (
              <p>
                {text.address[locale]}: <a href={address}>{address}</a>
              </p>
            )}
            {overview.isStale ? <p>{text.stale[locale]}</p> : null}
            {overview.withdrawnOn === null ? null : (
              <p>
                {text.identityLost[locale]} {formatDay(overview.withdrawnOn, locale)}.{" "}
                <a href={href(locale, organizationPath(organization.id, "/domains"))}>{text.domains[locale]}</a>
              </p>
            )}
            {draft.state === "withdrawn" ? <p>{reasonOf(overview, locale)}</p> : null}
          </Notice>
        </section>
        <FirmProofSection request={request} overview={overview} />
        <section class="section" aria-labelledby="areas">
          <h3 id="areas">{text.areas[locale]}</h3>
          <ul class="trust-areas">
            {areas.map(({ id, title, visible, answered, missing }) => (
              <li>
                <a href={href(locale, trustPath(organization.id, `/${id}`))}>{title}</a>
                <span class="register-remark">
                  {visible === 0
                    ? text.notAsked[locale]
                    : `${text.answered[locale]} ${answered} ${text.of[locale]} ${visible}`}
                  {missing === 0 ? null : (
                    <>
                      , <strong class="trust-open">{`${text.missing[locale]}: ${missing}`}</strong>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <NextStep overview={overview} locale={locale} />
        </section>
        <section class="section" aria-labelledby="next">
          <h3 id="next">{text.next[locale]}</h3>
          <ul class="trust-areas">
            <Part request={request} part="/evidence" label={text.evidence} />
            <Part request={request} part="/preview" label={text.preview} />
            {mayManage ? <Part request={request} part="/publish" label={text.publish} /> : null}
            {mayManage ? <Part request={request} part="/shares" label={text.shares} /> : null}
            {mayManage ? <Part request={request} part="/requests" label={text.requests} /> : null}
            {overview.mayChange ? <Part request={request} part="/import" label={text.import} /> : null}
            <li>
              {text.files[locale]}: <a href={href(locale, trustPath(organization.id, "/export.json"))}>JSON</a>,{" "}
              <a href={href(locale, trustPath(organization.id, "/export.csv"))}>CSV</a>
            </li>
          </ul>
        </section>
        <Revisions overview={overview} locale={locale} />
        {mayManage ? <Managing request={request} overview={overview} /> : null}
      </>
    ),
  };
}

/** What proves the firm, what the last look found, and the button that looks now. */
function FirmProofSection({ request, overview }: { request: PrivateRequest<SignedIn>; overview: Overview }) {
  const { locale, query } = request;
  const { organization, firmProof, mayManage } = overview;
  const { method, country, ico, checkedAt, untrusted } = firmProof;
  const look = query.get("imprint");
  const outcome = look === null ? null : lookSentence(look, overview, locale);
  const path = trustPath(organization.id, "/proof");
  return (
    <section class="section" aria-labelledby="firm" data-firm-proof={method}>
      <h3 id="firm">{text.firmTitle[locale]}</h3>
      {outcome === null ? null : (
        <Notice title={outcome} tone={look === "found" ? "note" : "caution"}>
          <div data-imprint={look}>
            <ReadPages overview={overview} pages={query.getAll("page")} locale={locale} />
          </div>
        </Notice>
      )}
      {ico === null ? null : (
        <p>
          <strong>
            {country} {ico}
          </strong>
          {checkedAt === null || method === "none" ? null : (
            <>
              {" "}
              (<time datetime={checkedAt}>{formatDay(checkedAt.slice(0, 10), locale)}</time>)
            </>
          )}
        </p>
      )}
      {method === "imprint" ? (
        <ShownDomain domain={untrusted.domain ?? ""} ico={ico ?? ""} locale={locale} />
      ) : (
        <p class="prose">{text.proofs[method][locale]}</p>
      )}
      {method === "imprint" && firmProof.isMissing ? <p class="prose">{text.imprintMissing[locale]}</p> : null}
      {mayManage && method !== "operator" && ico !== null ? (
        <>
          <p class="prose">{text.lookLead[locale]}</p>
          <PostForm request={formAt(request, path)} path={path}>
            <SubmitButton label={text.look[locale]} isQuiet />
          </PostForm>
        </>
      ) : null}
    </section>
  );
}

/** The outcome of a look in a sentence; `null` for a word that is none. */
function lookSentence(look: string, { firmProof }: Overview, locale: Locale): string | null {
  if (look === "absent") {
    const { domain } = firmProof.untrusted;
    return REFUSALS.imprint_absent[locale]
      .replace("{domain}", () => foreignText(domain ?? ""))
      .replace("{ico}", firmProof.ico ?? "");
  }
  const known: Partial<Record<string, Localized>> = text.looks;
  return known[look]?.[locale] ?? null;
}

/** The pages that were read, as far as they are of the domain: the address of this page may be anybody's. */
function ReadPages({ overview, pages, locale }: { overview: Overview; pages: readonly string[]; locale: Locale }) {
  const { domain } = overview.firmProof.untrusted;
  const own = pages.slice(0, 6).filter((page) => {
    const host = URL.parse(page)?.hostname;
    return domain !== null && host !== undefined && (host === domain || host.endsWith(`.${domain}`));
  });
  if (own.length === 0) return null;
  return (
    <>
      <p>{text.readPages[locale]}:</p>
      <ul>
        {own.map((page) => (
          <li>
            <ForeignLink url={page} text={page} lang="" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The one thing to do next: go on answering, or look at what would be published. */
function NextStep({ overview, locale }: { overview: Overview; locale: Locale }) {
  const { organization, areas, mayChange, version } = overview;
  const open = areas.find(({ missing }) => missing > 0);
  if (open !== undefined && !mayChange) return null;
  const [part, words] =
    open === undefined
      ? ["/preview", text.toPreview[locale]]
      : [`/${open.id}`, `${text[version === 0 ? "begin" : "goOn"][locale]}: ${open.title}`];
  return (
    <p class="buttons screen-only">
      <a class="button" href={href(locale, trustPath(organization.id, part))}>
        {words}
      </a>
    </p>
  );
}

function reasonOf({ withdrawnReason }: Overview, locale: Locale) {
  const known: Partial<Record<string, Localized>> = text.reasons;
  const own = withdrawnReason === null ? undefined : known[withdrawnReason];
  if (own !== undefined) return own[locale];
  return (
    <>
      {text.byOperator[locale]}: <bdi>{foreignText(withdrawnReason ?? "")}</bdi>
    </>
  );
}

function Part({ request, part, label }: { request: PrivateRequest<SignedIn>; part: string; label: Localized }) {
  const { locale } = request;
  return (
    <li>
      <a href={href(locale, trustPath(organizationIn(request), part))}>{label[locale]}</a>
    </li>
  );
}

function Revisions({ overview: { revisions }, locale }: { overview: Overview; locale: Locale }) {
  if (revisions.length === 0) return null;
  return (
    <section class="section" aria-labelledby="revisions">
      <h3 id="revisions">{text.revisions[locale]}</h3>
      <ul class="trust-areas">
        {revisions.map(({ revision, publishedAt, validUntil, isShown, withdrawnAt }) => (
          <li>
            {text.revision[locale]} {revision}, <time datetime={publishedAt}>{formatInstant(publishedAt, locale)}</time>
            , {text.until[locale]} {formatDay(validUntil, locale)}
            {isShown ? <strong>, {text.shown[locale]}</strong> : null}
            {withdrawnAt === null ? null : `, ${text.withdrawnAt[locale]} ${formatInstant(withdrawnAt, locale)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Managing({ request, overview }: { request: PrivateRequest<SignedIn>; overview: Overview }) {
  const { locale } = request;
  const { organization, draft, isIndexed, showsScan } = overview;
  const path = (part: string) => trustPath(organization.id, part);
  const shown = formAt(request, path("/choices"));
  const acts = draft.state === "published" ? [WITHDRAW, DELETE] : [DELETE];
  return (
    <>
      <section class="section" aria-labelledby="choices">
        <h3 id="choices">{text.choices[locale]}</h3>
        <PostForm request={shown} path={path("/choices")}>
          <CheckBox request={shown} name="isIndexed" label={text.indexed[locale]} isChecked={isIndexed} />
          <CheckBox request={shown} name="showsScan" label={text.showsScan[locale]} isChecked={showsScan} />
          <SubmitButton label={text.save[locale]} isQuiet />
        </PostForm>
      </section>
      {draft.state === "published" ? (
        <section class="section" aria-labelledby="slug-title">
          <h3 id="slug-title">{text.change[locale]}</h3>
          <PostForm request={formAt(request, path("/slug"))} path={path("/slug")}>
            <TextField
              request={formAt(request, path("/slug"))}
              name="slug"
              label={text.slug[locale]}
              value={draft.slug ?? ""}
              autocomplete="off"
            />
            <ConfirmField request={formAt(request, path("/slug"))} isAlways />
            <SubmitButton label={text.change[locale]} isQuiet />
          </PostForm>
        </section>
      ) : null}
      {overview.version === 0 ? null : (
        <section class="section" aria-labelledby="end-title">
          <h3 id="end-title">{text.end[locale]}</h3>
          <ul class="trust-areas">
            {acts.map(({ path: part, title }) => (
              <li>
                <a href={href(locale, path(part))}>{title[locale]}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
