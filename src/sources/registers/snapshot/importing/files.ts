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
import { isDiskFull, isMachineFailure, RegisterFileError, writeTrouble } from "../records/failure.ts";
import { checksumBeside, checksumPath, prepareChecksum } from "./checksum-file.ts";

/** Where the register files of a data directory are. */
export interface RegisterPaths {
  readonly folder: string;
  /** The file that every reader opens. */
  readonly published: string;
  /** Held by the process that imports or fetches. */
  readonly lock: string;
  /** Where a snapshot of another machine is brought to. */
  readonly fetched: string;
  /** The same while it is packed. */
  readonly fetchedPacked: string;
  /** The file that was published before, for when the present one is found damaged. */
  readonly former: string;
}

/**
 * The paths in a data directory; makes the folder.
 * @throws RegisterFileError when that cannot be done.
 */
export function registerPaths(dir: string): RegisterPaths {
  const folder = join(dir, "registers");
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new RegisterFileError(folder, undefined, `${writeTrouble(cause)}.`, { cause });
  }
  return {
    folder,
    published: join(folder, "registers.db"),
    lock: join(folder, "import.lock"),
    fetched: join(folder, "fetched.db"),
    fetchedPacked: join(folder, "fetched.db.zst"),
    former: formerOf(join(folder, "registers.db")),
  };
}

/** The file in which a build with this fingerprint is made; a later run with the same one finds it again. */
export function nextFile(folder: string, fingerprint: string): string {
  return join(folder, `next-${createHash("sha256").update(fingerprint).digest("hex").slice(0, 16)}.db`);
}

/** Removes a file being built with its companions. */
export function removeBuild(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal", ".unpacking"]) rmSync(file + suffix, { force: true });
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

/** A file that was put aside is kept so long for whoever wants to know why. */
const ASIDE_DAYS = 7;

/** Removes files that were put aside long ago: each has the size of a register. */
export function removeOldAside(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((each) => /^registers-(damaged|unusable)-/.test(each))) {
    const path = join(folder, name);
    // A rename leaves the instant of the content, so the instant of the rename counts.
    if (now - statSync(path).ctimeMs > ASIDE_DAYS * 86_400_000) rmSync(path, { force: true });
  }
}

/** Removes what an unfinished fetch left behind. Only the holder of the lock may call it. */
export function removeFetched(paths: RegisterPaths): void {
  for (const file of [paths.fetched, paths.fetchedPacked]) {
    for (const suffix of ["", ".part", ".part.json", ".unpacking"]) rmSync(file + suffix, { force: true });
  }
}

/** A file of its own for a build of the shipped sample: several processes may start at the same time. */
export function seedFile(folder: string): string {
  return join(folder, `seed-${process.pid}-${randomBytes(4).toString("hex")}.db`);
}

/** Publishes a finished file, with its checksum, unless somebody else has published one meanwhile. */
export function publishFirst(file: string, published: string): void {
  const checksum = prepareChecksum(file, published);
  try {
    sync(file);
    if (linked(file, published)) checksum.commit();
  } finally {
    checksum.remove();
    rmSync(file, { force: true });
  }
  sync(join(published, ".."));
}

/** Gives a file a second name; false when there is one with that name already. */
function linked(file: string, to: string): boolean {
  try {
    linkSync(file, to);
    return true;
  } catch (cause) {
    if (!existsSync(to)) throw cause;
    return false;
  }
}

/**
 * Makes a finished file the published one: on disk first, then renamed in one step. Its checksum follows at once. The
 * file that was published before keeps its place beside it until the next one.
 * @throws RegisterFileError when the disk is full or refuses to write; the published file is then as it was, or the new
 *   one without a checksum.
 */
export function publish(file: string, published: string): void {
  try {
    const checksum = prepareChecksum(file, published);
    try {
      sync(file);
      keepFormer(published);
      renameSync(file, published);
      checksum.commit();
    } finally {
      checksum.remove();
    }
    sync(join(published, ".."));
  } catch (cause) {
    throw machineFailureOr(cause, published);
  }
}

/** What the machine refused, as an error that says so; anything else as it is. */
export function machineFailureOr(cause: unknown, file: string): unknown {
  if (cause instanceof RegisterFileError || !(isDiskFull(cause) || isMachineFailure(cause))) return cause;
  const reason = `${writeTrouble(cause)}; try again when that is corrected.`;
  return new RegisterFileError(file, undefined, reason, { cause });
}

function formerOf(published: string): string {
  return join(published, "..", "former.db");
}

/** Gives the published file and its checksum a second name. Without one there is nothing to go back to, and no harm. */
function keepFormer(published: string): void {
  const former = formerOf(published);
  try {
    rmSync(checksumPath(former), { force: true });
    rmSync(former, { force: true });
    if (checksumBeside(published) === undefined) return;
    linkSync(published, former);
    linkSync(checksumPath(published), checksumPath(former));
  } catch {
    // A file system without links, or one that fails: the import must not fail for it.
  }
}

/** Moves the published file and its checksum out of the way. @returns where it is now. */
export function putAside(published: string, aside: string): string {
  renameSync(published, aside);
  try {
    renameSync(checksumPath(published), checksumPath(aside));
  } catch {
    // There is none, or it stays behind: older than the next file, it counts for nothing.
  }
  return aside;
}

/** Publishes the former file again, with its checksum, unless another one is published meanwhile. */
export function publishFormer({ former, published }: RegisterPaths): void {
  if (!linked(former, published)) return;
  rmSync(checksumPath(published), { force: true });
  linkSync(checksumPath(former), checksumPath(published));
  sync(join(published, ".."));
}

/** Waits until a file or a folder is on disk. */
export function sync(path: string): void {
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
