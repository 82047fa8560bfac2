import type { RowSubject } from "../../../core/cost.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import type { LimitRow, PageAnswer, PageRequest } from "../page.ts";

const text = {
  title: { sk: "Limity", cs: "Limity", en: "Limits" },
  description: {
    sk: "Koľko volaní za minútu a za deň je povolených a čo sa stane po ich vyčerpaní.",
    cs: "Kolik volání za minutu a za den je povoleno a co se stane po jejich vyčerpání.",
    en: "How many calls per minute and per day are allowed, and what happens when they are used up.",
  },
  intro: {
    sk: "Dosah je voľne dostupný a bez registrácie. Limity chránia registre, z ktorých čerpá, a platia pre každú adresu IP zvlášť (pri IPv6 pre sieť /64), po prihlásení pre každú osobu.",
    cs: "Dosah je volně dostupný a bez registrace. Limity chrání rejstříky, ze kterých čerpá, a platí pro každou adresu IP zvlášť (u IPv6 pro síť /64), po přihlášení pro každou osobu.",
    en: "Dosah is free and needs no registration. Limits protect the registers it draws on and apply per IP address (for IPv6, per /64 network), and per person who is signed in.",
  },
  what: { sk: "Čo sa počíta", cs: "Co se počítá", en: "What is counted" },
  perMinute: { sk: "Za minútu", cs: "Za minutu", en: "Per minute" },
  perHour: { sk: "Za hodinu", cs: "Za hodinu", en: "Per hour" },
  perDay: { sk: "Za deň", cs: "Za den", en: "Per day" },
  none: { sk: "bez limitu", cs: "bez limitu", en: "no limit" },
  tool: { sk: "nástroj MCP", cs: "nástroj MCP", en: "MCP tool" },
  steps: {
    sk: "počíta sa aj sieť, s väčšími číslami",
    cs: "počítá se i síť, s vyššími čísly",
    en: "networks count too, with larger numbers",
  },
  together: { sk: "počítané spolu", cs: "počítáno dohromady", en: "counted together" },
  afterTitle: { sk: "Čo sa stane po vyčerpaní", cs: "Co se stane po vyčerpání", en: "When a limit is used up" },
} satisfies Record<string, Localized>;

