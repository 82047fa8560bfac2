import { waysLeftSentences } from "../../capabilities/accounts/ways.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { LOCALES, type Locale, type Localized } from "../../core/locale.ts";
import { linkedDataText } from "./linked-data.ts";
import type { PageAnswer, PageRequest, SignedIn } from "./page.ts";
import { href, paths, privatePaths } from "./paths.ts";

const languageNames = { sk: "Slovenčina", cs: "Čeština", en: "English" } satisfies Localized;

const text = {
  newPassword: {
    sk: "Vaše heslo sa nastavilo znova.",
    cs: "Vaše heslo se nastavilo znovu.",
    en: "Your password was set anew.",
  },
  whatOpens: { sk: "Čo otvára váš účet", cs: "Co otevírá váš účet", en: "What opens your account" },
  understood: { sk: "Rozumiem", cs: "Rozumím", en: "I have read this" },
  skip: { sk: "Preskočiť na obsah", cs: "Přeskočit na obsah", en: "Skip to content" },
  main: { sk: "Hlavná navigácia", cs: "Hlavní navigace", en: "Main" },
  languages: { sk: "Jazyk", cs: "Jazyk", en: "Language" },
  search: { sk: "Nájsť firmu", cs: "Najít firmu", en: "Find a firm" },
  firms: { sk: "Viac firiem naraz", cs: "Více firem najednou", en: "Several firms" },
  whatIf: { sk: "Čo keby", cs: "Co kdyby", en: "What if" },
  feed: { sk: "Novinky", cs: "Novinky", en: "News" },
  feedFull: { sk: "Regulačné novinky", cs: "Regulační novinky", en: "Regulatory news" },
  radar: { sk: "Radar NIS2", cs: "Radar NIS2", en: "NIS2 radar" },
  obligations: { sk: "Povinnosti", cs: "Povinnosti", en: "Obligations" },
  questionnaire: { sk: "Dotazník", cs: "Dotazník", en: "Questionnaire" },
  aiAct: { sk: "Akt o AI", cs: "Akt o AI", en: "AI Act" },
  docs: { sk: "Dokumentácia", cs: "Dokumentace", en: "Documentation" },
  scan: { sk: "Sken domény", cs: "Sken domény", en: "Domain scan" },
  sources: { sk: "Zdroje údajov", cs: "Zdroje dat", en: "Data sources" },
  methodology: { sk: "Ako rozhodujeme", cs: "Jak rozhodujeme", en: "How we decide" },
  agents: { sk: "Pripojiť agenta", cs: "Připojit agenta", en: "Connect an agent" },
  openData: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
  changelog: { sk: "Zmeny pravidiel", cs: "Změny pravidel", en: "Changes to the rules" },
  api: { sk: "Rozhranie REST", cs: "Rozhraní REST", en: "REST interface" },
  toDark: { sk: "Tmavý vzhľad", cs: "Tmavý vzhled", en: "Dark theme" },
  toLight: { sk: "Svetlý vzhľad", cs: "Světlý vzhled", en: "Light theme" },
  account: { sk: "Účet", cs: "Účet", en: "Account" },
  organizations: { sk: "Organizácie", cs: "Organizace", en: "Organizations" },
  change: { sk: "zmeniť", cs: "změnit", en: "change" },
  signOut: { sk: "Odhlásiť sa", cs: "Odhlásit se", en: "Sign out" },
  independent: {
    sk: "Dosah nie je úrad ani jeho súčasť. Nesleduje návštevníkov a neukladá cookies, kým sa neprihlásite.",
    cs: "Dosah není úřad ani jeho součást. Nesleduje návštěvníky a neukládá cookies, dokud se nepřihlásíte.",
    en: "Dosah is not an authority, nor part of one. It does not track visitors and sets no cookies until you sign in.",
  },
} satisfies Record<string, Localized>;

