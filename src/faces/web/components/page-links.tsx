import type { Locale, Localized } from "../../../core/locale.ts";

const text = {
  pages: { sk: "Strany zoznamu", cs: "Strany seznamu", en: "Pages of the list" },
  previous: { sk: "Predchádzajúca strana", cs: "Předchozí strana", en: "Previous page" },
  next: { sk: "Ďalšia strana", cs: "Další strana", en: "Next page" },
} satisfies Record<string, Localized>;

/** Links to the pages before and after that of a long list; nothing where there is one page. `to`: the address of a page. */
export function PageLinks({
  page,
  pages,
  to,
  locale,
}: {
  page: number;
  pages: number;
  to: (page: number) => string;
  locale: Locale;
}) {
  if (pages === 1) return null;
  return (
    <nav class="links screen-only" aria-label={text.pages[locale]}>
      {page > 1 ? (
        <a href={to(page - 1)} rel="prev">
          {text.previous[locale]}
        </a>
      ) : null}
      <span>
        {page} / {pages}
      </span>
      {page < pages ? (
        <a href={to(page + 1)} rel="next">
          {text.next[locale]}
        </a>
      ) : null}
    </nav>
  );
}
