import type { Locale } from "../../core/locale.ts";
import type { NaceCode } from "../../core/nace.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";

/**
 * A code with its meaning in the locale; the name of the nearest known ancestor where the class itself has none, and no
 * name for a code that its classification does not have.
 */
export function describeNace(
  code: NaceCode,
  knowledge: Knowledge,
  locale: Locale,
): { code: string; revision: NaceCode["revision"]; name: string | null } {
  return {
    code: code.code,
    revision: code.revision,
    name: knowledge.nis2.isCode(code) ? (knowledge.naceTitles.title(code, locale)?.title ?? null) : null,
  };
}
