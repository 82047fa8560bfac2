import type { Input } from "./fuzzer.ts";

/** Memory that a worker and its watcher share: the input under way, and how many there were. */
export interface Board {
  readonly count: Int32Array<SharedArrayBuffer>;
  readonly length: Int32Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

const MOST_BYTES = 1024 * 1024;

export function createBoard(): Board {
  return {
    count: new Int32Array(new SharedArrayBuffer(4)),
    length: new Int32Array(new SharedArrayBuffer(4)),
    bytes: new Uint8Array(new SharedArrayBuffer(MOST_BYTES)),
  };
}

/** Called by the worker before each input. */
export function writeOn({ count, length, bytes }: Board, input: Input): void {
  bytes.set(input.subarray(0, MOST_BYTES));
  Atomics.store(length, 0, Math.min(input.length, MOST_BYTES));
  Atomics.add(count, 0, 1);
}

/** The input that was under way last. */
export function inputOn({ length, bytes }: Board): Input {
  return Uint8Array.from(bytes.subarray(0, Atomics.load(length, 0)));
}
