/** No sooner than this after the start: a restart must not ask every publisher at once. In milliseconds. */
const FIRST_MS = 10_000;
const SOONEST_MS = 30_000;
const LATEST_MS = 15 * 60_000;

/** What the job needs: the capability behind it, the clock and chance. */
export interface FeedRefreshJob {
  /** Asks the sources that are due; gives the instant when the next one is, milliseconds since 1970. */
  readonly refreshDue: () => Promise<number | undefined>;
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** A refresh never fails for a source; what comes here is a bug of ours, and the job goes on. */
  readonly onError: (cause: unknown) => void;
}

/**
 * Keeps the feed fresh while the service runs: looks shortly after the start, then whenever a source is due, at least
 * every 15 minutes (another instance may have moved the times). The timer keeps no process alive.
 * @returns stops the job; a refresh under way is not waited for.
 */
export function startFeedRefresh({ refreshDue, now, random, onError }: FeedRefreshJob): () => void {
  let isStopped = false;
  let timer = setTimeout(look, FIRST_MS * (1 + random())).unref();

  async function look(): Promise<void> {
    let nextAt: number | undefined;
    try {
      nextAt = await refreshDue();
    } catch (cause) {
      onError(cause);
    }
    if (isStopped) return;
    const wait = Math.min(Math.max((nextAt ?? Number.POSITIVE_INFINITY) - now(), SOONEST_MS), LATEST_MS);
    timer = setTimeout(look, wait).unref();
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
