import { closeSync, constants, copyFileSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Base, baseOf, denseAboveOf } from "../importing/build.ts";
import { checkBuild } from "../importing/check.ts";
import { nextFile, publish, type RegisterPaths, removeBuild, removeLeftovers } from "../importing/files.ts";
import type { BuildOptions } from "../importing/import-options.ts";
import { classifyAnew } from "../importing/reclassify.ts";
import { APPLICATION_ID, isReadable, SCHEMA_VERSION } from "../layout/schema.ts";
import { sealTables } from "../layout/seal.ts";
import { isMachineFailure } from "../records/failure.ts";
import { openSnapshot } from "../serving/open.ts";
import { otherVersion, SnapshotRefusal } from "./refusal.ts";

/** Which file of the publisher this was. */
export interface Fetched {
  readonly sha256: string;
  readonly at: Date;
}

/**
 * Makes a snapshot that another machine built the published one: looks at it as at one of our own, classifies its firms
 * anew where it was made with other rules, and renames it. Only the holder of the import lock may call it.
 * The file is gone afterwards, unless it was stopped.
 * @returns the version that now serves. @throws SnapshotRefusal, with nothing changed; RegisterFileError on a full disk.
 */
export async function adopt(
  file: string,
  fetched: Fetched,
  paths: RegisterPaths,
  options: BuildOptions,
): Promise<string> {
  const base = look(file, paths);
  let ready = file;
  if (base.rulesVersion !== options.rulesVersion) {
    const plan = { fetched: fetched.sha256, rules: options.rulesVersion, dense: denseAboveOf(options) };
    const text = JSON.stringify(plan);
    ready = nextFile(paths.folder, text);
    removeLeftovers(paths.folder, ready);
    // Copied and not renamed: a kill while the rules run must not cost the download.
    const begin = (next: string) => copyFileSync(file, next, constants.COPYFILE_FICLONE);
    await classifyAnew({ file: ready, text, base, begin }, options);
  }
  sign(ready, fetched);
  try {
    checkBuild(ready, options);
  } catch (cause) {
    if (isMachineFailure(cause)) throw cause;
    removeBuild(file);
    throw new SnapshotRefusal("not_sound", "the snapshot did not pass its check.", { cause });
  }
  publish(ready, paths.published);
  removeBuild(file);
  return baseOf(paths)?.version ?? "";
}

/** Refuses what is no snapshot, one that we cannot read, and one that knows less than what is here. */
function look(file: string, paths: RegisterPaths): Base {
  try {
    checkHeader(file);
    const base = baseOf({ ...paths, published: file });
    if (base === undefined) throw new Error("the file is gone");
    checkHoldings(file, paths);
    return base;
  } catch (cause) {
    // A disk that fails says nothing of the file, which may be readable a minute later.
    if (isMachineFailure(cause)) throw cause;
    removeBuild(file);
    if (cause instanceof SnapshotRefusal) throw cause;
    throw new SnapshotRefusal("not_sound", "what was fetched is no register file, or a damaged one.", { cause });
  }
}

/** The header of SQLite's file format (sqlite.org/fileformat2.html): how it is written, user version, application id. */
function checkHeader(file: string): void {
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, header, 0, 100, 0);
  } finally {
    closeSync(descriptor);
  }
  const isDatabase = header.toString("latin1", 0, 16) === "SQLite format 3\0";
  if (!isDatabase || header.readUInt32BE(68) !== APPLICATION_ID) throw new Error("no register file");
  // Readers open it as immutable and look at no log beside it; a published file is never in that mode.
  if (header[18] !== 1 || header[19] !== 1) throw new Error("the file is in write-ahead mode: it was never finished");
  const schema = header.readUInt32BE(60);
  if (!isReadable(schema)) throw otherVersion(schema, SCHEMA_VERSION);
}

function checkHoldings(file: string, paths: RegisterPaths): void {
  const wholes = wholeCountries(file);
  const lost = wholeCountries(paths.published, true).filter((country) => !wholes.includes(country));
  if (wholes.length === 0) throw new SnapshotRefusal("only_sample", "the snapshot holds the shipped sample only.");
  if (lost.length > 0) {
    throw new SnapshotRefusal(
      "only_sample",
      `the snapshot lacks the register of ${lost.join(", ")}, which is here. To take it all the same, stop Dosah and remove ${paths.published}.`,
    );
  }
}

function wholeCountries(file: string, mayBeUnusable = false): string[] {
  try {
    const snapshot = openSnapshot(file);
    try {
      return snapshot.holdings().flatMap(({ country, isSample }) => (isSample ? [] : [country]));
    } finally {
      snapshot.close();
    }
  } catch (cause) {
    if (mayBeUnusable) return [];
    throw cause;
  }
}

/** Writes into the file where it is from, so that the file and the knowledge of it cannot part. */
function sign(file: string, { sha256, at }: Fetched): void {
  const db = new DatabaseSync(file);
  try {
    const put = db.prepare("REPLACE INTO import_state VALUES (?, ?)");
    db.exec("BEGIN");
    put.run("fetchedSha256", sha256);
    put.run("fetchedAt", at.toISOString());
    sealTables(db);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}
