import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { FirmName } from "../components/foreign.tsx";
import { formatIco } from "../components/ico.ts";
import { firmPath, href } from "../paths.ts";

const text = {
  alternativesTitle: {
    sk: "Rovnaké IČO v inej krajine",
    cs: "Stejné IČO v jiné zemi",
    en: "The same number in the other country",
  },
  alternatives: {
    sk: "Toto číslo má v druhej krajine iná firma. Ak ste mysleli ju:",
    cs: "Toto číslo má v druhé zemi jiná firma. Pokud jste mysleli ji:",
    en: "In the other country this number belongs to another firm. If you meant that one:",
  },
} satisfies Record<string, Localized>;

/** Firms of the other country with the same number; nothing where there are none. */
export function Alternatives({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  if (answer.alternatives.length === 0) return null;
  return (
    <section class="section" aria-labelledby="alternatives-title">
      <h2 id="alternatives-title">{text.alternativesTitle[locale]}</h2>
      <p class="prose">{text.alternatives[locale]}</p>
      <ul class="hits">
        {answer.alternatives.map(({ ico, country, category, untrusted }) => (
          <li class="hit">
            <a href={href(locale, firmPath(ico, country))}>
              <FirmName name={untrusted.name} locale={locale} />
            </a>
            <p class="meta">
              IČO {formatIco(ico)} · {countryNames[country][locale]} ·{" "}
              <CategoryMark category={category} locale={locale} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
