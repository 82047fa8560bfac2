import { createHash } from "node:crypto";
import type { PublishedAnswer } from "../../../capabilities/trust/statement.ts";
import { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import { trustPage } from "../../../capabilities/trust/trust-page.ts";
import { trustShareOpen } from "../../../capabilities/trust/trust-shares.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { formatInstant } from "../../../core/text.ts";
import { Notice } from "../components/notice.tsx";
import { linkedDataText } from "../linked-data.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import { securityHeaders } from "../security-headers.ts";
import { ObservedByScan } from "./trust-observed.tsx";
import { shareTokenIn, TRUST_VERIFY_PATH } from "./trust-paths.ts";
import { AnswerList, Contacts, EvidenceList, LetterRows, ProfileHead } from "./trust-view.tsx";

const text = {
  title: {
    sk: "Bezpečnostný profil dodávateľa",
    cs: "Bezpečnostní profil dodavatele",
    en: "Security profile of a supplier",
  },
  description: {
    sk: "Vlastné vyhlásenie dodávateľa o kybernetickej bezpečnosti podľa otvoreného dotazníka, neoverené.",
    cs: "Vlastní prohlášení dodavatele o kybernetické bezpečnosti podle otevřeného dotazníku, neověřené.",
    en: "A supplier's own statement about its cybersecurity by an open questionnaire, not verified.",
  },
  gone: {
    sk: "Tento profil už nie je zverejnený.",
    cs: "Tento profil už není zveřejněný.",
    en: "This profile was withdrawn.",
  },
  signature: { sk: "Ako overiť podpis", cs: "Jak ověřit podpis", en: "How to check the signature" },
  signatureLead: {
    sk: "Podpísaná kópia dokazuje, že táto služba v danom čase zverejnila presne toto vyhlásenie. Nedokazuje, že je pravdivé. Stiahnite si ju a overte príkazom, aj bez nás.",
    cs: "Podepsaná kopie dokazuje, že tato služba v dané době zveřejnila přesně toto prohlášení. Nedokazuje, že je pravdivé. Stáhněte si ji a ověřte příkazem, i bez nás.",
    en: "A signed copy proves that this service published exactly this statement then. It does not prove that the statement is true. Keep a copy and check it with the command, also without us.",
  },
  check: { sk: "Overiť podpis", cs: "Ověřit podpis", en: "Check the signature" },
  signed: { sk: "Podpísaná kópia", cs: "Podepsaná kopie", en: "Signed copy" },
  data: { sk: "Údaje pre programy (JSON)", cs: "Data pro programy (JSON)", en: "Data for programs (JSON)" },
  keys: { sk: "Verejné kľúče", cs: "Veřejné klíče", en: "Public keys" },
  key: { sk: "kľúč", cs: "klíč", en: "key" },
  source: { sk: "Otázky", cs: "Otázky", en: "Questions" },
  changed: { sk: "Zmeny", cs: "Změny", en: "Changed" },
  request: { sk: "Požiadať o prístup", cs: "Požádat o přístup", en: "Ask for access" },
  report: {
    sk: "Nahlásiť problém s týmto profilom",
    cs: "Nahlásit problém s tímto profilem",
    en: "Report a problem with this profile",
  },
  shared: {
    sk: "Vidíte aj odpovede, ktoré dodávateľ dáva na požiadanie",
    cs: "Vidíte i odpovědi, které dodavatel dává na požádání",
    en: "You also see answers that the supplier gives on request",
  },
  sharedUntil: { sk: "Odkaz platí do", cs: "Odkaz platí do", en: "The link is valid until" },
} satisfies Record<string, Localized>;

/** The public page of a supplier's profile. */
export async function trustProfilePage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, params, query, ask, site } = request;
  const slug = params.slug ?? "";
  const place = await ask(trustPage, { slug });
  if (place.kind === "moved") {
    const search = query.size === 0 ? "" : `?${query}`;
    return redirectTo(`${href(locale, `/trust/${place.slug}`)}${search}`, 308);
  }
  if (place.kind === "withdrawn") return gone(locale);
  const { published, isIndexed, observed } = place;
  const questionnaire = await ask(supplierQuestionnaire, { version: published.questionnaireVersion });
  const token = shareTokenIn(query);
  const shared = token === null ? undefined : await sharedBy(request, slug, token);
  const jsonLd = linkedData(published);
  const hash = createHash("sha256").update(linkedDataText(jsonLd)).digest("base64");
  const headers = securityHeaders(site.baseUrl);
  const policy = headers["Content-Security-Policy"]?.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
  const titles = new Map(questionnaire.letters.map(({ id, title }) => [id, title]));
  const links = [...published.untrusted.links, ...(shared?.links ?? [])];
  return {
    title: published.ico === null ? text.title[locale] : `${text.title[locale]}, ${published.country} ${published.ico}`,
    description: text.description[locale],
    isIndexed: isIndexed && token === null,
    jsonLd,
    headers: {
      "Content-Security-Policy": policy ?? "",
      // A profile may be withdrawn at any time: a cache has to ask before it shows one again.
      ...(token === null
        ? { "Cache-Control": "no-cache" }
        : { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" }),
    },
    body: (
      <>
        <ProfileHead shown={published} imprintPage={place.imprintPage} locale={locale} />
        {shared === undefined ? null : (
          <Notice title={text.shared[locale]}>
            <p>
              {text.sharedUntil[locale]} {formatInstant(shared.expiresAt, locale)}.
            </p>
          </Notice>
        )}
        <LetterRows shown={published} titles={titles} locale={locale} />
        <AnswerList shown={published} questionnaire={questionnaire} onRequest={shared} locale={locale} />
        {published.untrusted.answers.some(({ visibility }) => visibility === "on_request") ? (
          <p>
            <a href={href(locale, `/trust/${slug}/request`)} rel="nofollow">
              {text.request[locale]}
            </a>
          </p>
        ) : null}
        <ObservedByScan observed={observed} shown={published} locale={locale} />
        <Contacts shown={published} onRequest={shared} locale={locale} />
        <EvidenceList links={links} questionnaire={questionnaire} today={place.today} locale={locale} />
        <Signature published={published} locale={locale} />
        <Credit published={published} slug={slug} locale={locale} />
      </>
    ),
  };
}

/** What a link opens; nothing for one that is unknown or has ended: its holder sees what everybody sees. */
async function sharedBy({ ask }: PageRequest, slug: string, token: string) {
  try {
    return await ask(trustShareOpen, { slug, token });
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.problem.code === "not_found") return undefined;
    throw thrown;
  }
}

