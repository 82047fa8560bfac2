import type { Locale, Localized } from "../../../core/locale.ts";
import { nonBreaking } from "./non-breaking.ts";

const legalBasis: Localized = { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" };

/** References to the law as marginal notes; nothing when a statement has none. */
export function Citations({ citations, locale }: { citations: readonly string[]; locale: Locale }) {
  if (citations.length === 0) return null;
  return (
    <ul class="citations" aria-label={legalBasis[locale]}>
      {citations.map((citation) => (
        <li>{nonBreaking(citation)}</li>
      ))}
    </ul>
  );
}
