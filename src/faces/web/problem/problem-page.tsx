import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem, ProblemCode } from "../../../core/problem.ts";
import { plural } from "../../../core/text.ts";
import { IncidentDoor } from "../incident/incident-door.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths, privatePaths } from "../paths.ts";
import { SearchForm } from "../search/search-form.tsx";

const titles = {
  invalid_arguments: {
    sk: "Tejto požiadavke nerozumieme",
    cs: "Tomuto dotazu nerozumíme",
    en: "We do not understand this request",
  },
  not_found: { sk: "Stránka sa nenašla", cs: "Stránka se nenašla", en: "Page not found" },
  unauthorized: { sk: "Vyžaduje sa kľúč API", cs: "Je vyžadován klíč API", en: "This needs a key" },
  forbidden: { sk: "Na toto nemáte oprávnenie", cs: "K tomuto nemáte oprávnění", en: "You are not allowed to do this" },
  session_required: { sk: "Treba sa prihlásiť", cs: "Je třeba se přihlásit", en: "You need to sign in" },
  rate_limited: {
    sk: "Priveľa požiadaviek naraz",
    cs: "Příliš mnoho dotazů najednou",
    en: "Too many requests at once",
  },
  not_text: { sk: "Toto nie je text", cs: "Toto není text", en: "This is no text" },
  plan_stale: { sk: "Náhľad už neplatí", cs: "Náhled už neplatí", en: "The preview is out of date" },
  removes_many: { sk: "Treba to potvrdiť", cs: "Je třeba to potvrdit", en: "It must be confirmed" },
  too_many_rows: { sk: "Priveľa riadkov", cs: "Příliš mnoho řádků", en: "Too many rows" },
  queue_full: {
    sk: "Práve čaká veľa kontrol",
    cs: "Právě čeká mnoho kontrol",
    en: "Many checks are waiting",
  },
  domain_not_verified: {
    sk: "Vlastníctvo domény nie je overené",
    cs: "Vlastnictví domény není ověřeno",
    en: "Ownership of the domain is not proved",
  },
  opted_out: {
    sk: "Vlastník domény skenovanie odmietol",
    cs: "Vlastník domény skenování odmítl",
    en: "The owner of the domain refused scans",
  },
  organization_required: {
    sk: "Chýba organizácia",
    cs: "Chybí organizace",
    en: "The organization is missing",
  },
  version_required: {
    sk: "Chýba verzia, ktorú meníte",
    cs: "Chybí verze, kterou měníte",
    en: "The version that you change is missing",
  },
  ico_taken: { sk: "Toto IČO už má profil", cs: "Toto IČO už má profil", en: "This number has a profile already" },
  profile_published: { sk: "Profil je zverejnený", cs: "Profil je zveřejněný", en: "The profile is published" },
  slug_taken: { sk: "Adresa je obsadená", cs: "Adresa je obsazená", en: "The address is taken" },
  slug_reserved: { sk: "Adresa je vyhradená", cs: "Adresa je vyhrazená", en: "The address is reserved" },
  changed_meanwhile: {
    sk: "Medzitým to zmenil niekto iný",
    cs: "Mezitím to změnil někdo jiný",
    en: "Somebody else changed this meanwhile",
  },
  budget_used: { sk: "Dnes sa minulo", cs: "Dnes je vyčerpáno", en: "Used up for today" },
  budget_full: { sk: "Miesto je plné", cs: "Místo je plné", en: "Full" },
  source_unavailable: {
    sk: "Register teraz neodpovedá",
    cs: "Rejstřík teď neodpovídá",
    en: "The register is not answering",
  },
  internal: { sk: "Chyba na našej strane", cs: "Chyba na naší straně", en: "A fault on our side" },
} satisfies Record<ProblemCode, Localized>;

