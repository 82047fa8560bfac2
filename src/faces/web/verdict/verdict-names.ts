import type { CommonVerdict } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace, type NaceRevision } from "../../../core/nace.ts";

/** What a verdict for a firm and a verdict for typed facts have in common. */
export type Verdict = CommonVerdict;

export const sizeNames = {
  micro: { sk: "Mikropodnik", cs: "Mikropodnik", en: "Micro-enterprise" },
  small: { sk: "Malý podnik", cs: "Malý podnik", en: "Small enterprise" },
  medium: { sk: "Stredný podnik", cs: "Střední podnik", en: "Medium-sized enterprise" },
  large: { sk: "Veľký podnik", cs: "Velký podnik", en: "Large enterprise" },
} satisfies Record<NonNullable<Verdict["size"]["category"]>, Localized>;

export const serviceNames = {
  qtsp: {
    sk: "kvalifikované dôveryhodné služby",
    cs: "kvalifikované služby vytvářející důvěru",
    en: "qualified trust services",
  },
  tsp: {
    sk: "nekvalifikované dôveryhodné služby",
    cs: "nekvalifikované služby vytvářející důvěru",
    en: "non-qualified trust services",
  },
  "tld-registry": {
    sk: "správa registra domén najvyššej úrovne",
    cs: "správa registru domén nejvyšší úrovně",
    en: "top-level domain name registry",
  },
  dns: { sk: "služby DNS pre iných", cs: "služby DNS pro jiné", en: "DNS services for others" },
} satisfies Record<NonNullable<Verdict["sizeIndependentService"]>, Localized>;

/** The services as options to choose from. */
export function serviceOptions(locale: Locale) {
  return Object.entries(serviceNames).map(([value, name]) => ({ value, name: name[locale] }));
}

/** `NACE Rev. 2.1` and `Rev. 2` are two classifications: a code never stands without its own. */
export function naceLabel({ code, revision }: { readonly code: string; readonly revision: NaceRevision }): string {
  return `${formatNace(code)} (NACE Rev.\u00a0${revision})`;
}
