import { createHash } from "node:crypto";
import type { Day } from "../../core/day.ts";

/** A file that is published: its bytes and what is said about them. */
export interface PublishedFile {
  /** For saving: name, version and ending. */
  readonly fileName: string;
  readonly text: string;
  /** SHA-256 of the bytes in UTF-8, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  readonly version: string;
  /** The day of the version. */
  readonly date: Day;
  /** Address of the licence. */
  readonly licence: string;
}

interface Described {
  readonly version: string;
  readonly date: Day;
  readonly licence: { readonly url: string };
}

/** A published file of a text. */
export function publishedFile(name: string, ending: string, text: string, described: Described): PublishedFile {
  const { version, date, licence } = described;
  const bytes = Buffer.from(text, "utf8");
  return {
    fileName: `dosah-${name}-${version}.${ending}`,
    text,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    version,
    date,
    licence: licence.url,
  };
}

/** Answers are made once for a knowledge and stay the same object, so their bytes are computed once, too. */
const written = new WeakMap<object, PublishedFile>();

/** A JSON dataset as a file: indented, so that two versions can be compared line by line. */
export function jsonFile(name: string, answer: Described): PublishedFile {
  const known = written.get(answer);
  if (known !== undefined) return known;
  const file = publishedFile(name, "json", `${JSON.stringify(answer, null, 2)}\n`, answer);
  written.set(answer, file);
  return file;
}
