import type { Locale } from "../../core/locale.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { plural } from "../../core/text.ts";
import type { Basis } from "../../rules/questionnaire/prefill.ts";

const clean: Readonly<Record<Locale, string>> = {
  sk: "zatiaľ bez nedostatkov",
  cs: "zatím bez nedostatků",
  en: "no gaps found so far",
};

const gapsFound: Readonly<Record<Locale, (gaps: number) => string>> = {
  sk: (gaps) => `${gaps} ${plural(gaps, { one: "nedostatok", few: "nedostatky", other: "nedostatkov" }, "sk")}`,
  cs: (gaps) => `${gaps} ${plural(gaps, { one: "nedostatek", few: "nedostatky", other: "nedostatků" }, "cs")}`,
  en: (gaps) => `${gaps} ${plural(gaps, { one: "gap", other: "gaps" }, "en")} found`,
};

const answeredOf: Readonly<Record<Locale, (basis: Basis) => string>> = {
  sk: ({ answered, asked }) => `zodpovedané ${answered} z ${asked}`,
  cs: ({ answered, asked }) => `zodpovězeno ${answered} z ${asked}`,
  en: ({ answered, asked }) => `${answered} of ${asked} answered`,
};

/**
 * The note beside a status that comes from answers: how many questions were answered, and how many gaps were found.
 * @returns `null` where the status says everything: all answers are yes, or nothing applies
 */
export function basisWords(status: ObligationStatus | null, basis: Basis | undefined, locale: Locale): string | null {
  if (basis === undefined || (status !== "partial" && status !== "not_met")) return null;
  const found = basis.gaps === 0 ? clean[locale] : gapsFound[locale](basis.gaps);
  return `${found}, ${answeredOf[locale](basis)}`;
}
