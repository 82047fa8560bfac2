import type { SearchList } from "../../../capabilities/companies/search-list.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmAddress, FirmName } from "../components/untrusted-text.tsx";
import { firmPath, href } from "../paths.ts";
import { FormerName } from "./former-name.tsx";

type Firm = SearchList["firms"][number];

const text = {
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
} satisfies Record<string, Localized>;

/** One firm of a list, with a link to its verdict. */
export function FirmHit({ firm, locale }: { firm: Firm; locale: Locale }) {
  const { ico, country, nace, active, category, match, formerUntil, untrusted } = firm;
  const nationalRegime = "nationalRegime" in firm ? firm.nationalRegime : null;
  return (
    <li class="hit" data-hit={`${country}${ico}`} data-match={match}>
      <a href={href(locale, firmPath(ico, country))}>
        <FirmName name={untrusted.name} locale={locale} />
      </a>
      {active ? null : <span class="tag">{text.ceased[locale]}</span>}
      <FormerName name={untrusted.formerName} until={formerUntil} locale={locale} />
      <p class="meta">
        <span class="number">IČO {formatIco(ico)}</span> · {countryNames[country][locale]}
        <FirmAddress address={untrusted.address} before=" · " />
      </p>
      {nace === null ? null : (
        <p class="meta">
          NACE {formatNace(nace.code)} {nace.name}
        </p>
      )}
      {category === undefined ? null : (
        <p class="meta">
          <CategoryMark category={category} nationalRegime={nationalRegime} locale={locale} />
        </p>
      )}
    </li>
  );
}
