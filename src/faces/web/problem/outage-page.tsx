import type { Localized } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";

const text = {
  again: { sk: "Skúsiť znova", cs: "Zkusit znovu", en: "Try again" },
  public: {
    sk: "Posúdenie firmy, povinnosti a dotazník fungujú ďalej.",
    cs: "Posouzení firmy, povinnosti a dotazník fungují dál.",
    en: "Verdicts on firms, obligations and the questionnaire go on.",
  },
  start: { sk: "Na úvodnú stránku", cs: "Na úvodní stránku", en: "To the start" },
} satisfies Record<string, Localized>;

/** A private page cannot be shown, because something that it needs does not answer: what, and what to do. */
export function outagePage(
  { locale, path, query }: PageRequest,
  { code, message, nextStep, retryAfter }: Problem,
): PageAnswer {
  const title = message[locale].replace(/\.$/, "");
  const again = query.size === 0 ? href(locale, path) : `${href(locale, path)}?${query}`;
  return {
    status: 503,
    title,
    isIndexed: false,
    ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
    body: (
      <section class="opening problem" data-error={code}>
        <h1>{title}</h1>
        <p class="prose lead">
          {nextStep[locale]} {text.public[locale]}
        </p>
        <p class="links">
          <a href={again}>{text.again[locale]}</a>
          <a href={href(locale, paths.start)}>{text.start[locale]}</a>
        </p>
      </section>
    ),
  };
}
