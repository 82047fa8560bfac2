import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";
import { activityHeading } from "./activity-column.tsx";
import { type FoundBySearch, searchAddress, whatIfCountry } from "./search-query.ts";

const text = {
  both: { sk: "Hľadať v oboch krajinách", cs: "Hledat v obou zemích", en: "Search both countries" },
  unfiltered: { sk: "Hľadať bez filtra", cs: "Hledat bez filtru", en: "Search without a filter" },
  shorter: { sk: "Hľadať kratšie:", cs: "Hledat kratší:", en: "Search for less:" },
  whatIf: {
    sk: "Zadať činnosť a veľkosť firmy",
    cs: "Zadat činnost a velikost firmy",
    en: "Enter the activity and size of the firm",
  },
  minute: {
    sk: "Bez vyhľadania, asi minúta.",
    cs: "Bez vyhledání, asi minuta.",
    en: "Without a search, about a minute.",
  },
  sources: { sk: "Ktoré registre máme", cs: "Které rejstříky máme", en: "Which registers we have" },
  bounds: {
    sk: "Mesto píšte v základnom tvare (Košice, nie „v Košiciach“). Názvy neprekladáme a podľa výslovnosti nehľadáme.",
    cs: "Město pište v základním tvaru (Košice, ne „v Košicích“). Názvy nepřekládáme a podle výslovnosti nehledáme.",
    en: "Type a town in its basic form (Košice). Names are not translated, and not searched by sound.",
  },
} satisfies Record<string, Localized>;

/** Where to go on when no firm was found, the nearest way first. */
export function SearchWays({ found, locale }: { found: FoundBySearch; locale: Locale }) {
  const { searched, firms, activities } = found;
  const beside = activities?.hits.length ?? 0;
  const find = activities?.words;
  const { shorter } = firms.untrusted;
  return (
    <>
      <ul class="prose ways">
        {beside === 0 ? null : (
          <li>
            <a href="#activities" data-way="activities">
              {activityHeading[locale]} ({beside})
            </a>
          </li>
        )}
        {searched.country === undefined && searched.category === undefined ? null : (
          <li>
            <a href={searchAddress(searched, { country: undefined, category: undefined }, locale)} data-way="wider">
              {(searched.category === undefined ? text.both : text.unfiltered)[locale]}
            </a>
          </li>
        )}
        {shorter === null ? null : (
          <li>
            {text.shorter[locale]}{" "}
            <a href={searchAddress(searched, { q: shorter }, locale)} data-way="shorter">
              <bdi>{shorter}</bdi>
            </a>
          </li>
        )}
        <li>
          <a href={href(locale, paths.whatIf, { find, country: whatIfCountry(searched, locale) })} data-way="what-if">
            {text.whatIf[locale]}
          </a>
          <p class="meta">{text.minute[locale]}</p>
        </li>
        {firms.incomplete.length === 0 ? null : (
          <li>
            <a href={href(locale, paths.sources)} data-way="sources">
              {text.sources[locale]}
            </a>
          </li>
        )}
      </ul>
      {firms.reading.kind === "name" ? <p class="help">{text.bounds[locale]}</p> : null}
    </>
  );
}
