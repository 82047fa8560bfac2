import type { Locale } from "../../core/locale.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { LawLinks, PlaceOfText } from "../../knowledge/law-links.ts";
import { checkCitations } from "./check.ts";
import { formatCitation } from "./format.ts";
import { annexAndPart, parseReference, type UnitPath, unitNotation } from "./reference.ts";

/** Where a citation leads. */
export interface LawLink {
  /** Address of the official text, in the version that was read. */
  readonly url: string;
  /** Language of that text: EU acts follow the reader, national acts exist in one language only. */
  readonly language: Locale;
  /** `unit`: the address has an anchor, of the cited place or of the unit around it; `act`: it leads to the whole act. */
  readonly level: "unit" | "act";
  /** What the address shows, in the language of the reader: the unit with its act, or the act alone. */
  readonly title: string;
}

/**
 * Why a citation has no link. `not_confirmed`: its act is not registered or the place does not exist; `no_address`:
 * nobody wrote down where the text of the act stands.
 */
export const NO_LINK_REASONS = ["not_confirmed", "no_address"] as const;

export type NoLinkReason = (typeof NO_LINK_REASONS)[number];

/** A link, or the reason why there is none. */
export type LinkedCitation =
  | { readonly kind: "link"; readonly link: LawLink }
  | { readonly kind: "none"; readonly reason: NoLinkReason };

/** What links are made of. */
export interface LinkContext {
  readonly acts: ActRegistry;
  readonly lawLinks: LawLinks;
}

/**
 * The official text behind a citation reference (`nis2 21(2)(a)`): the cited unit where its anchor is sure, else the
 * unit around it, else the act. A reference that is not confirmed has no link.
 * @param locale language of the reader.
 */
export function lawLink(reference: string, locale: Locale, { acts, lawLinks }: LinkContext): LinkedCitation {
  const parsed = parseReference(reference);
  const act = parsed && acts.byId.get(parsed.act);
  if (parsed === undefined || act === undefined) return { kind: "none", reason: "not_confirmed" };
  if (parsed.unit !== null && !act.units.has(unitNotation(parsed.unit))) {
    return { kind: "none", reason: "not_confirmed" };
  }
  const place = lawLinks.get(act.id);
  if (place === undefined) return { kind: "none", reason: "no_address" };
  const anchored = parsed.unit === null || place.anchors === "none" ? null : anchorOf(parsed.unit, place);
  const shown = anchored === null ? act.id : `${act.id} ${unitNotation(anchored.unit)}`;
  return {
    kind: "link",
    link: {
      url: `${textAddress(place, locale)}${anchored === null ? "" : `#${anchored.anchor}`}`,
      language: languageOf(place, locale),
      level: anchored === null ? "act" : "unit",
      title: formatCitation(shown, locale, acts),
    },
  };
}

/**
 * The official text behind a citation as it is written ("§ 17 ods. 2 zákona č. 69/2018 Z. z."). Of a range or a list
 * the first place is linked; nothing is linked when any citation in the text is not confirmed.
 */
export function lawLinkOfText(citation: string, locale: Locale, context: LinkContext): LinkedCitation {
  const { valid, citations } = checkCitations(citation, context.acts);
  const [first] = citations;
  if (!valid || first === undefined || first.act === null) return { kind: "none", reason: "not_confirmed" };
  return lawLink(first.unit === null ? first.act : `${first.act} ${first.unit}`, locale, context);
}

/**
 * Address of the version of a national act that is in force when it is opened, for a list of sources. `null` for acts of
 * the Union, whose address without a day is the text as published, and for acts without an address.
 */
export function currentTextAddress(act: string, lawLinks: LawLinks): string | null {
  const place = lawLinks.get(act);
  if (place?.site === "slov-lex") return `https://www.slov-lex.sk/ezbierky/pravne-predpisy/SK/ZZ/${place.path}/`;
  return place?.site === "e-sbirka" ? `https://e-sbirka.gov.cz/sb/${place.path}` : null;
}

