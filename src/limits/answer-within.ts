/** A timer that fires this much after its time, in milliseconds, shows that this process was busy, not the other side. */
const BUSY_MS = 50;

/** So often a busy process gives the other side the same time again. */
const MOST_EXTENSIONS = 3;

/**
 * Waits so long for an answer; `undefined` when it did not come. While the event loop of this process is late itself,
 * an answer may lie unread in the socket: the time then begins anew, three times at most.
 * @param ms at most so long, in milliseconds, as long as the event loop is not late.
 * @throws what the answer is rejected with.
 */
export function answerWithin<T>(answer: Promise<T>, ms: number): Promise<{ readonly value: T } | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout;
    let extensions = 0;
    const wait = () => {
      const due = performance.now() + ms;
      timer = setTimeout(() => {
        const isBusy = performance.now() - due > BUSY_MS;
        if (isBusy && ++extensions <= MOST_EXTENSIONS) wait();
        else resolve(undefined);
      }, ms);
    };
    wait();
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve({ value });
      },
      (cause: unknown) => {
        clearTimeout(timer);
        reject(cause);
      },
    );
  });
}
