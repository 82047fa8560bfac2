import { createContext, useContext } from "hono/jsx";
import type { LawLink, LawLinking, TextPart } from "../../../capabilities/law/law-linking.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { nonBreaking } from "../../../core/non-breaking.ts";
import { formatDay } from "../../../core/text.ts";

/** The language of the page that is being rendered, and how it finds the law. */
export interface PageLaw {
  readonly locale: Locale;
  readonly linking: LawLinking;
}

/** Set by the frame of every page; without it a citation is plain text. */
export const PageLawContext = createContext<PageLaw | null>(null);

/** Said to a screen reader where the text of the law has another language than the page. */
const inLanguage = {
  sk: { sk: "v slovenčine", cs: "ve slovenštině", en: "in Slovak" },
  cs: { sk: "v češtine", cs: "v češtině", en: "in Czech" },
  en: { sk: "v angličtine", cs: "v angličtině", en: "in English" },
} satisfies Record<Locale, Localized>;

/** A text of ours, each citation in it a link to the law. Never for foreign text. */
export function LawText({ text }: { text: string }) {
  const law = useContext(PageLawContext);
  if (law === null) return <>{nonBreaking(text)}</>;
  return law.linking.text(text, law.locale).map((part) => <Part part={part} locale={law.locale} />);
}

/** One citation as a whole, a link where it is confirmed and its text has an address. */
export function Citation({ citation }: { citation: string }) {
  const law = useContext(PageLawContext);
  if (law === null) return <>{nonBreaking(citation)}</>;
  return <Part part={law.linking.citation(citation, law.locale)} locale={law.locale} />;
}

function Part({ part: { text, link }, locale }: { part: TextPart; locale: Locale }) {
  return link === null ? nonBreaking(text) : <LawAnchor text={text} link={link} locale={locale} />;
}

function LawAnchor({ text, link, locale }: { text: string; link: LawLink; locale: Locale }) {
  return (
    <a class="law" href={link.url} hreflang={link.language} title={link.title} rel="external noopener">
      {nonBreaking(text)}
      {link.language === locale ? null : <span class="visually-hidden"> ({inLanguage[link.language][locale]})</span>}
    </a>
  );
}

const currentVersion: Localized = { sk: "aktuálne znenie", cs: "aktuální znění", en: "current version" };

const checked: Localized = { sk: "znenie overené", cs: "znění ověřeno", en: "text checked on" };

/**
 * An act in a list of sources: its name leads to the version that was read, a second link to the one in force.
 * `url` is where the name leads when the act has no address of its own.
 */
export function ActSource({ name, url, checkedOn }: { name: string; url: string; checkedOn: string }) {
  const law = useContext(PageLawContext);
  const locale = law?.locale ?? "en";
  const current = law === null ? null : law.linking.currentText(name);
  const hasLink = law !== null && law.linking.citation(name, locale).link !== null;
  return (
    <>
      {hasLink ? <Citation citation={name} /> : <a href={url}>{nonBreaking(name)}</a>}{" "}
      <span class="meta">
        {checked[locale]} <time datetime={checkedOn}>{formatDay(checkedOn, locale)}</time>
        {current === null ? null : (
          <>
            {" · "}
            <a class="law" href={current} rel="external noopener">
              {currentVersion[locale]}
              <span class="visually-hidden">: {name}</span>
            </a>
          </>
        )}
      </span>
    </>
  );
}
