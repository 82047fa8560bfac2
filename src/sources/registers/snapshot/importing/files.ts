import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { RegisterFileError } from "../records/failure.ts";
import { prepareChecksum } from "./checksum-file.ts";

/** Where the register files of a data directory are. */
export interface RegisterPaths {
  readonly folder: string;
  /** The file that every reader opens. */
  readonly published: string;
  /** Held by the process that imports or fetches. */
  readonly lock: string;
  /** Where a snapshot of another machine is brought to. */
  readonly fetched: string;
}

/** The paths in a data directory; makes the folder. */
export function registerPaths(dir: string): RegisterPaths {
  const folder = join(dir, "registers");
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    published: join(folder, "registers.db"),
    lock: join(folder, "import.lock"),
    fetched: join(folder, "fetched.db"),
  };
}

/** The file in which a build with this fingerprint is made; a later run with the same one finds it again. */
export function nextFile(folder: string, fingerprint: string): string {
  return join(folder, `next-${createHash("sha256").update(fingerprint).digest("hex").slice(0, 16)}.db`);
}

/** Removes a file being built with its companions. */
export function removeBuild(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}

/** A build of the shipped sample takes no second; an older one was killed. */
const SEED_MINUTES = 10;

/** Removes what other builds left behind. Only the holder of the lock may call it. */
export function removeLeftovers(folder: string, keep: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isOld = name.startsWith("seed-") && Date.now() - statSync(path).mtimeMs > SEED_MINUTES * 60_000;
    if (isOld || (name.startsWith("next-") && !path.startsWith(keep))) rmSync(path, { force: true });
  }
}

/** Removes what an unfinished fetch left behind. Only the holder of the lock may call it. */
export function removeFetched(paths: RegisterPaths): void {
  for (const suffix of ["", ".part", ".part.json"]) rmSync(paths.fetched + suffix, { force: true });
}

/** A file of its own for a build of the shipped sample: several processes may start at the same time. */
export function seedFile(folder: string): string {
  return join(folder, `seed-${process.pid}-${randomBytes(4).toString("hex")}.db`);
}

/** Publishes a finished file unless somebody else has published one meanwhile. */
export function publishFirst(file: string, published: string): void {
  sync(file);
  try {
    linkSync(file, published);
  } catch (cause) {
    if (!existsSync(published)) throw cause;
  }
  rmSync(file, { force: true });
  sync(join(published, ".."));
}

/** Makes a finished file the published one: on disk first, then renamed in one step. Its checksum follows at once. */
export function publish(file: string, published: string): void {
  const checksum = prepareChecksum(file, published);
  try {
    sync(file);
    renameSync(file, published);
    checksum.commit();
  } finally {
    checksum.remove();
  }
  sync(join(published, ".."));
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Names the present run of the operating system. A build does not wait for the disk while it writes: what it wrote
 * survives its own end, but not that of the machine, so a build from before a restart is not taken up.
 */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Elsewhere the minute of the start, as the clock tells it; a wrong guess only starts the build anew.
    return String(Math.round((Date.now() / 1_000 - uptime()) / 60));
  }
}

/** Bytes at either end of a file that go into its fingerprint. */
const SAMPLE = 65_536;

/**
 * What tells one version of a source file from another: size, day of change, and a checksum of its two ends. Reading
 * gigabytes for a whole checksum would cost as much as a tenth of the import.
 * @throws RegisterFileError when the file cannot be read.
 */
export function fingerprintOf(file: string): { readonly text: string; readonly bytes: number; readonly changed: Date } {
  try {
    const { size, mtime, mtimeMs } = statSync(file);
    const hash = createHash("sha256");
    const descriptor = openSync(file, "r");
    try {
      const part = Buffer.alloc(SAMPLE);
      for (const at of [0, Math.max(0, size - SAMPLE)]) {
        hash.update(part.subarray(0, readSync(descriptor, part, 0, SAMPLE, at)));
      }
    } finally {
      closeSync(descriptor);
    }
    return { text: `${size} ${mtimeMs} ${hash.digest("hex")}`, bytes: size, changed: mtime };
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    const reason = code === "ENOENT" ? "there is no such file." : "the file cannot be read.";
    throw new RegisterFileError(file, undefined, reason, { cause });
  }
}
