import { createHash, type KeyObject } from "node:crypto";
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { constants, createZstdCompress } from "node:zlib";
import {
  checksumBeside,
  checksumText,
  type PackedFile,
  packedName,
  readChecksum,
  sha256Of,
} from "../importing/checksum-file.ts";
import { machineFailureOr, registerPaths, sync } from "../importing/files.ts";
import { RegisterFileError } from "../records/failure.ts";
import { openSnapshot } from "../serving/open.ts";
import { signatureText, verifyingKeyText } from "./minisign.ts";

/** 24.7 MB of firms became 8.8 MB in 0.4 s; at level 10 it was 7.7 MB in 1.8 s. */
const LEVEL = 3;

/** Whoever fetches slowly gets to the end: so many packed snapshots stay, the newest included. */
const KEPT = 3;

/** The name under which instances know the snapshot. */
const NAME = "registers.db";

/** What to publish, and where. */
export interface SnapshotToPublish {
  /** The data directory. */
  readonly dir: string;
  /** A folder of its own; it is made. */
  readonly to: string;
  /** A private key of Ed25519; without one the snapshot is not signed. */
  readonly privateKey?: KeyObject | undefined;
  readonly now: () => Date;
}

/** What lies in the folder now. */
export interface SnapshotPublished {
  /** Of the register file. */
  readonly sha256: string;
  readonly bytes: number;
  readonly packed: PackedFile;
  /** False: this snapshot was there already. */
  readonly isNew: boolean;
  /** The public key for `SNAPSHOT_KEY`; `null`: not signed. */
  readonly key: string | null;
}

/**
 * Lays the published register file of a data directory into a folder that a web server or an object store hands out:
 * `registers-<sha256>.db.zst`, whose content never changes, then `registers.db.sha256.minisig` and
 * `registers.db.sha256`, each whole or not at all. Blocks while it packs.
 * @throws RegisterFileError where there is nothing to publish, the file is damaged, or the disk refuses
 */
export async function publishSnapshot({ dir, to, privateKey, now }: SnapshotToPublish): Promise<SnapshotPublished> {
  const { published, folder } = registerPaths(dir);
  if (resolve(to) === resolve(folder)) {
    throw new RegisterFileError(
      to,
      undefined,
      "the snapshot is published into a folder of its own, not into this one.",
    );
  }
  const expected = checkPublishable(published);
  try {
    mkdirSync(to, { recursive: true });
    const before = readLying(to);
    const isNew = before?.sha256 !== expected;
    const packed = isNew ? await pack(published, expected, to) : before.packed;
    const text = checksumText(expected, NAME, packed);
    const signature =
      privateKey === undefined ? undefined : signatureText(text, privateKey, `published ${now().toISOString()}`);
    replace(to, [
      // The signature first: whoever reads in between finds a new one beside an old checksum, and asks again.
      [`${NAME}.sha256.minisig`, signature],
      [`${NAME}.sha256`, text],
    ]);
    sync(to);
    removeOld(to);
    const key = privateKey === undefined ? null : verifyingKeyText(privateKey);
    return { sha256: expected, bytes: statSync(published).size, packed, isNew, key };
  } catch (cause) {
    throw machineFailureOr(cause, to);
  }
}

/** The checksum of the file that is to be published. */
function checkPublishable(published: string): string {
  const expected = checksumBeside(published);
  if (expected === undefined) {
    throw new RegisterFileError(published, undefined, "there is no finished register file with a checksum yet.");
  }
  const snapshot = openSnapshot(published);
  try {
    if (snapshot.holdings().some(({ isSample }) => !isSample)) return expected;
  } finally {
    snapshot.close();
  }
  throw new RegisterFileError(published, undefined, "it holds the shipped sample only, which instances refuse.");
}

/** The snapshot that lies in the folder, where it is whole. */
function readLying(to: string) {
  try {
    const lying = readChecksum(readFileSync(join(to, `${NAME}.sha256`), "utf8"), NAME);
    if (lying?.packed === undefined) return undefined;
    const file = join(to, packedName(lying.sha256));
    const isWhole = statSync(file).size === lying.packed.bytes && sha256Of(file) === lying.packed.sha256;
    return isWhole ? { sha256: lying.sha256, packed: lying.packed } : undefined;
  } catch {
    return undefined;
  }
}

/** Packs the file under its immutable name. One descriptor is read to the end, whatever takes the file's place. */
async function pack(published: string, expected: string, to: string): Promise<PackedFile> {
  const unfinished = join(to, `${packedName(expected)}.${process.pid}.part`);
  const descriptor = openSync(unfinished, "w");
  const hashes = { file: createHash("sha256"), packed: createHash("sha256") };
  let bytes = 0;
  try {
    const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
    const read = createReadStream(published);
    const packing = createZstdCompress({ params });
    read.on("error", (cause) => packing.destroy(cause));
    read.on("data", (chunk) => void hashes.file.update(chunk));
    for await (const chunk of read.pipe(packing)) {
      hashes.packed.update(chunk);
      bytes += chunk.length;
      for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at);
    }
    if (hashes.file.digest("hex") !== expected) {
      throw new RegisterFileError(published, undefined, "its bytes do not have the checksum that stands beside it.");
    }
    sync(unfinished);
    renameSync(unfinished, join(to, packedName(expected)));
    return { sha256: hashes.packed.digest("hex"), bytes };
  } finally {
    closeSync(descriptor);
    rmSync(unfinished, { force: true });
  }
}

/** Gives files another text, in this order; `undefined` removes one. All are on disk before the first is renamed. */
function replace(to: string, texts: readonly (readonly [name: string, text: string | undefined])[]): void {
  const files = texts.map(([name, text]) => ({
    file: join(to, name),
    next: join(to, `${name}.${process.pid}.part`),
    text,
  }));
  try {
    for (const { next, text } of files) {
      if (text === undefined) continue;
      writeFileSync(next, text);
      sync(next);
    }
    for (const { file, next, text } of files) {
      if (text === undefined) rmSync(file, { force: true });
      else renameSync(next, file);
    }
  } finally {
    for (const { next } of files) rmSync(next, { force: true });
  }
}

/** Removes all but the newest packed snapshots, and what a kill left half written. */
function removeOld(to: string): void {
  const names = readdirSync(to).filter((name) => /^registers-[\da-f]{64}\.db\.zst/.test(name));
  const ages = names.map((name) => ({ name, at: statSync(join(to, name)).mtimeMs }));
  const whole = ages.filter(({ name }) => name.endsWith(".zst")).sort((a, b) => b.at - a.at);
  const half = ages.filter(({ name, at }) => name.endsWith(".part") && Date.now() - at > 3_600_000);
  for (const { name } of [...whole.slice(KEPT), ...half]) rmSync(join(to, name), { force: true });
}
