import { isUtf8 } from "node:buffer";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isBeginning, NotText, textOf } from "../../../../core/text-of.ts";
import { RegisterFileError } from "./failure.ts";

/** Bytes asked for at once. A batch of lines is about as large, and so is a transaction of the import. */
const CHUNK = 1 << 20;

/** No official file has such a line; a longer one is skipped without being held in memory. */
const LONGEST_LINE = 8 << 20;

/** A stretch of whole lines, still as bytes. */
export interface Stretch {
  /** Ends with a line feed, except at the end of the file; `null` for a line that is too long to read. */
  readonly bytes: Buffer | null;
  /** 1-based number of its first line. */
  readonly firstLine: number;
  /** Where it ends, in bytes of the unpacked text: reading can go on from here. */
  readonly end: number;
  /** Bytes of the file (packed, if it is) read so far, for a progress bar. */
  readonly fileBytes: number;
}

/** Where to go on reading: a byte of the unpacked text that starts a line, and that line's number. */
export interface Position {
  readonly byte: number;
  readonly line: number;
}

export const START: Position = { byte: 0, line: 1 };

/** True for a file that starts like gzip, whatever its name. */
function isGzip(file: string): boolean {
  const head = Buffer.alloc(2);
  const descriptor = openSync(file, "r");
  try {
    return readSync(descriptor, head, 0, 2, 0) === 2 && head[0] === 0x1f && head[1] === 0x8b;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads a text file, plain or gzip (also of several members), as stretches of whole lines in bounded memory.
 * @throws RegisterFileError when it cannot be read or its gzip data are damaged or cut off; names the line.
 */
export async function* readStretches(file: string, from: Position = START): AsyncGenerator<Stretch> {
  let line = from.line;
  try {
    const packed = isGzip(file);
    const source = createReadStream(file, { highWaterMark: CHUNK, start: packed ? 0 : from.byte });
    let stream: Readable = source;
    if (packed) {
      const gunzip = createGunzip({ chunkSize: CHUNK });
      source.once("error", (cause) => gunzip.destroy(cause));
      stream = source.pipe(gunzip);
    }
    try {
      for await (const stretch of cutAtLines(stream, packed ? from.byte : 0, from)) {
        refuseOther(file, stretch);
        yield { ...stretch, fileBytes: (packed ? 0 : from.byte) + source.bytesRead };
        line = stretch.nextLine;
      }
    } finally {
      source.destroy();
      stream.destroy();
    }
  } catch (cause) {
    throw unreadable(file, line, cause);
  }
}

/** Letters of another encoding would be stored as other letters: such a file is refused with its line. */
function refuseOther(file: string, { bytes, firstLine }: Omit<Stretch, "fileBytes">): void {
  // A last line without its end may be cut off inside a letter: whoever reads it says what is missing.
  if (bytes === null || isUtf8(bytes) || (bytes.at(-1) !== 10 && isBeginning(bytes))) return;
  try {
    textOf(bytes);
  } catch (cause) {
    if (!(cause instanceof NotText)) throw cause;
    const line = firstLine + cause.line - 1;
    throw new RegisterFileError(file, line, "the file is not UTF-8: save it as UTF-8, or fetch it again.", { cause });
  }
}

/** Cuts a stream of bytes at line ends. `skip` bytes were read in an earlier run. */
async function* cutAtLines(stream: Readable, skip: number, from: Position) {
  let rest: Buffer[] = [];
  let restLength = 0;
  let isTooLong = false;
  let toSkip = skip;
  let end = from.byte;
  let line = from.line;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let bytes = piece;
    if (toSkip > 0) {
      const skipped = Math.min(toSkip, bytes.length);
      toSkip -= skipped;
      bytes = bytes.subarray(skipped);
    }
    const cut = bytes.lastIndexOf(10) + 1;
    if (cut === 0) {
      restLength += bytes.length;
      if (restLength > LONGEST_LINE) isTooLong = true;
      if (isTooLong) rest = [];
      else rest.push(bytes);
      continue;
    }
    const first = bytes.indexOf(10) + 1;
    if (isTooLong || restLength + first > LONGEST_LINE) {
      // The line that was too long ends here; what follows is read as usual.
      end += restLength + first;
      yield { bytes: null, firstLine: line, nextLine: line + 1, end };
      line++;
      const whole = bytes.subarray(first, cut);
      end += whole.length;
      if (whole.length > 0) {
        const nextLine = line + countLines(whole);
        yield { bytes: whole, firstLine: line, nextLine, end };
        line = nextLine;
      }
    } else {
      const head = bytes.subarray(0, cut);
      const whole = rest.length === 0 ? head : Buffer.concat([...rest, head]);
      end += whole.length;
      const nextLine = line + countLines(whole);
      yield { bytes: whole, firstLine: line, nextLine, end };
      line = nextLine;
    }
    const tail = bytes.subarray(cut);
    isTooLong = false;
    rest = tail.length === 0 ? [] : [tail];
    restLength = tail.length;
  }
  if (restLength === 0) return;
  yield {
    bytes: isTooLong ? null : Buffer.concat(rest),
    firstLine: line,
    nextLine: line + 1,
    end: end + restLength,
  };
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** True for the last stretch of a file whose last line has no end. Whole files may do without; cut ones mostly do. */
export function endsInLine({ bytes }: Stretch): boolean {
  return bytes !== null && bytes.at(-1) !== 10;
}

/** What is left of a line at the end of a file cannot be read: the rest of it, and who knows what else, is missing. */
export function cutOff(file: string, line: number): RegisterFileError {
  return new RegisterFileError(file, line, "the file ends in the middle of a line: it is not whole.");
}

/** Splits a stretch into lines without their ends. A byte order mark at the start of the file is dropped. */
export function linesOf(stretch: Stretch): (string | null)[] {
  if (stretch.bytes === null) return [null];
  const text = stretch.bytes.toString("utf8");
  const lines = (stretch.firstLine === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line?.endsWith("\r")) lines[index] = line.slice(0, -1);
  }
  return lines;
}

function unreadable(file: string, line: number, cause: unknown): unknown {
  if (cause instanceof RegisterFileError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "Z_BUF_ERROR") return new RegisterFileError(file, line, "the gzip data end too early.", { cause });
  if (code.startsWith("Z_")) return new RegisterFileError(file, line, "the gzip data are damaged.", { cause });
  if (code === "ENOENT") return new RegisterFileError(file, undefined, "there is no such file.", { cause });
  if (code === "EISDIR") return new RegisterFileError(file, undefined, "this is a folder, not a file.", { cause });
  if (code === "EACCES") return new RegisterFileError(file, undefined, "the file may not be read.", { cause });
  return cause;
}
