import { readFileSync } from "node:fs";
import { textOf } from "../core/text-of.ts";

/** A line of a list that people keep by hand, without its comment. */
export interface ListedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a list that say something; `#` begins a comment. Line ends of every system are read, and UTF-16 where
 * its mark says so.
 * @throws what the system says of a file that cannot be read, NotText where its bytes are no text
 */
export function listedLines(file: string): ListedLine[] {
  return textOf(readFileSync(file))
    .text.split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, text: line.replace(/(?:^|\s)#.*/, "").trim() }))
    .filter(({ text }) => text !== "");
}
