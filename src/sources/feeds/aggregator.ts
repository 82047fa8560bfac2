import type { FeedItem, FeedSourceRecord } from "../../core/feed-item.ts";
import { SourceFailure } from "../../outbound/failure.ts";
import { type AskOptions, askSource, type FeedAnswer } from "./ask-source.ts";
import { type FeedFailureKind, feedFailureKind } from "./failure.ts";
import type { FeedSource } from "./feed-source.ts";
import { keepItems, type MergedItem, mergeSources } from "./merge.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The first repetition after a failure; each further failure doubles it. */
const FIRST_RETRY_MS = 15 * MINUTE_MS;

/**
 * When to ask a source again after it answered: its own interval, up to a tenth sooner or later, so that many
 * instances don't ask together. Milliseconds since 1970.
 * @param random a number from 0 up to 1.
 */
export function afterAnswer({ everyMinutes }: Pick<FeedSource, "everyMinutes">, now: number, random: number): number {
  return Math.round(now + everyMinutes * MINUTE_MS * (0.9 + random * 0.2));
}

/**
 * When to ask again after a failure: later with each one in a row, at most once a day; where no connection could be
 * made, which is mostly our own side, at most after an hour. A wait that the source asks for is kept.
 * @param failuresInARow at least 1, this failure included.
 * @param waitMs what the source asked for with `Retry-After`, if anything.
 */
export function afterFailure(
  failuresInARow: number,
  kind: string,
  waitMs: number | undefined,
  now: number,
  random: number,
): number {
  const longest = kind === "connect" ? HOUR_MS : DAY_MS;
  const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failuresInARow - 1, 12), longest);
  return Math.round(now + Math.max(pause * (0.9 + random * 0.2), waitMs ?? 0));
}

/** So many sources are asked at the same time. */
const AT_ONCE = 4;

/** What asking one source came to. `added` counts items that were not known before. */
export interface SourceOutcome {
  readonly sourceId: string;
  readonly result: "read" | "unchanged" | "failed";
  readonly added: number;
  /** Characters of the feed that were mended. */
  readonly repaired: number;
  readonly failure: FeedFailureKind | null;
}

/** What the operator should know of. */
export type FeedEvent =
  | {
      readonly kind: "source_failed";
      readonly sourceId: string;
      readonly failure: FeedFailureKind;
      readonly cause: unknown;
    }
  | { readonly kind: "not_kept"; readonly cause: unknown };

/** What is kept of a source. */
export interface ItemCounts {
  readonly items: number;
  /** Without a date that could be read. */
  readonly withoutDate: number;
}

/** The feeds of all sources as one. */
export interface Aggregator {
  /** Takes over what another process, or an earlier run, has kept. What is read below is in memory. */
  reload(): Promise<void>;
  /** All items of all sources, merged, newest first. */
  items(): readonly MergedItem[];
  /** The record of each source, in the order of the list. */
  records(): readonly FeedSourceRecord[];
  /** How many items are kept of each source. */
  counts(): ReadonlyMap<string, ItemCounts>;
  /** Asks the sources whose time has come (`force`: all of them). Never fails: one dead source is one outcome. */
  refresh(options?: { readonly force?: boolean }): Promise<readonly SourceOutcome[]>;
  /**
   * Asks one source if its time has come, and passes what came of it to `save`, which also decides whether it counts:
   * where it throws, nothing has happened.
   * @returns `undefined` for a source that is not due, or not on the list.
   * @throws what `save` throws.
   */
  refreshSource(id: string, save: SaveFeed): Promise<SourceOutcome | undefined>;
  /** When the next source is due, milliseconds since 1970; `undefined` without sources. */
  nextAt(): number | undefined;
}

/** What the aggregator needs. */
export interface AggregatorOptions extends AskOptions {
  readonly sources: readonly FeedSource[];
  readonly keeper: FeedKeeper;
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number;
  readonly onEvent: (event: FeedEvent) => void;
}

/**
 * Reads many feeds into one. What is kept shows at once and survives restarts and sources that are down for weeks;
 * what one source does harms no other.
 */
