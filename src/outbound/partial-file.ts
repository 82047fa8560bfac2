import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { SourceFailure } from "./failure.ts";

/** By what a server tells one version of a file from the next; `null` where it says nothing. */
export interface Validators {
  readonly etag: string | null;
  /** As the server wrote it. */
  readonly lastModified: string | null;
}

const note = z.object({
  key: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  total: z.number().nullable(),
  md5: z.string().nullable().default(null),
});

/** What a checksum may be made with. */
export type Algorithm = "sha256" | "md5";

/** A file that is being downloaded: `<to>.part`, and `<to>.part.json` with what is needed to go on after a restart. */
export interface PartialFile {
  /** Bytes that are here. */
  readonly bytes: number;
  /** How many of them an earlier process left. */
  readonly found: number;
  /** How many there will be, where the server said so. */
  readonly total: number | null;
  readonly validators: Validators;
  /** What the server said the MD5 of the whole is, as `checksum` gives it. */
  readonly md5: string | null;
  /** Begins anew with a version of the file; what was here is gone. Refuses at once what the disk has no space for. */
  begin(validators: Validators, total: number | null, md5?: string | null): Promise<void>;
  /** Goes on with what is here. Refuses at once a rest that the disk has no space for. */
  goOn(): Promise<void>;
  append(chunk: Uint8Array): Promise<void>;
  /** The checksum of what is here, in lower-case hexadecimal digits. */
  checksum(algorithm: Algorithm): string;
  /** Makes it the finished file: on disk first, then renamed in one step. */
  finish(): Promise<void>;
  /** Lets go of it; the next call finds it again. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Opens what an earlier call left of the file `to`, or nothing. What belongs to another `key` (another address, another
 * expected checksum) or cannot be read is not taken up. `algorithms` are those of the wanted checksums. Nobody else may download to the same place at the same time.
 * @throws SourceFailure `not_stored` when the folder cannot be written; so do all methods.
 */
export async function openPartial(to: string, key: string, algorithms: readonly Algorithm[]): Promise<PartialFile> {
  const path = `${to}.part`;
  const notePath = `${path}.json`;
  let hashes = newHashes(algorithms);
  let bytes = 0;
  let found = 0;
  let known: z.infer<typeof note> | undefined;
  let handle: FileHandle;

  try {
    await mkdir(dirname(to), { recursive: true });
    known = await readNote(notePath, key);
    if (known !== undefined) {
      for await (const chunk of createReadStream(path)) take(chunk);
      found = bytes;
    }
  } catch {
    known = undefined;
    hashes = newHashes(algorithms);
    bytes = 0;
  }
  handle = await stored(open(path, known === undefined ? "w" : "a"));

  return {
    get bytes() {
      return bytes;
    },
    get found() {
      return found;
    },
    get total() {
      return known?.total ?? null;
    },
    get validators() {
      return { etag: known?.etag ?? null, lastModified: known?.lastModified ?? null };
    },
    get md5() {
      return known?.md5 ?? null;
    },
    async begin({ etag, lastModified }, total, md5 = null) {
      known = { key, etag, lastModified, total, md5 };
      hashes = newHashes(algorithms);
      bytes = 0;
      found = 0;
      // The old note goes before the old bytes: at no moment may a note stand beside bytes of another version.
      await stored(rm(notePath, { force: true }));
      await stored(handle.close());
      handle = await stored(open(path, "w"));
      if (total !== null) await stored(refuseWithoutSpace(dirname(to), total));
      await stored(writeFile(notePath, JSON.stringify(known)));
    },
    async goOn() {
      const rest = (known?.total ?? bytes) - bytes;
      await stored(refuseWithoutSpace(dirname(to), rest));
    },
    async append(chunk) {
      await stored(writeWhole(handle, chunk));
      take(chunk);
    },
    // A copy, so that it can be asked for more than once.
    checksum: (algorithm) => hashes.get(algorithm)?.copy().digest("hex") ?? "",
    async finish() {
      await stored(handle.sync());
      await stored(handle.close());
      await stored(rename(path, to));
      await stored(rm(notePath, { force: true }));
    },
    close: () => handle.close().catch(() => undefined),
    async remove() {
      await handle.close().catch(() => undefined);
      for (const one of [notePath, path]) await rm(one, { force: true }).catch(() => undefined);
    },
  };

  function take(chunk: Uint8Array): void {
    for (const hash of hashes.values()) hash.update(chunk);
    bytes += chunk.byteLength;
  }
}

function newHashes(algorithms: readonly Algorithm[]): ReadonlyMap<Algorithm, Hash> {
  return new Map(algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
}

async function readNote(path: string, key: string): Promise<z.infer<typeof note> | undefined> {
  const read = note.safeParse(JSON.parse(await readFile(path, "utf8")));
  return read.success && read.data.key === key ? read.data : undefined;
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await handle.write(chunk, at)).bytesWritten;
}

/** Gigabytes that cannot fit would fill the disk that all other data are on, before anybody noticed. */
async function refuseWithoutSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw Object.assign(new Error("there is no space for the file"), { code: "ENOSPC" });
}

/** What the disk refuses is our trouble, not the source's. */
async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new SourceFailure("not_stored", { cause });
  }
}
