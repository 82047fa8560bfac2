import type { Locale, Localized } from "../../core/locale.ts";
import type { NamedEvent } from "../../state/watch.ts";
import { categoryNames } from "../scope/category-names.ts";

/** What an event keeps beside its columns. */
interface Detail {
  readonly domain?: string;
  readonly ruleSet?: string;
  readonly count?: number;
  readonly before?: { readonly category: keyof typeof categoryNames };
  readonly after?: { readonly category: keyof typeof categoryNames };
}

/** An event in one line of our own words, numbers and categories: no name, nothing that a person typed. */
export function eventTitle({ type, country, ico, detail }: NamedEvent, locale: Locale): string {
  const { before, after, ruleSet, count }: Detail = JSON.parse(detail);
  const what = words[type]?.[locale] ?? type;
  if (type === "rules.changed") return `${what} ${ruleSet ?? ""}: ${firms[locale]} ${count ?? 0}`;
  const subject = country === null || ico === null ? "" : `${country} ${ico}: `;
  if (type === "firm.category_changed" && before !== undefined && after !== undefined) {
    return `${subject}${categoryNames[before.category][locale]} → ${categoryNames[after.category][locale]}`;
  }
  return `${subject}${what}`;
}

const firms: Localized = { sk: "zmenené firmy", cs: "změněné firmy", en: "firms changed" };

const words: Readonly<Record<string, Localized>> = {
  "firm.category_changed": { sk: "zmenila sa kategória", cs: "změnila se kategorie", en: "category changed" },
  "firm.facts_changed": { sk: "zmenili sa údaje", cs: "změnily se údaje", en: "facts changed" },
  "firm.ceased": { sk: "zanikla", cs: "zanikla", en: "ceased" },
  "firm.resumed": { sk: "opäť aktívna", cs: "opět aktivní", en: "active again" },
  "firm.lost": { sk: "už nie je v registri", cs: "už není v rejstříku", en: "no longer in the register" },
  "firm.found": { sk: "opäť v registri", cs: "opět v rejstříku", en: "in the register again" },
  "rules.changed": { sk: "Nové pravidlá", cs: "Nová pravidla", en: "New rules" },
  "profile.published": { sk: "zverejnený profil", cs: "zveřejněný profil", en: "profile published" },
  "profile.revised": { sk: "zmenený profil", cs: "změněný profil", en: "profile revised" },
  "profile.stale": { sk: "profil prestal platiť", cs: "profil přestal platit", en: "profile out of date" },
  "profile.withdrawn": { sk: "profil stiahnutý", cs: "profil stažený", en: "profile withdrawn" },
  "scan.worsened": { sk: "Sken domény sa zhoršil", cs: "Sken domény se zhoršil", en: "Scan of a domain got worse" },
  "domain.lost": { sk: "Doména už nie je overená", cs: "Doména už není ověřená", en: "Domain no longer proved" },
};
