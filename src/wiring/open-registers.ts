import { createHash, type KeyObject } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Registers } from "../capabilities/contexts.ts";
import type { ImportOutcome, ImportRequest } from "../capabilities/registers/register-import-schema.ts";
import type { PublishOutcome, PublishRequest } from "../capabilities/registers/register-publish-schema.ts";
import { dayOf } from "../core/day.ts";
import { inEnglish } from "../core/locale.ts";
import { ServiceError } from "../core/problem.ts";
import { readSigningKey } from "../identity/profile-signature.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { loadSample } from "../knowledge/sample.ts";
import { SAMPLE_SOURCE } from "../knowledge/sample-source.ts";
import { knowledgeFiles } from "../knowledge/texts.ts";
import { classifyCompany } from "../rules/nis2-scope/classify.ts";
import type { DownloadProgress } from "../sources/registers/download/have-file.ts";
import type { RegisterSnapshot } from "../sources/registers/register.ts";
import { FILE_REGISTERS } from "../sources/registers/registers.ts";
import { importRegister } from "../sources/registers/snapshot/importing/import.ts";
import type { BuildOptions, ImportProgress, Seed } from "../sources/registers/snapshot/importing/import-options.ts";
import { reclassify } from "../sources/registers/snapshot/importing/reclassify.ts";
import { openPublished } from "../sources/registers/snapshot/published.ts";
import { publishSnapshot } from "../sources/registers/snapshot/publishing/publish-snapshot.ts";
import { RegisterFileError } from "../sources/registers/snapshot/records/failure.ts";
import { VERSION } from "../version.ts";
import { openSnapshotFetch, type SnapshotFetch, type SnapshotFetchOptions } from "./open-snapshot-fetch.ts";

/** The mirror of both countries' registers, ready to be asked, imported into and closed. */
export interface OpenRegisters extends Pick<Registers, "stats" | "sizes" | "holdings" | "snapshot"> {
  readonly mirror: Pick<RegisterSnapshot, "find" | "searchWhole" | "holdings">;
  importFile(request: ImportRequest): Promise<ImportOutcome>;
  /** Lays the register file where other instances fetch it. */
  publish(request: PublishRequest): Promise<PublishOutcome>;
  /** Classifies all firms anew when the rules changed since the file was made. */
  refreshClasses(): Promise<void>;
  /** Checks the register file, see `PublishedRegisters.check`; what was lost is fetched again where it is fetched. */
  check(): Promise<void>;
  /** Keeps the snapshot that of `SNAPSHOT_URL`; absent where that is not set. */
  readonly fetch?: SnapshotFetch;
  close(): void;
}

/** What opening the registers needs. */
export interface RegisterOptions {
  /** The data directory. */
  readonly dir: string;
  readonly knowledge: Knowledge;
  readonly now: () => Date;
  readonly log: Logger;
  readonly onProgress?: (progress: ImportProgress | DownloadProgress) => void;
  /** Where another machine publishes the snapshot that is to be served here, and as whom it is asked for. */
  readonly publisher?: Pick<SnapshotFetchOptions, "url" | "userAgent" | "key"> | undefined;
}

