import { setImmediate as breathe } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { FeedUnreadable } from "./failure.ts";
import { HTML_ENTITIES } from "./html-entities.ts";
import { MOST_ITEMS, type RawItem } from "./raw-item.ts";
import { repairXml } from "./repair-xml.ts";
import { createXmlItem, type OpenTag, type XmlItem } from "./xml-item.ts";

/** Real feeds are five levels deep, with XHTML inside perhaps twenty. */
const DEEPEST = 60;

/** Read in pieces, so that other requests get their turn while a large feed is read. In characters. */
const PIECE = 32 * 1024;

/** Prefixes that feeds use without saying what they mean. Bound by us, a forgotten declaration breaks nothing. */
const USUAL_PREFIXES = {
  dc: "http://purl.org/dc/elements/1.1/",
  dcterms: "http://purl.org/dc/terms/",
  content: "http://purl.org/rss/1.0/modules/content/",
  atom: "http://www.w3.org/2005/Atom",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  media: "http://search.yahoo.com/mrss/",
  itunes: "http://www.itunes.com/dtds/podcast-1.0.dtd",
  sy: "http://purl.org/rss/1.0/modules/syndication/",
  slash: "http://purl.org/rss/1.0/modules/slash/",
  wfw: "http://wellformedweb.org/CommentAPI/",
  georss: "http://www.georss.org/georss",
  thr: "http://purl.org/syndication/thread/1.0",
};

/** What tells a feed from another XML document, and which of its elements are items. */
const ROOTS: Readonly<Record<string, string>> = { rss: "item", RDF: "item", feed: "entry" };

/**
 * Reads RSS 2.0 (0.91 to 2.0), RSS 1.0 (RDF) and Atom, whichever the root element says. A document type is refused, so
 * no entity but the fixed ones exists; depth and number of items are bounded.
 * One bad character ends no feed: it is mended and counted.
 * @returns the items, how many characters were mended, and the address that the feed gives as its base (`xml:base`), if any.
 * @throws FeedUnreadable `doctype`, `not_well_formed` (also for a truncated document), `no_feed`, `too_deep`,
 *   `too_many_items`.
 */
export async function readXmlFeed(
  text: string,
): Promise<{ items: readonly RawItem[]; base: string | undefined; repaired: number }> {
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: USUAL_PREFIXES });
  Object.assign(parser.ENTITIES, HTML_ENTITIES);
  const items: RawItem[] = [];
  let itemElement: string | undefined;
  let base: string | undefined;
  let depth = 0;
  let open: XmlItem | undefined;
  let openDepth = 0;

  parser.on("doctype", () => {
    throw new FeedUnreadable("doctype");
  });
  // Counted before the name spaces are resolved: resolving climbs all open elements.
  parser.on("opentagstart", () => {
    depth++;
    if (depth > DEEPEST) throw new FeedUnreadable("too_deep");
  });
  parser.on("opentag", (tag: OpenTag) => {
    if (depth === 1) {
      itemElement = ROOTS[tag.local];
      if (itemElement === undefined) throw new FeedUnreadable("no_feed");
      base = tag.attributes["xml:base"]?.value;
    } else if (open !== undefined) open.open(tag);
    else if (tag.local === itemElement) {
      if (items.length >= MOST_ITEMS) throw new FeedUnreadable("too_many_items");
      open = createXmlItem(tag);
      openDepth = depth;
    }
  });
  parser.on("text", (part) => open?.text(part));
  parser.on("cdata", (part) => open?.text(part));
  parser.on("closetag", (tag) => {
    if (open !== undefined && depth === openDepth) {
      items.push(open.finish());
      open = undefined;
    } else open?.close(tag);
    depth--;
  });

  // Some servers send a blank line before the declaration, which is no XML yet harms nobody.
  const { text: document, repaired } = repairXml(text.replace(/^[\s\ufeff]+/, ""));
  try {
    for (let at = 0; at < document.length; at += PIECE) {
      parser.write(document.slice(at, at + PIECE));
      await breathe();
    }
    parser.close();
  } catch (thrown) {
    throw thrown instanceof FeedUnreadable ? thrown : new FeedUnreadable("not_well_formed", { cause: thrown });
  }
  if (itemElement === undefined) throw new FeedUnreadable("no_feed");
  return { items, base, repaired };
}
