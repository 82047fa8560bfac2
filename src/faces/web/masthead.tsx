import { LOCALES, type Locale, type Localized } from "../../core/locale.ts";
import type { PageRequest } from "./page.ts";
import { href, paths, privatePaths } from "./paths.ts";
import { withoutPassing } from "./verdict/short-address.ts";

const languageNames = { sk: "Slovenčina", cs: "Čeština", en: "English" } satisfies Localized;

const text = {
  main: { sk: "Hlavná navigácia", cs: "Hlavní navigace", en: "Main" },
  languages: { sk: "Jazyk", cs: "Jazyk", en: "Language" },
  incident: { sk: "Incident", cs: "Incident", en: "Incident" },
  menu: { sk: "Ponuka", cs: "Nabídka", en: "Menu" },
  account: { sk: "Účet", cs: "Účet", en: "Account" },
  toDark: { sk: "Tmavý vzhľad", cs: "Tmavý vzhled", en: "Dark theme" },
  toLight: { sk: "Svetlý vzhľad", cs: "Světlý vzhled", en: "Light theme" },
} satisfies Record<string, Localized>;

/** The pages that anybody may read, in the order of the navigation. */
export const PUBLIC_LINKS: readonly (readonly [string, Localized])[] = [
  [paths.start, { sk: "Overiť firmu", cs: "Ověřit firmu", en: "Check a firm" }],
  [paths.whatIf, { sk: "Zadať údaje", cs: "Zadat údaje", en: "Enter facts" }],
  [paths.sectors, { sk: "Sektory", cs: "Odvětví", en: "Sectors" }],
  [paths.obligations, { sk: "Povinnosti", cs: "Povinnosti", en: "Obligations" }],
  [paths.questionnaire, { sk: "Dotazník", cs: "Dotazník", en: "Questionnaire" }],
  [paths.aiAct, { sk: "Akt o AI", cs: "Akt o AI", en: "AI Act" }],
  [paths.radar, { sk: "Radar", cs: "Radar", en: "Radar" }],
  [paths.feed, { sk: "Novinky", cs: "Novinky", en: "News" }],
];

/** The head of the pages that are the same for everybody. */
export function Masthead({ request, isAlarm }: { request: PageRequest; isAlarm: boolean }) {
  const { locale, path } = request;
  return (
    <header class={isAlarm ? "masthead alarm" : "masthead"}>
      <div class="masthead-inner">
        <a class="wordmark" href={href(locale, paths.start)}>
          <Logo />
          Dosah
        </a>
        {isAlarm ? null : (
          <>
            <AlarmLink locale={locale} />
            <details class="menu" data-menu>
              <summary>{text.menu[locale]}</summary>
              <nav aria-label={text.main[locale]} class="quiet-links">
                <ul>
                  {[...PUBLIC_LINKS, [privatePaths.account, text.account] as const].map(([target, name]) => (
                    <li>
                      <a href={href(locale, target)} aria-current={isWithin(path, target) ? "page" : undefined}>
                        {name[locale]}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            </details>
          </>
        )}
        <Languages request={request} />
      </div>
    </header>
  );
}

/** The way to what to do in an incident, on every page. */
export function AlarmLink({ locale }: { locale: Locale }) {
  return (
    <a class="alarm-link" data-incident-door href={href(locale, paths.incident)}>
      <AlarmSign />
      <span>{text.incident[locale]}</span>
    </a>
  );
}

/** The same page in the other languages. */
export function Languages({ request }: { request: PageRequest }) {
  const { locale } = request;
  return (
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
  );
}

/** The button that switches the theme; shown by its script alone. */
export function ThemeSwitch({ locale }: { locale: Locale }) {
  return (
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
  );
}

function AlarmSign() {
  return (
    <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d="M10 2 1.5 17.5h17z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
      <path d="M10 8v4.5M10 14.6v1.2" stroke="currentColor" stroke-width="2" />
    </svg>
  );
}

/** The logo: a ring for the scope, and a dot for a firm inside it. */
export function Logo() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M12 6.5a5.5 5.5 0 1 1-5.5 5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      <circle cx="12" cy="12" r="2.25" fill="currentColor" />
    </svg>
  );
}

/** The same page, with the same question, in another language. */
export function sameIn(locale: Locale, { path, query }: PageRequest): string {
  const search = withoutPassing(query).toString();
  return `${href(locale, path)}${search === "" ? "" : `?${search}`}`;
}

/** Whether a page is the one of a link, or stands below it. */
export function isWithin(path: string, target: string): boolean {
  return path === target || (target !== paths.start && path.startsWith(`${target}/`));
}