const explanations = {
  invalid_arguments: {
    sk: "V adrese je niečo, čo tu nedáva zmysel. Skúste začať odznova.",
    cs: "V adrese je něco, co tu nedává smysl. Zkuste začít znovu.",
    en: "Something in the address makes no sense here. Try starting again.",
  },
  not_found: {
    sk: "Na tejto adrese nič nie je. Možno sa zmenila alebo je v nej preklep.",
    cs: "Na této adrese nic není. Možná se změnila nebo je v ní překlep.",
    en: "There is nothing at this address. It may have changed, or it contains a typing error.",
  },
  unauthorized: {
    sk: "Táto časť je len pre prihlásených.",
    cs: "Tato část je jen pro přihlášené.",
    en: "This part is for signed-in users only.",
  },
  forbidden: {
    sk: "Na toto vaša rola nestačí. Požiadajte vlastníka alebo správcu.",
    cs: "Na to vaše role nestačí. Požádejte vlastníka nebo správce.",
    en: "Your role does not allow this. Ask an owner or an administrator.",
  },
  session_required: {
    sk: "Toto sa dá urobiť len po prihlásení.",
    cs: "Toto lze udělat jen po přihlášení.",
    en: "This can only be done when you are signed in.",
  },
  rate_limited: {
    sk: "Z vašej adresy prišlo veľa požiadaviek za sebou. Limit chráni registre, z ktorých čerpáme.",
    cs: "Z vaší adresy přišlo mnoho dotazů za sebou. Limit chrání rejstříky, ze kterých čerpáme.",
    en: "Many requests came from your address in a short time. The limit protects the registers behind this service.",
  },
  not_text: {
    sk: "V tabuľkovom programe zvoľte Uložiť ako, CSV UTF-8.",
    cs: "V tabulkovém programu zvolte Uložit jako, CSV UTF-8.",
    en: "Choose Save as, CSV UTF-8 in the spreadsheet program.",
  },
  plan_stale: { sk: "Pozrite si náhľad znova.", cs: "Podívejte se na náhled znovu.", en: "Look at the preview again." },
  removes_many: { sk: "Vráťte sa a potvrďte to.", cs: "Vraťte se a potvrďte to.", en: "Go back and confirm it." },
  too_many_rows: { sk: "Rozdeľte ich na viac častí.", cs: "Rozdělte je na více částí.", en: "Split them into parts." },
  queue_full: { sk: "Skúste to o chvíľu.", cs: "Zkuste to za chvíli.", en: "Try again in a moment." },
  domain_not_verified: {
    sk: "Pridajte doménu medzi domény organizácie a overte ju; dovtedy spustite základný sken.",
    cs: "Přidejte doménu mezi domény organizace a ověřte ji; do té doby spusťte základní sken.",
    en: "Add the domain to the organization and prove it; until then run a basic scan.",
  },
  opted_out: {
    sk: "Vlastník domény si neželá, aby sme ju skenovali.",
    cs: "Vlastník domény si nepřeje, abychom ji skenovali.",
    en: "The owner of the domain does not want it to be scanned.",
  },
  organization_required: {
    sk: "Vyberte organizáciu a pošlite formulár z jej stránky.",
    cs: "Vyberte organizaci a pošlete formulář z její stránky.",
    en: "Choose the organization and send the form from its page.",
  },
  version_required: {
    sk: "Otvorte stránku znova a pošlite formulár odtiaľ.",
    cs: "Otevřete stránku znovu a pošlete formulář odtud.",
    en: "Open the page again and send the form from there.",
  },
  ico_taken: {
    sk: "Pre toto IČO už zverejnila profil iná organizácia. Napíšte prevádzkovateľovi.",
    cs: "Pro toto IČO už zveřejnila profil jiná organizace. Napište provozovateli.",
    en: "Another organization has published a profile for this number. Write to the operator.",
  },
  profile_published: {
    sk: "Profil je zverejnený pre iné číslo. Najprv ho stiahnite.",
    cs: "Profil je zveřejněn pro jiné číslo. Nejdřív ho stáhněte.",
    en: "The profile is published for another number. Withdraw it first.",
  },
  slug_taken: { sk: "Zvoľte inú adresu.", cs: "Zvolte jinou adresu.", en: "Choose another address." },
  slug_reserved: { sk: "Zvoľte inú adresu.", cs: "Zvolte jinou adresu.", en: "Choose another address." },
  budget_used: {
    sk: "Na dnes je vyčerpané, čo vám patrí. Zajtra to pôjde znova.",
    cs: "Na dnešek je vyčerpáno, co vám náleží. Zítra to půjde znovu.",
    en: "What you may use in a day is used up. Tomorrow it works again.",
  },
  budget_full: {
    sk: "Niečo odstráňte, alebo overte doménu: s ňou máte miesta viac.",
    cs: "Něco odstraňte, nebo ověřte doménu: s ní máte místa víc.",
    en: "Remove something, or prove a domain: with it you have more room.",
  },
  changed_meanwhile: {
    sk: "Otvorte stránku znova a pozrite si, ako to je teraz.",
    cs: "Otevřete stránku znovu a podívejte se, jak to je teď.",
    en: "Open the page again and look at how it stands now.",
  },
  source_unavailable: {
    sk: "Register na našu otázku neodpovedal a čo o firme vieme odinakiaľ, na odpoveď nestačí. O firme samej to nič nehovorí.",
    cs: "Rejstřík na naši otázku neodpověděl a co o firmě víme odjinud, k odpovědi nestačí. O firmě samé to nic neříká.",
    en: "A register did not answer, and what is known about the firm from elsewhere is not enough for an answer. This says nothing about the firm itself.",
  },
  internal: {
    sk: "Niečo sa pokazilo a máme o tom záznam. Skúste to o chvíľu znova.",
    cs: "Něco se pokazilo a máme o tom záznam. Zkuste to za chvíli znovu.",
    en: "Something went wrong and it is in our log. Try again in a while.",
  },
} satisfies Record<ProblemCode, Localized>;

