import type { Locale, Localized } from "../../../core/locale.ts";
import { Citation } from "./law-text.tsx";

const legalBasis: Localized = { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" };

/** References to the law as marginal notes, each leading to the text of the act; nothing when a statement has none. */
export function Citations({ citations, locale }: { citations: readonly string[]; locale: Locale }) {
  if (citations.length === 0) return null;
  return (
    <ul class="citations" aria-label={legalBasis[locale]}>
      {citations.map((citation) => (
        <li>
          <Citation citation={citation} />
        </li>
      ))}
    </ul>
  );
}

/**
 * The same behind one line where the screen is small: the references open on a tap, and stand in the margin where there
 * is one.
 */
export function StepLaw({ citations, locale }: { citations: readonly string[]; locale: Locale }) {
  if (citations.length === 0) return null;
  return (
    <details class="step-law">
      <summary>
        {legalBasis[locale]} ({citations.length})
      </summary>
      <Citations citations={citations} locale={locale} />
    </details>
  );
}
