import { Tokenizer } from "htmlparser2";
import { parse } from "tldts";
import type { PageFacts } from "../observation.ts";

/** Entries of one kind that are kept: a page may name a hundred thousand. */
const MAX_ENTRIES = 200;
const MAX_TEXT = 4096;

/** Characters of a base address: every relative address is joined with it. */
const MAX_BASE = 1000;

/**
 * Addresses of images in several sizes (`srcset`) that are read of one page: two bytes make one, and half a megabyte of
 * them would hold up everything else.
 */
const MAX_SIZES = 10_000;

/** Elements whose content can change the page, with the attribute that names it. */
const ACTIVE: Readonly<Record<string, readonly string[]>> = {
  script: ["src"],
  iframe: ["src"],
  frame: ["src"],
  form: ["action"],
  object: ["data"],
  embed: ["src"],
  input: ["formaction"],
  button: ["formaction"],
};

const PASSIVE: Readonly<Record<string, readonly string[]>> = {
  img: ["src", "srcset"],
  video: ["src", "poster"],
  audio: ["src"],
  source: ["src", "srcset"],
};

/**
 * Reads what matters of an HTML page. Only tokens are read, no tree is built: a page of half a megabyte of nested tags
 * costs no more than another one.
 * @param url the address of the page; `registrable` its registrable domain.
 */
export function readPage(html: string, url: string, registrable: string): PageFacts {
  const facts = emptyFacts();
  let base = url;
  let isBaseSet = false;
  let sizes = 0;
  const place = (text: string) => URL.parse(text.trim().slice(0, MAX_TEXT), base);
  const see = (tag: string, attributes: ReadonlyMap<string, string>) => {
    // The first one with an address counts (HTML, 4.2.3).
    if (tag === "base" && !isBaseSet && attributes.has("href")) {
      isBaseSet = true;
      base = place((attributes.get("href") ?? "").slice(0, MAX_BASE))?.href ?? base;
    }
    if (tag === "meta") seeMeta(facts, attributes);
    if (tag === "script" && attributes.has("src")) {
      const target = place(attributes.get("src") ?? "");
      if (target !== null && /^https?:$/.test(target.protocol) && facts.scripts.length < MAX_ENTRIES) {
        facts.scripts.push({
          foreign: domainOf(target.hostname) !== registrable,
          scheme: target.protocol.slice(0, -1),
          host: target.hostname.slice(0, 255),
          integrity: (attributes.get("integrity") ?? "").trim() !== "",
        });
      }
    }
    for (const [names, list] of [
      [namesOf(ACTIVE, tag, attributes), facts.activeOverHttp],
      [PASSIVE[tag] ?? [], facts.passiveOverHttp],
    ] as const) {
      for (const name of names) {
        for (const written of addressesIn(name, attributes.get(name))) {
          if (name === "srcset" && ++sizes > MAX_SIZES) break;
          const target = place(written);
          if (target?.protocol === "http:" && list.length < MAX_ENTRIES) list.push(target.hostname.slice(0, 255));
        }
      }
    }
  };
  // What a template holds is loaded by nobody, unless it is a shadow tree (HTML, 4.12.3).
  const templates: boolean[] = [];
  let inert = 0;
  const open = (tag: string, attributes: ReadonlyMap<string, string>) => {
    if (inert === 0) see(tag, attributes);
    if (tag !== "template") return;
    templates.push(!attributes.has("shadowrootmode"));
    if (templates.at(-1) === true) inert += 1;
  };
  const close = (tag: string) => {
    if (tag === "template" && templates.pop() === true) inert -= 1;
  };
  tokenize(html, open, close);
  return facts;
}

function emptyFacts(): PageFacts {
  return {
    scripts: [],
    activeOverHttp: [],
    passiveOverHttp: [],
    metaPolicies: [],
    metaReferrer: null,
    generator: null,
  };
}

function namesOf(table: typeof ACTIVE, tag: string, attributes: ReadonlyMap<string, string>): readonly string[] {
  if (tag !== "link") return table[tag] ?? [];
  return /(?:^|\s)(?:stylesheet|modulepreload)(?:\s|$)/i.test(attributes.get("rel") ?? "") ? ["href"] : [];
}

/** The addresses in an attribute: of `srcset` one before each size, of every other the whole. */
function addressesIn(name: string, value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  if (name !== "srcset") return [value];
  return value.split(",", MAX_ENTRIES).map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? "");
}

function seeMeta(facts: PageFacts, attributes: ReadonlyMap<string, string>): void {
  const content = (attributes.get("content") ?? "").slice(0, MAX_TEXT);
  const equiv = attributes.get("http-equiv")?.toLowerCase();
  const name = attributes.get("name")?.toLowerCase();
  if (equiv === "content-security-policy" && facts.metaPolicies.length < 10) facts.metaPolicies.push(content);
  if (name === "referrer") facts.metaReferrer = content;
  if (name === "generator") facts.generator ??= content.slice(0, 300);
}

/** The registrable domain of a host, the host itself where it has none. */
function domainOf(host: string): string {
  return parse(host, { allowPrivateDomains: false }).domain ?? host;
}

/** Calls back for every start tag, with its attributes, and every end tag; of a repeated attribute the first counts. */
function tokenize(
  html: string,
  open: (tag: string, attributes: ReadonlyMap<string, string>) => void,
  close: (tag: string) => void,
): void {
  let tag = "";
  let attributes = new Map<string, string>();
  let name = "";
  let value = "";
  const end = () => open(tag, attributes);
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (from, to) => {
        tag = html.slice(from, to).toLowerCase();
        attributes = new Map();
      },
      onattribname: (from, to) => {
        name = html.slice(from, to).toLowerCase();
        value = "";
      },
      onattribdata: (from, to) => {
        if (value.length < MAX_TEXT) value += html.slice(from, Math.min(to, from + MAX_TEXT));
      },
      onattribentity: (codepoint) => {
        if (value.length < MAX_TEXT) value += String.fromCodePoint(codepoint);
      },
      onattribend: () => {
        if (!attributes.has(name) && attributes.size < MAX_ENTRIES) attributes.set(name, value);
      },
      onopentagend: end,
      onselfclosingtag: end,
      oncdata: ignore,
      onclosetag: (from, to) => close(html.slice(from, to).toLowerCase()),
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
