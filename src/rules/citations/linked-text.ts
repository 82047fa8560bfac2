import type { Locale } from "../../core/locale.ts";
import { locateCitations } from "./check.ts";
import { type LawLink, type LinkContext, lawLink } from "./law-link.ts";

/** A stretch of a text: plain, or a confirmed citation with the place of the law that it leads to. */
export interface TextPart {
  readonly text: string;
  readonly link: LawLink | null;
}

/**
 * Splits a text into plain stretches and citations with their links. A citation that is not confirmed, or whose act has
 * no address, stays plain. The parts joined give the text.
 * @param locale language of the reader.
 */
export function linkText(text: string, locale: Locale, context: LinkContext): TextPart[] {
  const found: TextPart[] = [];
  let done = 0;
  for (const { start, end, act, unit, verdict } of locateCitations(text, context.acts)) {
    if (start < done || act === null || verdict !== "confirmed") continue;
    const linked = lawLink(unit === null ? act : `${act} ${unit}`, locale, context);
    if (linked.kind === "none") continue;
    if (start > done) found.push({ text: text.slice(done, start), link: null });
    found.push({ text: text.slice(start, end), link: linked.link });
    done = end;
  }
  if (done < text.length) found.push({ text: text.slice(done), link: null });
  return found;
}
