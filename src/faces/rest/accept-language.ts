import { isLocale, type Locale, readLocale } from "../../core/locale.ts";

/**
 * The language of an error: the stated one, else the best of an `Accept-Language` header (RFC 9110, 12.5.4), else
 * English where one was stated that cannot be read, and Slovak where none was.
 */
export function localeOf(stated: unknown, acceptLanguage: string | null | undefined): Locale {
  const named = readLocale(stated);
  if (named !== undefined) return named;
  let best: { locale: Locale; quality: number } | undefined;
  for (const range of (acceptLanguage ?? "").slice(0, 1_000).split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((field) => field.trim().toLowerCase());
    const locale = tag.split("-")[0];
    if (!isLocale(locale)) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    if (quality > (best?.quality ?? 0)) best = { locale, quality };
  }
  const isUnreadable = stated != null && stated !== "";
  return best?.locale ?? (isUnreadable ? "en" : "sk");
}
