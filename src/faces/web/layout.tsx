import { waysLeftSentences } from "../../capabilities/accounts/ways.ts";
import { LOCALES, type Locale, type Localized } from "../../core/locale.ts";
import { OperatorLine } from "./about/operator-line.tsx";
import { DoneLine } from "./done/done-line.tsx";
import { linkedDataText } from "./linked-data.ts";
import { Masthead, sameIn, ThemeSwitch } from "./masthead.tsx";
import type { PageAnswer, PageRequest, SignedIn, Site } from "./page.ts";
import { href, paths, privatePaths } from "./paths.ts";
import { PICTURE_SIZE, pictureAlt, pictureFile } from "./pictures/pictures.ts";
import { PrivateMasthead } from "./private-masthead.tsx";

const text = {
  newPassword: {
    sk: "Vaše heslo sa nastavilo znova.",
    cs: "Vaše heslo se nastavilo znovu.",
    en: "Your password was set anew.",
  },
  whatOpens: { sk: "Čo otvára váš účet", cs: "Co otevírá váš účet", en: "What opens your account" },
  understood: { sk: "Rozumiem", cs: "Rozumím", en: "I have read this" },
  skip: { sk: "Preskočiť na obsah", cs: "Přeskočit na obsah", en: "Skip to content" },
  search: { sk: "Nájsť firmu", cs: "Najít firmu", en: "Find a firm" },
  firms: { sk: "Viac firiem naraz", cs: "Více firem najednou", en: "Several firms" },
  docs: { sk: "Dokumentácia", cs: "Dokumentace", en: "Documentation" },
  scan: { sk: "Sken domény", cs: "Sken domény", en: "Domain scan" },
  sources: { sk: "Zdroje údajov", cs: "Zdroje dat", en: "Data sources" },
  methodology: { sk: "Ako rozhodujeme", cs: "Jak rozhodujeme", en: "How we decide" },
  about: { sk: "O službe a kontakt", cs: "O službě a kontakt", en: "About and contact" },
  privacy: { sk: "Ochrana údajov", cs: "Ochrana údajů", en: "Data protection" },
  terms: { sk: "Podmienky", cs: "Podmínky", en: "Terms" },
  accessibility: { sk: "Prístupnosť", cs: "Přístupnost", en: "Accessibility" },
  agents: { sk: "Pripojiť agenta (MCP)", cs: "Připojit agenta (MCP)", en: "Connect an agent (MCP)" },
  openData: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
  changelog: { sk: "Zmeny pravidiel", cs: "Změny pravidel", en: "Changes to the rules" },
  api: { sk: "Rozhranie REST", cs: "Rozhraní REST", en: "REST interface" },
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
  const isAlarm = answer.frame === "alarm";
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
        {isAlarm ? null : <FontPreload href={site.assets.url("source-serif-4-latin-wght-normal.woff2")} />}
        {/* English pages need it too: IČO, Čeština, the names of firms. */}
        {isAlarm ? null : <FontPreload href={site.assets.url("source-serif-4-latin-ext-wght-normal.woff2")} />}
        <link rel="stylesheet" href={site.assets.url(isAlarm ? "incident.css" : "site.css")} />
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
        {request.person == null || isAlarm ? (
          <Masthead request={request} isAlarm={isAlarm} />
        ) : (
          <PrivateMasthead request={request} person={request.person} />
        )}
        <main id="content" tabindex={-1}>
          {/* Below an organization its head comes first. */}
          {answer.saysDone || request.params.organizationId !== undefined ? null : (
            <DoneLine done={request.done} locale={locale} />
          )}
          {request.person == null ? null : <WaysLeftNotice locale={locale} person={request.person} />}
          {answer.body}
        </main>
        <Foot locale={locale} site={site} hasTheme={request.person == null || isAlarm} />
      </body>
    </html>
  );
}

/** What a preview of the link shows (Open Graph). */
function Preview({ request, answer }: { request: PageRequest; answer: PageAnswer }) {
  const { locale, site } = request;
  const own =
    answer.isIndexed === false ? undefined : { title: answer.title || "Dosah", description: answer.description };
  const preview = answer.preview ?? own;
  if (preview === undefined) return null;
  const picture = answer.picture ?? "start";
  return (
    <>
      <meta property="og:site_name" content="Dosah" />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={LOCALE_TAGS[locale]} />
      <meta property="og:url" content={`${site.baseUrl}${sameIn(locale, request)}`} />
      <meta property="og:title" content={preview.title} />
      {preview.description === undefined ? null : <meta property="og:description" content={preview.description} />}
      <meta property="og:image" content={`${site.baseUrl}${site.assets.url(pictureFile(picture, locale))}`} />
      <meta property="og:image:width" content={String(PICTURE_SIZE.width)} />
      <meta property="og:image:height" content={String(PICTURE_SIZE.height)} />
      <meta property="og:image:alt" content={pictureAlt(picture, locale)} />
      <meta name="twitter:card" content="summary_large_image" />
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

function Foot({
  locale,
  site,
  hasTheme,
}: {
  locale: Locale;
  site: Site;
  /** Who is signed in has the switch of the theme in the menu. */
  hasTheme: boolean;
}) {
  const links = [
    [paths.privacy, text.privacy],
    [paths.terms, text.terms],
    [paths.accessibility, text.accessibility],
    [paths.sources, text.sources],
    [paths.docsMethodology, text.methodology],
    [paths.changelog, text.changelog],
    [paths.docsAgents, text.agents],
    [paths.docsApi, text.api],
    [paths.search, text.search],
    [paths.firms, text.firms],
    [paths.scan, text.scan],
    [paths.docsOpenData, text.openData],
    [paths.docs, text.docs],
  ] as const;
  return (
    <footer class="foot">
      <div class="foot-inner">
        <ul>
          <li>
            <a href={href(locale, paths.about)} data-about>
              {text.about[locale]}
            </a>
          </li>
          {links.map(([target, name]) => (
            <li>
              <a href={href(locale, target)}>{name[locale]}</a>
            </li>
          ))}
        </ul>
        {hasTheme ? <ThemeSwitch locale={locale} /> : null}
        <p>
          <OperatorLine operator={site.operator} locale={locale} /> {text.independent[locale]}{" "}
          <span class="version">Dosah {site.version}</span>
        </p>
      </div>
    </footer>
  );
}
