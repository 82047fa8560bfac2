import { statSync } from "node:fs";
import { join } from "node:path";
import { dayOf } from "../../../core/day.ts";
import type { RegisterSnapshot, SnapshotHealth } from "../register.ts";
import { denseAboveOf, emptyCountries, runBuild } from "./importing/build.ts";
import { checksumBeside } from "./importing/checksum-file.ts";
import { sha256InThread } from "./importing/checksum-thread.ts";
import {
  publishFirst,
  publishFormer,
  putAside,
  type RegisterPaths,
  registerPaths,
  removeOldAside,
  seedFile,
} from "./importing/files.ts";
import { describeFile, newVersion } from "./importing/finish.ts";
import type { BuildOptions } from "./importing/import-options.ts";
import { holdImportLock } from "./importing/lock.ts";
import { addSeed } from "./importing/seed.ts";
import { writeKeys } from "./keys/write-keys.ts";
import { isMachineFailure, LockHeld, RegisterFileError, SnapshotDamage } from "./records/failure.ts";
import { isSampleAlone, openSnapshot } from "./serving/open.ts";

/** How long a newly published file may go unnoticed. Looking costs some microseconds. */
const LOOK_EVERY_MS = 1_000;

/** A file that was found whole is read as a whole again after this time: disks rot while they serve. */
const CHECK_AGAIN_MS = 6 * 3_600_000;

/** A damaged file that could not be replaced (an import was running, the folder is read-only) is tried again after this. */
const REPLACE_AGAIN_MS = 60_000;

export interface PublishedOptions extends Omit<BuildOptions, "dir" | "signal" | "maxBytes"> {
  /** Gets one line on what is wrong with the files; serving goes on. Default: it is not reported. */
  readonly onProblem?: (message: string, cause: unknown) => void;
  /** Gets the version of each further file that is taken into use. */
  readonly onTaken?: (version: string) => void;
  /** Milliseconds of a clock that never goes back, for tests. */
  readonly millis?: () => number;
}

/**
 * The published registers as a serving process reads them: always the newest file. A file that another process
 * renames over the published one is noticed within a second of use and swapped in between two calls. Calls do not
 * wait, so no call can meet a closed file.
 */
export interface PublishedRegisters extends RegisterSnapshot {
  /** `damaged` from the first damage that is met until the file is replaced or found whole. */
  health(): SnapshotHealth;
  /**
   * Compares the published file with its checksum, where that was not done yet, after damage was met, and every six
   * hours. A damaged file is put aside; the former one takes its place when that is whole, else the sample. Never throws.
   * @returns true when the file was replaced.
   */
  check(): Promise<boolean>;
}

/**
 * Opens the registers of a data directory. Without a published file the shipped sample becomes the first one. A file
 * that is damaged or of another version of Dosah is put aside under another name, reported, and replaced by the sample.
 * @throws RegisterFileError when there is no usable file and no sample, and when the machine does not let the file be read.
 */
