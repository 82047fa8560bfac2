import type { Headcount } from "../../core/company.ts";
import type { Locale } from "../../core/locale.ts";
import { formatNumber } from "../../core/text.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { GroupStepTexts } from "../../knowledge/group-size.ts";
import { expandCitations } from "../citations/expand.ts";
import { formatCitation } from "../citations/format.ts";
import type { GroupSize, GroupStep, GroupStepValues } from "./group-size.ts";

/** A step in words. */
export interface ExplainedGroupStep {
  readonly id: GroupStep["id"];
  readonly text: string;
  /** Citation references, for a link. */
  readonly references: readonly string[];
  /** The same, written out. */
  readonly citations: readonly string[];
}

/** The steps of a calculation in the words of a language, with the provisions behind each. */
export function explainGroup(
  { steps }: GroupSize,
  texts: GroupStepTexts,
  acts: ActRegistry,
  locale: Locale,
): readonly ExplainedGroupStep[] {
  return steps.flatMap(({ id, values }) => {
    const step = texts.get(id);
    if (step === undefined) return [];
    return {
      id,
      text: expandCitations(fill(step.text[locale], values, locale), locale, acts),
      references: step.citations,
      citations: step.citations.map((reference) => formatCitation(reference, locale, acts)),
    };
  });
}

function fill(text: string, { employees, share, counted, formula }: GroupStepValues, locale: Locale): string {
  const number = (value: number | undefined) => (value === undefined ? "" : formatNumber(value, locale));
  const parts = formula?.map(({ employees: staff, weight }) =>
    weight === 1 ? people(staff, locale) : `${number(weight * 100)} % × ${people(staff, locale)}`,
  );
  return text
    .replace("{employees}", employees === undefined ? "" : people(employees, locale))
    .replace("{share}", number(share))
    .replace("{counted}", number(counted))
    .replace("{formula}", parts?.join(" + ") ?? "");
}

/** `352`, `325–349`, `300+`. */
function people({ min, max }: Headcount, locale: Locale): string {
  const least = formatNumber(min, locale);
  if (max === null) return `${least}+`;
  return max === min ? least : `${least}–${formatNumber(max, locale)}`;
}
