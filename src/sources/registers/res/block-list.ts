/** Numbers per block: 4 MB. Growing by blocks never copies, so the memory used is never twice what is held. */
const BLOCK = 1 << 20;

/** A growing list of 32-bit numbers. */
export class BlockList {
  readonly #blocks: Uint32Array[] = [];
  #last: Uint32Array = new Uint32Array(0);
  #inLast = BLOCK;
  length = 0;

  push(value: number): void {
    if (this.#inLast === BLOCK) {
      this.#last = new Uint32Array(BLOCK);
      this.#blocks.push(this.#last);
      this.#inLast = 0;
    }
    this.#last[this.#inLast++] = value;
    this.length++;
  }

  /** The number at a position, 0 beyond the end. */
  at(index: number): number {
    return this.#blocks[index >>> 20]?.[index & (BLOCK - 1)] ?? 0;
  }
}
