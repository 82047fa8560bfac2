/** How often it is looked whether the register file is to be checked, in milliseconds. Nearly always there is nothing to do. */
const EVERY_MS = 5_000;

/**
 * Has the register file checked while the service runs: soon after the start, after each swap, when damage was met and
 * every few hours. `check` knows which of these is due and never throws. The timer keeps no process alive.
 * @returns stops the job; a check under way is not waited for.
 */
export function startSnapshotCheck(check: () => Promise<void>): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void check().finally(() => {
      isRunning = false;
    });
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
