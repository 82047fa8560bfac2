import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem, ProblemCode } from "../../../core/problem.ts";
import { plural } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { SearchForm } from "../search/search-form.tsx";

const titles = {
  invalid_arguments: {
    sk: "Tejto požiadavke nerozumieme",
    cs: "Tomuto dotazu nerozumíme",
    en: "We do not understand this request",
  },
  not_found: { sk: "Stránka sa nenašla", cs: "Stránka se nenašla", en: "Page not found" },
  unauthorized: { sk: "Tu treba kľúč", cs: "Zde je třeba klíč", en: "This needs a key" },
  forbidden: { sk: "Na toto nemáte oprávnenie", cs: "K tomuto nemáte oprávnění", en: "You are not allowed to do this" },
  rate_limited: {
    sk: "Priveľa požiadaviek naraz",
    cs: "Příliš mnoho dotazů najednou",
    en: "Too many requests at once",
  },
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
    cs: "Tahle část je jen pro přihlášené.",
    en: "This part is for signed-in users only.",
  },
  forbidden: {
    sk: "Na toto vaša rola nestačí. Požiadajte vlastníka alebo správcu.",
    cs: "Na to vaše role nestačí. Požádejte vlastníka nebo správce.",
    en: "Your role does not allow this. Ask an owner or an administrator.",
  },
  rate_limited: {
    sk: "Z vašej adresy prišlo veľa požiadaviek za sebou. Limit chráni registre, z ktorých čerpáme.",
    cs: "Z vaší adresy přišlo mnoho dotazů za sebou. Limit chrání rejstříky, ze kterých čerpáme.",
    en: "Many requests came from your address in a short time. The limit protects the registers behind this service.",
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
  rate_limited: 429,
  source_unavailable: 503,
  internal: 500,
} as const satisfies Record<ProblemCode, PageAnswer["status"]>;

const text = {
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
  problem: Pick<Problem, "code" | "retryAfter"> & Partial<Pick<Problem, "message" | "nextStep">>,
): PageAnswer {
  const { locale, path, query } = request;
  const { code, retryAfter, message, nextStep } = problem;
  const isWrong = code === "invalid_arguments" && message !== undefined;
  // Without a time to retry nothing will change by itself: the problem says what is missing.
  const isNotHere = code === "source_unavailable" && retryAfter === undefined && message !== undefined;
  const title = isNotHere ? text.notHere[locale] : titles[code][locale];
  const mayRetry = code === "rate_limited" || (code === "source_unavailable" && !isNotHere) || code === "internal";
  const again = query.size === 0 ? href(locale, path) : `${href(locale, path)}?${query}`;
  return {
    status: statuses[code],
    title,
    isIndexed: false,
    scripts: ["suggest"],
    ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
    body: (
      <section class="opening problem">
        <h1>{title}</h1>
        <p class="prose lead">
          {isNotHere ? `${message[locale]} ${text.notHereNext[locale]}` : explanations[code][locale]}{" "}
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
          {isWrong ? null : <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a>}
        </p>
        <SearchForm locale={locale} />
      </section>
    ),
  };
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
