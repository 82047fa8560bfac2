import { constants, crc32, deflateRawSync } from "node:zlib";
import type { FileBytes } from "./document.ts";

/** 1 January 1980, the first day that the format knows: a file carries no time of its making. */
const DOS_DATE = 0x0021;
const DOS_TIME = 0;
const DEFLATE = 8;
/** Names in UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;

/** The fixed part before an entry, and of its line in the directory. */
const LOCAL_BYTES = 30;
const LISTED_BYTES = 46;

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly text: string;
}

/** An archive in the format of OOXML files: the entries in the given order, without times. */
export function zip(entries: readonly ZipEntry[]): FileBytes {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const fileName = Buffer.from(name, "utf8");
    const content = Buffer.from(text, "utf8");
    const packed = deflateRawSync(content, { level: constants.Z_DEFAULT_COMPRESSION });
    const sizes = [crc32(content), packed.length, content.length] as const;
    const local = Buffer.concat([head(0x04034b50, [VERSION], sizes, fileName.length, LOCAL_BYTES), fileName, packed]);
    const listed = head(0x02014b50, [VERSION, VERSION], sizes, fileName.length, LISTED_BYTES);
    listed.writeUInt32LE(offset, listed.length - 4);
    directory.push(listed, fileName);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** What stands before an entry and in its line of the directory; what follows in the latter is nought. */
function head(
  signature: number,
  versions: readonly number[],
  [crc, packed, size]: readonly [number, number, number],
  nameLength: number,
  bytesInAll: number,
): Buffer {
  const bytes = Buffer.alloc(bytesInAll);
  let at = bytes.writeUInt32LE(signature, 0);
  for (const value of [...versions, FLAGS, DEFLATE, DOS_TIME, DOS_DATE]) at = bytes.writeUInt16LE(value, at);
  for (const value of [crc, packed, size]) at = bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(nameLength, at);
  return bytes;
}
