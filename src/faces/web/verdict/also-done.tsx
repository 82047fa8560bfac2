import type { CommonVerdict } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";
import { SectorList } from "./activity-fields.tsx";
import type { ActivityOptions } from "./fact-context.ts";
import { changed, hiddenPairs, type Pair, whatIfAddress } from "./what-if-address.ts";

const text = {
  title: { sk: "Robíte aj niečo z tohto?", cs: "Děláte i něco z toho?", en: "Do you also do any of this?" },
  submit: { sk: "Prepočítať", cs: "Přepočítat", en: "Recalculate" },
  none: { sk: "Nie, nič z toho", cs: "Ne, nic z toho", en: "No, none of it" },
} satisfies Record<string, Localized>;

/** What this form answers; everything else of the address is sent along unseen. */
const SHOWN = ["does", "a.otherActivity", "none", "sector"];

/**
 * Under the first sentence of a firm that is out of scope by the activities that are known: the sectors as tiles, since a
 * side activity counts too. A tile of one service adds it to the facts; any other opens its services to tick. Nothing
 * where the question is not open.
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
  const does = query.getAll("does");
  const chosen = options.sectors.find(({ id }) => id === query.get("sector"));
  const address = (added: Pair) =>
    whatIfAddress(locale, changed(query, ["a.otherActivity", "none", "sector"], [added]));
  return (
    <section class="also-done screen-only" id="also" aria-labelledby="also-title">
      <h2 id="also-title" class="also-title">
        {text.title[locale]}
      </h2>
      <ul class="tiles is-small">
        {options.sectors.map(({ id, annex, name, services: [only, ...others] }) => (
          <li>
            <a
              data-sector={id}
              data-annex={annex ?? undefined}
              href={
                only !== undefined && others.length === 0
                  ? address(["does", only.id])
                  : `${address(["sector", id])}#also`
              }
              aria-current={id === chosen?.id ? "true" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <form action={href(locale, paths.whatIf)} method="get" novalidate>
        {hiddenPairs(query, (name) => SHOWN.includes(name)).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {does
          .filter((id) => chosen?.services.some((service) => service.id === id) !== true)
          .map((id) => (
            <input type="hidden" name="does" value={id} />
          ))}
        {chosen === undefined ? null : (
          <SectorList
            options={{ ...options, sectors: [chosen] }}
            does={does}
            locale={locale}
            idPrefix="also"
            hasLabel={false}
            opened={chosen.id}
          />
        )}
        <p class="block-buttons">
          {chosen === undefined ? null : (
            <button type="submit" class="button">
              {text.submit[locale]}
            </button>
          )}
          <button type="submit" class="button is-quiet" name="a.otherActivity" value="no">
            {text.none[locale]}
          </button>
        </p>
      </form>
    </section>
  );
}
