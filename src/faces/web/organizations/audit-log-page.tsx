import { organizationAuditLog } from "../../../capabilities/audit/organization-audit-log.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { AuditEntries } from "./audit-entries.tsx";
import { FilterForm, filtersOf } from "./audit-filter.tsx";
import { OrganizationHead } from "./organization-head.tsx";

const text = typesetTexts({
  title: { sk: "Záznam udalostí", cs: "Záznam událostí", en: "Audit log" },
  lead: {
    sk: "Kto čo urobil v tejto organizácii. Záznamy sa nedajú meniť a každý nadväzuje na predošlý.",
    cs: "Kdo co udělal v této organizaci. Záznamy nelze měnit a každý navazuje na předchozí.",
    en: "Who did what in this organization. Entries cannot be changed, and each is chained to the one before.",
  },
  none: {
    sk: "Výberu nezodpovedá žiadny záznam.",
    cs: "Výběru neodpovídá žádný záznam.",
    en: "No entry matches these filters.",
  },
  next: { sk: "Staršie záznamy", cs: "Starší záznamy", en: "Older entries" },
  first: { sk: "Najnovšie záznamy", cs: "Nejnovější záznamy", en: "Newest entries" },
  export: { sk: "Stiahnuť vybrané záznamy", cs: "Stáhnout vybrané záznamy", en: "Download these entries" },
} satisfies Record<string, Localized>);

/** What happened in an organization, newest first. */
export async function auditLogPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, query, ask } = request;
  const organizationId = params.organizationId ?? "";
  const filters = filtersOf(query);
  const cursor = query.get("cursor") ?? undefined;
  const log = await ask(organizationAuditLog, { organizationId, ...filters, ...(cursor ? { cursor } : {}) });
  const { id, role, untrusted } = await ask(organizationShow, { organizationId });
  const address = organizationPath(id, "/audit-log");
  const narrowed = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2>{text.title[locale]}</h2>
          <p class="prose">{text.lead[locale]}</p>
          <FilterForm locale={locale} action={href(locale, address)} filters={filters} people={log.people} />
        </section>
        <section class="section" aria-label={text.title[locale]}>
          {log.items.length === 0 ? (
            <p class="prose">{text.none[locale]}</p>
          ) : (
            <AuditEntries locale={locale} log={log} />
          )}
          <p class="pages">
            {cursor === undefined ? null : <a href={href(locale, address, narrowed)}>{text.first[locale]}</a>}{" "}
            {log.nextCursor === null ? null : (
              <a href={href(locale, address, { ...narrowed, cursor: log.nextCursor })}>{text.next[locale]}</a>
            )}
          </p>
          <p class="meta">
            {text.export[locale]}: <a href={href(locale, `${address}.csv`, narrowed)}>CSV</a>,{" "}
            <a href={href(locale, `${address}.json`, narrowed)}>JSON</a>
          </p>
        </section>
      </>
    ),
  };
}
