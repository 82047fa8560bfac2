import type { Draft } from "../../../capabilities/trust/draft.ts";
import type { CoverageRow } from "../../../capabilities/trust/statement.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

export const VISIBILITY_NAMES: Readonly<Record<Draft["visibility"][string], Localized>> = {
  public: { sk: "verejné", cs: "veřejné", en: "public" },
  on_request: { sk: "na požiadanie", cs: "na požádání", en: "on request" },
  private: { sk: "súkromné", cs: "soukromé", en: "private" },
};

/** Who may see an answer, to choose from. */
export function visibilityOptions(locale: Locale) {
  return (["public", "on_request", "private"] as const).map((value) => ({
    value,
    name: VISIBILITY_NAMES[value][locale],
  }));
}

export const STATE_NAMES: Readonly<Record<CoverageRow["state"], Localized>> = {
  not_applicable: { sk: "nepýtame sa", cs: "neptáme se", en: "not asked" },
  none: { sk: "bez odpovedí", cs: "bez odpovědí", en: "no answers" },
  partial: { sk: "čiastočne", cs: "částečně", en: "in part" },
  full: { sk: "všetko uvedené ako zavedené", cs: "vše uvedeno jako zavedené", en: "all stated as in place" },
};

export const UNANSWERED = {
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "no answer" },
  onRequest: { sk: "na požiadanie", cs: "na požádání", en: "on request" },
} satisfies Record<string, Localized>;

/** `7 of 8 answered, 6 stated as in place`. */
export function coverageSentence(
  { answered, total, positive }: Pick<CoverageRow, "answered" | "total" | "positive">,
  locale: Locale,
): string {
  if (locale === "en") return `${answered} of ${total} answered, ${positive} stated as in place`;
  return locale === "cs"
    ? `zodpovězeno ${answered} z ${total}, uvedeno jako zavedené: ${positive}`
    : `zodpovedané ${answered} z ${total}, uvedené ako zavedené: ${positive}`;
}
