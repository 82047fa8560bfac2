/** The languages Dosah publishes in. Slovak is written first. */
export const LOCALES = ["sk", "cs", "en"] as const;

export type Locale = (typeof LOCALES)[number];

/** A text in every language we publish. A missing language does not compile. */
export type Localized = Readonly<Record<Locale, string>>;

/** Narrows foreign input (a path prefix, a query parameter) to a locale. */
export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/** The language that a foreign value names, whatever its case and without a region (`en-US`); `undefined`: none of ours. */
export function readLocale(value: unknown): Locale | undefined {
  const language = typeof value === "string" ? value.trim().split(/[-_]/, 1)[0]?.toLowerCase() : undefined;
  return LOCALES.find((locale) => locale === language);
}

/** A text for the operator of the machine, whose commands speak English (docs/decisions/operator-commands-in-english.md). */
export function inEnglish(text: string): Localized {
  return { sk: text, cs: text, en: text };
}
