/** The encodings that files of Slovak and Czech programs and authorities have, by the names they use. */
const ENCODINGS = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "utf-16": "utf-16le",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  "windows-1250": "windows-1250",
  cp1250: "windows-1250",
  "windows-1252": "windows-1252",
  "iso-8859-1": "iso-8859-1",
  "iso-8859-2": "iso-8859-2",
  "latin-2": "iso-8859-2",
} as const satisfies Record<string, string>;

export type Encoding = (typeof ENCODINGS)[keyof typeof ENCODINGS];

/** Text with the encoding in which its bytes were read; the byte order mark is no part of it. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** Bytes that are no text in the encoding that they should have. It never quotes them. */
export class NotText extends Error {
  override readonly name = "NotText";
  /** Where the first byte that does not fit stands: both count from 1. */
  readonly line: number;
  readonly byte: number;

  constructor({ line, byte }: { readonly line: number; readonly byte: number }) {
    super(`line ${line}, byte ${byte}: this is no text in UTF-8`);
    this.line = line;
    this.byte = byte;
  }
}

/**
 * Turns bytes into text: the byte order mark decides, then what is declared, then UTF-8. Nothing is dropped and nothing
 * is replaced. A declared encoding that does not fit, or that nobody here knows, gives way to the next.
 * @throws NotText for bytes that fit none of them
 */
export function textOf(
  bytes: Uint8Array,
  { declared = [] }: { readonly declared?: readonly string[] } = {},
): DecodedText {
  const marked = markOf(bytes);
  const named = declared.map((name) => name.toLowerCase()).filter(isKnown);
  const candidates = marked === undefined ? [...named.map((name) => ENCODINGS[name]), "utf-8" as const] : [marked];
  for (const encoding of candidates) {
    const text = decoded(bytes, encoding);
    if (text !== undefined) return { text, encoding };
  }
  throw new NotText(firstFault(bytes));
}

/**
 * The same for a file or a paste of a person: what is no UTF-8 is read as Windows-1250, which spreadsheets save here.
 * Who shows the text says so where `encoding` says it: the letters are a guess.
 * @throws NotText for a picture, an archive or a workbook, and for text that has lost letters before it came
 */
export function typedTextOf(bytes: Uint8Array): DecodedText {
  const read = readTyped(bytes);
  if (/[\0\ufffd]/.test(read.text)) throw new NotText(firstLost(bytes));
  // Windows-1250 has no letters there.
  if (read.encoding === "windows-1250" && /[\x80-\x9f]/.test(read.text)) throw new NotText(firstFault(bytes));
  return read;
}

/** True for a name of an encoding that can be read here. */
export function isKnown(name: string): name is keyof typeof ENCODINGS {
  return Object.hasOwn(ENCODINGS, name);
}

function readTyped(bytes: Uint8Array): DecodedText {
  try {
    return textOf(bytes);
  } catch (error) {
    const text = markOf(bytes) === undefined ? decoded(bytes, "windows-1250") : undefined;
    if (text === undefined) throw error;
    return { text, encoding: "windows-1250" };
  }
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function markOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** Line and byte of the first fault in bytes that are no UTF-8, found by halving them. */
export function firstFault(bytes: Uint8Array): { readonly line: number; readonly byte: number } {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return placeAt(bytes, good);
}

/** Where the first character stands that no text has: a zero, or the mark of a letter that was lost before. */
function firstLost(bytes: Uint8Array): { readonly line: number; readonly byte: number } {
  const buffer = Buffer.from(bytes);
  const at = [buffer.indexOf(0), buffer.indexOf("\ufffd")].filter((index) => index >= 0);
  return placeAt(bytes, Math.min(...at, bytes.length));
}

function placeAt(bytes: Uint8Array, at: number): { readonly line: number; readonly byte: number } {
  let line = 1;
  for (let feed = bytes.indexOf(10); feed !== -1 && feed < at; feed = bytes.indexOf(10, feed + 1)) line++;
  return { line, byte: at + 1 };
}

/** True for bytes that are text, or would be with more behind them. */
export function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
