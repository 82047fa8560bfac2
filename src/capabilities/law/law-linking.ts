import type { Locale } from "../../core/locale.ts";
import { checkCitations, locateCitations } from "../../rules/citations/check.ts";
import {
  currentTextAddress,
  type LawLink,
  type LinkContext,
  lawLink,
  lawLinkOfText,
} from "../../rules/citations/law-link.ts";

export type { LawLink } from "../../rules/citations/law-link.ts";

/** Leads from citations to the official texts, for a face that shows them to people. */
export interface LawLinking {
  /**
   * A citation as one part: its first place is linked. Plain when any of it is not confirmed or its act has no address.
   */
  citation(citation: string, locale: Locale): TextPart;
  /** A text of our own in parts: its confirmed citations with their links, the rest plain. */
  text(text: string, locale: Locale): readonly TextPart[];
  /**
   * For an act by its name: the address of its text as it is in force when it is opened. `null` for acts of the Union,
   * which are linked as they were read, and for names of no registered act.
   */
  currentText(act: string): string | null;
}

/** Texts repeat, since they come from the knowledge: those of all pages in three languages are fewer. */
const MOST_REMEMBERED = 20_000;
/** Longer texts are read each time. */
const LONGEST_REMEMBERED = 2_000;

/** Binds the links to the acts and the addresses of their texts. Remembers what it found. */
export function createLawLinking(context: LinkContext): LawLinking {
  return {
    citation: remembering((citation, locale) => {
      const linked = lawLinkOfText(citation, locale, context);
      return { text: citation, link: linked.kind === "link" ? linked.link : null };
    }),
    text: remembering((text, locale) => linkText(text, locale, context)),
    currentText: (act) => {
      const [cited] = checkCitations(act, context.acts).citations;
      return cited?.act == null ? null : currentTextAddress(cited.act, context.lawLinks);
    },
  };
}

function remembering<T>(find: (text: string, locale: Locale) => T): (text: string, locale: Locale) => T {
  const known = new Map<string, T>();
  return (text, locale) => {
    if (text.length > LONGEST_REMEMBERED) return find(text, locale);
    const key = `${locale} ${text}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const found = find(text, locale);
    const oldest = known.size >= MOST_REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, found);
    return found;
  };
}

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
function linkText(text: string, locale: Locale, context: LinkContext): TextPart[] {
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
