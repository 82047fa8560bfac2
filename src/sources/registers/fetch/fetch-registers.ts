import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { dayOf } from "../../../core/day.ts";
import type { DownloadEnvironment } from "../../../outbound/download.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import { FetchFailure, fetchFailureOf } from "../download/failure.ts";
import type { DownloadPlace, Gathered, Gathering } from "../download/gathering.ts";
import { type DownloadProgress, haveFile, removeFile } from "../download/have-file.ts";
import { readPage } from "../download/read-page.ts";
import { type FetchedFormat, registerNamed } from "../registers.ts";
import { machineFailureOr, registerPaths } from "../snapshot/importing/files.ts";
import { importRegisters } from "../snapshot/importing/import.ts";
import type { BuildOptions, ImportProgress, ImportReport } from "../snapshot/importing/import-options.ts";
import { holdFetchLock } from "../snapshot/importing/lock.ts";
import { isMachineFailure, RegisterFileError } from "../snapshot/records/failure.ts";
import { MEMORY, publishedSource, recall, remember } from "./remembered.ts";

/** Where the files are, by register. */
export type Places = Readonly<Partial<Record<FetchedFormat, DownloadPlace>>>;

/** What a fetch needs. */
export interface FetchOptions {
  readonly build: Omit<BuildOptions, "onProgress">;
  /** Where the files of each register are; one that is left out is not fetched. */
  readonly places: Places;
  /** In the order in which they are fetched and imported. */
  readonly formats: readonly FetchedFormat[];
  /** Forget what was fetched and imported before. */
  readonly anew: boolean;
  /** `stallMs`: the longest silence in the middle of a file. */
  readonly network: DownloadEnvironment & { readonly stallMs?: number };
  readonly onProgress?: (progress: DownloadProgress | ImportProgress) => void;
}

/** What became of one register. */
export interface FetchedRegister {
  readonly format: FetchedFormat;
  /** `refused`: its files are there, but an import was not possible; nothing was published. */
  readonly result: "published" | "unchanged" | "failed" | "refused";
  /** Bytes that came over the line. */
  readonly received: number;
  readonly failure?: FetchFailure;
  /** Of each imported file. */
  readonly reports: readonly ImportReport[];
}

/** What became of all. */
export interface FetchReport {
  readonly registers: readonly FetchedRegister[];
  /** Why nothing was published although files came. */
  readonly refusal?: RegisterFileError;
}

/** One day: the registers' midnight is not ours. */
const DAY_MS = 24 * 60 * 60_000;

/**
 * Fetches the files of registers that changed since the last time and imports them in one build with one swap. A
 * register that cannot be had keeps no other from being published; a file that is damaged keeps everything as it was.
 * Files are removed once they are published; a damaged one is removed at once, so that the next fetch gets it anew.
 * @throws RegisterFileError when another fetch is running, or the disk fails; what was published serves on.
 */
export async function fetchRegisters(options: FetchOptions): Promise<FetchReport> {
  const { folder } = registerPaths(options.build.dir);
  const downloads = join(folder, "downloads");
  try {
    mkdirSync(downloads, { recursive: true });
    return await fetchInto(downloads, options);
  } catch (cause) {
    throw machineFailureOr(cause, downloads);
  }
}

async function fetchInto(downloads: string, options: FetchOptions): Promise<FetchReport> {
  const { published } = registerPaths(options.build.dir);
  const lock = holdFetchLock(join(downloads, "fetch.lock"));
  try {
    const gathered = new Map<FetchedFormat, Gathered | FetchFailure>();
    for (const format of options.formats) {
      gathered.set(format, await gatherOne(options, format, join(downloads, format), published));
    }
    const files = [...gathered.values()].flatMap((each) => ("files" in each ? each.files : []));
    let reports: readonly ImportReport[] = [];
    let refusal: RegisterFileError | undefined;
    if (files.length > 0) {
      try {
        const { onProgress } = options;
        reports = await importRegisters(
          { ...options.build, ...(onProgress === undefined ? {} : { onProgress }) },
          files,
        );
      } catch (thrown) {
        if (!(thrown instanceof RegisterFileError)) throw thrown;
        refusal = thrown;
        if (thrown.file.startsWith(downloads)) removeFile(thrown.file);
      }
    }
    const registers = [...gathered].map(([format, each]): FetchedRegister => {
      if (!("files" in each)) return outcomeOf(format, each);
      const own = reports.filter((report) => report.format === format);
      if (refusal === undefined) finish(join(downloads, format), published, format, each.known);
      const result = refusal === undefined ? "published" : "refused";
      return { format, result, received: each.received, reports: own };
    });
    return { registers, ...(refusal === undefined ? {} : { refusal }) };
  } finally {
    lock.release();
  }
}

function outcomeOf(format: FetchedFormat, outcome: { kind: "unchanged" } | FetchFailure): FetchedRegister {
  if (outcome.kind === "unchanged") return { format, result: "unchanged", received: 0, reports: [] };
  return { format, result: "failed", received: 0, failure: outcome, reports: [] };
}

async function gatherOne(
  { places, anew, network, onProgress }: FetchOptions,
  format: FetchedFormat,
  folder: string,
  published: string,
): Promise<Gathered | FetchFailure> {
  const country = registerNamed(format).country;
  const gathering: Gathering = {
    known: anew ? undefined : recall(folder, publishedSource(published, country, format)),
    latest: dayOf(new Date(network.now().getTime() + DAY_MS)),
    have: (wanted) => haveFile(folder, wanted, network, onProgress),
    readText: (url, maxBytes) => readPage(url, maxBytes, network),
    keepOnly: (names) => keepOnly(folder, names),
  };
  try {
    mkdirSync(folder, { recursive: true });
    if (anew) keepOnly(folder, []);
    const place = places[format];
    const { download } = registerNamed(format);
    if (place === undefined || download === undefined) return { kind: "unchanged" };
    return await download.gather(place, gathering);
  } catch (thrown) {
    if (thrown instanceof FetchFailure) return thrown;
    if (!isMachineFailure(thrown)) throw thrown;
    return fetchFailureOf(new SourceFailure("not_stored", { cause: thrown }), "");
  }
}

/** What was published need not lie here any more; what tells it from the next publication is remembered. */
function finish(folder: string, published: string, format: FetchedFormat, known: object): void {
  const source = publishedSource(published, registerNamed(format).country, format);
  try {
    if (source !== undefined) remember(folder, source, known);
    keepOnly(folder, []);
  } catch {
    // A full disk, most likely. Then the next fetch gets everything again, which is slower and nothing worse.
  }
}

/**
 * Removes downloads, whole or in part, except those of these names. A part from before a restart of the machine goes as
 * well: nobody waited for the disk while it grew, so it may have holes, and most registers give no checksum.
 */
function keepOnly(folder: string, names: readonly string[]): void {
  const restarted = Date.now() - uptime() * 1_000;
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    const isWanted = entry === MEMORY || names.some((name) => entry === name || entry.startsWith(`${name}.`));
    const mayHaveHoles = entry.endsWith(".part") && statSync(path).mtimeMs < restarted;
    if (!isWanted || mayHaveHoles) rmSync(path, { force: true });
  }
}
