import type { SearchList } from "../../../capabilities/companies/search-list.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";

const text = {
  whatIf: {
    sk: "Zadať činnosť a veľkosť firmy",
    cs: "Zadat činnost a velikost firmy",
    en: "Enter the activity and size of the firm",
  },
  scan: { sk: "Preveriť doménu", cs: "Prověřit doménu", en: "Scan the domain" },
} satisfies Record<string, Localized>;

/** One sentence on what was typed, where it is no plain name or number, with the way on from it. */
export function ReadAs({ firms: { reading, untrusted }, locale }: { firms: SearchList; locale: Locale }) {
  if (reading.text === null) return null;
  return (
    <p class="reading prose" data-reading={reading.kind}>
      <Sentence text={reading.text} word={untrusted.word} />
      {reading.kind === "vat_foreign" ? (
        <>
          {" "}
          <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a>
        </>
      ) : null}
      {untrusted.domain === null ? null : (
        <>
          {" "}
          <a href={href(locale, paths.scan, { domain: untrusted.domain })}>{text.scan[locale]}</a>
        </>
      )}
    </p>
  );
}

/** The sentence, with what was typed set apart in it. */
function Sentence({ text: sentence, word }: { text: string; word: string | null }) {
  const at = word === null || word === "" ? -1 : sentence.indexOf(word);
  if (word === null || at < 0) return <>{sentence}</>;
  return (
    <>
      {sentence.slice(0, at)}
      <bdi>{word}</bdi>
      {sentence.slice(at + word.length)}
    </>
  );
}
