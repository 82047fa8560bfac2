import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A Dosah compiled from the sources as they are now, in a folder of its own: no test rests on an older build. */
export interface BuiltDosah {
  readonly bin: string;
  readonly dir: string;
  remove(): void;
}

/** Dosah compiled into a new folder, beside links to what a package holds. */
export function buildDosah(options: { readonly compile?: boolean } = {}): BuiltDosah {
  const dir = mkdtempSync(join(tmpdir(), "dosah-built-"));
  linkPackage(dir);
  if (options.compile !== false) cpSync(join(compiled(), "dist"), join(dir, "dist"), { recursive: true });
  return {
    bin: join(dir, "bin", "dosah.js"),
    dir,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function linkPackage(dir: string): void {
  for (const part of ["node_modules", "knowledge", "assets"]) symlinkSync(join(ROOT, part), join(dir, part));
  mkdirSync(join(dir, "bin"));
  cpSync(join(ROOT, "bin", "dosah.js"), join(dir, "bin", "dosah.js"));
  cpSync(join(ROOT, "package.json"), join(dir, "package.json"));
}

let compiledIn: string | undefined;

/** Where this process has compiled the sources: once, for all tests that it runs. */
function compiled(): string {
  if (compiledIn !== undefined) return compiledIn;
  const dir = mkdtempSync(join(tmpdir(), "dosah-compiled-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  linkPackage(dir);
  const tsc = fileURLToPath(import.meta.resolve("typescript/package.json")).replace(/package\.json$/, "bin/tsc");
  // Types are checked by `npm run types`; here only what runs is wanted.
  const where = ["--outDir", join(dir, "dist"), "--noCheck", "--incremental", "false", "--tsBuildInfoFile", "null"];
  const args = [tsc, "-p", "tsconfig.build.json", ...where];
  const built = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stdout}${built.stderr}`);
  const last = join(dir, "dist", "knowledge", "prepare-knowledge.js");
  const written = spawnSync(process.execPath, [last], { encoding: "utf8" });
  if (written.status !== 0) throw new Error(`the build failed: ${written.stderr}`);
  bundle(join(dir, "dist"));
  compiledIn = dir;
  return dir;
}

/** The last step of the build: the files that `bin/dosah.js` starts, of the compiled modules in this folder. */
export function bundle(dist: string): void {
  const done = spawnSync(process.execPath, [join(ROOT, "ops", "bundle.js"), dist], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`the build failed: ${done.stderr}`);
}

/** A child process with what it wrote so far. */
export interface Child {
  readonly process: ChildProcess;
  out(): string;
  err(): string;
  /** Its exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Runs `dosah` with the given words in an environment that holds the given settings and nothing else of ours.
 * @param options.node words for Node itself
 * @param options.isGroup starts it as the first process of a group of its own
 */
export function spawnDosah(
  built: BuiltDosah,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  options: { readonly node?: readonly string[]; readonly isGroup?: boolean } = {},
): Child {
  const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...settings };
  const child = spawn(process.execPath, [...(options.node ?? []), built.bin, ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.isGroup === true,
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { process: child, out: () => out, err: () => err, ended };
}
