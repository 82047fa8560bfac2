import { LOCALES, type Locale } from "../../core/locale.ts";

/**
 * The language a visitor reads best, from `Accept-Language` (RFC 9110, 12.5.4): the one of ours with the highest
 * weight, the earlier on a tie. Who names only other languages gets English; who names none gets Slovak.
 */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined || acceptLanguage.trim() === "") return "sk";
  const ranked = acceptLanguage
    .slice(0, 1_000)
    .split(",")
    .map((entry) => {
      const [range = "", ...parameters] = entry.split(";").map((field) => field.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      const quality = weight === undefined ? 1 : Number(weight.slice(2));
      return { language: range.split("-")[0] ?? "", quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of ranked) {
    if (language === "*") return "sk";
    const known = LOCALES.find((locale) => locale === language);
    if (known !== undefined) return known;
  }
  return "en";
}
