/** Instances that are started together do not ask all in the same moment, in milliseconds. */
const FIRST_MS = 1_000;

/** What the job needs. */
export interface SnapshotFetchJob {
  /** Looks for another snapshot and fetches it; gives milliseconds until the next look. */
  readonly poll: () => Promise<number>;
  /** Puts down what is under way. */
  readonly stop: () => Promise<void>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** A look never fails; what comes here is a bug of ours, and the job goes on. */
  readonly onError: (cause: unknown) => void;
}

/** After a bug the job rests as long as between two looks where nothing is wrong. */
const AFTER_BUG_MS = 10 * 60_000;

/**
 * Keeps the register snapshot that of its publisher while the service runs: looks at once after the start, since a
 * fresh instance has only the sample, then when the last look says, a tenth sooner or later. The timer keeps no
 * process alive.
 * @returns stops the job and waits until nothing is under way.
 */
export function startSnapshotFetch({ poll, stop, random, onError }: SnapshotFetchJob): () => Promise<void> {
  let isStopped = false;
  let timer = setTimeout(next, FIRST_MS * random()).unref();
  let underWay = Promise.resolve();

  function next(): void {
    underWay = pollOnce();
  }

  async function pollOnce(): Promise<void> {
    let wait = AFTER_BUG_MS;
    try {
      wait = await poll();
    } catch (cause) {
      onError(cause);
    }
    if (!isStopped) timer = setTimeout(next, wait * (0.9 + random() / 5)).unref();
  }

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await stop();
    await underWay;
  };
}
