import { existsSync, mkdtempSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import { SECRETS_KEY_FILE } from "../../config/secrets-key.ts";
import { lookAtCounting } from "../../limits/create-limiter.ts";
import { freeBytes } from "../../metrics/metrics.ts";
import { STATE_FILE } from "../../state/state.ts";

const GB = 1e9;
/** Below this the alert of `ops/dosah.rules.yaml` fires: a new snapshot may not find room. */
const LOW_BYTES = 3 * GB;
/** Below this even the state cannot grow for long. */
const OUT_BYTES = 0.2 * GB;

/** May the folder be written to, and are its secrets their owner's alone? */
export function checkDataDir({ dataDir }: { readonly dataDir: string }): readonly Finding[] {
  const folder = resolve(dataDir);
  const check = "data_dir";
  const there = nearest(folder);
  const owner = String(statSync(there).uid);
  const user = String(process.getuid?.());
  if (!canMakeFolders(there)) return [{ check, code: "data_dir_not_writable", values: { folder: there, user, owner } }];
  if (!existsSync(folder)) return [{ check, code: "data_dir_new", values: { folder } }];
  const foreign = ["", "registers", "downloads", "outbox"].flatMap((name) => foreignIn(join(folder, name), owner));
  if (foreign.length > 0) {
    return [{ check, code: "data_dir_foreign", values: { folder, owner, files: foreign.slice(0, 5).join(", ") } }];
  }
  if ((statSync(folder).mode & 0o022) !== 0) return [{ check, code: "data_dir_shared", values: { folder } }];
  const open = [SECRETS_KEY_FILE].map((name) => join(folder, name)).filter(isOpenToOthers);
  if (isOpenFolder(folder)) open.push(...[STATE_FILE].map((name) => join(folder, name)).filter(isOpenToOthers));
  if (open.length > 0) return [{ check, code: "data_dir_open", values: { files: open.join(", ") } }];
  return [{ check, code: "data_dir_ok", values: { folder } }];
}

/** Tried, because rights do not tell all: some file systems take no folders from anybody. */
function canMakeFolders(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, ".dosah-doctor-")));
    return true;
  } catch {
    return false;
  }
}

/** Files and folders in it that belong to another user: a command of root made them. */
function foreignIn(folder: string, owner: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder).map((name) => join(folder, name));
  return all.filter((path) => String(statSync(path, { throwIfNoEntry: false })?.uid ?? owner) !== owner);
}

/** The folder, or what is there of the way to it. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function isOpenToOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o007) !== 0;
}

/** Others may enter the folder, so that the rights of its files matter. */
function isOpenFolder(folder: string): boolean {
  return (statSync(folder).mode & 0o001) !== 0;
}

/** Is there room on the disk? `free` replaces the look at it, for tests. */
export function checkFreeSpace(
  { dataDir }: { readonly dataDir: string },
  free: (folder: string) => number | undefined = freeBytes,
): readonly Finding[] {
  const bytes = free(nearest(resolve(dataDir)));
  if (bytes === undefined) return [];
  const code = bytes < OUT_BYTES ? "space_out" : bytes < LOW_BYTES ? "space_low" : "space_ok";
  return [{ check: "free_space", code, values: { free: Math.round(bytes / (GB / 10)) / 10 } }];
}

/** Does one process alone count calls for the folder? */
export function checkOneProcess({
  dataDir,
  redisUrl,
}: {
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
}): readonly Finding[] {
  const check = "one_process";
  if (redisUrl !== undefined) return [{ check, code: "process_shared" }];
  const codes = { nobody: "process_none", one: "process_one", several: "process_two" } as const;
  return [{ check, code: codes[lookAtCounting(dataDir)] }];
}
