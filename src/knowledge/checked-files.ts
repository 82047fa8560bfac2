import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { isJson } from "./json-value.ts";

/** Written by the build beside the compiled program. Run from its sources, the program has no such file. */
const FILE = fileURLToPath(new URL("../checked-knowledge.json", import.meta.url));

/** What the build found right. */
interface Checked {
  /** The state of all files of the folder: whether a text of one is right may depend on any other. */
  readonly state: string;
  /** By its path in the folder, what a file gave when its schema had read it. */
  readonly results: Readonly<Record<string, unknown>>;
}

/** Weak: once the knowledge is loaded, nobody needs the table; what is in it lives on as the knowledge. */
let kept: WeakRef<{ readonly dir: string; readonly from: string; readonly results: Checked["results"] }> | undefined;

/** What is read while the build checks. */
let noted: Map<string, unknown> | undefined;

/**
 * What a file of the knowledge folder holds, where the build has checked it and no file of the folder has been changed,
 * added or taken away since: the same check of the same texts has the same result. Otherwise `undefined`.
 */
export function checkedResult(dir: string, file: string, from: string = FILE): unknown {
  const path = relative(dir, file);
  const before = kept?.deref();
  if (before?.dir === dir && before.from === from) return own(before.results, path);
  const results = readChecked(dir, from);
  kept = new WeakRef({ dir, from, results });
  return own(results, path);
}

/** Tells the build what a file gave. @throws Error where it gave something else before, to another schema */
export function noteResult(file: string, result: unknown): void {
  if (noted?.has(file) && !isDeepStrictEqual(noted.get(file), result)) {
    throw new Error(`${file} is read in two ways: only one of them can be kept`);
  }
  noted?.set(file, result);
}

/**
 * Loads the files of a folder and writes what they gave beside the compiled program.
 * @param load what loads them; where it throws, nothing is written: whoever loads them says what is wrong.
 */
export function writeCheckedFiles(dir: string, load: () => void, to: string = FILE): void {
  // What another build found right says nothing of this one.
  rmSync(to, { force: true });
  kept = undefined;
  const all = new Map<string, unknown>();
  noted = all;
  try {
    load();
  } finally {
    noted = undefined;
  }
  const results = [...all]
    .map(([file, result]) => [relative(dir, file), result] as const)
    // What JSON would change is checked at each start.
    .filter(([path, result]) => !path.startsWith("..") && isJson(result))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const checked: Checked = { state: stateOf(dir), results: Object.fromEntries(results) };
  writeFileSync(to, JSON.stringify(checked));
}

function readChecked(dir: string, from: string): Checked["results"] {
  try {
    const { state, results }: Checked = JSON.parse(readFileSync(from, "utf8"));
    return state === stateOf(dir) ? results : {};
  } catch {
    // It only saves time: whoever loads a file that cannot be read says so.
    return {};
  }
}

/** A hash of the names and bytes of all files. */
function stateOf(dir: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  for (const file of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const bytes = readFileSync(file);
    // With its length, so that nothing can move from the end of a name into a text.
    hash.update(`${JSON.stringify(relative(dir, file))} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

function own(results: Checked["results"], path: string): unknown {
  return Object.hasOwn(results, path) ? results[path] : undefined;
}
