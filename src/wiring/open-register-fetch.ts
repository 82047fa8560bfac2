import { basename } from "node:path";
import type { FetchOutcome, FetchRequest } from "../capabilities/registers/register-fetch-schema.ts";
import { noAddress } from "../capabilities/registers/register-fetch-texts.ts";
import { inEnglish } from "../core/locale.ts";
import { ServiceError } from "../core/problem.ts";
import { KnowledgeError } from "../knowledge/load.ts";
import { loadRegisterFiles, type RegisterFiles } from "../knowledge/register-files.ts";
import {
  type FetchedRegister,
  type FetchOptions,
  fetchRegisters,
  type Places,
} from "../sources/registers/fetch/fetch-registers.ts";
import { type FetchedFormat, REGISTERS } from "../sources/registers/registers.ts";
import { LockHeld, RegisterFileError } from "../sources/registers/snapshot/records/failure.ts";
import { registersAreFetched } from "./open-registers.ts";

/** What a fetch of registers is made of. */
export interface RegisterFetchOptions extends Pick<FetchOptions, "onProgress"> {
  /** How register files are built here; asked for when a fetch begins. */
  readonly build: () => FetchOptions["build"];
  /** The shipped list of addresses, and the folder it is from. */
  readonly files: RegisterFiles;
  readonly knowledgeDir: string;
  readonly opendataUrl: string | undefined;
  readonly userAgent: string;
  /** True where `SNAPSHOT_URL` gives the registers. */
  readonly isFetchedWhole: boolean;
}

/** A megabyte as `mostMegabytes` counts it. */
const MEGABYTE = 1_000_000;

/**
 * Makes the function behind `registers fetch`: it joins the addresses, the network and the importer.
 * It throws a ServiceError where the request cannot be carried out at all.
 */
export function createRegisterFetch(options: RegisterFetchOptions): (request: FetchRequest) => Promise<FetchOutcome> {
  const { onProgress, userAgent } = options;
  return async ({ registers, named, from, anew }) => {
    if (options.isFetchedWhole) throw new ServiceError(registersAreFetched);
    const begun = performance.now();
    const build = options.build();
    const files = from === undefined ? options.files : readList(options.knowledgeDir, from);
    const places = placesOf(files, { opendataUrl: options.opendataUrl });
    const formats = registers.filter((format) => places[format] !== undefined);
    if (formats.length === 0 || (named && formats.length < registers.length)) {
      throw new ServiceError({ code: "invalid_arguments", ...noAddress });
    }
    try {
      const report = await fetchRegisters({
        build,
        places,
        formats,
        anew,
        network: { userAgent, now: build.now },
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      return {
        registers: report.registers.map(rowOf),
        refusal: report.refusal?.message ?? null,
        seconds: Math.round((performance.now() - begun) / 100) / 10,
      };
    } catch (error) {
      if (error instanceof LockHeld)
        throw new ServiceError({ ...isRunning, message: inEnglish(error.message) }, { cause: error });
      if (error instanceof RegisterFileError)
        throw new ServiceError({ ...notWritten, message: inEnglish(error.message) }, { cause: error });
      throw error;
    }
  };
}

/** An entry of the list of addresses. */
type ListedFiles = { readonly mostMegabytes: number } & { readonly [name: string]: string | number };

/** Where the files of each register are: by the list of addresses, or by the setting that its definition names. */
function placesOf(
  list: Readonly<Partial<Record<FetchedFormat, ListedFiles | undefined>>>,
  settings: { readonly opendataUrl: string | undefined },
): Places {
  const places: { -readonly [Format in keyof Places]: Places[Format] } = {};
  for (const register of REGISTERS) {
    if (!("download" in register)) continue;
    if ("base" in register.download) {
      const { setting, maxBytes } = register.download.base;
      const base = settings[setting];
      if (base !== undefined) places[register.id] = { addresses: { base }, maxBytes };
      continue;
    }
    const listed = list[register.id];
    if (listed === undefined) continue;
    const addresses = Object.entries(listed).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    places[register.id] = { addresses: Object.fromEntries(addresses), maxBytes: listed.mostMegabytes * MEGABYTE };
  }
  return places;
}

/** The operator's own list. @throws ServiceError with file and line of every mistake. */
function readList(dir: string, file: string): RegisterFiles {
  try {
    return loadRegisterFiles(dir, file);
  } catch (error) {
    if (error instanceof KnowledgeError)
      throw new ServiceError({ ...wrongList, message: inEnglish(error.message) }, { cause: error });
    if (error instanceof Error && "code" in error) {
      throw new ServiceError({ ...wrongList, message: inEnglish(`${file}: ${String(error.code)}`) }, { cause: error });
    }
    throw error;
  }
}

function rowOf({ format, result, received, failure, reports }: FetchedRegister): FetchOutcome["registers"][number] {
  const last = reports.at(-1);
  return {
    register: format,
    result,
    files: reports.length,
    received,
    rows: reports.reduce((sum, { lines }) => sum + lines, 0),
    skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
    unreadableEnds: reports.reduce((sum, { odd }) => sum + (odd.unreadable_end ?? 0), 0),
    firstSkipped: reports
      .flatMap(({ file, firstSkipped }) => firstSkipped.map((line) => ({ file: basename(file), ...line })))
      .slice(0, 10),
    companies: last?.companies ?? null,
    dataAsOf: last?.asOf ?? null,
    failure:
      failure === undefined
        ? null
        : {
            code: failure.kind,
            status: failure.status ?? null,
            url: failure.url ?? null,
            retryAfter: failure.waitMs === undefined ? null : Math.max(1, Math.ceil(failure.waitMs / 1_000)),
          },
  };
}

const wrongList = {
  code: "invalid_arguments",
  standsFor: "data",
  nextStep: inEnglish("Correct the list of addresses; knowledge/register-files.yaml shows how one looks."),
  field: "from",
} as const;

const isRunning = {
  code: "source_unavailable",
  nextStep: inEnglish("Wait until it has ended and run the fetch again."),
} as const;

const notWritten = {
  code: "source_unavailable",
  nextStep: inEnglish("Free disk space or correct the rights, and run the fetch again; the former data serves on."),
} as const;
