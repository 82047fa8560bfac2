import type { Locale, Localized } from "../core/locale.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import type { Services } from "./capability.ts";

/** Lets through what the citation check confirms, and remembers whether it held something back. */
export interface Grounding {
  /** The text in the locale with its references written out, or `null` when a citation in it is not confirmed. */
  text(text: Localized): string | null;
  /** References in their full form, or `null` when one of them is not confirmed. */
  citations(references: readonly string[]): string[] | null;
  /** References in their full form, each that is not confirmed `null` in its place. */
  eachCitation(references: readonly string[]): (string | null)[];
  /** False as soon as anything was held back. */
  isWhole(): boolean;
}

/** Grounding for one answer in one language. */
export function groundingFor({ knowledge, confirm }: Services, locale: Locale): Grounding {
  let whole = true;
  const confirmed = (text: string) => {
    const result = confirm(expandCitations(text, locale, knowledge.acts));
    if (result === null) whole = false;
    return result;
  };
  return {
    text: (text) => confirmed(text[locale]),
    citations: (references) => {
      const cited = references.map((reference) => confirmed(`{${reference}}`)).filter((text) => text !== null);
      return cited.length === references.length ? cited : null;
    },
    eachCitation: (references) => references.map((reference) => confirmed(`{${reference}}`)),
    isWhole: () => whole,
  };
}
