import { foreignText } from "../../core/foreign-text.ts";
import { decodeEntities } from "./html-entities.ts";

/** Elements whose content is no text for a reader. */
const SILENT = ["script", "style", "template", "noscript", "iframe", "svg", "math", "head", "title", "textarea"];

/** Elements inside a line: no blank stands for them. */
const INLINE = /^\/?(?:a|abbr|b|bdi|bdo|big|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|tt|u|wbr)\b/i;

/** A text is unwrapped at most so often: each layer of escaping hides another, and nobody needs more than three. */
const LAYERS = 4;

/**
 * Makes one line of plain text of what may be HTML: tags, comments and scripts go, references become characters, and
 * nothing that could be read as a tag is left, however often it was escaped. Runs in linear time.
 * @param most characters to keep; a longer text ends with an ellipsis.
 */
export function plainText(text: string, most: number, mayBeHtml = true): string {
  // Whoever needs that much text for one line has something else in mind; what follows would be cut anyway.
  let plain = text.slice(0, Math.max(20_000, most * 20));
  if (mayBeHtml) {
    for (let layer = 0; layer < LAYERS && /[<&]/.test(plain); layer++) {
      const unwrapped = decodeEntities(withoutTags(plain));
      if (unwrapped === plain) break;
      plain = unwrapped;
    }
    plain = withoutTags(plain);
  }
  return shorten(foreignText(plain), most);
}

/** Cuts at a word where one ends near, never inside a character. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  const word = cut.lastIndexOf(" ");
  return `${(word > most * 0.7 ? cut.slice(0, word) : cut).trimEnd()}…`;
}

/** Only what HTML takes for a tag: `a < b` and `<3` are text. */
function withoutTags(text: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const open = nextTag(text, at);
    if (open < 0) return kept + text.slice(at);
    kept += text.slice(at, open);
    if (text.startsWith("<!--", open)) {
      const end = text.indexOf("-->", open + 4);
      at = end < 0 ? text.length : end + 3;
      continue;
    }
    const close = text.indexOf(">", open);
    // A tag that never ends was cut off: the rest is no text.
    if (close < 0) return kept;
    const tag = text.slice(open + 1, close);
    at = close + 1;
    const name = /^[a-z]+/i.exec(tag)?.[0].toLowerCase() ?? "";
    if (SILENT.includes(name) && !tag.endsWith("/")) at = afterEnd(text, name, at);
    if (!INLINE.test(tag)) kept += " ";
  }
}

function nextTag(text: string, from: number): number {
  for (let open = text.indexOf("<", from); open >= 0; open = text.indexOf("<", open + 1)) {
    if (/[a-z!?/]/i.test(text[open + 1] ?? "")) return open;
  }
  return -1;
}

/** Behind the end tag of an element whose content is skipped; at the end of the text when it is never closed. */
function afterEnd(text: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\b[^>]*>?`, "gi");
  end.lastIndex = from;
  return end.exec(text) === null ? text.length : end.lastIndex;
}
