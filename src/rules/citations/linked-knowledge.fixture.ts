import { LOCALES, type Locale } from "../../core/locale.ts";
import type { CitedReference } from "../../knowledge/cited.fixture.ts";
import type { KnowledgeText } from "../../knowledge/texts.ts";
import { checkCitations } from "./check.ts";
import { type LawLink, type LinkContext, lawLink, type NoLinkReason } from "./law-link.ts";

/** One place of the law that the knowledge cites, with its link in each language. */
export interface CitedPlace {
  readonly reference: string;
  /** Where it is cited first: `nis2/trace.yaml:12`. */
  readonly citedIn: string;
  readonly links: Readonly<Record<Locale, LawLink>>;
}

/** A citation of the knowledge that leads nowhere, and why. */
export interface UnlinkedPlace {
  readonly reference: string;
  readonly citedIn: string;
  readonly reason: NoLinkReason;
}

/**
 * Every place that the knowledge cites, once: as a reference, or written out in a text.
 * @param cited the references of the files; @param texts their texts, which may hold citations in words.
 * @returns those with a link and those without, both sorted by reference.
 */
export function linkKnowledge(
  cited: readonly CitedReference[],
  texts: readonly KnowledgeText[],
  context: LinkContext,
): { readonly linked: readonly CitedPlace[]; readonly unlinked: readonly UnlinkedPlace[] } {
  const places = new Map<string, string>();
  for (const { file, line, reference } of cited) {
    if (!places.has(reference)) places.set(reference, `${file}:${line}`);
  }
  for (const { file, line, text } of texts) {
    for (const { act, unit } of checkCitations(text, context.acts).citations) {
      const reference = act === null ? undefined : unit === null ? act : `${act} ${unit}`;
      if (reference !== undefined && !places.has(reference)) places.set(reference, `${file}:${line}`);
    }
  }
  const linked: CitedPlace[] = [];
  const unlinked: UnlinkedPlace[] = [];
  for (const [reference, citedIn] of [...places].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const found = LOCALES.map((locale) => lawLink(reference, locale, context));
    const [sk, cs, en] = found;
    if (sk?.kind === "link" && cs?.kind === "link" && en?.kind === "link") {
      linked.push({ reference, citedIn, links: { sk: sk.link, cs: cs.link, en: en.link } });
      continue;
    }
    const without = found.find((one) => one.kind === "none");
    if (without !== undefined) unlinked.push({ reference, citedIn, reason: without.reason });
  }
  return { linked, unlinked };
}
