import type { CommonVerdict } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";
import { SectorList } from "./activity-fields.tsx";
import type { ActivityOptions } from "./fact-context.ts";
import { hiddenPairs } from "./what-if-address.ts";

const text = {
  title: { sk: "Robíte aj niečo z tohto?", cs: "Děláte i něco z toho?", en: "Do you also do any of this?" },
  submit: { sk: "Prepočítať", cs: "Přepočítat", en: "Recalculate" },
  none: { sk: "Nie, nič z toho", cs: "Ne, nic z toho", en: "No, none of it" },
} satisfies Record<string, Localized>;

/** What this form answers; everything else of the address is sent along unseen. */
const SHOWN = ["does", "a.otherActivity", "none"];

/**
 * Under the first sentence of a firm that is out of scope by the activities that are known: the sectors, each with its
 * services to tick, since a side activity counts too. Nothing where the question is not open.
 */
export function AlsoDone({
  verdict: { category, missingFacts },
  query,
  options,
  locale,
}: {
  verdict: Pick<CommonVerdict, "category" | "missingFacts">;
  /** The address of the verdict as a what-if. */
  query: URLSearchParams;
  options: ActivityOptions;
  locale: Locale;
}) {
  const isAsked = missingFacts.some(({ fact }) => fact === "otherActivity");
  if (category !== "out_of_scope" || !isAsked) return null;
  return (
    <details class="also-done screen-only" id="also">
      <summary>
        {text.title[locale]}
        <span class="also-sectors">{options.sectors.map(({ name }) => name).join(" · ")}</span>
      </summary>
      <form action={href(locale, paths.whatIf)} method="get" novalidate>
        {hiddenPairs(query, (name) => SHOWN.includes(name)).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <SectorList options={options} does={query.getAll("does")} locale={locale} idPrefix="also" hasLabel={false} />
        <p class="block-buttons">
          <button type="submit" class="button">
            {text.submit[locale]}
          </button>
          <button type="submit" class="button is-quiet" name="a.otherActivity" value="no">
            {text.none[locale]}
          </button>
        </p>
      </form>
    </details>
  );
}
