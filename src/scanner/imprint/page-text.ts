import { Tokenizer } from "htmlparser2";

/** A link of a page with the words that people see. */
export interface PageLink {
  readonly href: string;
  readonly words: string;
}

/** What people see of a page: its words, a line for each block and cell, and its links. */
export interface PageText {
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** Elements whose content nobody sees. */
const UNSEEN = new Set(["script", "style", "template", "noscript", "title", "svg", "iframe", "object", "textarea"]);

/** Elements that stand in a line; every other one begins a line of its own. */
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Links of one page that are looked at, and characters of one address and of its words. */
const MOST_LINKS = 2_000;
const MOST_HREF = 2_000;
const MOST_WORDS = 200;

/** Reads the words and links of a page. Only tokens are read: nested tags cost no more than others. */
export function readPageText(html: string): PageText {
  const parts: string[] = [];
  const links: { href: string; words: string }[] = [];
  let tag = "";
  let attribute = "";
  let href: string | undefined;
  let isClosing = false;
  const unseen: string[] = [];
  let open: { href: string; words: string } | undefined;
  const say = (text: string) => {
    if (unseen.length > 0) return;
    parts.push(text);
    if (open !== undefined && open.words.length < MOST_WORDS) open.words += text.slice(0, MOST_WORDS);
  };
  const opened = () => {
    if (isClosing) return;
    if (UNSEEN.has(tag)) unseen.push(tag);
    else if (!INLINE.has(tag)) say("\n");
    if (tag !== "a") return;
    open = undefined;
    if (href === undefined || unseen.length > 0 || links.length >= MOST_LINKS) return;
    open = { href: href.trim(), words: "" };
    links.push(open);
  };
  const closed = (name: string) => {
    if (unseen.at(-1) === name) unseen.pop();
    else if (!INLINE.has(name)) say("\n");
    if (name === "a") open = undefined;
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (from, to) => {
        tag = html.slice(from, to).toLowerCase();
        href = undefined;
        isClosing = false;
      },
      onattribname: (from, to) => {
        attribute = html.slice(from, to).toLowerCase();
        if (attribute === "href" && href === undefined) href = "";
      },
      onattribdata: (from, to) => {
        if (attribute === "href" && href !== undefined && href.length < MOST_HREF) href += html.slice(from, to);
      },
      onattribentity: (codepoint) => {
        if (attribute === "href" && href !== undefined) href += String.fromCodePoint(codepoint);
      },
      onattribend: () => {
        attribute = "";
      },
      onopentagend: opened,
      onselfclosingtag: () => {
        opened();
        closed(tag);
      },
      ontext: (from, to) => say(html.slice(from, to)),
      ontextentity: (codepoint) => say(String.fromCodePoint(codepoint)),
      onclosetag: (from, to) => closed(html.slice(from, to).toLowerCase()),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  const text = parts
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
  return { text, links };
}
