import { setTimeout as pause } from "node:timers/promises";

interface Place {
  open: number;
  /** When the next connection may begin (milliseconds of the clock). */
  next: number;
  readonly waiting: (() => void)[];
}

/** Lets few connections at once go to one address, with a pause between two, whoever asks for them. */
export class Pacing {
  readonly #places = new Map<string, Place>();
  readonly #atOnce: number;
  readonly #betweenMs: number;

  constructor(atOnce: number, betweenMs: number) {
    this.#atOnce = atOnce;
    this.#betweenMs = betweenMs;
  }

  /**
   * Waits for a turn.
   * @returns gives the turn back; to be called once, when the connection is closed.
   */
  async turn(address: string, signal: AbortSignal): Promise<() => void> {
    const place = this.#places.get(address) ?? { open: 0, next: 0, waiting: [] };
    this.#places.set(address, place);
    while (place.open >= this.#atOnce) await untilNext(place, signal);
    place.open += 1;
    try {
      const now = Date.now();
      const begin = Math.max(now, place.next);
      place.next = begin + this.#betweenMs;
      if (begin > now) await pause(begin - now, undefined, { signal });
    } catch (error) {
      this.#end(address, place);
      throw error;
    }
    return () => this.#end(address, place);
  }

  #end(address: string, place: Place): void {
    place.open -= 1;
    const next = place.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    // Addresses are foreign: those without a connection are forgotten as soon as the pause is over.
    if (place.open === 0 && Date.now() >= place.next) this.#forget(address, place);
    else if (place.open === 0) setTimeout(() => this.#forget(address, place), place.next - Date.now()).unref();
  }

  #forget(address: string, place: Place): void {
    if (place.open === 0 && place.waiting.length === 0 && this.#places.get(address) === place) {
      this.#places.delete(address);
    }
  }
}

function untilNext(place: Place, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      signal.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      place.waiting.splice(place.waiting.indexOf(wake), 1);
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    place.waiting.push(wake);
    return undefined;
  });
}