const statuses = {
  invalid_arguments: 400,
  not_found: 404,
  unauthorized: 404,
  forbidden: 403,
  domain_not_verified: 403,
  opted_out: 403,
  changed_meanwhile: 409,
  version_required: 400,
  organization_required: 400,
  ico_taken: 409,
  profile_published: 409,
  slug_taken: 409,
  slug_reserved: 409,
  budget_used: 429,
  budget_full: 409,
  not_text: 400,
  too_many_rows: 400,
  plan_stale: 409,
  removes_many: 409,
  queue_full: 503,
  session_required: 403,
  rate_limited: 429,
  source_unavailable: 503,
  internal: 500,
} as const satisfies Record<ProblemCode, PageAnswer["status"]>;

const text = {
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  again: { sk: "Skúsiť znova", cs: "Zkusit znovu", en: "Try again" },
  anew: { sk: "Začať odznova", cs: "Začít znovu", en: "Start again" },
  whatIf: { sk: "Zadať údaje firmy ručne", cs: "Zadat údaje firmy ručně", en: "Enter the facts by hand" },
  sources: { sk: "Stav zdrojov", cs: "Stav zdrojů", en: "State of the sources" },
  notHere: {
    sk: "Register tu nie je k dispozícii",
    cs: "Rejstřík zde není k dispozici",
    en: "The register is not available here",
  },
  notHereNext: {
    sk: "Zadajte údaje firmy ručne alebo požiadajte prevádzkovateľa, aby načítal register.",
    cs: "Zadejte údaje firmy ručně nebo požádejte provozovatele o načtení rejstříku.",
    en: "Enter the facts by hand, or ask the operator to import the register.",
  },
  notYours: {
    sk: "Na tejto adrese nič nie je, alebo k tomu nemáte prístup.",
    cs: "Na této adrese nic není, nebo k tomu nemáte přístup.",
    en: "There is nothing at this address, or you have no access to it.",
  },
  organizations: { sk: "Vaše organizácie", cs: "Vaše organizace", en: "Your organizations" },
  signIn: { sk: "Prihlásiť sa", cs: "Přihlásit se", en: "Sign in" },
  limits: { sk: "Aké sú limity", cs: "Jaké jsou limity", en: "What the limits are" },
} satisfies Record<string, Localized>;

const waits: Record<Locale, (seconds: number) => string> = {
  sk: (seconds) =>
    `Počkajte ${seconds} ${plural(seconds, { one: "sekundu", few: "sekundy", other: "sekúnd" }, "sk")} a skúste to znova.`,
  cs: (seconds) =>
    `Počkejte ${seconds} ${plural(seconds, { one: "sekundu", few: "sekundy", other: "sekund" }, "cs")} a zkuste to znovu.`,
  en: (seconds) => `Wait ${seconds} ${plural(seconds, { one: "second", other: "seconds" }, "en")} and try again.`,
};

