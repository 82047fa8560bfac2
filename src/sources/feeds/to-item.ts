import { createHash } from "node:crypto";
import type { FeedItem, Jurisdiction } from "../../core/feed-item.ts";
import { fold } from "../../core/fold.ts";
import { parseFeedDate } from "./feed-date.ts";
import { comparableLink, resolveLink } from "./feed-link.ts";
import { plainText } from "./plain-text.ts";
import type { RawItem } from "./raw-item.ts";

/** Characters that are kept of each text. */
const TITLE = 300;
const SUMMARY = 700;
const LABEL = 80;
const LABELS = 12;
const KEY = 500;

/** A publisher's clock may be a little fast. */
const FAST_CLOCK_MS = 10 * 60_000;

/** What all items of one answer share. */
export interface AnswerOf {
  readonly sourceId: string;
  readonly jurisdiction: Jurisdiction;
  /** Address the answer came from; relative addresses are resolved against it. */
  readonly url: string;
  /** When it came, milliseconds since 1970. */
  readonly at: number;
}

/**
 * Makes a plain item of what a format gave: texts without markup, an http(s) address, a day that is not in the future.
 * `undefined` for an item without a title or without an address, of which nothing could be shown or followed.
 */
export function toItem(raw: RawItem, { sourceId, jurisdiction, url: base, at }: AnswerOf): FeedItem | undefined {
  const url = raw.links.map((link) => resolveLink(link, base)).find((link) => link !== undefined);
  if (url === undefined) return undefined;
  const title = plainText(raw.title?.value ?? "", TITLE, raw.title?.mayBeHtml);
  if (title === "") return undefined;
  const stated = raw.dates.map(parseFeedDate).find((date) => date !== undefined);
  const isUsable = stated !== undefined && stated <= at + FAST_CLOCK_MS;
  return {
    id: idOf(url),
    key: (isKey(raw.key) ? raw.key : comparableLink(url)).slice(0, KEY),
    sourceId,
    jurisdiction: raw.jurisdiction ?? jurisdiction,
    url,
    title,
    summary: plainText(raw.summary?.value ?? "", SUMMARY, raw.summary?.mayBeHtml),
    labels: labelsOf(raw.labels),
    publishedAt: isUsable ? Math.min(stated, at) : at,
    isDateEstimated: !isUsable,
  };
}

/** Does it name one item? Some programs write the same word for all of them. */
function isKey(key: string | undefined): key is string {
  return key !== undefined && !/^(?:n\/?a|none|null|undefined|unknown|[-#?0]+)$/i.test(key.trim());
}

/**
 * Items of one answer that the source tells apart by their titles alone, under one key, get keys of their own: by their
 * address, and where they share that too, by address and title.
 */
export function withOwnKeys(items: readonly FeedItem[]): FeedItem[] {
  const byKey = Map.groupBy(items, ({ key }) => key);
  const byAddress = Map.groupBy(items, ({ id }) => id);
  return items.map((item) => {
    if (!hasSeveralTitles(byKey.get(item.key))) return item;
    const address = comparableLink(item.url);
    const key = hasSeveralTitles(byAddress.get(item.id)) ? `${address} ${fold(item.title)}` : address;
    return { ...item, key: key.slice(0, KEY) };
  });
}

function hasSeveralTitles(items: readonly FeedItem[] = []): boolean {
  return new Set(items.map(({ title }) => fold(title))).size > 1;
}

/** The id of a further item of an address that has one already. */
export function idWithTitle({ url, title }: Pick<FeedItem, "url" | "title">): string {
  return hashed(`${comparableLink(url)} ${fold(title)}`);
}

/** The same page has the same id, whoever names it and whenever. */
export function idOf(url: string): string {
  return hashed(comparableLink(url));
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function labelsOf(labels: readonly string[]): string[] {
  const plain = labels.slice(0, LABELS * 3).map((label) => plainText(label, LABEL));
  return [...new Set(plain.filter((label) => label !== ""))].slice(0, LABELS);
}
