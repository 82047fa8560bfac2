import type { Locale } from "../../core/locale.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import { formatCitation } from "./format.ts";
import { parseReference } from "./reference.ts";

/** A brace with something in it; at most 60 characters, so that a text full of braces stays cheap. */
const BRACED = /\{([^{}]{1,60})\}/g;

/**
 * Replaces each reference in braces (`{nis2 2(1)}`, `{ai-act}`) by its full form in the locale. Other braces, such as
 * the place of a value (`{title}`), stay. So does a reference to an act that is not registered: the citation check
 * then refuses the text (`unexpandedReferences`).
 */
export function expandCitations(text: string, locale: Locale, acts: ActRegistry): string {
  return text.replace(BRACED, (whole: string, inside: string, at: number) => {
    const reference = parseReference(inside);
    if (reference === undefined || !acts.byId.has(reference.act)) return whole;
    const citation = formatCitation(inside, locale, acts);
    // "… 69/2018 Z. z." at the end of a sentence: one dot is both.
    return citation.endsWith(".") && text[at + whole.length] === "." ? citation.slice(0, -1) : citation;
  });
}

/** References in braces that were not replaced: a text with one is not fit to leave. */
export function unexpandedReferences(text: string): string[] {
  if (!text.includes("{")) return [];
  return Array.from(text.matchAll(BRACED))
    .filter(([, inside]) => (parseReference(inside ?? "")?.unit ?? null) !== null)
    .map(([whole]) => whole);
}
