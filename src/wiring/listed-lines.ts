import { readFileSync } from "node:fs";

/** A line of a list that people keep by hand, without its comment. */
export interface ListedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a list that say something; `#` begins a comment. Line ends of every system are read, and UTF-16 where
 * its mark says so.
 * @throws what the system says of a file that cannot be read, TypeError where its bytes are no text
 */
export function listedLines(file: string): ListedLine[] {
  return decoded(readFileSync(file))
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, text: line.replace(/(?:^|\s)#.*/, "").trim() }))
    .filter(({ text }) => text !== "");
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
