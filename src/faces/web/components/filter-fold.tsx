import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";

const text = {
  filter: { sk: "Zúžiť výber", cs: "Zúžit výběr", en: "Narrow the list" },
  show: { sk: "Zobraziť", cs: "Zobrazit", en: "Show" },
} satisfies Record<string, Localized>;

/** The folded form that narrows a list: open while it does, and then with a way back to the whole list. */
export function FilterFold({
  action,
  isNarrowed,
  all,
  locale,
  children,
}: {
  action: string;
  isNarrowed: boolean;
  /** The words for the whole list. */
  all: Localized;
  locale: Locale;
  children?: Child;
}) {
  return (
    <details class="audit-filter screen-only" open={isNarrowed}>
      <summary>{text.filter[locale]}</summary>
      <form method="get" action={action} class="stacked-form">
        {children}
        <p class="buttons">
          <button type="submit" class="button">
            {text.show[locale]}
          </button>
          {isNarrowed ? (
            <a class="button is-quiet" href={action}>
              {all[locale]}
            </a>
          ) : null}
        </p>
      </form>
    </details>
  );
}
