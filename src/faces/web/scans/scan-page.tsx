import { quickCheck, quickCheckStart } from "../../../capabilities/scans/quick-check.ts";
import { scanTerms } from "../../../capabilities/scans/scan-terms.ts";
import { headline } from "../../../capabilities/scans/scan-words.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { formatInstant } from "../../../core/text.ts";
import { Field } from "../components/form-field.tsx";
import type { PageAnswer, PageRequest, SignedIn } from "../page.ts";
import { href, paths, privatePaths, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { Findings, ReadAs, ScoreLine } from "./scan-findings.tsx";
import { REFRESH, ScanProgress } from "./scan-progress.tsx";

const text = {
  title: { sk: "Sken domény", cs: "Sken domény", en: "Domain scan" },
  lead: {
    sk: "Ako vidí internet vašu doménu: DNS, pošta, šifrovanie, web a kontakt na nahlásenie zraniteľnosti.",
    cs: "Jak vidí internet vaši doménu: DNS, pošta, šifrování, web a kontakt pro nahlášení zranitelnosti.",
    en: "How the internet sees your domain: DNS, mail, encryption, web, and where to report a weakness.",
  },
  domain: { sk: "Doména", cs: "Doména", en: "Domain" },
  help: { sk: "Napríklad firma.sk", cs: "Například firma.cz", en: "For example firma.sk" },
  check: { sk: "Skontrolovať", cs: "Zkontrolovat", en: "Check" },
  of: { sk: "Rýchla kontrola domény", cs: "Rychlá kontrola domény", en: "Quick check of" },
  seenAt: { sk: "Videné", cs: "Viděno", en: "Seen" },
  kept: {
    sk: "Výsledok nikam neukladáme; desať minút ho dostane každý, kto sa opýta na tú istú doménu. Podrobnejší sken, históriu a pravidelné opakovanie má organizácia.",
    cs: "Výsledek nikam neukládáme; deset minut jej dostane každý, kdo se zeptá na stejnou doménu. Podrobnější sken, historii a pravidelné opakování má organizace.",
    en: "The result is not stored; for ten minutes everybody who asks about the same domain gets it. An organization has a more detailed scan, a history and regular rescans.",
  },
  toOrganizations: { sk: "Skenovať v organizácii", cs: "Skenovat v organizaci", en: "Scan in an organization" },
  off: {
    sk: "Kontrola bez prihlásenia je tu vypnutá. Sken si spustíte v organizácii.",
    cs: "Kontrola bez přihlášení je zde vypnutá. Sken spustíte v organizaci.",
    en: "The check without signing in is switched off here. Scans are started in an organization.",
  },
  explains: { sk: "Čo sken posiela", cs: "Co sken posílá", en: "What a scan sends" },
  visitor: {
    sk: "To, čo bežný návštevník: dopyty DNS, jedno nadviazanie šifrovaného spojenia, načítanie úvodnej stránky cez HTTP a HTTPS, pravidlá MTA-STS a súbor security.txt. Nič iné: žiadne skúšanie portov, hesiel, ciest ani zraniteľností.",
    cs: "To, co běžný návštěvník: dotazy DNS, jedno navázání šifrovaného spojení, načtení úvodní stránky přes HTTP a HTTPS, pravidla MTA-STS a soubor security.txt. Nic jiného: žádné zkoušení portů, hesel, cest ani zranitelností.",
    en: "What an ordinary visitor sends: DNS questions, one encrypted handshake, the start page over HTTP and HTTPS, the MTA-STS policy and security.txt. Nothing else: no trying of ports, passwords, paths or weaknesses.",
  },
  full: {
    sk: "Úplný sken skúša navyše verzie TLS, šifrovanie poštového servera a odpoveď webu na požiadavku z cudzieho webu (CORS). Robíme ho len na doméne, ktorej vlastníctvo organizácia overila záznamom DNS alebo súborom.",
    cs: "Úplný sken zkouší navíc verze TLS, šifrování poštovního serveru a odpověď webu na požadavek z cizího webu (CORS). Děláme ho jen na doméně, jejíž vlastnictví organizace ověřila záznamem DNS nebo souborem.",
    en: "A full scan also tries TLS versions, the encryption of the mail server and how the site answers a request from a foreign site (CORS). It is made only on a domain whose ownership the organization has proved by a DNS record or a file.",
  },
  bounds: {
    sk: "Jeden sken trvá najviac 60 sekúnd, pošle najviac 14 požiadaviek a 60 dopytov DNS. Tú istú doménu skenujeme najviac raz za desať minút, nech sa pýta ktokoľvek.",
    cs: "Jeden sken trvá nejvýše 60 sekund, pošle nejvýše 14 požadavků a 60 dotazů DNS. Stejnou doménu skenujeme nejvýše jednou za deset minut, ať se ptá kdokoli.",
    en: "One scan takes at most 60 seconds, 14 requests and 60 DNS questions. The same domain is scanned at most once in ten minutes, whoever asks.",
  },
  whoTitle: { sk: "Kto skenuje", cs: "Kdo skenuje", en: "Who scans" },
  who: {
    sk: "Prevádzkovateľ tejto služby; za použitie zodpovedá on. Každá požiadavka sa predstaví takto:",
    cs: "Provozovatel této služby; za použití odpovídá on. Každý požadavek se představí takto:",
    en: "The operator of this service, who answers for its use. Every request introduces itself like this:",
  },
  refuseTitle: { sk: "Ako sken odmietnuť", cs: "Jak sken odmítnout", en: "How to refuse" },
  refuse: {
    sk: "Napíšte prevádzkovateľovi a preukážte, že doména je vaša, rovnako ako pri úplnom skene: záznamom DNS alebo súborom. Doménu potom neskenujeme pre nikoho.",
    cs: "Napište provozovateli a prokažte, že doména je vaše, stejně jako u úplného skenu: záznamem DNS nebo souborem. Doménu pak neskenujeme pro nikoho.",
    en: "Write to the operator and prove that the domain is yours, as for a full scan: by a DNS record or a file. It is then scanned for nobody.",
  },
  contact: { sk: "Kontakt", cs: "Kontakt", en: "Contact" },
  noContact: {
    sk: "Prevádzkovateľ tu kontakt neuviedol.",
    cs: "Provozovatel zde kontakt neuvedl.",
    en: "The operator has not given a contact here.",
  },
  lawTitle: { sk: "Prečo je to v poriadku", cs: "Proč je to v pořádku", en: "Why this is in order" },
  law: {
    sk: "Sken číta verejné odpovede, na ktoré sa smie opýtať každý, a neprekonáva žiadnu ochranu. Kde by šiel ďalej, potrebuje súhlas vlastníka. Je to náš výklad, nie právna rada.",
    cs: "Sken čte veřejné odpovědi, na které se smí zeptat každý, a nepřekonává žádnou ochranu. Kde by šel dál, potřebuje souhlas vlastníka. Je to náš výklad, ne právní rada.",
    en: "A scan reads public answers that anybody may ask for, and overcomes no protection. Where it would go further it needs the owner's consent. This is our reading, not legal advice.",
  },
  all: { sk: "Všetky kontroly ako údaje", cs: "Všechny kontroly jako data", en: "All checks as data" },
} satisfies Record<string, Localized>;

interface Typed {
  readonly domain: string;
  readonly error?: string | undefined;
  /** What `data-error` says. */
  readonly code?: string | undefined;
}

/** What a scan is and how to refuse it, with the quick check for everybody. */
export async function scanPage(request: PageRequest): Promise<PageAnswer> {
  const { query } = request;
  return page(request, { domain: query.get("domain") ?? "" });
}

/** The page again, with what is wrong with what was typed. */
async function refusedPage(request: PrivateRequest): Promise<PageAnswer> {
  return page(
    { ...request, query: new URLSearchParams() },
    {
      domain: request.form.get("domain"),
      error: request.refusal?.faults.map(({ message }) => message).join(" "),
      code: request.refusal?.faults[0]?.code,
    },
  );
}

/** Starts a quick check; what it gives is shown at an address that can be asked again. */
export const quickCheckForm: FormRoute<SignedIn | null> = {
  cost: { rows: ["domain_quick_check"] },
  capability: quickCheckStart,
  fields: ["domain"],
  isOpen: true,
  submit: async ({ locale, form, ask }) => {
    const { domain, readAs } = await ask(quickCheckStart, { domain: form.get("domain") });
    return redirectTo(href(locale, paths.scan, readAs === null ? { domain } : { domain, read: readAs }), 303);
  },
  shownOn: refusedPage,
};

async function page(request: PageRequest, typed: Typed): Promise<PageAnswer> {
  const { locale, ask } = request;
  const terms = await ask(scanTerms, {});
  const looked = typed.domain === "" || typed.error !== undefined ? null : await look(request, typed.domain);
  const error = typed.error ?? (looked !== null && "error" in looked ? looked.error : undefined);
  const check = looked !== null && "check" in looked && looked.check.state !== "none" ? looked.check : null;
  const isUnderWay = check !== null && check.result === null;
  return {
    title: check === null ? text.title[locale] : `${text.of[locale]} ${check.domain}`,
    description: text.lead[locale],
    isIndexed: check === null && error === undefined,
    ...(error === undefined ? {} : { status: 400 as const }),
    ...(isUnderWay ? { headers: REFRESH } : {}),
    body: (
      <>
        {check === null ? (
          <section class="opening">
            <h1>{text.title[locale]}</h1>
            <p class="prose lead">{text.lead[locale]}</p>
            {terms.isPublic ? (
              <QuickForm typed={{ domain: typed.domain, error, code: typed.code }} locale={locale} />
            ) : (
              <p class="prose">{text.off[locale]}</p>
            )}
          </section>
        ) : (
          <Checked check={check} query={request.query} locale={locale} />
        )}
        {check === null ? <Terms terms={terms} locale={locale} /> : null}
      </>
    ),
  };
}

type Check = Awaited<ReturnType<typeof askFor>>;

function askFor({ ask }: PageRequest, domain: string) {
  return ask(quickCheck, { domain });
}

async function look(request: PageRequest, domain: string): Promise<{ check: Check } | { error: string }> {
  try {
    return { check: await askFor(request, domain) };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.problem.field !== "domain") throw thrown;
    return { error: said(thrown.problem, request.locale) };
  }
}

