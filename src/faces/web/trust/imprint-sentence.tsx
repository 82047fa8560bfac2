import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

const text = {
  before: { sk: "Web", cs: "Web", en: "The website" },
  after: { sk: "uvádza IČO", cs: "uvádí IČO", en: "states the number" },
  shown: {
    sk: "Na stránke profilu bude stáť aj táto doména, lebo je dôkazom.",
    cs: "Na stránce profilu bude stát i tato doména, protože je důkazem.",
    en: "The page of the profile will show this domain too, since it is the evidence.",
  },
} satisfies Record<string, Localized>;

/** What proves the firm: the website of a domain states its number. Ends without a full stop. */
export function ImprintSentence({ domain, ico, locale }: { domain: string; ico: string; locale: Locale }) {
  return (
    <>
      {text.before[locale]} <bdi>{foreignText(domain)}</bdi> {text.after[locale]} {ico}
    </>
  );
}

/** Says to whoever publishes that the domain is shown, whoever may see the answer that holds it. */
export function ShownDomain({ domain, ico, locale }: { domain: string; ico: string; locale: Locale }) {
  return (
    <p class="prose" data-shown-domain="">
      <ImprintSentence domain={domain} ico={ico} locale={locale} />. {text.shown[locale]}
    </p>
  );
}
