import { inflateSync } from "node:zlib";

const HEADER = 44;
const ENTRY = 20;

/**
 * The plain font of a WOFF file of ours: its tables unpacked, once. The library of fonts would unpack a table anew for
 * each letter that it takes from it.
 */
export function fontOfWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const start = 12 + 16 * count;
  const head = Buffer.alloc(start);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts = [head];
  let at = start;
  for (let index = 0; index < count; index++) {
    const entry = HEADER + ENTRY * index;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const table = woff.subarray(offset, offset + packed);
    const plain = packed < length ? inflateSync(table, { maxOutputLength: length }) : table;
    const to = 12 + 16 * index;
    woff.copy(head, to, entry, entry + 4);
    woff.copy(head, to + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, to + 8);
    head.writeUInt32BE(length, to + 12);
    // Tables begin at multiples of four bytes.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    plain.copy(padded);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}