function said({ message, nextStep }: Problem, locale: Locale): string {
  return `${message[locale]} ${nextStep[locale]}`;
}

function QuickForm({ typed: { domain, error, code }, locale }: { typed: Typed; locale: Locale }) {
  return (
    <form method="post" action={href(locale, paths.scan)} class="stacked-form" data-error={code}>
      <Field
        id="domain"
        label={text.domain[locale]}
        help={text.help[locale]}
        error={error}
        value={domain}
        required
        autocapitalize="none"
        spellcheck={false}
        autocomplete="off"
      />
      <button type="submit" class="button">
        {text.check[locale]}
      </button>
    </form>
  );
}

function Checked({ check, query, locale }: { check: Check; query: URLSearchParams; locale: Locale }) {
  const read = check.readAs === null ? query : new URLSearchParams({ read: check.readAs });
  const { domain, result, progress } = check;
  const about = (
    <p class="meta">
      <a href={href(locale, paths.scan)}>{text.title[locale]}</a> · <bdi>{domain}</bdi>
      {result === null ? null : (
        <>
          {" · "}
          {text.seenAt[locale]} <time datetime={result.seenAt}>{formatInstant(result.seenAt, locale)}</time>
        </>
      )}
    </p>
  );
  if (result === null) {
    return (
      <section class="opening">
        {about}
        <h1>
          {text.of[locale]} <bdi>{domain}</bdi>
        </h1>
        <ReadAs query={read} domain={domain} locale={locale} />
        <ScanProgress progress={progress} locale={locale} />
      </section>
    );
  }
  return (
    <>
      <section class="opening">
        {about}
        <h1>{result.error === null ? headline(result.checks, locale) : result.error.message}</h1>
        <ReadAs query={read} domain={domain} locale={locale} />
        {result.error === null ? <ScoreLine scan={result} locale={locale} /> : null}
      </section>
      {result.error === null ? <Findings scan={result} locale={locale} /> : null}
      <section class="section scan-next">
        <p class="prose">{text.kept[locale]}</p>
        <p class="buttons">
          <a class="button" href={href(locale, privatePaths.organizations)}>
            {text.toOrganizations[locale]}
          </a>
        </p>
      </section>
    </>
  );
}

