import type { SaxesTagNS } from "saxes";
import type { RawItem, RawText } from "./raw-item.ts";

/** An element as it opens, its name space resolved. */
export type OpenTag = Pick<SaxesTagNS, "local" | "uri" | "attributes">;

/** Collects one `item` or `entry` while the reader passes through it. */
export interface XmlItem {
  open(tag: OpenTag): void;
  text(part: string): void;
  close(tag: OpenTag): void;
  finish(): RawItem;
}

/** The name spaces of the elements we read; RSS 2.0 has none. */
const FAMILIES: Readonly<Record<string, string>> = {
  "": "",
  "http://backend.userland.com/rss2": "",
  "http://my.netscape.com/rdf/simple/0.9/": "",
  "http://purl.org/rss/1.0/": "",
  "http://www.w3.org/2005/Atom": "atom:",
  "http://purl.org/dc/elements/1.1/": "dc:",
  "http://purl.org/dc/terms/": "dcterms:",
  "http://purl.org/rss/1.0/modules/content/": "content:",
};

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/** What an element is to us, best first; elements that are not here are passed over. */
const TITLES = ["title", "atom:title", "dc:title"];
const SUMMARIES = [
  "description",
  "atom:summary",
  "dcterms:abstract",
  "content:encoded",
  "atom:content",
  "dc:description",
];
const DATES = ["pubDate", "atom:published", "dc:date", "dcterms:issued", "atom:updated", "dcterms:modified"];
const LABELS = ["category", "dc:subject"];
const KEYS = ["guid", "atom:id"];
const LINKS = ["link"];
const WANTED = new Set([...TITLES, ...SUMMARIES, ...DATES, ...LABELS, ...KEYS, ...LINKS]);

/** One value is read so far; more of it would be cut anyway. In characters. */
const LONGEST_VALUE = 64 * 1024;
const MOST_LABELS = 40;

/** Starts an item at its opening tag. */
export function createXmlItem(tag: OpenTag): XmlItem {
  const values = new Map<string, RawText>();
  const labels: string[] = [];
  const links: string[] = [];
  let guidIsLink = false;
  let name: string | undefined;
  let mayBeHtml = true;
  let value = "";
  /** Open elements inside the one being read: XHTML in Atom, stray markup in RSS. */
  let inside = 0;

  function open(child: OpenTag): void {
    if (name !== undefined) {
      inside++;
      value += " ";
      return;
    }
    const family = FAMILIES[child.uri];
    const called = family === undefined ? undefined : `${family}${child.local}`;
    if (called === "atom:link") addAtomLink(child);
    if (called === "atom:category") addLabel(attribute(child, "label") ?? attribute(child, "term") ?? "");
    // An element that is not read is entered all the same: its children must not be taken for the item's own.
    name = called !== undefined && WANTED.has(called) ? called : "";
    value = "";
    inside = 0;
    const type = attribute(child, "type") ?? "text";
    mayBeHtml = !(called?.startsWith("atom:") === true && (type === "text" || type === "xhtml"));
    if (called === "guid") guidIsLink = attribute(child, "isPermaLink") !== "false";
  }

  function text(part: string): void {
    if (name !== undefined && name !== "" && value.length < LONGEST_VALUE) value += part.slice(0, LONGEST_VALUE);
  }

  function close(): void {
    if (inside > 0) {
      inside--;
      return;
    }
    const read = value.trim();
    if (name !== undefined && name !== "" && read !== "") {
      if (LABELS.includes(name)) addLabel(read);
      else if (LINKS.includes(name)) links.push(read);
      else if (!values.has(name)) values.set(name, { value: read, mayBeHtml });
    }
    name = undefined;
  }

  function addAtomLink(link: OpenTag): void {
    const href = attribute(link, "href");
    const rel = attribute(link, "rel") ?? "alternate";
    if (href !== undefined && rel === "alternate") links.push(href);
  }

  function addLabel(label: string): void {
    if (label.trim() !== "" && labels.length < MOST_LABELS) labels.push(label);
  }

  function finish(): RawItem {
    const first = (names: readonly string[]) =>
      names.map((each) => values.get(each)).find((each) => each !== undefined);
    const key = first(KEYS)?.value ?? tag.attributes["rdf:about"]?.value ?? aboutOf(tag);
    const title = first(TITLES);
    const summary = first(SUMMARIES);
    return {
      ...(key === undefined ? {} : { key }),
      ...(title === undefined ? {} : { title }),
      ...(summary === undefined ? {} : { summary }),
      links: [...links, ...(key !== undefined && (guidIsLink || !values.has("guid")) ? [key] : [])],
      labels,
      dates: DATES.flatMap((each) => values.get(each)?.value ?? []),
    };
  }

  return { open, text, close, finish };
}

function attribute({ attributes }: OpenTag, name: string): string | undefined {
  return attributes[name]?.value;
}

function aboutOf({ attributes }: OpenTag): string | undefined {
  return Object.values(attributes).find(({ local, uri }) => local === "about" && uri === RDF)?.value;
}
