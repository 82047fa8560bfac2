import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type DownloadEnvironment, download, type Validators } from "../../../outbound/download.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import { fetchFailureOf } from "./failure.ts";

/** A file to have in the download folder. */
export interface Wanted {
  readonly url: string;
  /** Its name there; ours, never the server's. */
  readonly name: string;
  readonly maxBytes: number;
  /** The version whose content is published already: there is nothing to do while the server has no other. */
  readonly known?: Validators | undefined;
  /** The time the file gets, by which the importer knows it again; default: `Last-Modified`, else when it came. */
  readonly changedOn?: Date;
  /** MD5 of the file as its list says, in hexadecimal digits; a hint, see `haveFile`. */
  readonly md5?: string | undefined;
}

/** A file that is here, whole, or the news that the known version is still the one. */
export type Had =
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "file";
      readonly file: string;
      readonly validators: Validators;
      /** Bytes that came over the line this time; 0 when an earlier fetch had brought the file. */
      readonly received: number;
    };

/** How far a download is, in bytes; `total` 0: not known. */
export interface DownloadProgress {
  readonly phase: "download";
  readonly file: string;
  readonly done: number;
  readonly total: number;
  readonly rows: 0;
}

export const validatorsSchema = z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() });

/** What is known of a whole file that waits for its import; kept beside it. */
const noteSchema = validatorsSchema.extend({ url: z.string(), bytes: z.number() });

/** Half a day: at a hundredth of what the slowest register was seen to give. What came is kept for the next fetch. */
const TOTAL_MS = 12 * 3_600_000;

/**
 * Has a file in a folder, whole and as the server has it now: a part is gone on with, a whole file that waits for its
 * import is asked about, and a version that is published already is not fetched again.
 *
 * The MD5 is the ETag of a bucket, which is a checksum by custom only (not where the store encrypts). A file that does
 * not fit it is fetched once more, and then stands: batches are packed, and gzip's own checksum decides at the import.
 * @throws FetchFailure when it cannot be had.
 */
export async function haveFile(
  folder: string,
  wanted: Wanted,
  network: DownloadEnvironment & { readonly stallMs?: number },
  onProgress: (progress: DownloadProgress) => void = () => undefined,
): Promise<Had> {
  const to = join(folder, wanted.name);
  const here = readNote(to, wanted.url);
  try {
    if (here === undefined) onDisk(() => removeFile(to));
    const outcome = await bring(wanted.md5).catch((thrown: unknown) => {
      if (thrown instanceof SourceFailure && thrown.kind === "mismatch") return bring(undefined);
      throw thrown;
    });
    if (outcome.kind === "unchanged") {
      return here === undefined ? outcome : { kind: "file", file: to, validators: here, received: 0 };
    }
    const { bytes, validators, resumedFrom } = outcome;
    const changedOn = wanted.changedOn ?? readDate(validators.lastModified);
    onDisk(() => {
      if (changedOn !== undefined) utimesSync(to, changedOn, changedOn);
      writeNote(to, { ...validators, url: wanted.url, bytes });
    });
    return { kind: "file", file: to, validators, received: bytes - resumedFrom };
  } catch (thrown) {
    throw fetchFailureOf(thrown, wanted.url);
  }

  function bring(md5: string | undefined) {
    const { url, name, maxBytes } = wanted;
    const known = here ?? wanted.known;
    const { stallMs } = network;
    return download(
      {
        url: new URL(url),
        to,
        maxBytes,
        totalMs: TOTAL_MS,
        ...(known === undefined ? {} : { known }),
        ...(md5 === undefined ? {} : { expected: { md5 } }),
        ...(stallMs === undefined ? {} : { stallMs }),
        onProgress: (done, total) => onProgress({ phase: "download", file: name, done, total: total ?? 0, rows: 0 }),
      },
      network,
    );
  }
}

/** Removes a whole file with its note; a part of it stays. */
export function removeFile(file: string): void {
  for (const path of [file, noteOf(file)]) rmSync(path, { force: true });
}

const noteOf = (file: string) => `${file}.json`;

/** The note of a whole file from this address; `undefined` when there is none that is true. */
function readNote(file: string, url: string): (Validators & { readonly bytes: number }) | undefined {
  try {
    const note = noteSchema.parse(JSON.parse(readFileSync(noteOf(file), "utf8")));
    return note.url === url && existsSync(file) && statSync(file).size === note.bytes ? note : undefined;
  } catch {
    return undefined;
  }
}

/** In one step, so that a kill leaves the old note or the new one. */
function writeNote(file: string, note: z.output<typeof noteSchema>): void {
  writeFileSync(`${noteOf(file)}.new`, JSON.stringify(note));
  renameSync(`${noteOf(file)}.new`, noteOf(file));
}

/** What the disk refuses is our trouble, not the server's. */
function onDisk(work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new SourceFailure("not_stored", { cause });
  }
}

/** A date as HTTP writes it; `undefined` for none and for what is none. */
function readDate(header: string | null): Date | undefined {
  const at = Date.parse(header ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}
