import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

/** The register has no name, or its bearer objected to being named (docs/operating.md). */
const nameless = {
  sk: "firma bez zobrazeného názvu",
  cs: "firma bez zobrazeného názvu",
  en: "firm whose name is not shown",
} satisfies Localized;

/** A firm's name from a register, set apart from the direction of our own text. */
export function FirmName({ name, locale }: { name: string | null; locale: Locale }) {
  const plain = name === null ? "" : foreignText(name);
  return plain === "" ? <i class="nameless">{nameless[locale]}</i> : <bdi class="firm-name">{plain}</bdi>;
}

/** An address from a register, with what sets it off; nothing at all when the register has none. */
export function FirmAddress({ address, before = "" }: { address: string | null; before?: string }) {
  const plain = address === null ? "" : foreignText(address);
  if (plain === "") return null;
  return (
    <>
      {before}
      <bdi>{plain}</bdi>
    </>
  );
}

/** The name for a window title: the name, or what stands for it. */
export function firmTitle(name: string | null, locale: Locale): string {
  const plain = name === null ? "" : foreignText(name);
  return plain === "" ? nameless[locale] : plain;
}

/**
 * Text that a publisher wrote, in its own language and set apart from the direction of ours; nothing at all where
 * nothing readable is left of it.
 */
export function ForeignText({ text, lang }: { text: string; lang: string }) {
  const plain = foreignText(text);
  return plain === "" ? null : <bdi lang={isLanguage(lang) ? lang : undefined}>{plain}</bdi>;
}

/** A link to where a publisher leads: nothing of ours goes with it, and an address that is no web page is no link. */
export function ForeignLink({ url, text, lang }: { url: string; text: string; lang: string }) {
  const label = <ForeignText text={text} lang={lang} />;
  return isWebAddress(url) ? (
    <a href={url} rel="noopener nofollow ugc">
      {label}
    </a>
  ) : (
    label
  );
}

function isLanguage(lang: string): boolean {
  return /^[a-z]{2,3}$/.test(lang);
}

function isWebAddress(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === "https:" || protocol === "http:";
}
