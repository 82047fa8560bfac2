import type { FeedItem } from "../../core/feed-item.ts";
import { fold } from "../../core/fold.ts";
import { comparableLink } from "./feed-link.ts";
import { idWithTitle } from "./to-item.ts";

/** Items that are kept of each source, newest first: feeds drop their old items, we keep the last year or so. */
export const KEPT_PER_SOURCE = 500;

/** A shorter title ("Press release", "Tlačová správa") says nothing about being the same text. */
const TELLING_TITLE = 25;

/** Two publishers bring the same text within a few days. */
const SAME_TEXT_MS = 3 * 86_400_000;

/** An item with the further sources that brought it. */
export interface MergedItem {
  readonly item: FeedItem;
  /** Ids of the other sources, in the order of the list of feeds. */
  readonly alsoFrom: readonly string[];
}

/**
 * Joins what a source sent now with what is kept of it. An item that the source names by the same key stays the same
 * one, even when its address or text changed; a day we had to estimate is not estimated anew. Newest first.
 */
export function keepItems(kept: readonly FeedItem[], fresh: readonly FeedItem[]): readonly FeedItem[] {
  const byKey = new Map(kept.map((item) => [item.key, item]));
  const ids = new Map(kept.map((item) => [item.id, item.key]));
  for (const item of fresh) {
    const atAddress = byKey.get(ids.get(item.id) ?? "");
    const isSame = atAddress !== undefined && fold(atAddress.title) === fold(item.title);
    const known = byKey.get(item.key) ?? (isSame ? atAddress : undefined);
    const isNewerDate = !item.isDateEstimated;
    // One address with another title is another item: it cannot have the id of the address as well.
    const own = atAddress === undefined ? item : { ...item, id: idWithTitle(item) };
    const { id, publishedAt, isDateEstimated, key } = known ?? byKey.get(ids.get(own.id) ?? "") ?? own;
    const date = known === undefined || isNewerDate ? item : { publishedAt, isDateEstimated };
    byKey.set(key, { ...item, key, id, publishedAt: date.publishedAt, isDateEstimated: date.isDateEstimated });
    ids.set(id, key);
  }
  return [...byKey.values()].toSorted(newestFirst).slice(0, KEPT_PER_SOURCE);
}

/**
 * Joins the items of all sources: the same address, or the same telling title within three days, is one item. The
 * source that published first keeps it (at the same instant: the first in the list); the others are named beside it.
 * @param bySource the items of each source, in the order of the list of feeds.
 */
export function mergeSources(bySource: readonly (readonly FeedItem[])[]): readonly MergedItem[] {
  const order = new Map(bySource.map((items, index) => [items[0]?.sourceId ?? "", index]));
  const rank = ({ sourceId }: FeedItem) => order.get(sourceId) ?? 0;
  const oldestFirst = bySource
    .flat()
    // An estimated day is the day we looked, so a stated one tells better who was first.
    .toSorted(
      (a, b) =>
        Number(a.isDateEstimated) - Number(b.isDateEstimated) || a.publishedAt - b.publishedAt || rank(a) - rank(b),
    );
  const byAddress = new Map<string, Group[]>();
  const byTitle = new Map<string, Group[]>();
  for (const item of oldestFirst) {
    const address = comparableLink(item.url);
    const title = fold(item.title);
    const atAddress = byAddress.get(address) ?? [];
    const group =
      atAddress.find((each) => fold(each.item.title) === title) ??
      atAddress.find((each) => !isFrom(each, item.sourceId)) ??
      byTitle.get(title)?.find((each) => isSameText(each, item)) ??
      newGroup(item, title, byTitle);
    if (!atAddress.includes(group)) byAddress.set(address, [...atAddress, group]);
    if (item.sourceId !== group.item.sourceId) group.others.add(item.sourceId);
  }
  const used = new Set<string>();
  return [...new Set([...byAddress.values()].flat())]
    .map(({ item, others }) => ({
      item: withFreeId(item, used),
      alsoFrom: [...others].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
    }))
    .toSorted((a, b) => newestFirst(a.item, b.item));
}

interface Group {
  readonly item: FeedItem;
  readonly others: Set<string>;
}

function newGroup(item: FeedItem, title: string, byTitle: Map<string, Group[]>): Group {
  const group = { item, others: new Set<string>() };
  if (title.length >= TELLING_TITLE) byTitle.set(title, [...(byTitle.get(title) ?? []), group]);
  return group;
}

/** Has the source brought what the group is about? */
function isFrom({ item, others }: Group, sourceId: string): boolean {
  return item.sourceId === sourceId || others.has(sourceId);
}

/** Two sources may have given the id of one address to texts with different titles. */
function withFreeId(item: FeedItem, used: Set<string>): FeedItem {
  const free = used.has(item.id) ? { ...item, id: idWithTitle(item) } : item;
  used.add(free.id);
  return free;
}

/** The same source with the same title twice means two texts: it knows what it does. */
function isSameText({ item, others }: Group, { sourceId, jurisdiction, publishedAt }: FeedItem): boolean {
  const isOther = !isFrom({ item, others }, sourceId);
  return isOther && item.jurisdiction === jurisdiction && Math.abs(item.publishedAt - publishedAt) <= SAME_TEXT_MS;
}

function newestFirst(a: FeedItem, b: FeedItem): number {
  return b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
