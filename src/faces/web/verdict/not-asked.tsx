import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { LawText } from "../components/law-text.tsx";

const text = {
  title: { sk: "Na čo sme sa nepýtali", cs: "Na co jsme se neptali", en: "What we did not ask" },
  noPart: {
    sk: "Na to, čo pri týchto činnostiach, veľkosti a odpovediach výsledok nemôže zmeniť.",
    cs: "Na to, co při těchto činnostech, velikosti a odpovědích výsledek nemůže změnit.",
    en: "Whatever cannot change the result with these activities, this size and these answers.",
  },
} satisfies Record<string, Localized>;

/** What the authority may decide by itself: a firm cannot answer it, and no answer of ours foresees it. */
const byAuthority: Readonly<Record<Country, readonly Localized[]>> = {
  SK: [
    {
      sk: "Či vás NBÚ zapíše do registra sám, bez vášho oznámenia (§ 17 ods. 3 zákona č. 69/2018 Z. z.).",
      cs: "Zda vás slovenský NBÚ zapíše do registru sám, bez vašeho oznámení (§ 17 ods. 3 zákona č. 69/2018 Z. z.).",
      en: "Whether NBÚ enters you in the register by itself, without your notification (§ 17(3) of Act No. 69/2018 Z. z.).",
    },
  ],
  CZ: [
    {
      sk: "Či vás NÚKIB zaregistruje z vlastného podnetu preto, že výpadok vašej služby by mal vážne následky (§ 5 a § 8 ods. 3 zákona č. 264/2025 Sb.): to posudzuje on. Pýtame sa len, či to už urobil.",
      cs: "Zda vás NÚKIB zaregistruje z moci úřední proto, že výpadek vaší služby by měl vážné následky (§ 5 a § 8 odst. 3 zákona č. 264/2025 Sb.): to posuzuje NÚKIB. Ptáme se jen, zda to už udělal.",
      en: "Whether NÚKIB registers you on its own motion because a failure of your service would have grave effects (§ 5 and § 8(3) of Act No. 264/2025 Sb.): that is for it to judge. We only ask whether it has done so.",
    },
  ],
};

/** What stays outside the questions, so that a final verdict does not claim more than it knows. */
export function NotAsked({ country, locale }: { country: Country; locale: Locale }) {
  return (
    <details class="not-asked">
      <summary>{text.title[locale]}</summary>
      <ul>
        <li>{text.noPart[locale]}</li>
        {byAuthority[country].map((sentence) => (
          <li>
            <LawText text={sentence[locale]} />
          </li>
        ))}
      </ul>
    </details>
  );
}
