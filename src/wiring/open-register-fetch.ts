import { basename } from "node:path";
import type { FetchOutcome, FetchRequest } from "../capabilities/registers/register-fetch-schema.ts";
import { noAddress } from "../capabilities/registers/register-fetch-texts.ts";
import { ServiceError } from "../core/problem.ts";
import { KnowledgeError } from "../knowledge/load.ts";
import { loadRegisterFiles, type RegisterFiles } from "../knowledge/register-files.ts";
import { type FetchedRegister, type FetchOptions, fetchRegisters } from "../sources/registers/bulk/fetch-registers.ts";
import type { Places } from "../sources/registers/bulk/places.ts";
import { RegisterFileError } from "../sources/registers/snapshot/told/failure.ts";
import { registersAreFetched } from "./open-registers.ts";

/** What a fetch of registers is made of. */
export interface RegisterFetchParts extends Pick<FetchOptions, "onProgress"> {
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

/** A megabyte as `mostMegabytes` counts it, and the largest file of an open-data register. */
const MEGABYTE = 1_000_000;
const MOST_OPENDATA = 2_000 * MEGABYTE;

/**
 * Makes the function behind `registers fetch`: it joins the addresses, the network and the importer.
 * It throws a ServiceError where the request cannot be carried out at all.
 */
export function createRegisterFetch(parts: RegisterFetchParts): (request: FetchRequest) => Promise<FetchOutcome> {
  const { onProgress, userAgent } = parts;
  return async ({ registers, named, from, anew }) => {
    if (parts.isFetchedWhole) throw new ServiceError(registersAreFetched);
    const begun = performance.now();
    const build = parts.build();
    const places = placesOf(from === undefined ? parts.files : readList(parts.knowledgeDir, from), parts.opendataUrl);
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
        surroundings: { userAgent, now: build.now },
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      return {
        registers: report.registers.map(rowOf),
        refusal: report.refusal?.message ?? null,
        seconds: Math.round((performance.now() - begun) / 100) / 10,
      };
    } catch (error) {
      if (error instanceof RegisterFileError) throw new ServiceError(isRunning(error.message), { cause: error });
      throw error;
    }
  };
}

function placesOf({ res, rpo }: RegisterFiles, opendataUrl: string | undefined): Places {
  return {
    res: res && { data: res.data, activities: res.activities, maxBytes: res.mostMegabytes * MEGABYTE },
    rpo: rpo && { bucket: rpo.bucket, maxBytes: rpo.mostMegabytes * MEGABYTE },
    "nis2-register": opendataUrl === undefined ? undefined : { base: opendataUrl, maxBytes: MOST_OPENDATA },
  };
}

/** The operator's own list. @throws ServiceError with file and line of every mistake. */
function readList(dir: string, file: string): RegisterFiles {
  try {
    return loadRegisterFiles(dir, file);
  } catch (error) {
    if (error instanceof KnowledgeError) throw new ServiceError(wrongList(error.message), { cause: error });
    if (error instanceof Error && "code" in error) {
      throw new ServiceError(wrongList(`${file}: ${String(error.code)}`), { cause: error });
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

function wrongList(message: string): ConstructorParameters<typeof ServiceError>[0] {
  return {
    code: "invalid_arguments",
    message: { sk: message, cs: message, en: message },
    nextStep: {
      sk: "Opravte zoznam adries; vzorom je knowledge/register-files.yaml.",
      cs: "Opravte seznam adres; vzorem je knowledge/register-files.yaml.",
      en: "Correct the list of addresses; knowledge/register-files.yaml shows how one looks.",
    },
    field: "from",
  };
}

function isRunning(message: string): ConstructorParameters<typeof ServiceError>[0] {
  return {
    code: "source_unavailable",
    message: { sk: message, cs: message, en: message },
    nextStep: {
      sk: "Počkajte, kým sa skončí, a spustite sťahovanie znova.",
      cs: "Počkejte, až skončí, a spusťte stahování znovu.",
      en: "Wait until it has ended and run the fetch again.",
    },
  };
}
