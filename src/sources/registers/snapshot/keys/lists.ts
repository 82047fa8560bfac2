import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { ArrayStatement } from "../layout/array-statement.ts";
import { DamagedKeys } from "../records/failure.ts";
import { decodeMembers, encodeMembers, type Members } from "./members.ts";

/*
 * The firms of beginnings of words that many firms share. A list is a head, which names its chunks, and the chunks; each
 * has a checksum over its number and its bytes. Beginnings with the same firms share a list.
 */

/** Each list has its own range of numbers: those of its chunks, which are those of their ids, and behind them its head. */
const NUMBERS_OF_LIST = 8_192;
const HEAD = NUMBERS_OF_LIST - 1;

/** Writes lists into the file that is being built. */
export class ListWriter {
  readonly #insertList;
  readonly #insertChunk;
  #lists: number;

  constructor(db: DatabaseSync) {
    this.#insertList = db.prepare("INSERT INTO list VALUES (?, ?, ?, ?, ?)");
    this.#insertChunk = db.prepare("INSERT INTO chunk VALUES (?, ?, ?)");
    this.#lists = Number(db.prepare("SELECT coalesce(max(number) + 1, 0) AS n FROM list").get()?.n);
  }

  /** The list of some beginnings that have the same firms; ids in any order, also several times. */
  add(kind: number, prefixes: readonly string[], ids: Uint32Array): void {
    if (prefixes.length === 0) return;
    const number = this.#lists++;
    const sorted = Uint32Array.from(ids).sort();
    const head = Buffer.allocUnsafe(NUMBERS_OF_LIST * 2);
    let chunks = 0;
    let count = 0;
    for (let from = 0; from < sorted.length; ) {
      const chunk = (sorted[from] ?? 0) >>> 16;
      const lows: number[] = [];
      let at = from;
      for (; at < sorted.length && (sorted[at] ?? 0) >>> 16 === chunk; at++) {
        if (at === from || sorted[at] !== sorted[at - 1]) lows.push((sorted[at] ?? 0) & 0xffff);
      }
      this.#write(number * NUMBERS_OF_LIST + chunk, encodeMembers(Uint16Array.from(lows)));
      head.writeUInt16LE(chunk, chunks++ * 2);
      count += lows.length;
      from = at;
    }
    this.#write(number * NUMBERS_OF_LIST + HEAD, head.subarray(0, chunks * 2));
    for (const prefix of prefixes) {
      this.#insertList.run(kind, prefix, count, number, checksumOf(kind, prefix, count, number));
    }
  }

  #write(number: number, bytes: Buffer): void {
    this.#insertChunk.run(number, bytes, crc32(bytes, number));
  }
}

/** The firms of a beginning of a word. */
export interface FirmList {
  readonly count: number;
  /** The numbers of its chunks, ascending. */
  readonly chunks: readonly number[];
  /** The members of one of them. */
  read(chunk: number): Members;
}

/** Decoded chunks of all lists together, in bytes; what was not asked for longest goes first. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Prepares to read lists; `undefined` for a beginning that has none. Both throw DamagedKeys for what does not fit. */
export function readingLists(db: DatabaseSync): (kind: number, prefix: string) => FirmList | undefined {
  const find = new ArrayStatement<[n: number, number: number, checksum: number]>(
    db,
    "SELECT n, number, checksum FROM list WHERE kind = ? AND p = ?",
  );
  const chunk = new ArrayStatement<[ids: Uint8Array<ArrayBuffer>, checksum: number]>(
    db,
    "SELECT ids, checksum FROM chunk WHERE number = ?",
  );
  const kept = new Map<number, Members>();
  let bytes = 0;

  return (kind, prefix) => {
    const row = find.get(kind, prefix);
    if (row === undefined) return undefined;
    const [count, number, checksum] = row;
    if (checksumOf(kind, prefix, count, number) !== checksum) throw new DamagedKeys();
    const read = (each: number) => membersOf(number * NUMBERS_OF_LIST + each);
    const head = read(HEAD);
    return { count, chunks: [...head], read };
  };

  function membersOf(number: number): Members {
    const before = kept.get(number);
    if (before !== undefined) {
      kept.delete(number);
      kept.set(number, before);
      return before;
    }
    const row = chunk.get(number);
    if (row === undefined || !(row[0] instanceof Uint8Array) || crc32(row[0], number) !== row[1])
      throw new DamagedKeys();
    const members = decodeMembers(row[0]);
    kept.set(number, members);
    bytes += members.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= MOST_KEPT) break;
      kept.delete(oldest);
      bytes -= byteLength;
    }
    return members;
  }
}

function checksumOf(kind: number, prefix: string, count: number, number: number): number {
  return crc32(`${kind} ${count} ${number} ${prefix}`);
}
