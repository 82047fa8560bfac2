import { constants, copyFileSync } from "node:fs";
import { dayOf } from "../../../../core/day.ts";
import { scanRows } from "../keys/scan-rows.ts";
import { writeKeys } from "../keys/write-keys.ts";
import { SCHEMA_VERSION } from "../layout/schema.ts";
import { type BuildPlan, baseOf, denseAboveOf, runBuild } from "./build.ts";
import { checkBuild } from "./check.ts";
import { classifyAll } from "./classify-all.ts";
import { machineFailureOr, nextFile, publish, registerPaths, removeLeftovers } from "./files.ts";
import { describeFile, newVersion } from "./finish.ts";
import type { BuildOptions } from "./import-options.ts";
import { holdImportLock } from "./lock.ts";

/**
 * Classifies all firms of the published snapshot with changed rules, without any source file, and publishes the
 * result. Returns the new version; `undefined` when there is no snapshot or it was made with these rules already.
 * @throws RegisterFileError when an import is running, the snapshot is damaged or the disk is full.
 */
export async function reclassify(options: BuildOptions): Promise<string | undefined> {
  const paths = registerPaths(options.dir);
  const lock = holdImportLock(paths.lock);
  try {
    const base = baseOf(paths);
    if (base === undefined || base.rulesVersion === options.rulesVersion) return undefined;
    const text = JSON.stringify({
      reclassify: base.version,
      schema: SCHEMA_VERSION,
      rules: options.rulesVersion,
      dense: denseAboveOf(options),
    });
    const file = nextFile(paths.folder, text);
    removeLeftovers(paths.folder, file);
    const begin = (next: string) => copyFileSync(base.file, next, constants.COPYFILE_FICLONE);
    const version = await classifyAnew({ file, text, base, begin }, options);
    checkBuild(file, options);
    publish(file, paths.published);
    return version;
  } catch (cause) {
    throw machineFailureOr(cause, paths.folder);
  } finally {
    lock.release();
  }
}

/** Makes a register file anew with other classes, as the plan says; returns its version. It is not published yet. */
export async function classifyAnew(plan: BuildPlan, options: BuildOptions): Promise<string> {
  const version = newVersion(options.now());
  await runBuild(plan, options, async (build) => {
    await classifyAll(build);
    const today = dayOf(options.now());
    const tick = () => build.tick({ phase: "check", done: 0, total: 1, rows: 0 });
    // A file of the former layout gets its search tables anew.
    const isWhole = plan.base?.schema === SCHEMA_VERSION;
    const counts = await (isWhole
      ? scanRows(build.db, today, tick)
      : writeKeys(build.db, denseAboveOf(options), today, tick));
    describeFile(build, version, counts);
  });
  return version;
}
