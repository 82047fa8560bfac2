import { week } from "../../../capabilities/week/week.ts";
import { WEEK_KINDS, type WeekItem } from "../../../capabilities/week/week-items.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Tento týždeň", cs: "Tento týden", en: "This week" },
  lead: {
    sk: "Čo je po termíne alebo do siedmich dní, vo všetkých vašich organizáciách.",
    cs: "Co je po termínu nebo do sedmi dnů, ve všech vašich organizacích.",
    en: "What is overdue or due within seven days, in all your organizations.",
  },
  nothing: { sk: "Do 7 dní nie je nič.", cs: "Do 7 dnů není nic.", en: "Nothing due in 7 days." },
  next: { sk: "Najbližší termín:", cs: "Nejbližší termín:", en: "The next date:" },
  all: { sk: "všetko", cs: "vše", en: "everything" },
  mine: { sk: "len moje", cs: "jen moje", en: "mine alone" },
  month: { sk: "30 dní", cs: "30 dnů", en: "30 days" },
  overdue: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  noDay: { sk: "hneď", cs: "hned", en: "now" },
  feeds: { sk: "Kanály a kalendáre", cs: "Kanály a kalendáře", en: "Feeds and calendars" },
  obligations: { sk: "Všetky povinnosti", cs: "Všechny povinnosti", en: "All obligations" },
  organizations: { sk: "Organizácie", cs: "Organizace", en: "Organizations" },
} satisfies Record<string, Localized>;

/** What is due over all organizations of the person, in one order. */
export async function weekPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask } = request;
  const days = query.get("days") ?? "";
  const kind = WEEK_KINDS.find((known) => known === query.get("kind"));
  const { items, nextDay } = await ask(week, {
    days: /^(?:[1-9]|[1-8]\d|90)$/.test(days) ? Number(days) : 7,
    mine: query.get("mine") === "1",
    ...(kind === undefined ? {} : { kind }),
  });
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.lead[locale]}</p>
          <p class="links screen-only">
            <a href={href(locale, privatePaths.week)}>{text.all[locale]}</a>
            <a href={href(locale, privatePaths.week, { mine: 1 })}>{text.mine[locale]}</a>
            <a href={href(locale, privatePaths.week, { days: 30 })}>{text.month[locale]}</a>
            <a href={href(locale, privatePaths.organizations)}>{text.organizations[locale]}</a>
            <a href={href(locale, privatePaths.feeds)}>{text.feeds[locale]}</a>
            <a href={href(locale, privatePaths.allObligations)}>{text.obligations[locale]}</a>
          </p>
        </section>
        <section class="section" aria-label={text.title[locale]} data-items={String(items.length)}>
          {items.length > 0 ? (
            <Lines items={items} locale={locale} />
          ) : (
            <p class="prose">
              {text.nothing[locale]}{" "}
              {nextDay === null ? null : (
                <>
                  {text.next[locale]} <time datetime={nextDay}>{formatDay(nextDay, locale)}</time>
                </>
              )}
            </p>
          )}
        </section>
      </>
    ),
  };
}

function Lines({ items, locale }: { items: readonly WeekItem[]; locale: Locale }) {
  return (
    <ul>
      {items.map((item) => (
        <li
          data-kind={item.kind}
          data-organization={item.organizationId}
          data-due={item.dueAt ?? ""}
          data-count={String(item.count)}
        >
          <a href={item.url}>
            {item.title}
            {item.count > 1 && !item.title.endsWith(String(item.count)) ? ` (${item.count})` : ""}
          </a>
          {item.untrusted.name === null ? null : (
            <>
              {" "}
              <bdi>{item.untrusted.name}</bdi>
            </>
          )}
          <p class="meta">
            <a href={href(locale, organizationPath(item.organizationId))}>
              <bdi>{item.untrusted.organization}</bdi>
            </a>{" "}
            ·{" "}
            {item.dueAt === null ? (
              text.noDay[locale]
            ) : (
              <time datetime={item.dueAt}>{formatDay(item.dueAt, locale)}</time>
            )}
            {item.overdue ? ` · ${text.overdue[locale]}` : ""}
          </p>
        </li>
      ))}
    </ul>
  );
}
