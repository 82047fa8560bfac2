import type { Locale } from "../../core/locale.ts";
import { checkCitations } from "../../rules/citations/check.ts";
import { currentTextAddress, type LinkContext, lawLinkOfText } from "../../rules/citations/law-link.ts";
import { linkText, type TextPart } from "../../rules/citations/linked-text.ts";

export type { LawLink } from "../../rules/citations/law-link.ts";
export type { TextPart } from "../../rules/citations/linked-text.ts";

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
