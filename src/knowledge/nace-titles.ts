import { join } from "node:path";
import { z } from "zod";
import { LOCALES, type Locale, type Localized } from "../core/locale.ts";
import { NACE_REVISIONS, type NaceCode } from "../core/nace.ts";
import { KnowledgeError, loadCsv } from "./load.ts";

/** The title of a code, or of its nearest ancestor that has one. */
export interface NaceTitle {
  readonly title: string;
  /** The code the title belongs to: shorter than the asked one when that is finer than the table. */
  readonly code: string;
}

/** What activity codes mean, in words. */
export interface NaceTitles {
  /** Number of codes with a title, both revisions together. */
  readonly size: number;
  /** Every code with a title of its own. */
  codes(): NaceCode[];
  /** The title of the longest known prefix, looked up in the code's own revision only; `null` when none is known. */
  title(code: NaceCode, locale: Locale): NaceTitle | null;
  /**
   * False for a code that its revision does not have; registers fill coarser codes with a nought (`4610` for 46.1). A
   * fifth digit is national: that of Rev. 2 is let through, that of Rev. 2.1 must be one of CZ-NACE 2025 (Slovakia has
   * none of its own) or a nought.
   */
  mayExist(code: NaceCode): boolean;
}

const title = z.string().trim().min(2);

const rowSchema = z.strictObject({
  revision: z.enum(NACE_REVISIONS),
  code: z.string().regex(/^\d{2,4}$/, "two to four digits, no dots"),
  sk: title,
  cs: title,
  en: title,
  // Languages in which the wording is that of the published classification: Annex I of Regulation 1893/2006 for Rev. 2;
  // Eurostat's headings for Rev. 2.1, in Czech with the wording of CZ-NACE 2025 where that differs. In the others it is
  // our translation. Kept for whoever reviews the file.
  official: z.string().refine(isLocaleList, `languages out of ${LOCALES.join(", ")}, a blank between`),
});

const subclassSchema = z.strictObject({
  class: z.string().regex(/^\d{4}$/, "four digits, no dots"),
  digits: z.string().regex(/^\d{2,}$/, "the fifth digits, without blanks"),
});

/**
 * Reads `nace-titles.csv`: titles of NACE Rev. 2 (Regulation (EC) No 1893/2006) and Rev. 2.1 (Delegated Regulation
 * (EU) 2023/137), which give the same digits different meanings, and `cz-nace-subclasses.csv`, the classes of Rev. 2.1
 * that the Czech edition divides.
 * @throws KnowledgeError with file, line and column of every mistake, or for a code that stands twice.
 */
export function loadNaceTitles(dir: string): NaceTitles {
  const titles: Readonly<Record<NaceCode["revision"], Map<string, Localized>>> = { "2": new Map(), "2.1": new Map() };
  for (const { revision, code, sk, cs, en } of loadCsv(join(dir, "nace-titles.csv"), rowSchema)) {
    if (titles[revision].has(code)) throw new KnowledgeError(`nace-titles.csv: ${revision} ${code} stands twice`);
    titles[revision].set(code, { sk, cs, en });
  }
  const subclasses = new Map<string, string>();
  for (const { class: divided, digits } of loadCsv(join(dir, "cz-nace-subclasses.csv"), subclassSchema)) {
    if (!titles["2.1"].has(divided)) throw new KnowledgeError(`cz-nace-subclasses.csv: ${divided} is no class`);
    subclasses.set(divided, digits);
  }
  return {
    size: titles["2"].size + titles["2.1"].size,
    codes: () => NACE_REVISIONS.flatMap((revision) => [...titles[revision].keys()].map((code) => ({ code, revision }))),
    title({ code, revision }, locale) {
      for (let length = Math.min(code.length, 4); length >= 2; length--) {
        const prefix = code.slice(0, length);
        const found = titles[revision].get(prefix);
        if (found !== undefined) return { title: found[locale], code: prefix };
      }
      return null;
    },
    mayExist({ code, revision }) {
      const known = code.slice(0, 4);
      if (!titles[revision].has(known) && !titles[revision].has(known.replace(/0$/, ""))) return false;
      const fifth = code.slice(4);
      return revision === "2" || fifth === "" || fifth === "0" || (subclasses.get(known)?.includes(fifth) ?? false);
    },
  };
}

function isLocaleList(list: string): boolean {
  const words = list.split(" ");
  return words.every((word, index) => LOCALES.some((locale) => locale === word) && words.indexOf(word) === index);
}