function Terms({
  terms: { contact, userAgent },
  locale,
}: {
  terms: { readonly contact: string | null; readonly userAgent: string };
  locale: Locale;
}) {
  return (
    <>
      <section class="section" aria-labelledby="sends">
        <h2 id="sends">{text.explains[locale]}</h2>
        <p class="prose">{text.visitor[locale]}</p>
        <p class="prose">{text.full[locale]}</p>
        <p class="prose">{text.bounds[locale]}</p>
        <p class="prose">
          <a href={`/api/opendata/scan-checks?locale=${locale}`}>{text.all[locale]}</a>
        </p>
      </section>
      <section class="section" aria-labelledby="who">
        <h2 id="who">{text.whoTitle[locale]}</h2>
        <p class="prose">{text.who[locale]}</p>
        <p>
          <code class="breakable">{userAgent}</code>
        </p>
      </section>
      <section class="section" aria-labelledby="refuse">
        <h2 id="refuse">{text.refuseTitle[locale]}</h2>
        <p class="prose">{text.refuse[locale]}</p>
        <p class="prose">
          {contact === null ? (
            text.noContact[locale]
          ) : (
            <>
              {text.contact[locale]}: <a href={contact}>{contact.replace(/^mailto:/, "")}</a>
            </>
          )}
        </p>
      </section>
      <section class="section" aria-labelledby="law">
        <h2 id="law">{text.lawTitle[locale]}</h2>
        <p class="prose">{text.law[locale]}</p>
      </section>
    </>
  );
}
