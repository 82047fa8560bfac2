import type { Locale, Localized } from "../../core/locale.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import { expandCitations } from "../../rules/citations/expand.ts";
import type { Services } from "../contexts.ts";

/** Returns only texts that the citation check confirms, and remembers whether it withheld one. */
export interface Grounding {
  /** The text in the locale with its references written out, or `null` when a citation in it is not confirmed. */
  text(text: Localized): string | null;
  /** References in their full form, or `null` when one of them is not confirmed. */
  citations(references: readonly string[]): string[] | null;
  /** References in their full form, each that is not confirmed `null` in its place. */
  eachCitation(references: readonly string[]): (string | null)[];
  /** False as soon as a text was withheld. */
  isWhole(): boolean;
}

/** References in their full form, by language. They come from the knowledge files only, so there are a few hundred. */
const writtenOut = new WeakMap<ActRegistry, Readonly<Record<Locale, Map<string, string>>>>();

function writeOut(reference: string, locale: Locale, acts: ActRegistry): string {
  const known = writtenOut.get(acts) ?? { sk: new Map(), cs: new Map(), en: new Map() };
  writtenOut.set(acts, known);
  const text = known[locale].get(reference) ?? expandCitations(`{${reference}}`, locale, acts);
  known[locale].set(reference, text);
  return text;
}

/** What grounding needs: the acts, and the function that confirms a text. */
export type GroundingServices = Pick<Services, "confirm"> & { readonly knowledge: Pick<Services["knowledge"], "acts"> };

/** Grounding for one answer in one language. */
export function groundingFor({ knowledge: { acts }, confirm }: GroundingServices, locale: Locale): Grounding {
  let whole = true;
  const confirmed = (text: string) => {
    const result = confirm(text);
    if (result === null) whole = false;
    return result;
  };
  const eachCitation = (references: readonly string[]) =>
    references.map((reference) => confirmed(writeOut(reference, locale, acts)));
  return {
    text: (text) => confirmed(expandCitations(text[locale], locale, acts)),
    citations: (references) => {
      const cited = eachCitation(references).filter((text) => text !== null);
      return cited.length === references.length ? cited : null;
    },
    eachCitation,
    isWhole: () => whole,
  };
}
