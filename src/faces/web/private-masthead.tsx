import type { Locale, Localized } from "../../core/locale.ts";
import { AlarmLink, isWithin, Languages, Logo, PUBLIC_LINKS, ThemeSwitch } from "./masthead.tsx";
import { OrganizationSwitcher } from "./organizations/organization-switcher.tsx";
import type { PageRequest, SignedIn } from "./page.ts";
import { href, organizationPath, paths, privatePaths } from "./paths.ts";

const text = {
  menu: { sk: "Ponuka", cs: "Nabídka", en: "Menu" },
  main: { sk: "Hlavná navigácia", cs: "Hlavní navigace", en: "Main" },
  now: { sk: "Čo teraz", cs: "Co teď", en: "What now" },
  tools: { sk: "Nástroje", cs: "Nástroje", en: "Tools" },
  organizations: { sk: "Organizácie", cs: "Organizace", en: "Organizations" },
  account: { sk: "Účet", cs: "Účet", en: "Account" },
  signOut: { sk: "Odhlásiť sa", cs: "Odhlásit se", en: "Sign out" },
} satisfies Record<string, Localized>;

/**
 * The head of the pages of a person who is signed in: on a phone one row with the organization of the address and a menu
 * that holds all else.
 */
export function PrivateMasthead({ request, person }: { request: PageRequest; person: SignedIn }) {
  const { locale, path, organization } = request;
  const head = organization?.head ?? null;
  const isOnly = head !== null && head.count === 1;
  const links = [
    [isOnly ? organizationPath(head.id) : privatePaths.week, text.now],
    [privatePaths.organizations, text.organizations],
    [privatePaths.account, text.account],
  ] as const;
  return (
    <header class="masthead is-private">
      <div class="masthead-inner">
        <a class="wordmark" href={href(locale, paths.start)}>
          <Logo />
          <span>Dosah</span>
        </a>
        {head === null ? null : <OrganizationSwitcher head={head} request={request} />}
        <AlarmLink locale={locale} />
        <details class="menu" data-menu>
          <summary>{text.menu[locale]}</summary>
          <nav aria-label={text.main[locale]} class="quiet-links">
            <ul>
              {links.map(([target, name]) => (
                <li>
                  <a href={href(locale, target)} aria-current={currentOf(path, target)}>
                    {name[locale]}
                  </a>
                </li>
              ))}
              <li>
                <Tools path={path} locale={locale} />
              </li>
              <li>
                <form method="post" action={href(locale, privatePaths.signOut)}>
                  <input type="hidden" name="csrf" value={person.csrf} />
                  <button type="submit" class="link-button">
                    {text.signOut[locale]}
                  </button>
                </form>
              </li>
            </ul>
          </nav>
          <Languages request={request} />
          <ThemeSwitch locale={locale} />
        </details>
      </div>
    </header>
  );
}

/** The list of organizations is no page above those of one of them. */
function currentOf(path: string, target: string): "page" | undefined {
  const isCurrent = target === privatePaths.organizations ? path === target : isWithin(path, target);
  return isCurrent ? "page" : undefined;
}

/** The pages that anybody may read, folded. */
function Tools({ path, locale }: { path: string; locale: Locale }) {
  return (
    <details class="tools-menu" data-tools>
      <summary>{text.tools[locale]}</summary>
      <ul>
        {PUBLIC_LINKS.map(([target, name]) => (
          <li>
            <a href={href(locale, target)} aria-current={isWithin(path, target) ? "page" : undefined}>
              {name[locale]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
