import type { OrganizationHeadAnswer } from "../../../capabilities/organizations/organization-head.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { initialsOf } from "../../../core/organization-mark.ts";
import type { PageRequest } from "../page.ts";
import { href, organizationPath, privatePaths } from "../paths.ts";

const text = {
  organization: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  others: { sk: "prepnúť organizáciu", cs: "přepnout organizaci", en: "switch organization" },
  filter: { sk: "Hľadať organizáciu", cs: "Hledat organizaci", en: "Find an organization" },
  search: { sk: "Hľadať", cs: "Hledat", en: "Find" },
  nothing: { sk: "Takú organizáciu nemáte.", cs: "Takovou organizaci nemáte.", en: "You have no such organization." },
  all: { sk: "Všetky organizácie", cs: "Všechny organizace", en: "All organizations" },
} satisfies Record<string, Localized>;

/** From so many organizations on a list is filtered rather than read. */
const FILTER_FROM = 8;

/** The parameter of an address that narrows the switcher. */
export const SWITCH_PARAMETER = "switch";

/** The initials of an organization in its colour. Screen readers skip them: the name follows. */
export function Mark({ name, colour }: { name: string; colour: number }) {
  return (
    <span class="organization-mark" data-mark={initialsOf(name)} data-colour={colour} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** The part of an organization that a path belongs to; below it are things of that organization alone. */
function partOf(path: string, id: string): string {
  const [first] = path.slice(organizationPath(id).length + 1).split("/");
  return first === undefined || first === "" ? "" : `/${first}`;
}

/** The organization of the address, and the ways to the same part of the person's other organizations. */
export function OrganizationSwitcher({
  head,
  request: { locale, path, query },
}: {
  head: OrganizationHeadAnswer;
  request: Pick<PageRequest, "locale" | "path" | "query">;
}) {
  const { id, colour, untrusted, others, hasMore, count } = head;
  const name = (
    <>
      <Mark name={untrusted.name} colour={colour} /> <bdi>{untrusted.name}</bdi>
    </>
  );
  if (count === 1) {
    return (
      <a class="organization-switcher" href={href(locale, organizationPath(id))}>
        <span class="visually-hidden">{text.organization[locale]}: </span>
        {name}
      </a>
    );
  }
  const part = partOf(path, id);
  return (
    <details class="organization-switcher" data-switcher open={query.has(SWITCH_PARAMETER)}>
      <summary>
        {name}
        <span class="visually-hidden">, {text.others[locale]}</span>
      </summary>
      <div class="organization-switches">
        {count <= FILTER_FROM ? null : <Filter part={part} id={id} query={query} locale={locale} />}
        {others.length === 0 ? <p class="meta">{text.nothing[locale]}</p> : null}
        <ul>
          {others.map((other) => (
            <li>
              <a class="organization-switch" href={href(locale, organizationPath(other.id, part))}>
                <Mark name={other.untrusted.name} colour={other.colour} /> <bdi>{other.untrusted.name}</bdi>
              </a>
            </li>
          ))}
          {hasMore || count > FILTER_FROM ? (
            <li>
              <a href={href(locale, privatePaths.organizations)}>{text.all[locale]}</a>
            </li>
          ) : null}
        </ul>
      </div>
    </details>
  );
}

/** Narrows the list by words of the name; without a script the page comes again with the switcher open. */
function Filter({ id, part, query, locale }: { id: string; part: string; query: URLSearchParams; locale: Locale }) {
  return (
    <form method="get" action={href(locale, organizationPath(id, part))} class="switch-filter">
      <label for="switch-filter" class="visually-hidden">
        {text.filter[locale]}
      </label>
      <input
        type="search"
        id="switch-filter"
        name={SWITCH_PARAMETER}
        value={(query.get(SWITCH_PARAMETER) ?? "").slice(0, 120)}
        maxlength={120}
        placeholder={text.filter[locale]}
        autocomplete="off"
      />
      <button type="submit" class="button is-quiet">
        {text.search[locale]}
      </button>
    </form>
  );
}