/** How register files are built here, whoever asks for it. */
export function buildOptions({
  dir,
  knowledge,
  now,
  onProgress,
}: Pick<RegisterOptions, "dir" | "knowledge" | "now" | "onProgress">): BuildOptions & { readonly seed: Seed } {
  const sample = loadSample(join(knowledge.dir, "sample"));
  return {
    dir,
    registers: FILE_REGISTERS,
    now,
    rulesVersion: rulesVersion(knowledge),
    classify: (company) => classifyCompany(company, knowledge.nis2, dayOf(now())),
    headcountOfCode: (country, code) => knowledge.nis2.sizeCodes[country].get(code) ?? null,
    // Single facts keep the day of their own source; the sample as a whole is as old as its collection.
    seed: {
      source: SAMPLE_SOURCE,
      companies: sample.companies,
      asOf: { SK: sample.collectedOn, CZ: sample.collectedOn },
    },
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

/**
 * Opens the published snapshot, or makes the first one from the shipped sample, and joins it to the rules.
 * @throws RegisterFileError when there is no usable file and none can be made.
 */
export async function openRegisters(given: RegisterOptions): Promise<OpenRegisters> {
  const { dir, now, log, publisher } = given;
  const options = buildOptions(given);
  const onProblem = (message: string, cause: unknown) => log.error({ err: cause }, message);
  const published = await openPublished(dir, {
    ...options,
    onProblem,
    onTaken: (version) => log.info({ version }, "another register file is in use from now on"),
  });
  const fetch =
    publisher === undefined ? undefined : openSnapshotFetch({ ...publisher, dir, now, log, origin: published.origin });
  return {
    mirror: published,
    stats: published.stats,
    sizes: published.sizes,
    holdings: published.holdings,
    snapshot: () => {
      const { builtAt, fetchedAt, hasWordIndex } = published.origin();
      const isSample = published.holdings().every((holding) => holding.isSample);
      const origin = fetchedAt !== null ? "fetch" : isSample ? "sample" : "import";
      const fetching = fetch?.status() ?? null;
      return { origin, builtAt, fetchedAt, hasWordIndex, health: published.health(), fetching };
    },
    check: async () => {
      const isReplaced = await published.check();
      if (isReplaced) await fetch?.poll();
    },
    ...(fetch === undefined ? {} : { fetch }),
    importFile: async (request) => {
      if (fetch !== undefined) throw new ServiceError(registersAreFetched);
      const begun = performance.now();
      const { asOf, activities, ...file } = request;
      try {
        const report = await importRegister({
          ...options,
          ...file,
          ...(asOf === undefined ? {} : { asOf }),
          ...(activities === undefined ? {} : { activities }),
        });
        return {
          country: report.country,
          format: file.format,
          rows: report.lines,
          skipped: report.skipped,
          unreadableEnds: report.odd.unreadable_end ?? 0,
          firstSkipped: [...report.firstSkipped],
          companies: report.companies,
          seconds: Math.round((performance.now() - begun) / 100) / 10,
          dataAsOf: report.asOf,
        };
      } catch (error) {
        if (error instanceof RegisterFileError)
          throw new ServiceError({ ...unusableFile, message: inEnglish(error.message) }, { cause: error });
        throw error;
      }
    },
    publish: async ({ to, key }) => {
      try {
        const privateKey = key === undefined ? undefined : readPrivateKey(key);
        const { packed, ...outcome } = await publishSnapshot({ dir, to, privateKey, now });
        return { ...outcome, packedBytes: packed.bytes };
      } catch (error) {
        if (error instanceof RegisterFileError)
          throw new ServiceError({ ...unpublished, message: inEnglish(error.message) }, { cause: error });
        throw error;
      }
    },
    refreshClasses: async () => {
      const version = await reclassify(options);
      if (version !== undefined) log.info({ version }, "the rules changed: all firms were classified anew");
    },
    close: () => published.close(),
  };
}

/** Two masters of one file would undo each other's work every ten minutes. */
export const registersAreFetched: ConstructorParameters<typeof ServiceError>[0] = {
  code: "invalid_arguments",
  standsFor: "data",
  message: inEnglish("SNAPSHOT_URL: this instance takes its registers from there and imports none of its own."),
  nextStep: inEnglish("Import the file where the snapshot is made, or unset SNAPSHOT_URL."),
};

const unusableFile = {
  code: "invalid_arguments",
  standsFor: "data",
  nextStep: inEnglish("Nothing was changed: the former data serves on. Mend the cause and run the import again."),
} as const;

const unpublished = {
  code: "invalid_arguments",
  standsFor: "data",
  nextStep: inEnglish("What was published before serves on. Mend the cause and run the command again."),
} as const;

/** The key that signs. @throws RegisterFileError for one that others can read or that is no key of Ed25519 */
function readPrivateKey(file: string): KeyObject {
  let pem: string;
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new RegisterFileError(file, undefined, "others can read this key: set its mode to 600.");
    pem = readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof RegisterFileError) throw cause;
    throw new RegisterFileError(file, undefined, "the key cannot be read.", { cause });
  }
  const key = readSigningKey(pem);
  if (key === undefined)
    throw new RegisterFileError(file, undefined, "it holds no private key of Ed25519 (PKCS 8, PEM).");
  return key;
}

/** Changes with every change of the law as data or of the code, so that no firm keeps a class of older rules. */
function rulesVersion({ dir }: Knowledge): string {
  const hash = createHash("sha256").update(VERSION);
  const law = join(dir, "nis2");
  for (const file of knowledgeFiles(law)) hash.update(file).update(readFileSync(join(law, file)));
  return hash.digest("hex").slice(0, 16);
}
