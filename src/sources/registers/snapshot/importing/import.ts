import type { Country } from "../../../../core/country.ts";
import { dayOf } from "../../../../core/day.ts";
import { writeKeys } from "../keys/write-keys.ts";
import { SCHEMA_VERSION } from "../layout/schema.ts";
import { RegisterFileError } from "../records/failure.ts";
import { endsSample, SAMPLE_SLOT } from "../records/file-register.ts";
import { type Base, type Build, baseOf, denseAboveOf, emptyCountries, runBuild } from "./build.ts";
import { checkBuild } from "./check.ts";
import { checksumBeside, sha256Of } from "./checksum-file.ts";
import { classifyAll } from "./classify-all.ts";
import { copyBase } from "./copy-base.ts";
import {
  fingerprintOf,
  machineFailureOr,
  nextFile,
  publish,
  registerPaths,
  removeFetched,
  removeLeftovers,
} from "./files.ts";
import { describeFile, newVersion } from "./finish.ts";
import { type BuildOptions, type ImportFile, type ImportReport, registerOf } from "./import-options.ts";
import { holdImportLock } from "./lock.ts";
import { addSeed } from "./seed.ts";
import { runSteps } from "./steps.ts";

/**
 * Imports one file of a register into the published snapshot, see `importRegisters`.
 * @throws RegisterFileError naming file and line when the file is damaged; then nothing has changed.
 */
export async function importRegister(options: BuildOptions & ImportFile): Promise<ImportReport> {
  const { country, format, file, activities, asOf } = options;
  const one = {
    country,
    format,
    file,
    ...(activities === undefined ? {} : { activities }),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const [report] = await importRegisters(options, [one]);
  if (report === undefined) throw new Error("an import of one file gives one report");
  return report;
}

/**
 * Imports files of registers, in the given order, into one new snapshot and publishes it in one step. What other
 * sources stated before is kept; the keys of search are made once for all files. Readers go on with the old file until
 * the new one is renamed over it. A build that was killed or stopped is taken up by the next call with the same
 * files. It works in pieces but computes for seconds between them: run it in a process that does not serve.
 * @throws RegisterFileError when a file is damaged, another import is running or the disk is full; then nothing has
 * changed. Rejects with the signal's reason when it was stopped.
 */
export async function importRegisters(options: BuildOptions, files: readonly ImportFile[]): Promise<ImportReport[]> {
  for (const each of files) {
    const { id, country, file } = registerOf(options, each);
    if (country !== each.country) {
      throw new RegisterFileError(each.file, undefined, `the format ${id} is of ${country}.`);
    }
    if (each.activities !== undefined && file.hasActivities !== true) {
      const others = options.registers.flatMap((one) => (one.file.hasActivities === true ? [one.id] : []));
      const reason = `only the format ${others.join(", ")} has a second file of activities.`;
      throw new RegisterFileError(each.activities, undefined, reason);
    }
  }
  const paths = registerPaths(options.dir);
  const lock = holdImportLock(paths.lock);
  try {
    const base = baseOf(paths);
    refuseDamagedBase(paths.published);
    const text = planOf(options, files, base);
    const file = nextFile(paths.folder, text);
    removeLeftovers(paths.folder, file);
    removeFetched(paths);
    let reports: ImportReport[] = [];
    await runBuild({ file, text, base }, options, async (build) => {
      reports = await fill(build, files);
    });
    checkBuild(file, options);
    publish(file, paths.published);
    return reports;
  } catch (cause) {
    throw machineFailureOr(cause, paths.folder);
  } finally {
    lock.release();
  }
}

/** What is damaged in the file below its rows could lose firms on the way into the new one. */
function refuseDamagedBase(published: string): void {
  const expected = checksumBeside(published);
  if (expected === undefined || sha256Of(published) === expected) return;
  const reason = "the published register file is damaged; move it away and import all registers anew.";
  throw new RegisterFileError(published, undefined, reason);
}

/** Everything the new file depends on. */
function planOf(options: BuildOptions, files: readonly ImportFile[], base: Base | undefined): string {
  return JSON.stringify({
    schema: SCHEMA_VERSION,
    base: base?.version ?? null,
    rules: options.rulesVersion,
    dense: denseAboveOf(options),
    files: files.map(({ format, file, activities, asOf }) => ({
      format,
      file: fingerprintOf(file).text,
      activities: activities === undefined ? null : fingerprintOf(activities).text,
      asOf: asOf ?? null,
    })),
  });
}

async function fill(build: Build, files: readonly ImportFile[]): Promise<ImportReport[]> {
  const { options } = build;
  await copyBase(build, renewedCountry(build, files));
  if (build.base !== undefined && build.base.rulesVersion !== options.rulesVersion) await classifyAll(build);
  seedEmptyCountries(build, files);
  const done = await runSteps(build, files);
  const counts = await writeKeys(build.db, denseAboveOf(options), dayOf(options.now()), (at, total) =>
    build.tick({ phase: "keys", done: at, total, rows: 0 }),
  );
  // A country whose register was lost stays marked until its register is imported again.
  if (build.base?.isReplacement) build.state.set("replacement", "yes");
  const version = newVersion(options.now());
  describeFile(build, version, counts);
  const held = build.db.prepare("SELECT companies FROM holding WHERE country = ?");
  return done.map(({ file, counters, asOf }) => ({
    ...file,
    ...counters.summary(),
    asOf,
    companies: Number(held.get(file.country)?.companies ?? 0),
    version,
  }));
}

/**
 * The country whose firms need not be carried over: its own register comes whole, and nobody else is known to have named
 * any of them.
 */
function renewedCountry({ base, options }: Build, files: readonly ImportFile[]): Country | undefined {
  const whole = files
    .map((file) => registerOf(options, file))
    .find(({ isNational, file }) => isNational && file.isWhole);
  if (whole === undefined) return undefined;
  const known = base?.sources.filter(({ country }) => country === whole.country) ?? [];
  return known.every(({ slot }) => slot === SAMPLE_SLOT || slot === whole.file.slot) ? whole.country : undefined;
}

/** A country whose own register is not among the files, and of which nothing is known, gets the shipped sample. */
function seedEmptyCountries(build: Build, files: readonly ImportFile[]): void {
  const { db, state, options } = build;
  if (options.seed === undefined || state.text("seeded") !== undefined) return;
  const begun = files.filter((file) => endsSample(registerOf(options, file), file.file)).map(({ country }) => country);
  const countries = emptyCountries(db).filter((country) => !begun.includes(country));
  db.exec("BEGIN");
  addSeed(build, options.seed, countries);
  state.set("seeded", "yes");
  db.exec("COMMIT");
}