/** The frame around a page: head, masthead, languages, foot. The page itself stands in `<main>`. */
export function Layout({ request, answer }: { request: PageRequest; answer: PageAnswer }) {
  const { locale, site } = request;
  const title = answer.title === "" ? "Dosah" : `${answer.title} · Dosah`;
  return (
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {answer.description === undefined ? null : <meta name="description" content={answer.description} />}
        {answer.isIndexed === false ? (
          <meta name="robots" content="noindex" />
        ) : (
          LOCALES.map((other) => (
            <link rel="alternate" hreflang={other} href={`${site.baseUrl}${sameIn(other, request)}`} />
          ))
        )}
        <Preview request={request} answer={answer} />
        {answer.jsonLd === undefined ? null : <LinkedData data={answer.jsonLd} />}
        {(answer.feeds ?? []).map(({ type, title: name, href: address }) => (
          <link rel="alternate" type={type} title={name} href={`${site.baseUrl}${address}`} />
        ))}
        <link rel="icon" href={site.assets.url("mark.svg")} type="image/svg+xml" />
        <FontPreload href={site.assets.url("source-serif-4-latin-wght-normal.woff2")} />
        {/* English pages need it too: IČO, Čeština, the names of firms. */}
        <FontPreload href={site.assets.url("source-serif-4-latin-ext-wght-normal.woff2")} />
        <link rel="stylesheet" href={site.assets.url("site.css")} />
        {/* Asynchronous, so that nothing waits for it; it matters only to visitors who chose another theme than the system's. */}
        <script src={site.assets.url("theme.js")} async></script>
        {(answer.scripts ?? []).map((name) => (
          <script src={site.assets.url(`${name}.js`)} type="module"></script>
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {text.skip[locale]}
        </a>
        <Masthead request={request} />
        {request.person === undefined || request.person === null ? null : (
          <AccountBar locale={locale} person={request.person} />
        )}
        <main id="content" tabindex={-1}>
          {request.person == null ? null : <WaysLeftNotice locale={locale} person={request.person} />}
          {answer.body}
        </main>
        <Foot locale={locale} version={site.version} />
      </body>
    </html>
  );
}

/** What a preview of the link shows (Open Graph): never a name of a register. */
function Preview({ request, answer }: { request: PageRequest; answer: PageAnswer }) {
  const { locale, site } = request;
  const own =
    answer.isIndexed === false ? undefined : { title: answer.title || "Dosah", description: answer.description };
  const preview = answer.preview ?? own;
  if (preview === undefined) return null;
  return (
    <>
      <meta property="og:site_name" content="Dosah" />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={LOCALE_TAGS[locale]} />
      <meta property="og:url" content={`${site.baseUrl}${sameIn(locale, request)}`} />
      <meta property="og:title" content={preview.title} />
      {preview.description === undefined ? null : <meta property="og:description" content={preview.description} />}
    </>
  );
}

const LOCALE_TAGS = { sk: "sk_SK", cs: "cs_CZ", en: "en_GB" } satisfies Localized;

/** A data block, not a script: nothing in it runs, and nothing in it can end it. */
function LinkedData({ data }: { data: Readonly<Record<string, unknown>> }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can stand
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedDataText(data) }} />;
}

function FontPreload({ href: address }: { href: string }) {
  return <link rel="preload" href={address} as="font" type="font/woff2" crossorigin="anonymous" />;
}

function Masthead({ request }: { request: PageRequest }) {
  const { locale, path } = request;
  const links = [
    [paths.whatIf, text.whatIf],
    [paths.obligations, text.obligations],
    [paths.questionnaire, text.questionnaire],
    [paths.aiAct, text.aiAct],
    [paths.radar, text.radar],
    [paths.feed, text.feed],
    [paths.docs, text.docs],
  ] as const;
  return (
    <header class="masthead">
      <div class="masthead-inner">
        <a class="wordmark" href={href(locale, paths.start)}>
          <Mark />
          Dosah
        </a>
        <nav aria-label={text.main[locale]} class="quiet-links">
          <ul class="nav-links">
            {links.map(([target, name]) => (
              <li>
                <a href={href(locale, target)} aria-current={isWithin(path, target) ? "page" : undefined}>
                  {name[locale]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p class="account-link quiet-links">
          <a href={href(locale, privatePaths.account)}>{text.account[locale]}</a>
        </p>
        <nav aria-label={text.languages[locale]} class="languages quiet-links">
          <ul>
            {LOCALES.map((other) => (
              <li>
                <a
                  href={sameIn(other, request)}
                  hreflang={other}
                  lang={other}
                  aria-current={other === locale ? "true" : undefined}
                >
                  {other}
                  <span class="visually-hidden"> {languageNames[other]}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          class="theme-switch"
          id="theme-switch"
          hidden
          data-to-dark={text.toDark[locale]}
          data-to-light={text.toLight[locale]}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.5" />
            <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
          </svg>
        </button>
      </div>
    </header>
  );
}

/** Who is signed in: the active organization, the account, the way out. */
/** What a reset of the password ended and left, until the person puts it away. */
function WaysLeftNotice({ locale, person: { waysLeft, csrf } }: { locale: Locale; person: SignedIn }) {
  if (waysLeft === null) return null;
  return (
    <div class="notice is-caution" data-notice="ways-left">
      <p class="notice-title">{text.newPassword[locale]}</p>
      <p>
        {waysLeftSentences(waysLeft, locale)} <a href={href(locale, privatePaths.account)}>{text.whatOpens[locale]}</a>
      </p>
      <form method="post" action={href(locale, privatePaths.waysLeftDismiss)} class="inline-form">
        <input type="hidden" name="csrf" value={csrf} />
        <button type="submit" class="button is-quiet">
          {text.understood[locale]}
        </button>
      </form>
    </div>
  );
}

function AccountBar({ locale, person }: { locale: Locale; person: SignedIn }) {
  const { activeOrganization, csrf } = person;
  return (
    <div class="account-bar">
      <nav class="account-bar-inner quiet-links" aria-label={text.account[locale]}>
        <p class="active-organization">
          {activeOrganization === null ? null : <bdi>{foreignText(activeOrganization.name)}</bdi>}{" "}
          <a href={href(locale, privatePaths.organizations)}>
            {activeOrganization === null ? text.organizations[locale] : text.change[locale]}
          </a>
        </p>
        <form method="post" action={href(locale, privatePaths.signOut)}>
          <input type="hidden" name="csrf" value={csrf} />
          <button type="submit" class="link-button">
            {text.signOut[locale]}
          </button>
        </form>
      </nav>
    </div>
  );
}

/** The logo: a ring for the scope, and a dot for a firm inside it. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M12 6.5a5.5 5.5 0 1 1-5.5 5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      <circle cx="12" cy="12" r="2.25" fill="currentColor" />
    </svg>
  );
}

function Foot({ locale, version }: { locale: Locale; version: string }) {
  const links = [
    [paths.search, text.search],
    [paths.firms, text.firms],
    [paths.feed, text.feedFull],
    [paths.scan, text.scan],
    [paths.sources, text.sources],
    [paths.docsMethodology, text.methodology],
    [paths.changelog, text.changelog],
    [paths.docsOpenData, text.openData],
    [paths.docsAgents, text.agents],
    [paths.docsApi, text.api],
  ] as const;
  return (
    <footer class="foot">
      <div class="foot-inner">
        <ul>
          {links.map(([target, name]) => (
            <li>
              <a href={href(locale, target)}>{name[locale]}</a>
            </li>
          ))}
        </ul>
        <p>
          {text.independent[locale]} <span class="version">Dosah {version}</span>
        </p>
      </div>
    </footer>
  );
}

/** The same page, with the same question, in another language. */
function sameIn(locale: Locale, { path, query }: PageRequest): string {
  const search = query.toString();
  return `${href(locale, path)}${search === "" ? "" : `?${search}`}`;
}

function isWithin(path: string, target: string): boolean {
  return path === target || path.startsWith(`${target}/`);
}