/** One sentence, no name, no answer; and no cache keeps it. */
function gone(locale: Locale): PageAnswer {
  return {
    status: 410,
    title: text.title[locale],
    isIndexed: false,
    headers: { "Cache-Control": "no-store" },
    body: (
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.gone[locale]}</p>
      </section>
    ),
  };
}

function Signature({ published, locale }: { published: PublishedAnswer; locale: Locale }) {
  const { signature, slug } = published;
  return (
    <section class="section" aria-labelledby="signature">
      <h2 id="signature">{text.signature[locale]}</h2>
      <p class="prose">{text.signatureLead[locale]}</p>
      <ul class="prose">
        <li>
          <a href={`/trust/${slug}.jws.json`}>{text.signed[locale]}</a> ({text.key[locale]} {signature.keyId})
        </li>
        <li>
          <a href="/.well-known/jwks.json">{text.keys[locale]}</a>
        </li>
        <li>
          <a href={`/trust/${slug}.json?locale=${locale}`}>{text.data[locale]}</a>
        </li>
      </ul>
      <form method="post" action={href(locale, TRUST_VERIFY_PATH)} class="inline-form">
        <input type="hidden" name="slug" value={slug} />
        <button type="submit" class="button is-quiet">
          {text.check[locale]}
        </button>
      </form>
      <p>
        <code class="trust-command">
          dosah trust verify {slug}.jws.json <span class="trust-option">--jwks jwks.json</span>
        </code>
      </p>
      <p class="meta trust-hash">
        SHA-256 <code>{signature.sha256}</code>
      </p>
    </section>
  );
}

function Credit({ published, slug, locale }: { published: PublishedAnswer; slug: string; locale: Locale }) {
  const { title, version, creator, source, licenseUrl, changes } = published.attribution;
  return (
    <section class="section trust-credit">
      <p class="meta">{published.disclaimer}</p>
      <p class="meta">
        {text.source[locale]}: <a href={source}>{title}</a> {version} © {creator}, <a href={licenseUrl}>CC BY 4.0</a>.{" "}
        {text.changed[locale]}: {changes}
      </p>
      <p>
        <a href={href(locale, `/trust/${slug}/report`)}>{text.report[locale]}</a>
      </p>
    </section>
  );
}

/** What search engines read: who it is, and nothing that would look like a rating or a certificate. */
function linkedData({
  untrusted,
  ico,
  identity,
  publishedAt,
  updatedAt,
}: PublishedAnswer): Readonly<Record<string, unknown>> {
  const email = untrusted.answers.find(({ id }) => id === "incidentContactEmail")?.value;
  const contact = { "@type": "ContactPoint", contactType: "security", email };
  return {
    "@type": "ProfilePage",
    dateCreated: publishedAt.slice(0, 10),
    dateModified: updatedAt.slice(0, 10),
    mainEntity: {
      "@type": "Organization",
      legalName: foreignText(untrusted.name),
      ...(identity.firmChecked ? { identifier: { "@type": "PropertyValue", propertyID: "IČO", value: ico } } : {}),
      ...(untrusted.primaryDomain === null ? {} : { url: `https://${untrusted.primaryDomain}` }),
      ...(typeof email === "string" ? { contactPoint: contact } : {}),
    },
  };
}
