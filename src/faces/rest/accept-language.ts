import { isLocale, type Locale } from "../../core/locale.ts";

/**
 * The language of an error: the stated one, else the best of an `Accept-Language` header (RFC 9110, 12.5.4), else
 * Slovak.
 */
export function localeOf(stated: unknown, acceptLanguage: string | null | undefined): Locale {
  if (isLocale(stated)) return stated;
  let best: { locale: Locale; quality: number } | undefined;
  for (const range of (acceptLanguage ?? "").slice(0, 1_000).split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((field) => field.trim().toLowerCase());
    const locale = tag.split("-")[0];
    if (!isLocale(locale)) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    if (quality > (best?.quality ?? 0)) best = { locale, quality };
  }
  return best?.locale ?? "sk";
}
