import { createHash } from "node:crypto";
import { closeSync, createReadStream, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { createZstdDecompress } from "node:zlib";
import { type DownloadEnvironment, download, type Expected } from "../../../../outbound/download.ts";
import { SourceFailure } from "../../../../outbound/failure.ts";
import { type PackedFile, sha256Of } from "../importing/checksum-file.ts";
import { machineFailureOr, registerPaths, removeBuild, removeLeftovers, sync } from "../importing/files.ts";
import type { BuildOptions } from "../importing/import-options.ts";
import { holdImportLock } from "../importing/lock.ts";
import { isMachineFailure, LockHeld } from "../records/failure.ts";
import { readOrigin } from "../serving/open.ts";
import { adopt } from "./adopt-snapshot.ts";
import { SnapshotRefusal } from "./refusal.ts";

/** Five million firms take about a gigabyte; whatever is far beyond that is no snapshot. */
const MOST_BYTES = 8 * 2 ** 30;

/** A day: a line so slow that it takes longer gets a file that is out of date. What came is kept for the next try. */
const TOTAL_MS = 24 * 3_600_000;

/** What to fetch and how. */
export interface SnapshotToFetch extends DownloadEnvironment {
  /** Where the file lies; where `packed` is given, its packed form. */
  readonly url: URL;
  /** Of the file itself. */
  readonly sha256: string;
  readonly packed?: PackedFile;
  readonly stallMs?: number;
  readonly maxFileBytes?: number;
}

/** `busy`: another process of this data directory imports or fetches; it is worth looking again soon. */
export type SnapshotFetched =
  | { readonly kind: "swapped"; readonly version: string; readonly resumedFrom: number; readonly bytes: number }
  | { readonly kind: "unchanged" }
  | { readonly kind: "busy" };

/**
 * Brings the snapshot with this checksum here and publishes it. A download that was broken off, stopped or killed is
 * gone on from. It computes for seconds at a time: run it where nobody is served.
 * @throws SourceFailure when it could not be had (one that the disk has no room for, before a byte of it comes, where
 *   the server says how long it is), SnapshotRefusal when it is not to be used, RegisterFileError when the
 *   disk is full or fails; what was published serves on in each case.
 */
export async function fetchSnapshot(what: SnapshotToFetch, options: BuildOptions): Promise<SnapshotFetched> {
  const paths = registerPaths(options.dir);
  const lock = tryLock(paths.lock);
  if (lock === undefined) return { kind: "busy" };
  try {
    // Another process may have fetched it between the question and now.
    if (readOrigin(paths.published)?.fetchedSha256 === what.sha256) return { kind: "unchanged" };
    const to = paths.fetched;
    let brought = { bytes: 0, resumedFrom: 0 };
    if (!isHere(to, what.sha256)) {
      removeLeftovers(paths.folder, to);
      removeBuild(to);
      const { packed, maxFileBytes = MOST_BYTES } = what;
      if (packed === undefined) brought = await bring(to, { sha256: what.sha256 }, what, options);
      else {
        const at = paths.fetchedPacked;
        if (!existsSync(at) || sha256Of(at) !== packed.sha256) brought = await bring(at, packed, what, options);
        await unpackSnapshot(at, to, { sha256: what.sha256, maxBytes: maxFileBytes }, options.signal);
      }
    }
    const version = await adopt(to, { sha256: what.sha256, at: what.now() }, paths, options);
    return { kind: "swapped", version, bytes: brought.bytes, resumedFrom: brought.resumedFrom };
  } catch (cause) {
    if (cause instanceof SourceFailure) throw cause;
    throw machineFailureOr(cause, paths.folder);
  } finally {
    lock.release();
  }
}

/** Downloads one file, whole and with this checksum, or goes on with what is here of it. */
async function bring(
  to: string,
  expected: Expected,
  what: SnapshotToFetch,
  { signal }: BuildOptions,
): Promise<{ readonly bytes: number; readonly resumedFrom: number }> {
  const outcome = await download(
    {
      url: what.url,
      to,
      maxBytes: what.maxFileBytes ?? MOST_BYTES,
      expected,
      totalMs: TOTAL_MS,
      ...(what.stallMs === undefined ? {} : { stallMs: what.stallMs }),
      ...(signal === undefined ? {} : { signal }),
    },
    what,
  );
  return outcome.kind === "downloaded" ? outcome : { bytes: 0, resumedFrom: 0 };
}

/** A kill after the download leaves it whole, and perhaps signed already. */
function isHere(file: string, sha256: string): boolean {
  return existsSync(file) && (readOrigin(file)?.fetchedSha256 === sha256 || sha256Of(file) === sha256);
}

function tryLock(file: string): ReturnType<typeof holdImportLock> | undefined {
  try {
    return holdImportLock(file);
  } catch (cause) {
    if (cause instanceof LockHeld) return undefined;
    throw cause;
  }
}

/**
 * Unpacks a snapshot (zstd) beside its place, and gives it its name when the bytes have the checksum and are no more
 * than `maxBytes`. The packed file is gone afterwards, unless it was stopped or the disk failed.
 * @throws SnapshotRefusal `not_sound`, SourceFailure `closed` when `signal` stopped it, what the disk says as it is
 */
async function unpackSnapshot(
  packed: string,
  to: string,
  expected: { readonly sha256: string; readonly maxBytes: number },
  signal?: AbortSignal,
): Promise<void> {
  const unfinished = `${to}.unpacking`;
  const descriptor = openSync(unfinished, "w");
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    const read = createReadStream(packed);
    const unpacked = createZstdDecompress();
    // `pipe` does not pass errors on; a loop over the end of the chain gets its own alone.
    read.on("error", (cause) => unpacked.destroy(cause));
    for await (const chunk of read.pipe(unpacked)) {
      if (signal?.aborted === true) throw new SourceFailure("closed");
      bytes += chunk.length;
      if (bytes > expected.maxBytes) throw new Error("it unpacks to more than a register file has");
      hash.update(chunk);
      for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at);
    }
    if (hash.digest("hex") !== expected.sha256) throw new Error("what is in it has another checksum");
    sync(unfinished);
    renameSync(unfinished, to);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    if (cause instanceof SourceFailure || isMachineFailure(cause)) throw cause;
    rmSync(packed, { force: true });
    throw new SnapshotRefusal("not_sound", "the packed snapshot cannot be unpacked, or holds another file.", { cause });
  } finally {
    closeSync(descriptor);
  }
  rmSync(packed, { force: true });
}
