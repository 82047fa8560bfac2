/** An open-addressing map from IČO to row id in two typed arrays: 16 to 32 bytes a firm. */
export class IcoIds {
  #icos: Uint32Array;
  #ids: Uint32Array;
  #mask: number;
  #used = 0;

  constructor(expected = 0) {
    let slots = 1 << 12;
    while (slots < expected * 1.5) slots *= 2;
    this.#icos = new Uint32Array(slots);
    this.#ids = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  get size(): number {
    return this.#used;
  }

  /** The id of a firm, 0 for an unknown number. */
  get(ico: number): number {
    const slot = this.#slot(ico);
    return this.#icos[slot] === ico ? (this.#ids[slot] ?? 0) : 0;
  }

  /** Sets the id of a firm; id 0 = no longer there. */
  set(ico: number, id: number): void {
    const slot = this.#slot(ico);
    if (this.#icos[slot] !== ico) {
      this.#icos[slot] = ico;
      this.#used++;
    }
    this.#ids[slot] = id;
    if (this.#used * 4 > this.#icos.length * 3) this.#grow();
  }

  /** Where the number stands or would stand. An IČO is never 0, so 0 marks a free slot. */
  #slot(ico: number): number {
    let slot = (Math.imul(ico, 0x9e3779b1) >>> 7) & this.#mask;
    for (;;) {
      const held = this.#icos[slot];
      if (held === ico || held === 0) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const icos = this.#icos;
    const ids = this.#ids;
    this.#icos = new Uint32Array(icos.length * 2);
    this.#ids = new Uint32Array(icos.length * 2);
    this.#mask = icos.length * 2 - 1;
    for (let index = 0; index < icos.length; index++) {
      const ico = icos[index] ?? 0;
      if (ico === 0) continue;
      const slot = this.#slot(ico);
      this.#icos[slot] = ico;
      this.#ids[slot] = ids[index] ?? 0;
    }
  }
}