export async function openPublished(dir: string, options: PublishedOptions): Promise<PublishedRegisters> {
  const paths = registerPaths(dir);
  const millis = options.millis ?? (() => performance.now());
  let current = await openFirst(paths, dir, options);
  let signature = signatureOf(paths.published);
  let lookAt = millis() + LOOK_EVERY_MS;
  let isReachable = true;
  /** The version that is known to be damaged, and the problems that were reported of the file in use. */
  let damaged: string | undefined;
  let reported: string[] = [];
  let checked: { readonly signature: string; readonly at: number } | undefined;

  return {
    get version() {
      return fresh().version;
    },
    find: (ico, country) => watched((snapshot) => snapshot.find(ico, country)),
    search: (query, country, limit) => watched((snapshot) => snapshot.search(query, country, limit)),
    searchWhole: (query, country, limit) => watched((snapshot) => snapshot.searchWhole(query, country, limit)),
    stats: () => fresh().stats(),
    sizes: () => fresh().sizes(),
    holdings: () => fresh().holdings(),
    origin: () => fresh().origin(),
    health: () => {
      const { version, origin, holdings } = fresh();
      if (origin().isReplacement && holdings().some(({ isSample }) => isSample)) return "unusable";
      return damaged === version ? "damaged" : "ok";
    },
    check: async () => {
      try {
        return await check();
      } catch (cause) {
        report("The published register file could not be checked; it serves on.", cause);
        return false;
      }
    },
    close: () => current.close(),
  };

  /** A read of the newest file; the first damage that is met in it is reported, every one is thrown. */
  function watched<T>(read: (snapshot: RegisterSnapshot) => T): T {
    const snapshot = fresh();
    try {
      return read(snapshot);
    } catch (cause) {
      if (cause instanceof SnapshotDamage && damaged !== snapshot.version) {
        damaged = snapshot.version;
        checked = undefined;
        report("A part of the published register file is damaged; what it held is not known.", cause);
      }
      throw cause;
    }
  }

  function fresh(): RegisterSnapshot {
    if (millis() < lookAt) return current;
    lookAt = millis() + LOOK_EVERY_MS;
    const seen = look();
    if (seen === signature) return current;
    // Remembered before it is opened: a file that cannot be read is reported once, not with every call.
    signature = seen;
    try {
      const next = openSnapshot(paths.published);
      current.close();
      current = next;
      reported = [];
      options.onTaken?.(next.version);
    } catch (cause) {
      options.onProblem?.("The published register file cannot be used; the one before it serves on.", cause);
    }
    return current;
  }

  /** The signature of the published file; the one that is known while the folder cannot be looked at. */
  function look(): string {
    try {
      const seen = signatureOf(paths.published);
      isReachable = true;
      return seen;
    } catch (cause) {
      if (isReachable)
        options.onProblem?.("The folder of registers cannot be looked at; the open file serves on.", cause);
      isReachable = false;
      return signature;
    }
  }

  /** Reports a problem of the file in use once. */
  function report(message: string, cause: unknown): void {
    if (reported.includes(message)) return;
    reported.push(message);
    options.onProblem?.(message, cause);
  }

  async function check(): Promise<boolean> {
    const { version } = fresh();
    const seen = look();
    if (checked?.signature === seen && millis() - checked.at < CHECK_AGAIN_MS) return false;
    const expected = checksumBeside(paths.published);
    const isWhole = expected === undefined || (await sha256InThread(paths.published)) === expected;
    if (look() !== seen) return false;
    if (!isWhole) return await replace(version, seen);
    checked = { signature: seen, at: millis() };
    removeOldAside(paths.folder, options.now().getTime());
    // What was met lies in memory, or was healed by the disk: a fresh handle reads the file anew.
    if (damaged === version && expected !== undefined) {
      const next = openSnapshot(paths.published);
      current.close();
      current = next;
      damaged = undefined;
    }
    return false;
  }

  /** Puts the damaged file aside and opens what takes its place. */
  async function replace(version: string, seen: string): Promise<boolean> {
    damaged = version;
    // Where nothing can take its place now, it is tried again soon, but not with every look.
    checked = { signature: seen, at: millis() - CHECK_AGAIN_MS + REPLACE_AGAIN_MS };
    const lock = lockOf(paths);
    if (lock === undefined) return false;
    try {
      if (look() !== seen) return false;
      const isFormerWhole = await isWholeRegister(paths.former);
      if (!isFormerWhole && options.seed === undefined) {
        report(
          "The published register file is damaged, and nothing can take its place; what is whole serves on.",
          null,
        );
        return false;
      }
      const aside = putAside(paths.published, join(paths.folder, `registers-damaged-${newVersion(options.now())}.db`));
      if (isFormerWhole) publishFormer(paths);
      else await publishSeed(paths, { ...options, dir }, true);
      const successor = isFormerWhole ? "the former file" : "the shipped sample";
      options.onProblem?.(`The register file was damaged and is now ${aside}; ${successor} serves instead.`, null);
    } finally {
      lock.release();
    }
    lookAt = millis();
    fresh();
    return true;
  }
}

/** The right to change the published file; `undefined` while somebody else builds one. */
function lockOf(paths: RegisterPaths): ReturnType<typeof holdImportLock> | undefined {
  try {
    return holdImportLock(paths.lock);
  } catch (cause) {
    if (cause instanceof LockHeld) return undefined;
    throw cause;
  }
}

/** True when a file is there, fits its checksum, can be read and holds more than the sample. */
async function isWholeRegister(file: string): Promise<boolean> {
  const expected = checksumBeside(file);
  try {
    if (expected === undefined || (await sha256InThread(file)) !== expected) return false;
    const snapshot = openSnapshot(file);
    const holdsRegister = snapshot.holdings().some(({ isSample }) => !isSample);
    snapshot.close();
    return holdsRegister;
  } catch {
    return false;
  }
}

async function openFirst(paths: RegisterPaths, dir: string, options: PublishedOptions): Promise<RegisterSnapshot> {
  const isThere = exists(paths.published);
  const wasSample = isThere && isSampleAlone(paths.published);
  if (isThere) {
    try {
      return openSnapshot(paths.published);
    } catch (cause) {
      // What the machine refuses for a moment must not cost whole registers.
      if (options.seed === undefined || isMachineFailure(cause)) throw cause;
      const aside = putAside(paths.published, join(paths.folder, `registers-unusable-${newVersion(options.now())}.db`));
      options.onProblem?.(
        `The register file could not be used and is now ${aside}; the shipped sample serves until registers are imported.`,
        cause,
      );
    }
  }
  // A sample in the place of a sample, as after an upgrade with another layout, lacks nothing that was there.
  await publishSeed(paths, { ...options, dir }, isThere && !wasSample);
  return openSnapshot(paths.published);
}

/** @throws RegisterFileError when the machine does not say whether the file is there. */
function exists(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    throw new RegisterFileError(file, undefined, "the register file cannot be looked at.", { cause });
  }
}

/** Makes the shipped sample the published file, unless another process publishes one meanwhile. */
async function publishSeed(paths: RegisterPaths, options: BuildOptions, isReplacement: boolean): Promise<void> {
  const { seed } = options;
  if (seed === undefined) {
    throw new RegisterFileError(paths.published, undefined, "there is no register file and no sample to begin with.");
  }
  const file = seedFile(paths.folder);
  await runBuild({ file, text: "seed", base: undefined }, options, async (build) => {
    build.db.exec("BEGIN");
    addSeed(build, seed, emptyCountries(build.db));
    build.db.exec("COMMIT");
    const counts = await writeKeys(build.db, denseAboveOf(options), dayOf(options.now()), async () => {});
    if (isReplacement) build.state.set("replacement", "yes");
    describeFile(build, newVersion(options.now()), counts);
  });
  publishFirst(file, paths.published);
}

/** Tells one published file from the next: each is a new file, renamed over the last. */
function signatureOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "none" : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
