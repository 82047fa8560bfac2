import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { FirmAddress, FirmName } from "../components/foreign.tsx";
import { formatIco } from "../components/ico.ts";

const text = {
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
} satisfies Record<string, Localized>;

/** Which firm it is: name, number, country and address. */
export function About({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  const { untrusted, ico, country, status } = answer;
  return (
    <div>
      <p class="about-name">
        <FirmName name={untrusted.name} locale={locale} />
        {status === "ceased" ? <span class="tag">{text.ceased[locale]}</span> : null}
      </p>
      <p class="meta">
        <span class="number">IČO {formatIco(ico)}</span> · {countryNames[country][locale]}
        <FirmAddress address={untrusted.address} before=" · " />
      </p>
    </div>
  );
}