const LANGUAGE_OF_EU: Readonly<Record<Locale, string>> = { sk: "slk", cs: "ces", en: "eng" };

function textAddress(place: PlaceOfText, locale: Locale): string {
  switch (place.site) {
    case "eur-lex":
      return `https://eur-lex.europa.eu/eli/${place.path}/${place.version}/${LANGUAGE_OF_EU[locale]}`;
    case "slov-lex":
      return place.version === "current"
        ? `https://www.slov-lex.sk/ezbierky/pravne-predpisy/SK/ZZ/${place.path}/`
        : `https://static.slov-lex.sk/static/SK/ZZ/${place.path}/${place.version}.html`;
    case "e-sbirka":
      return `https://e-sbirka.gov.cz/sb/${place.path}/${place.version}`;
  }
}

function languageOf({ site }: PlaceOfText, locale: Locale): Locale {
  if (site === "eur-lex") return locale;
  return site === "slov-lex" ? "sk" : "cs";
}

/** An anchor and the unit it stands at, which may lie around the cited one. */
interface Anchored {
  readonly anchor: string;
  readonly unit: UnitPath;
}

function anchorOf(unit: UnitPath, place: PlaceOfText): Anchored | null {
  switch (place.site) {
    case "eur-lex":
      return anchorOnEurLex(unit);
    case "slov-lex":
      return anchorOnSlovLex(unit, place);
    case "e-sbirka":
      return anchorOnESbirka(unit, place);
  }
}

/**
 * Articles and numbered annexes; paragraphs, letters and the parts of an annex have no ids. An inserted article (4a) is
 * not sure enough.
 */
function anchorOnEurLex({ head, number }: UnitPath): Anchored | null {
  if (head === "annex") {
    const { annex } = annexAndPart(number);
    return /^[IVX]+$/.test(annex) ? { anchor: `anx_${annex}`, unit: { head, number: annex } } : null;
  }
  return /^\d+$/.test(number) ? { anchor: `art_${number}`, unit: { head, number } } : null;
}

/** § 17 ods. 1 písm. c) bod 5 down to the point; a letter right under a section, or a point without one, is not sure. */
function anchorOnSlovLex(
  { head, number, paragraph, letter, point }: UnitPath,
  place: PlaceOfText & { site: "slov-lex" },
): Anchored | null {
  if (head === "annex") {
    const id = place.annexes[number];
    return id === undefined ? null : { anchor: `prilohy.priloha-${id}`, unit: { head, number } };
  }
  if (!/^\d+[a-z]*$/.test(number)) return null;
  const section: Anchored = { anchor: `paragraf-${number}`, unit: { head, number } };
  if (place.anchors !== "deep" || paragraph === undefined) return section;
  const inParagraph = within(section, `.odsek-${paragraph}`, { paragraph });
  if (letter === undefined) return inParagraph;
  const inLetter = within(inParagraph, `.pismeno-${letter}`, { letter });
  return point === undefined ? inLetter : within(inLetter, `.bod-${point}`, { point });
}

/** § 16 odst. 3 písm. a) down to the letter; points and annexes are not sure. */
function anchorOnESbirka({ head, number, paragraph, letter }: UnitPath, { anchors }: PlaceOfText): Anchored | null {
  if (head === "annex" || !/^\d+[a-z]?$/.test(number)) return null;
  const section: Anchored = { anchor: `par_${number}`, unit: { head, number } };
  if (anchors !== "deep") return section;
  const outer = paragraph === undefined ? section : within(section, `-odst_${paragraph}`, { paragraph });
  return letter === undefined ? outer : within(outer, `-pism_${letter}`, { letter });
}

function within({ anchor, unit }: Anchored, step: string, part: Partial<UnitPath>): Anchored {
  return { anchor: anchor + step, unit: { ...unit, ...part } };
}
