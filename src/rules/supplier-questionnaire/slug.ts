import { fold } from "../../core/fold.ts";

const MOST = 60;

/** Words that mean something in an address, or nothing to a program. */
const RESERVED: readonly string[] = [
  "new",
  "edit",
  "admin",
  "api",
  "login",
  "logout",
  "health",
  "status",
  "well-known",
  "trust",
  "verify",
  "null",
  "undefined",
];

/**
 * Legal forms at the end of a name say nothing in an address. `spol. s r. o.` is read as two of them: a form of its own
 * would be a second way to read the same words, and a long row of them would be tried in every mixture.
 */
const LEGAL_FORMS = /(?: (?:a s|as|s r o|sro|spol|k s|v o s|o z|z s|o p s|s p|se|n o|druzstvo))+$/;

/** 3 to 60 of `a-z0-9-`, a letter or digit at both ends, no two hyphens in a row. */
export function isSlug(text: string): boolean {
  return text.length >= 3 && text.length <= MOST && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/** True for a slug that nobody may have: a word of programs, or digits alone, which would read as a company number. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.includes(slug) || /^\d+$/.test(slug);
}

/** The slug that a name suggests: `Žilinské strojárne, a. s.` → `zilinske-strojarne`. Always one that `isSlug` takes. */
export function slugOf(name: string): string {
  const plain = nameWords(name)
    .normalize("NFKD")
    .replace(/[^a-z0-9 ]+/g, "")
    .trim()
    .replace(/ +/g, "-");
  const cut = plain.slice(0, MOST - 4).replace(/-+$/, "");
  if (isSlug(cut) && !isReservedSlug(cut)) return cut;
  return isSlug(`firma-${cut}`) ? `firma-${cut}` : "firma";
}

/** The words of a name without its legal form, folded: by them two names are compared. */
export function nameWords(name: string): string {
  const words = fold(name);
  return words.replace(LEGAL_FORMS, "") || words;
}

/** The slug that every name of a firm could have: with and without its legal form, for the question whose name it is. */
export function nameSlugs(name: string): readonly string[] {
  return [
    slugOf(name),
    fold(name)
      .replace(/[^a-z0-9 ]+/g, "")
      .trim()
      .replace(/ +/g, "-"),
  ];
}
