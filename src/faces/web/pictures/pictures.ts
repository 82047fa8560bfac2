import { LOCALES, type Locale, type Localized } from "../../../core/locale.ts";
import { isWithoutDuties, type Standing } from "../components/category-mark.tsx";

/** The pictures of link previews: a closed set, so none shows foreign text, a number or a day. */
export const PICTURES = [
  "start",
  "essential",
  "important",
  "out_of_scope",
  "unknown",
  "incident",
  "radar",
  "ai-act",
] as const;

export type PictureName = (typeof PICTURES)[number];

/** Width and height, in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** The name of a picture's file below `assets/pictures`. */
export type PictureFile = `${PictureName}-${Locale}.png`;

/** The file of a picture in the language of the page. */
export function pictureFile(name: PictureName, locale: Locale): PictureFile {
  return `${name}-${locale}.png`;
}

/** Every file of the set. */
export const pictureFiles: readonly PictureFile[] = PICTURES.flatMap((name) =>
  LOCALES.map((locale) => pictureFile(name, locale)),
);

/** Each picture's words, one line an entry; for a reader who does not see it they are its text. */
export const pictureLines = {
  start: {
    sk: ["Vzťahuje sa na vás", "zákon o kybernetickej", "bezpečnosti (NIS2)?"],
    cs: ["Vztahuje se na vás", "zákon o kybernetické", "bezpečnosti (NIS2)?"],
    en: ["Does the cyber", "security act (NIS2)", "apply to you?"],
  },
  essential: { sk: ["Kľúčový subjekt"], cs: ["Základní subjekt"], en: ["Essential entity"] },
  important: { sk: ["Dôležitý subjekt"], cs: ["Důležitý subjekt"], en: ["Important entity"] },
  out_of_scope: { sk: ["Mimo pôsobnosti", "NIS2"], cs: ["Mimo působnost", "NIS2"], en: ["Out of scope", "of NIS2"] },
  unknown: { sk: ["Zatiaľ neurčené"], cs: ["Zatím neurčeno"], en: ["Not determined yet"] },
  incident: {
    sk: ["Kybernetický incident:", "komu a do kedy", "ho nahlásiť"],
    cs: ["Kybernetický incident:", "komu a dokdy", "ho nahlásit"],
    en: ["Cyber incident:", "whom to tell,", "and by when"],
  },
  radar: {
    sk: ["Koľkých firiem", "sa týka NIS2"],
    cs: ["Kolika firem", "se týká NIS2"],
    en: ["How many firms", "NIS2 reaches"],
  },
  "ai-act": {
    sk: ["Akt o AI: čo platí", "pre váš systém"],
    cs: ["Akt o AI: co platí", "pro váš systém"],
    en: ["AI Act: what holds", "for your system"],
  },
} satisfies Record<PictureName, Record<Locale, readonly string[]>>;

/** What every picture says of itself. */
export const pictureNote = { sk: "orientačné", cs: "orientační", en: "indicative" } satisfies Localized;

/** The picture of a verdict: that of its category, but none of a category that binds nobody. */
export function verdictPicture(verdict: Standing): PictureName {
  return isWithoutDuties(verdict) ? "start" : verdict.category;
}

/** The picture in words, for readers who do not see it. */
export function pictureAlt(name: PictureName, locale: Locale): string {
  return `Dosah: ${pictureLines[name][locale].join(" ")} (${pictureNote[locale]})`;
}
