import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { createZstdDecompress } from "node:zlib";
import { SourceFailure } from "../../../../outbound/failure.ts";
import { sync } from "../importing/files.ts";
import { isMachineFailure } from "../records/failure.ts";
import { SnapshotRefusal } from "./refusal.ts";

/**
 * Unpacks a snapshot (zstd) beside its place, and gives it its name when the bytes have the checksum and are no more
 * than `maxBytes`. The packed file is gone afterwards, unless it was stopped or the disk failed.
 * @throws SnapshotRefusal `not_sound`, SourceFailure `closed` when `signal` stopped it, what the disk says as it is
 */
export async function unpackSnapshot(
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
