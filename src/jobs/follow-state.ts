/** So often this instance looks for what others have written. In milliseconds. */
const POLL_MS = 2_000;
/** So often it adds what must be done and is not on the list. */
const ADD_MS = 15 * 60_000;

/** What follows the state. */
export interface FollowedState {
  /** Takes over what other instances have written; it does nothing where there is nothing new. */
  readonly poll: () => Promise<void>;
  /** Adds the jobs that are missing. */
  readonly addJobs: () => Promise<void>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** The state is down or this is a bug of ours; it goes on either way. */
  readonly onError: (cause: unknown) => void;
}

/**
 * Keeps what this instance shows that of all instances, while the service runs: readers are answered from memory and
 * never wait for the database. The timer keeps no process alive.
 * @returns stops it.
 */
export function followState({ poll, addJobs, random, onError }: FollowedState): () => void {
  let isStopped = false;
  let addAt = 0;
  let timer = setTimeout(next, 0).unref();

  async function next(): Promise<void> {
    try {
      await poll();
      if (performance.now() >= addAt) {
        await addJobs();
        addAt = performance.now() + ADD_MS;
      }
    } catch (cause) {
      onError(cause);
    }
    if (!isStopped) timer = setTimeout(next, POLL_MS * (0.8 + random() * 0.4)).unref();
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
