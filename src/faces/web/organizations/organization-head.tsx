import type { Localized } from "../../../core/locale.ts";
import { hasRight } from "../../../core/rights.ts";
import type { Role } from "../../../core/role.ts";
import { DoneLine } from "../done/done-line.tsx";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { Mark } from "./organization-switcher.tsx";
import { ROLE_NAMES } from "./organization-texts.ts";

const text = {
  parts: { sk: "Časti organizácie", cs: "Části organizace", en: "Parts of the organization" },
  overview: { sk: "Prehľad", cs: "Přehled", en: "Overview" },
  verdict: { sk: "Posúdenie", cs: "Posouzení", en: "Verdict" },
  obligations: { sk: "Povinnosti", cs: "Povinnosti", en: "Obligations" },
  questionnaires: { sk: "Dotazníky", cs: "Dotazníky", en: "Questionnaires" },
  trust: { sk: "Náš bezpečnostný profil", cs: "Náš bezpečnostní profil", en: "Our security profile" },
  suppliers: { sk: "Dodávatelia", cs: "Dodavatelé", en: "Suppliers" },
  lists: { sk: "Zoznamy", cs: "Seznamy", en: "Lists" },
  scans: { sk: "Skeny", cs: "Skeny", en: "Scans" },
  members: { sk: "Členovia", cs: "Členové", en: "Members" },
  settings: { sk: "Nastavenia", cs: "Nastavení", en: "Settings" },
  audit: { sk: "Záznam udalostí", cs: "Záznam událostí", en: "Audit log" },
  role: { sk: "Vaša rola", cs: "Vaše role", en: "Your role" },
} satisfies Record<string, Localized>;

/** Pages that belong to a part without standing below it. */
const BELONGING: Readonly<Record<string, string>> = { "/scans": "/domains" };

/** `page`: this is the part itself; `true`: the page belongs to it. */
function currentOf(path: string, whole: string, part: string): "page" | "true" | undefined {
  if (path === whole) return "page";
  const belonging = BELONGING[part];
  const isBelow = part !== "" && path.startsWith(`${whole}/`);
  const isBeside = belonging !== undefined && path.startsWith(whole.slice(0, -part.length) + belonging);
  return isBelow || isBeside ? "true" : undefined;
}

/** An organization as the capabilities answer it. */
export interface OfOrganization {
  readonly id: string;
  readonly role: Role;
  readonly untrusted: { readonly name: string };
}

/** What stands at the top of every page of an organization: its name, the person's role, the ways to its parts. */
export function OrganizationHead({
  request: {
    locale,
    path,
    organization: { head },
    done,
  },
  organization: { id, role, untrusted },
}: {
  request: Pick<PrivateRequest, "locale" | "path" | "organization" | "done">;
  organization: OfOrganization;
}) {
  const isManager = hasRight(role, "manage");
  const parts = (
    [
      ["", text.overview, true],
      ["/verdict", text.verdict, true],
      ["/obligations", text.obligations, true],
      ["/questionnaires", text.questionnaires, true],
      ["/scans", text.scans, true],
      ["/trust-profile", text.trust, true],
      ["/suppliers", text.suppliers, true],
      ["/lists", text.lists, true],
      ["/members", text.members, true],
      ["/settings", text.settings, isManager],
      ["/audit-log", text.audit, isManager],
    ] as const
  )
    .filter(([, , isShown]) => isShown)
    .map(([part, label]) => ({ part, label, current: currentOf(path, organizationPath(id, part), part) }));
  const current = parts.find(({ current: isCurrent }) => isCurrent !== undefined);
  return (
    <>
      <header class="organization-head" data-organization={id}>
        <div class="organization-name">
          <Mark name={untrusted.name} colour={head?.colour ?? 0} />
          <h1 class="is-long">
            <bdi>{untrusted.name}</bdi>
          </h1>
        </div>
        <p class="meta">
          {text.role[locale]}: {ROLE_NAMES[role][locale]}
        </p>
        <details class="parts-menu screen-only" data-parts>
          <summary>{(current?.label ?? text.parts)[locale]}</summary>
          <nav class="organization-parts quiet-links" aria-label={text.parts[locale]}>
            <ul>
              {parts.map(({ part, label, current: isCurrent }) => (
                <li>
                  <a href={href(locale, organizationPath(id, part))} aria-current={isCurrent}>
                    {label[locale]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </details>
      </header>
      <DoneLine done={done} locale={locale} />
    </>
  );
}
