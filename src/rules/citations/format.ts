import type { Locale } from "../../core/locale.ts";
import type { Act, ActRegistry } from "../../knowledge/acts.ts";
import { annexAndPart, parseReference, type UnitPath } from "./reference.ts";

/**
 * Writes a citation reference (`nis2 21(2)(a)`) in the full form a reader needs: `čl. 21 ods. 2 písm. a) smernice (EÚ)
 * 2022/2555`. An act alone stands in the nominative. Whether the place exists is for the citation check to say.
 * @throws Error when the text is no reference or its act is not registered: a mistake in a knowledge file.
 */
export function formatCitation(reference: string, locale: Locale, acts: ActRegistry): string {
  const parsed = parseReference(reference);
  const act = parsed && acts.byId.get(parsed.act);
  if (parsed === undefined || act === undefined)
    throw new Error(`no citation reference of a registered act: ${reference}`);
  if (parsed.unit === null) return locale === "en" ? act.names.en : act.names[locale].nominative;
  if (locale === "en") return inEnglish(parsed.unit, act);
  return inSlovakOrCzech(parsed.unit, act, locale);
}

function inEnglish(unit: UnitPath, act: Act): string {
  const { head, number, annexArticle, point } = unit;
  const name = act.names.en;
  if (head === "unit") {
    const place = `${act.unit === "article" ? "Article" : "§"} ${number}${parens(unit.paragraph)}${parens(unit.letter)}`;
    if (point === undefined) return `${place} of ${name}`;
    return /^\d/.test(point) ? `${place}, point ${point}, of ${name}` : `${place}(${point}) of ${name}`;
  }
  const { annex: annexNumber, part } = annexAndPart(number);
  const annex = number === "" ? "Annex" : `Annex ${annexNumber}${part === undefined ? "" : `, Part ${part}`}`;
  if (annexArticle !== undefined) return `Article ${annexArticle}${parens(unit.paragraph)} of the ${annex} to ${name}`;
  return point === undefined ? `${annex} to ${name}` : `${annex}, point ${point}${parens(unit.letter)}, to ${name}`;
}

const words = {
  sk: { paragraph: "ods.", annex: "príloha", annexGenitive: "prílohy", part: "časť" },
  cs: { paragraph: "odst.", annex: "příloha", annexGenitive: "přílohy", part: "část" },
} as const;

function inSlovakOrCzech(unit: UnitPath, act: Act, locale: "sk" | "cs"): string {
  const { head, number, annexArticle, paragraph, letter, point } = unit;
  const { genitive, dative } = act.names[locale];
  const word = words[locale];
  const inParagraph = paragraph === undefined ? "" : ` ${word.paragraph} ${paragraph}`;
  const inLetter = letter === undefined ? "" : ` písm. ${letter})`;
  const inPoint = point === undefined ? "" : ` bod ${point}${/^\d/.test(point) ? "" : ")"}`;
  if (head === "unit") {
    return `${act.unit === "article" ? "čl." : "§"} ${number}${inParagraph}${inLetter}${inPoint} ${genitive}`;
  }
  if (annexArticle !== undefined) return `čl. ${annexArticle}${inParagraph} ${word.annexGenitive} ${genitive}`;
  // The annexes of EU acts are numbered in the name (príloha III), those of national acts are "č. 1" and stand "k".
  if (act.jurisdiction === "EU") {
    const { annex, part } = annexAndPart(number);
    const inPart = part === undefined ? "" : ` ${word.part} ${part}`;
    return `${word.annex}${annex === "" ? "" : ` ${annex}`}${inPart}${inPoint}${inLetter} ${genitive}`;
  }
  const annexNumber = number === "" ? "" : ` č. ${number}`;
  if (point === undefined) return `${word.annex}${annexNumber} k ${dative}`;
  return `bod ${point}${inLetter} ${word.annexGenitive}${annexNumber} k ${dative}`;
}

function parens(part: string | undefined): string {
  return part === undefined ? "" : `(${part})`;
}
