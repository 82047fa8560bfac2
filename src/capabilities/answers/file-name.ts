import type { Day } from "../../core/day.ts";
import { fold } from "../../core/fold.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";

/** What the files of an organization hold, as their names say it. */
export const FILE_WORDS = {
  obligations: { sk: "povinnosti", cs: "povinnosti", en: "obligations" },
  verdict: { sk: "posudenie", cs: "posouzeni", en: "verdict" },
  questionnaire: { sk: "dotaznik", cs: "dotaznik", en: "questionnaire" },
  scan: { sk: "sken", cs: "sken", en: "scan" },
  suppliers: { sk: "dodavatelia", cs: "dodavatele", en: "suppliers" },
  auditLog: { sk: "zaznam", cs: "zaznam", en: "audit-log" },
  profile: { sk: "profil", cs: "profil", en: "profile" },
} satisfies Record<string, Localized>;

const LONGEST = 40;

/**
 * The name under which a file of an organization is saved, without its ending: ASCII letters, digits and dashes alone.
 * @param what one of `FILE_WORDS`, or the domain that follows the word, behind it
 */
export function organizationFileName(
  organization: string,
  what: keyof typeof FILE_WORDS,
  { locale, day, domain }: { readonly locale: Locale; readonly day: Day; readonly domain?: string | null },
): string {
  const parts = [dashed(fold(foreignText(organization))).slice(0, LONGEST), FILE_WORDS[what][locale]];
  if (domain !== undefined && domain !== null) parts.push(dashed(domain.toLowerCase()));
  return [...parts, day]
    .map((part) => part.replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
}

function dashed(text: string): string {
  return text.replace(/[^a-z0-9]+/g, "-");
}
