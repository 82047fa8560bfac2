import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { ArrayStatement } from "../layout/array-statement.ts";
import { DamagedKeys } from "../records/failure.ts";

/*
 * The search keys of one kind, in the order of their bytes, stand in blocks of a fixed number. A block has a checksum
 * over its number and all its keys, and blocks are read one after the other: from one that begins before what is looked
 * for up to one that ends after it. So a block that was read proves which keys exist between its ends and which do not,
 * whatever is damaged elsewhere, also in the table that says where to begin. A key never gets lost unseen.
 */

/** Keys in a block. Small ones cost space, large ones time for each look-up. Files with other numbers are read alike. */
const KEYS_IN_BLOCK = 32;

/** Each kind has its own range of block numbers, counted from 0 in it. */
const BLOCKS_OF_KIND = 2 ** 27;

/** The first byte of a block: whether more blocks of the kind follow. */
const MORE = 0;
const LAST = 1;

/** Behind the text of a key: a zero, and the id of its firm in four bytes, little-endian. */
const AFTER_TEXT = 5;

/** Writes the keys of one kind, which must come in the order of their bytes, then of their ids. */
export class KeyBlockWriter {
  readonly #kind: number;
  readonly #insert;
  readonly #insertStart;
  #block = Buffer.allocUnsafe(1 << 14);
  #length = 1;
  #keys = 0;
  #blocks = 0;
  #first: readonly [text: string, id: number] | undefined;

  constructor(db: DatabaseSync, kind: number) {
    this.#kind = kind;
    this.#insert = db.prepare("INSERT INTO key_block VALUES (?, ?, ?)");
    this.#insertStart = db.prepare("INSERT INTO key_start VALUES (?, ?, ?, ?)");
  }