export function createAggregator(options: AggregatorOptions): Aggregator {
  const { sources, keeper, now, random, onEvent } = options;
  const records = new Map<string, FeedSourceRecord>(sources.map(({ id }) => [id, { ...NEVER_ASKED, sourceId: id }]));
  const items = new Map<string, readonly FeedItem[]>();
  let revision: number | undefined;
  let merged: readonly MergedItem[] | undefined;
  let underWay: Promise<readonly SourceOutcome[]> | undefined;

  return {
    reload,
    items: () => {
      merged ??= mergeSources(sources.map(({ id }) => items.get(id) ?? []));
      return merged;
    },
    records: () => sources.map(recordOf),
    counts: () =>
      new Map(
        [...items].map(([id, kept]) => [
          id,
          { items: kept.length, withoutDate: kept.filter(({ isDateEstimated }) => isDateEstimated).length },
        ]),
      ),
    refresh: (options) => {
      underWay ??= refresh(options?.force === true).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    refreshSource: async (id, save) => {
      await reload();
      const source = sources.find((each) => each.id === id);
      if (source === undefined || recordOf(source).nextAt > now().getTime()) return undefined;
      return ask(source, save);
    },
    nextAt: () => (sources.length === 0 ? undefined : Math.min(...sources.map((source) => recordOf(source).nextAt))),
  };

  async function reload(): Promise<void> {
    try {
      const current = await keeper.revision();
      if (current === revision) return;
      take(await keeper.load());
      revision = current;
    } catch (cause) {
      // What is in memory serves on; the next call tries again.
      if (revision !== -1) onEvent({ kind: "not_kept", cause });
      revision = -1;
    }
  }

  function take(kept: KeptFeeds): void {
    const bySource = Map.groupBy(kept.items, ({ sourceId }) => sourceId);
    const bySourceId = new Map(kept.sources.map((record) => [record.sourceId, record]));
    for (const { id } of sources) {
      const record = bySourceId.get(id);
      // What could not be saved a while ago is newer than what is kept.
      if ((records.get(id)?.askedAt ?? 0) > (record?.askedAt ?? 0)) continue;
      items.set(
        id,
        (bySource.get(id) ?? []).toSorted((a, b) => b.publishedAt - a.publishedAt),
      );
      if (record !== undefined) records.set(id, record);
    }
    merged = undefined;
  }

  function recordOf({ id }: FeedSource): FeedSourceRecord {
    return records.get(id) ?? { ...NEVER_ASKED, sourceId: id };
  }

  async function refresh(force: boolean): Promise<readonly SourceOutcome[]> {
    await reload();
    const due = sources.filter((source) => force || recordOf(source).nextAt <= now().getTime());
    const outcomes: SourceOutcome[] = [];
    const queue = due.values();
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, due.length) }, async () => {
        for (const source of queue) outcomes.push(await ask(source, keep));
      }),
    );
    return due.flatMap(({ id }) => outcomes.find(({ sourceId }) => sourceId === id) ?? []);
  }

  async function ask(source: FeedSource, save: SaveFeed): Promise<SourceOutcome> {
    const before = recordOf(source);
    const at = now().getTime();
    let answer: FeedAnswer;
    let kept: readonly FeedItem[];
    let fresh: readonly FeedItem[];
    try {
      answer = await askSource(source, before, options);
      kept = items.get(source.id) ?? [];
      fresh = answer.kind === "read" ? keepItems(kept, answer.items) : kept;
    } catch (cause) {
      return fail(source, before, at, cause, save);
    }
    const answered = {
      ...before,
      askedAt: at,
      answeredAt: at,
      failuresInARow: 0,
      nextAt: afterAnswer(source, at, random()),
    };
    if (answer.kind === "unchanged") {
      await save(answered);
      records.set(source.id, answered);
      return { sourceId: source.id, result: "unchanged", added: 0, repaired: 0, failure: null };
    }
    const ids = new Set(kept.map(({ id }) => id));
    const record = {
      ...answered,
      repaired: answer.repaired,
      url: answer.url,
      etag: answer.etag,
      lastModified: answer.lastModified,
    };
    await save(record, fresh);
    records.set(source.id, record);
    items.set(source.id, fresh);
    merged = undefined;
    return {
      sourceId: source.id,
      result: "read",
      added: fresh.filter(({ id }) => !ids.has(id)).length,
      repaired: answer.repaired,
      failure: null,
    };
  }

  async function fail(
    source: FeedSource,
    before: FeedSourceRecord,
    at: number,
    cause: unknown,
    save: SaveFeed,
  ): Promise<SourceOutcome> {
    const failure = feedFailureKind(cause);
    const outcome = { sourceId: source.id, result: "failed", added: 0, repaired: 0, failure } as const;
    // That we are shutting down is no failure of the source.
    if (failure === "closed") return outcome;
    const failuresInARow = before.failuresInARow + 1;
    const waitMs = cause instanceof SourceFailure ? cause.waitMs : undefined;
    const nextAt = afterFailure(failuresInARow, failure, waitMs, at, random());
    const record = { ...before, askedAt: at, failedAt: at, failure, failuresInARow, nextAt };
    await save(record);
    records.set(source.id, record);
    onEvent({ kind: "source_failed", sourceId: source.id, failure, cause });
    return outcome;
  }

  /** Keeps what it can: a full disk costs nothing but the keeping. */
  async function keep(record: FeedSourceRecord, kept?: readonly FeedItem[]): Promise<void> {
    try {
      await keeper.save(record, kept);
    } catch (cause) {
      onEvent({ kind: "not_kept", cause });
    }
  }
}

const NEVER_ASKED: Omit<FeedSourceRecord, "sourceId"> = {
  url: null,
  etag: null,
  lastModified: null,
  askedAt: null,
  answeredAt: null,
  failedAt: null,
  failure: null,
  failuresInARow: 0,
  nextAt: 0,
};

/** Everything that is kept of all sources. */
interface KeptFeeds {
  readonly items: readonly FeedItem[];
  readonly sources: readonly FeedSourceRecord[];
}

/**
 * Where the feed lives between restarts; `src/state` has the one in the state database. It may throw: then the feed
 * goes on in memory and says so.
 */
export interface FeedKeeper {
  load(): Promise<KeptFeeds>;
  /** Writes the record of one source and, where given, all items that are kept of it, in one step. */
  save: SaveFeed;
  /** Changes whenever any process saved something. */
  revision(): Promise<number>;
}

/** Keeps what asking one source brought. */
type SaveFeed = (record: FeedSourceRecord, items?: readonly FeedItem[]) => Promise<void>;
