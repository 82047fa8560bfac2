import { existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayOf } from "../../../core/day.ts";
import type { RegisterSnapshot } from "../register.ts";
import { denseAboveOf, emptyCountries, runBuild } from "./importing/build.ts";
import { publishFirst, type RegisterPaths, registerPaths, seedFile } from "./importing/files.ts";
import { describeFile, newVersion } from "./importing/finish.ts";
import type { BuildOptions } from "./importing/import-options.ts";
import { addSeed } from "./importing/seed.ts";
import { writeKeys } from "./keys/write-keys.ts";
import { isMachineFailure, RegisterFileError, SnapshotDamage } from "./records/failure.ts";
import { openSnapshot } from "./serving/open.ts";

/** How long a newly published file may go unnoticed. Looking costs some microseconds. */
const LOOK_EVERY_MS = 1_000;

export interface PublishedOptions extends Omit<BuildOptions, "dir" | "signal" | "maxBytes"> {
  /** Gets one line on what is wrong with the files; serving goes on. Default: it is not reported. */
  readonly onProblem?: (message: string, cause: unknown) => void;
  /** Milliseconds of a clock that never goes back, for tests. */
  readonly millis?: () => number;
}

/**
 * The published registers as a serving process reads them: always the newest file. A file that another process
 * renames over the published one is noticed within a second of use and swapped in between two calls. Calls do not
 * wait, so no call can meet a closed file.
 */
export type PublishedRegisters = RegisterSnapshot;

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
  let damaged: string | undefined;

  return {
    get version() {
      return fresh().version;
    },
    find: (ico, country) => watched((snapshot) => snapshot.find(ico, country)),
    search: (query, country, limit) => watched((snapshot) => snapshot.search(query, country, limit)),
    stats: () => fresh().stats(),
    holdings: () => fresh().holdings(),
    origin: () => fresh().origin(),
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
        options.onProblem?.("A part of the published register file is damaged; what it held is not known.", cause);
      }
      throw cause;
    }
  }

  function fresh(): RegisterSnapshot {
    if (millis() < lookAt) return current;
    lookAt = millis() + LOOK_EVERY_MS;
    const seen = signatureOf(paths.published);
    if (seen === signature) return current;
    // Remembered before it is opened: a file that cannot be read is reported once, not with every call.
    signature = seen;
    try {
      const next = openSnapshot(paths.published);
      current.close();
      current = next;
    } catch (cause) {
      options.onProblem?.("The published register file cannot be used; the one before it serves on.", cause);
    }
    return current;
  }
}

async function openFirst(paths: RegisterPaths, dir: string, options: PublishedOptions): Promise<RegisterSnapshot> {
  if (existsSync(paths.published)) {
    try {
      return openSnapshot(paths.published);
    } catch (cause) {
      // What the machine refuses for a moment must not cost whole registers.
      if (options.seed === undefined || isMachineFailure(cause)) throw cause;
      const aside = join(paths.folder, `registers-unusable-${newVersion(options.now())}.db`);
      renameSync(paths.published, aside);
      options.onProblem?.(
        `The register file could not be used and is now ${aside}; the shipped sample serves until registers are imported.`,
        cause,
      );
    }
  }
  await publishSeed(paths, { ...options, dir });
  return openSnapshot(paths.published);
}

/** Makes the shipped sample the published file, unless another process publishes one meanwhile. */
async function publishSeed(paths: RegisterPaths, options: BuildOptions): Promise<void> {
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
    describeFile(build, newVersion(options.now()), counts);
  });
  publishFirst(file, paths.published);
}

/** Tells one published file from the next: each is a new file, renamed over the last. */
function signatureOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "none" : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