  /** The next key: its text is what stands in `bytes` from `start` up to a zero or the end. */
  add(bytes: Buffer, start: number, id: number): void {
    if (this.#keys === KEYS_IN_BLOCK) this.#write(MORE);
    let end = start;
    while (end < bytes.length && bytes[end] !== 0) end++;
    this.#first ??= [bytes.toString("utf8", start, end), id];
    const needed = this.#length + end - start + AFTER_TEXT;
    if (needed > this.#block.length) this.#block = Buffer.concat([this.#block], needed * 2);
    const at = this.#length + bytes.copy(this.#block, this.#length, start, end);
    this.#block[at] = 0;
    this.#length = this.#block.writeUInt32LE(id, at + 1);
    this.#keys++;
  }

  /** Writes what is left. A kind without any key has one empty block. */
  finish(): void {
    this.#write(LAST);
  }

  #write(mark: number): void {
    const number = this.#kind * BLOCKS_OF_KIND + this.#blocks++;
    const block = this.#block.subarray(0, this.#length);
    block[0] = mark;
    this.#insert.run(number, block, crc32(block, number));
    const [text, id] = this.#first ?? ["", 0];
    this.#insertStart.run(this.#kind, text, id, number);
    this.#length = 1;
    this.#keys = 0;
    this.#first = undefined;
  }
}

/** Reads keys from the blocks of an open file. All throw DamagedKeys when what they need cannot be read. */
export interface KeyBlocks {
  /** The first ids, in ascending order, of the firms with this very key; ids from `from` up to but not with `to`. */
  equal(kind: number, text: string, from: number, to: number, limit: number): number[];
  /**
   * The ids of the firms whose key is a text with one of some endings behind it; ids from `from` up to but not with `to`.
   * `undefined` where more than `most` keys start with the text: then each ending is cheaper looked for by itself.
   */
  ending(
    kind: number,
    text: string,
    endings: ReadonlySet<string>,
    from: number,
    to: number,
    most: number,
  ): number[] | undefined;
  /**
   * The first word of the first key that is not before a text; `undefined` where no key follows.
   */
  next(kind: number, text: string): string | undefined;
  /** The ids of the first keys, so many, that are a text or begin with it and a blank. */
  word(kind: number, text: string, most: number): number[];
  /**
   * The ids of all keys that start with a text, in the order of the keys; one firm may have several of them.
   * At most `most`: there cannot be more where the prefix is not among the frequent ones.
   * @param endings what may stand behind the prefix and a blank, so that the key counts as equal to the prefix.
   */
  starting(kind: number, prefix: string, most: number, endings?: ReadonlySet<string>): KeysStarting;
}

/** The keys that start with a text. Those that are this very text come first, in ascending order of their ids. */
export interface KeysStarting {
  readonly ids: number[];
  /** How many of them, from the first on, are this very text. */
  readonly equal: number;
  /** The ids of those that are the text, a blank and one of the endings. */
  readonly ended: number[];
}

const BLANK = 0x20;

/** Prepares to read the keys of an open file. */
export function prepareKeyBlocks(db: DatabaseSync): KeyBlocks {
  const start = "SELECT number FROM key_start WHERE kind = ?1 AND (t, id) < (?2, ?3) ORDER BY t DESC, id DESC LIMIT 1";
  // The block to begin with is found and read by one statement: a second one would cost as much again.
  const firstBlock = new ArrayStatement<Block>(
    db,
    `SELECT keys, checksum, number FROM key_block WHERE number = coalesce((${start}), ?4)`,
  );
  const block = new ArrayStatement<Block>(db, "SELECT keys, checksum, number FROM key_block WHERE number = ?");

  return {
    equal(kind, text, from, to, limit) {
      const ids: number[] = [];
      read(kind, text, from, (id, isWhole) => {
        if (!isWhole || id >= to) return false;
        ids.push(id);
        return ids.length < limit;
      });
      return ids;
    },
    ending(kind, text, endings, from, to, most) {
      const ids: number[] = [];
      let seen = 0;
      read(kind, text, 0, (id, _isWhole, rest) => {
        seen++;
        if (id >= from && id < to && endings.has(textOf(rest))) ids.push(id);
        return seen <= most;
      });
      return seen > most ? undefined : ids;
    },
    next(kind, text) {
      let word: string | undefined;
      read(
        kind,
        text,
        0,
        () => false,
        (key) => {
          const end = key.indexOf(BLANK);
          word = textOf(end === -1 ? key : key.subarray(0, end));
        },
      );
      return word;
    },
    word(kind, text, most) {
      const ids: number[] = [];
      read(kind, text, 0, (id, isWhole, rest) => {
        // A blank and the end of a key stand before every letter and digit.
        if (!isWhole && rest[0] !== BLANK) return false;
        ids.push(id);
        return ids.length < most;
      });
      return ids;
    },
    starting(kind, prefix, most, endings) {
      const ids: number[] = [];
      const ended: number[] = [];
      let equal = 0;
      read(kind, prefix, 0, (id, isWhole, rest) => {
        if (ids.length === most) throw new DamagedKeys();
        ids.push(id);
        if (isWhole) equal++;
        else if (endings !== undefined && rest[0] === BLANK && endings.has(textOf(rest.subarray(1)))) ended.push(id);
        return true;
      });
      return { ids, equal, ended };
    },
  };

  /** Shows all keys that start with a text, from the first that is not before it and `from` on, while `take` says so. */
  function read(
    kind: number,
    text: string,
    from: number,
    take: (id: number, isWhole: boolean, rest: Uint8Array) => boolean,
    onFirst?: (key: Uint8Array) => void,
  ): void {
    const sought = Buffer.from(text);
    const first = kind * BLOCKS_OF_KIND;
    let row = firstBlock.get(kind, text, from, first);
    const begin = row === undefined ? first : row[2];
    for (let number = begin; ; row = block.get(++number)) {
      const keys = intact(row, number);
      for (let at = 1; at < keys.length; ) {
        let same = 0;
        while (same < sought.length && keys[at + same] === sought[same]) same++;
        let end = at + same;
        while (end < keys.length && keys[end] !== 0) end++;
        const id = idAt(keys, end + 1);
        const isStart = same === sought.length;
        const isWhole = isStart && end === at + same;
        const isBefore = isStart ? isWhole && id < from : (keys[at + same] ?? 0) < (sought[same] ?? 0);
        // Only the block to begin with starts before what is sought, unless there is none before it.
        if (at === 1 && (number === begin ? number !== first && !isBefore : isBefore)) throw new DamagedKeys();
        if (!isBefore && onFirst !== undefined) {
          onFirst(keys.subarray(at, end));
          return;
        }
        if (!isBefore && !(isStart && take(id, isWhole, keys.subarray(at + same, end)))) return;
        at = end + AFTER_TEXT;
      }
      if (keys[0] === LAST) return;
    }
  }
}

/** A row of the table of blocks. */
type Block = [keys: Uint8Array<ArrayBuffer>, checksum: number, number: number];

/** The keys of a row that was read as the block of this number. */
function intact(row: Block | undefined, number: number): Uint8Array {
  if (row === undefined) throw new DamagedKeys();
  const [keys, checksum] = row;
  if (!(keys instanceof Uint8Array) || crc32(keys, number) !== checksum) throw new DamagedKeys();
  return keys;
}

/** What stands behind a text in a key. */
function textOf(rest: Uint8Array): string {
  return Buffer.from(rest.buffer, rest.byteOffset, rest.length).toString("utf8");
}

function idAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}