/** What is counted beside tools and endpoints. */
const inWords: Readonly<Record<string, Localized>> = {
  requests: {
    sk: "stránky a súbory, ktoré sa vytvárajú pri každej žiadosti",
    cs: "stránky a soubory, které se vytvářejí při každém požadavku",
    en: "pages and files that are made for each request",
  },
  reads: {
    sk: "súkromné stránky a čítanie s kľúčom API",
    cs: "soukromé stránky a čtení s klíčem API",
    en: "private pages and reads with an API key",
  },
  writes: { sk: "formuláre a zápisy", cs: "formuláře a zápisy", en: "forms and writes" },
  files: { sk: "dokumenty a exporty", cs: "dokumenty a exporty", en: "documents and exports" },
  uploads: { sk: "formuláre so súborom", cs: "formuláře se souborem", en: "forms with a file" },
  share_uses: {
    sk: "stránky a súbory cez odkaz na zdieľanie",
    cs: "stránky a soubory přes odkaz ke sdílení",
    en: "pages and files that a share link opens",
  },
  feed_uses: {
    sk: "čítania jednej adresy kanála alebo kalendára",
    cs: "čtení jedné adresy kanálu nebo kalendáře",
    en: "reads of one address of a feed or calendar",
  },
  evidence: {
    sk: "verejné dôkazy stiahnuté celé",
    cs: "veřejné důkazy stažené celé",
    en: "public evidence files that are sent whole",
  },
  organizations: { sk: "založené organizácie", cs: "založené organizace", en: "organizations founded" },
  scan_orders: { sk: "objednané skeny", cs: "objednané skeny", en: "scans that were ordered" },
  complaints: {
    sk: "nahlásené problémy profilov dodávateľov",
    cs: "nahlášené problémy profilů dodavatelů",
    en: "complaints about supplier profiles",
  },
  looks: {
    sk: "hľadania IČO na webe firmy",
    cs: "hledání IČO na webu firmy",
    en: "looks for the number of a firm on its website",
  },
  keys: { sk: "nesprávne kľúče API", cs: "nesprávné klíče API", en: "wrong API keys" },
  pages: {
    sk: "vyhľadávanie a posúdenie na týchto stránkach",
    cs: "vyhledávání a posouzení na těchto stránkách",
    en: "searches and verdicts on these pages",
  },
  sign_ins: {
    sk: "pokusy o prihlásenie",
    cs: "pokusy o přihlášení",
    en: "attempts to sign in",
  },
  failed_sign_ins: {
    sk: "nesprávne heslá k jednému účtu",
    cs: "nesprávná hesla k jednomu účtu",
    en: "wrong passwords for one account",
  },
  failed_sign_ins_known: {
    sk: "nesprávne heslá k jednému účtu z prehliadača, v ktorom sa doň už niekto prihlásil",
    cs: "nesprávná hesla k jednomu účtu z prohlížeče, ve kterém se k němu už někdo přihlásil",
    en: "wrong passwords for one account from a browser that signed in to it before",
  },
  invitations: {
    sk: "pozvánky jednej organizácie",
    cs: "pozvánky jedné organizace",
    en: "invitations of one organization",
  },
  sign_ups: {
    sk: "formuláre na vytvorenie účtu",
    cs: "formuláře k vytvoření účtu",
    en: "forms that create an account",
  },
  mails: {
    sk: "e-maily jednému príjemcovi, o ktoré požiadali iní",
    cs: "e-maily jednomu příjemci, o které požádali jiní",
    en: "mails to one recipient that others asked for",
  },
  reset_mails: {
    sk: "e-maily s odkazom na nové heslo jednému príjemcovi",
    cs: "e-maily s odkazem na nové heslo jednomu příjemci",
    en: "mails with a link to a new password, to one recipient",
  },
  codes: {
    sk: "nesprávne kódy druhého stupňa k jednému účtu",
    cs: "nesprávné kódy druhého faktoru k jednomu účtu",
    en: "wrong codes of the second factor for one account",
  },
  quick_checks: {
    sk: "rýchle kontroly domény bez účtu",
    cs: "rychlé kontroly domény bez účtu",
    en: "quick checks of a domain without an account",
  },
  proofs: {
    sk: "hľadania dôkazu vlastníctva domény",
    cs: "hledání důkazu vlastnictví domény",
    en: "look-ups of a proof of ownership",
  },
};

const bySubject: Readonly<Record<RowSubject, Localized>> = {
  address: { sk: "pre každú adresu", cs: "pro každou adresu", en: "for each address" },
  person: { sk: "pre každú osobu", cs: "pro každou osobu", en: "for each person" },
  organization: { sk: "pre každú organizáciu", cs: "pro každou organizaci", en: "for each organization" },
  share: { sk: "pre každý odkaz", cs: "pro každý odkaz", en: "for each link" },
  connection: { sk: "pre každé pripojenie", cs: "pro každé připojení", en: "for each connection" },
  browser: { sk: "pre prehliadač a účet", cs: "pro prohlížeč a účet", en: "for each browser and account" },
  recipient: { sk: "pre každého príjemcu", cs: "pro každého příjemce", en: "for each recipient" },
  shared: { sk: "pre všetkých spolu", cs: "pro všechny dohromady", en: "for all callers together" },
};

