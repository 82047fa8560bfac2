import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { ArrayStatement } from "../layout/array-statement.ts";
import { DamagedKeys } from "../records/failure.ts";

/** Stores a frequent prefix: how many keys start so, and the first ids of each country as stored bytes. */
export type StorePrefix = (
  kind: number,
  prefix: string,
  count: number,
  czech: Uint8Array | null,
  slovak: Uint8Array | null,
) => void;

/** Prepares to store frequent prefixes, each with a checksum of its own. */
export function storingPrefixes(db: DatabaseSync): StorePrefix {
  const insert = db.prepare("INSERT INTO dense VALUES (?, ?, ?, ?, ?, ?)");
  return (kind, prefix, count, czech, slovak) => {
    insert.run(kind, prefix, count, czech, slovak, checksumOf(kind, prefix, count, czech, slovak));
  };
}

/** A frequent prefix as it is stored. */
type Stored = [
  count: number,
  czech: Uint8Array<ArrayBuffer> | null,
  slovak: Uint8Array<ArrayBuffer> | null,
  checksum: number,
];

/** The first ids of a frequent prefix, and how many keys start so. */
export interface FrequentPrefix {
  readonly count: number;
  readonly czech: readonly number[];
  readonly slovak: readonly number[];
}

/**
 * Prepares to look frequent prefixes up; `undefined` for one that is none. It gives DamagedKeys as an error when what is
 * stored does not fit its checksum.
 */
export function readingPrefixes(db: DatabaseSync): (kind: number, prefix: string) => FrequentPrefix | undefined {
  const read = new ArrayStatement<Stored>(db, "SELECT n, ids_cz, ids_sk, checksum FROM dense WHERE kind = ? AND p = ?");
  return (kind, prefix) => {
    const row = read.get(kind, prefix);
    if (row === undefined) return undefined;
    const [count, czech, slovak, checksum] = row;
    if (checksumOf(kind, prefix, count, czech, slovak) !== checksum) throw new DamagedKeys();
    return { count, czech: decodeIds(czech), slovak: decodeIds(slovak) };
  };
}

function checksumOf(...[kind, prefix, count, czech, slovak]: Parameters<StorePrefix>): number {
  const lengths = `${kind} ${count} ${czech?.length ?? "-"} ${slovak?.length ?? "-"} ${prefix}`;
  return [czech, slovak].reduce((sum, ids) => (ids === null ? sum : crc32(ids, sum)), crc32(lengths));
}

/** Ids as they are stored: four bytes each, little-endian on every machine; `null` for none. */
export function encodeIds(ids: readonly number[]): Uint8Array | null {
  if (ids.length === 0) return null;
  const view = new DataView(new ArrayBuffer(ids.length * 4));
  ids.forEach((id, index) => {
    view.setUint32(index * 4, id, true);
  });
  return new Uint8Array(view.buffer);
}

function decodeIds(bytes: Uint8Array | null): number[] {
  if (bytes === null) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ids: number[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) ids.push(view.getUint32(at, true));
  return ids;
}
