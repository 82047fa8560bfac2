import type { Locale, Localized } from "../../core/locale.ts";
import { nameInMail } from "../../mail/mail-name.ts";
import { CAUSES, type Cause } from "../../rules/verdict-change/cause.ts";
import type { News } from "../../state/watch.ts";
import { categoryNames } from "../scope/category-names.ts";

/** So many lines of changes an organization has. */
const MOST = 8;
/** More changes of a list, or of suppliers, than this are one line with their number. */
const MOST_OF_LIST = 5;
/** So many characters of a name. */
const MOST_NAME = 60;

/** What an event keeps beside its columns. */
interface Detail {
  readonly lists?: readonly string[];
  readonly own?: boolean;
  readonly name?: string | null;
  readonly cause?: string;
  readonly before?: { readonly category: keyof typeof categoryNames };
  readonly after?: { readonly category: keyof typeof categoryNames };
  readonly ruleSet?: string;
  readonly count?: number;
}

/** An event with what it keeps, read. */
interface Read {
  readonly event: News;
  readonly detail: Detail;
}

/**
 * What a digest says of changes: the organization itself, its suppliers, its lists, a line each with its cause. Firms are
 * named as the register names them; nothing that a person typed is in it.
 */
export function changeLines(events: readonly News[], locale: Locale): readonly string[] {
  const read = events.map((event): Read => ({ event, detail: JSON.parse(event.detail) as Detail }));
  const isOfFirm = ({ event, detail }: Read) => event.ico !== null && detail.own !== true;
  const own = read.filter((each) => !isOfFirm(each));
  const groups = Map.groupBy(read.filter(isOfFirm), ({ detail }) => detail.lists?.[0] ?? "");
  // Suppliers have no list; they stand before lists.
  const ordered = [...groups].sort(([one], [other]) => one.localeCompare(other));
  const lines = [
    ...ownLines(own, locale),
    ...ordered.flatMap(([list, some]) =>
      some.length > MOST_OF_LIST
        ? [`${(list === "" ? text.suppliers : text.list)[locale]}: ${some.length}`]
        : some.map((each) => firmLine(each, locale)),
    ),
  ];
  const left = lines.length - MOST;
  return left <= 0 ? lines : [...lines.slice(0, MOST - 1), `${text.more[locale]}: ${left + 1}`];
}

/** Changes of the organization itself: new rules by their version, scans and domains as a number. */
function ownLines(events: readonly Read[], locale: Locale): string[] {
  const own = events.filter(({ detail }) => detail.own === true).map((each) => firmLine(each, locale));
  const rules = events
    .filter(({ event }) => event.type === "rules.changed")
    .map(({ detail }) => `${text.rules[locale]} ${detail.ruleSet ?? ""}: ${text.firms[locale]} ${detail.count ?? 0}`);
  const scans = events.filter(({ event, detail }) => event.type !== "rules.changed" && detail.own !== true).length;
  return [...own, ...rules, ...(scans === 0 ? [] : [`${text.scans[locale]}: ${scans}`])];
}

function firmLine({ event: { type, country, ico, name: registered }, detail }: Read, locale: Locale): string {
  const named = nameInMail(registered ?? detail.name ?? "", MOST_NAME);
  const unnamed = ico === null ? text.organization[locale] : `${country} ${ico}`;
  const name = named === "" ? unnamed : named;
  const { before, after } = detail;
  const cause = CAUSES.find((known) => known === detail.cause);
  if (type === "firm.category_changed" && before !== undefined && after !== undefined) {
    const why = cause === undefined ? "" : ` (${causes[cause][locale]})`;
    return `${name}: ${categoryNames[before.category][locale]} → ${categoryNames[after.category][locale]}${why}`;
  }
  return `${name}: ${words[type]?.[locale] ?? text.changed[locale]}`;
}

const text = {
  suppliers: { sk: "Zmeny dodávateľov", cs: "Změny dodavatelů", en: "Changes of suppliers" },
  list: { sk: "Zmeny firiem zoznamu", cs: "Změny firem seznamu", en: "Changes of firms of a list" },
  organization: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  more: { sk: "Ďalšie zmeny", cs: "Další změny", en: "Further changes" },
  rules: { sk: "Nové pravidlá", cs: "Nová pravidla", en: "New rules" },
  firms: { sk: "zmenené firmy", cs: "změněné firmy", en: "firms changed" },
  scans: { sk: "Skeny a domény", cs: "Skeny a domény", en: "Scans and domains" },
  changed: { sk: "zmena", cs: "změna", en: "changed" },
} satisfies Record<string, Localized>;

const words: Readonly<Record<string, Localized>> = {
  "firm.ceased": { sk: "zanikla", cs: "zanikla", en: "ceased" },
  "firm.resumed": { sk: "opäť aktívna", cs: "opět aktivní", en: "active again" },
  "firm.lost": {
    sk: "už nie je v súbore registra, doterajší výsledok platí",
    cs: "už není v souboru rejstříku, dosavadní výsledek platí",
    en: "no longer in the register's file; the former verdict stands",
  },
  "profile.published": { sk: "zverejnený profil", cs: "zveřejněný profil", en: "profile published" },
  "profile.revised": { sk: "zmenený profil", cs: "změněný profil", en: "profile revised" },
  "profile.stale": { sk: "profil prestal platiť", cs: "profil přestal platit", en: "profile out of date" },
  "profile.withdrawn": { sk: "profil stiahnutý", cs: "profil stažený", en: "profile withdrawn" },
};

const causes: Readonly<Record<Cause, Localized>> = {
  register: { sk: "údaje registra", cs: "údaje rejstříku", en: "the register" },
  source: { sk: "iný zdroj, nie iná firma", cs: "jiný zdroj, ne jiná firma", en: "another source, not another firm" },
  law: { sk: "nové pravidlá", cs: "nová pravidla", en: "new rules" },
  calendar: { sk: "uplynul deň zo zákona", cs: "uplynul den ze zákona", en: "a day of the law passed" },
  stated: { sk: "uvedené údaje", cs: "uvedené údaje", en: "stated facts" },
  both: { sk: "viac príčin", cs: "více příčin", en: "several causes" },
};