/** Why there is no page, with the right status and the next step. Long waits are said in minutes or hours. */
export function problemPage(
  request: PageRequest,
  problem: Pick<Problem, "code" | "retryAfter"> & Partial<Pick<Problem, "message" | "nextStep" | "budget">>,
  refused?: { readonly code: string; readonly message: string },
): PageAnswer {
  const { locale, path, query, person } = request;
  const { code, retryAfter, message, nextStep, budget } = problem;
  // On a private page nobody was looking for a firm.
  const isPublic = person === undefined;
  const isWrong = code === "invalid_arguments" && message !== undefined;
  // Without a time to retry nothing will change by itself: the problem says what is missing.
  const isNotHere = code === "source_unavailable" && retryAfter === undefined && message !== undefined;
  const title = isNotHere ? text.notHere[locale] : titles[code][locale];
  const mayRetry = code === "rate_limited" || (code === "source_unavailable" && !isNotHere) || code === "internal";
  const again = query.size === 0 ? href(locale, path) : `${href(locale, path)}?${query}`;
  return {
    status: statuses[code],
    title: `${text.error[locale]}: ${title}`,
    isIndexed: false,
    scripts: isPublic ? ["suggest"] : [],
    ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
    body: (
      <section class="opening problem" data-error={refused?.code ?? code} data-budget={budget?.budget}>
        <h1>{title}</h1>
        <p class="prose lead">
          {isNotHere
            ? `${message[locale]} ${text.notHereNext[locale]}`
            : (refused?.message ??
              (isPublic || code !== "not_found" ? explanations[code] : text.notYours)[locale])}{" "}
          {retryAfter === undefined ? null : waitText(retryAfter, locale)}
        </p>
        {isWrong ? (
          <p class="prose">
            {message[locale]} {nextStep?.[locale]}
          </p>
        ) : null}
        <p class="links">
          {isWrong && query.size > 0 ? <a href={href(locale, path)}>{text.anew[locale]}</a> : null}
          {mayRetry ? <a href={again}>{text.again[locale]}</a> : null}
          {code === "rate_limited" ? <a href={href(locale, paths.docsLimits)}>{text.limits[locale]}</a> : null}
          {code === "source_unavailable" ? <a href={href(locale, paths.sources)}>{text.sources[locale]}</a> : null}
          {isWrong || !isPublic ? null : <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a>}
          {isPublic ? null : <PrivateWay isSignedIn={person !== null} locale={locale} />}
        </p>
        {isPublic ? <SearchForm locale={locale} /> : null}
        <IncidentDoor locale={locale} />
      </section>
    ),
  };
}

/** Where to go on from a private page that cannot be shown. */
function PrivateWay({ isSignedIn, locale }: { isSignedIn: boolean; locale: Locale }) {
  return isSignedIn ? (
    <a href={href(locale, privatePaths.organizations)}>{text.organizations[locale]}</a>
  ) : (
    <a href={href(locale, privatePaths.signIn)}>{text.signIn[locale]}</a>
  );
}

function waitText(seconds: number, locale: Locale): string {
  if (seconds <= 90) return waits[locale](seconds);
  const isHours = seconds > 5_400;
  const count = Math.ceil(seconds / (isHours ? 3_600 : 60));
  return longWaits[locale](count, isHours);
}

const longWaits: Record<Locale, (count: number, isHours: boolean) => string> = {
  sk: (count, isHours) =>
    `Skúste to znova asi o ${count} ${isHours ? plural(count, { one: "hodinu", few: "hodiny", other: "hodín" }, "sk") : plural(count, { one: "minútu", few: "minúty", other: "minút" }, "sk")}.`,
  cs: (count, isHours) =>
    `Zkuste to znovu asi za ${count} ${isHours ? plural(count, { one: "hodinu", few: "hodiny", other: "hodin" }, "cs") : plural(count, { one: "minutu", few: "minuty", other: "minut" }, "cs")}.`,
  en: (count, isHours) =>
    `Try again in about ${count} ${isHours ? plural(count, { one: "hour", other: "hours" }, "en") : plural(count, { one: "minute", other: "minutes" }, "en")}.`,
};