const rules: Readonly<Record<Locale, readonly string[]>> = {
  sk: [
    "Počítanie sa začína prvým volaním a trvá minútu, hodinu alebo deň; potom sa počíta odznova.",
    "Skôr než sa čokoľvek započíta, overia sa všetky limity. Odmietnuté ani chybné volanie sa do limitu nástroja nepočíta.",
    "REST a adresa MCP odpovedia stavom 429 s hlavičkou Retry-After: tá uvádza skutočný počet sekúnd do ďalšieho voľného volania.",
    "Nástroj MCP vráti výsledok s isError a údajom retryAfter.",
    "Koľko volaní zostáva, hovoria hlavičky RateLimit a RateLimit-Policy.",
  ],
  cs: [
    "Počítání začíná prvním voláním a trvá minutu, hodinu nebo den; potom se počítá znovu.",
    "Než se cokoli započítá, ověří se všechny limity. Odmítnuté ani chybné volání se do limitu nástroje nepočítá.",
    "REST a adresa MCP odpovědí stavem 429 s hlavičkou Retry-After: ta uvádí skutečný počet sekund do dalšího volného volání.",
    "Nástroj MCP vrátí výsledek s isError a údajem retryAfter.",
    "Kolik volání zbývá, říkají hlavičky RateLimit a RateLimit-Policy.",
  ],
  en: [
    "A window opens with the first call and lasts a minute, an hour or a day; then counting starts anew.",
    "Every limit is checked before anything is counted. A refused or faulty call does not count against a tool’s limit.",
    "REST and the MCP address answer with status 429 and the header Retry-After: the true seconds until the next free call.",
    "An MCP tool returns a result with isError and retryAfter.",
    "The headers RateLimit and RateLimit-Policy say how many calls are left.",
  ],
};

/** The limits in force here, from the table that counts them; an operator's own numbers included. */
export function docsLimitsPage({ locale, site }: PageRequest): PageAnswer {
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
        </section>
        <table class="limits is-stacked">
          <thead>
            <tr>
              <th scope="col">{text.what[locale]}</th>
              <th scope="col" class="number">
                {text.perMinute[locale]}
              </th>
              <th scope="col" class="number">
                {text.perHour[locale]}
              </th>
              <th scope="col" class="number">
                {text.perDay[locale]}
              </th>
            </tr>
          </thead>
          <tbody>
            {site.limits.map((row) => (
              <Row row={row} locale={locale} />
            ))}
          </tbody>
        </table>
        <section class="section" aria-labelledby="after-title">
          <h2 id="after-title">{text.afterTitle[locale]}</h2>
          <ul class="prose">
            {rules[locale].map((rule) => (
              <li>{rule}</li>
            ))}
          </ul>
        </section>
      </>
    ),
  };
}

function Row({ row, locale }: { row: LimitRow; locale: Locale }) {
  const quota = (calls: number | undefined) => (calls === undefined ? text.none[locale] : formatNumber(calls, locale));
  const remarks = [
    ...(row.counts.length > 1 ? [text.together[locale]] : []),
    ...(row.steps === true ? [text.steps[locale]] : []),
    ...(row.subject === undefined ? [] : [bySubject[row.subject][locale]]),
  ];
  return (
    <tr>
      <th scope="row">
        <ul class="counted">
          {row.counts.map((counted) => (
            <li>
              <Counted counted={counted} locale={locale} />
            </li>
          ))}
        </ul>
        {remarks.length === 0 ? null : <p class="meta">{remarks.join(", ")}</p>}
      </th>
      <td class="number" data-label={text.perMinute[locale]}>
        {quota(row.perMinute)}
      </td>
      <td class="number" data-label={text.perHour[locale]}>
        {quota(row.perHour)}
      </td>
      <td class="number" data-label={text.perDay[locale]}>
        {quota(row.perDay)}
      </td>
    </tr>
  );
}

function Counted({ counted, locale }: { counted: string; locale: Locale }) {
  const words = inWords[counted];
  if (words !== undefined) return words[locale];
  const [kind, name] = counted.split(" ");
  if (kind !== "tool") return <code>{counted}</code>;
  return (
    <>
      <code>{name}</code> <span class="meta">{text.tool[locale]}</span>
    </>
  );
}
