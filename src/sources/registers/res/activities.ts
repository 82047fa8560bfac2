import { RegisterFileError } from "../snapshot/records/failure.ts";
import { cutOff, endsInLine, linesOf, readStretches } from "../snapshot/records/read-lines.ts";
import { ActivityIndex } from "./activity-index.ts";
import { BlockList } from "./block-list.ts";
import { splitRecord } from "./split-record.ts";

/** Tells how much of the file is read; may throw to stop. */
export type OnBytes = (fileBytes: number) => void;

/**
 * Reads `res_pf_nace.csv` (22 million rows) into typed arrays: four bytes a code and eight a firm, so it does not
 * matter whether the file has the order of `res_data.csv`.
 * @throws RegisterFileError when it is another file, damaged, or more than one row in a hundred is bad.
 */
export async function readActivities(file: string, onBytes?: OnBytes): Promise<ActivityIndex> {
  const codes = new BlockList();
  const icos = new BlockList();
  const starts = new BlockList();
  let columns: Columns | undefined;
  let rows = 0;
  let bad = 0;
  let firstBad = 0;
  let lastIco = -1;
  let isAscending = true;

  for await (const stretch of readStretches(file)) {
    let bytes = stretch.bytes;
    if (bytes === null) {
      if (bad++ === 0) firstBad = stretch.firstLine;
      continue;
    }
    let at = 0;
    if (columns === undefined) {
      columns = readHeader(file, linesOf({ ...stretch, bytes: bytes.subarray(0, lineEnd(bytes, 0)) })[0] ?? "");
      at = lineEnd(bytes, 0);
    }
    if (endsInLine(stretch)) {
      const cells = splitRecord(bytes.toString("utf8"), []);
      if (at === 0 && cells < columns.width) throw cutOff(file, stretch.firstLine);
      bytes = Buffer.concat([bytes, Buffer.from("\n")]);
    }
    readRows(bytes, at, columns, stretch.firstLine);
    onBytes?.(stretch.fileBytes);
  }
  if (columns === undefined) throw new RegisterFileError(file, 1, "the file is empty.");
  if (rows >= MOST_ROWS) throw new RegisterFileError(file, undefined, "the file has too many rows.");
  if (bad > 100 && bad > rows / 100) throw new RegisterFileError(file, firstBad, `${bad} rows cannot be read.`);
  return new ActivityIndex(codes, icos, starts, isAscending, rows, bad);

  /** One pass over the bytes: making a string of each of 100 million cells would take minutes. */
  function readRows(bytes: Buffer, from: number, columns: Columns, firstLine: number): void {
    let at = from;
    while (at < bytes.length) {
      let column = 0;
      let ico = 0;
      let list = 0;
      let code = 0;
      let length = 0;
      let isBad = false;
      for (let byte = bytes[at++] ?? LINE_FEED; byte !== LINE_FEED; byte = bytes[at++] ?? LINE_FEED) {
        if (byte === COMMA) column++;
        else if (byte === QUOTE || byte === CARRIAGE_RETURN || column > columns.last) continue;
        else if (column === columns.ico || column === columns.list || column === columns.code) {
          const digit = byte - 48;
          if (digit < 0 || digit > 9) {
            // Dots in codes are tolerated; letters are section codes (`A`), which name no activity.
            if (column !== columns.code) isBad = true;
            else if (byte !== DOT) length = 6;
          } else if (column === columns.ico) ico = ico * 10 + digit;
          else if (column === columns.list) list = list * 10 + digit;
          else {
            code = code * 10 + digit;
            length++;
          }
        }
      }
      if (isBad || column < columns.last || ico > 99_999_999) {
        if (bad++ === 0) firstBad = firstLine + linesBefore(bytes, from, at);
        continue;
      }
      if ((list !== 80_004 && list !== 80_143) || ico === 0 || code === 0 || length < 2 || length > 5) continue;
      if (ico !== lastIco) {
        if (ico < lastIco) isAscending = false;
        icos.push(ico);
        starts.push(codes.length);
        lastIco = ico;
      }
      codes.push(((list === 80_004 ? 0 : 1) << 20) | (length << 17) | code);
      rows++;
    }
  }
}

/** Positions of runs are kept in 26 bits. */
const MOST_ROWS = 1 << 26;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const DOT = 46;

interface Columns {
  readonly ico: number;
  readonly list: number;
  readonly code: number;
  readonly last: number;
  /** How many columns there are. */
  readonly width: number;
}

function readHeader(file: string, line: string): Columns {
  const names: string[] = [];
  const count = splitRecord(line, names);
  const [ico, list, code] = ["ICO", "KODCIS", "HODN"].map((name) => names.slice(0, Math.max(0, count)).indexOf(name));
  if (ico === undefined || list === undefined || code === undefined || Math.min(ico, list, code) < 0) {
    throw new RegisterFileError(file, 1, "this is no res_pf_nace.csv, it needs the columns ICO, KODCIS and HODN.");
  }
  return { ico, list, code, last: Math.max(ico, list, code), width: count };
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end === -1 ? bytes.length : end + 1;
}

function linesBefore(bytes: Buffer, from: number, to: number): number {
  let lines = from === 0 ? 0 : 1;
  for (let at = bytes.indexOf(LINE_FEED, from); at !== -1 && at + 1 < to; at = bytes.indexOf(LINE_FEED, at + 1))
    lines++;
  return lines;
}
