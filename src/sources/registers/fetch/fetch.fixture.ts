import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { addBucket, BUCKET } from "../download/bucket.fixture.ts";
import { type FileServer, startFileServer, testNetwork } from "../download/file-server.fixture.ts";
import type { FetchedFormat } from "../registers.ts";
import type { BuildOptions } from "../snapshot/importing/import-options.ts";
import {
  type FirmRow,
  resText,
  rpoEntity,
  rpoText,
  temporaryFolder,
  testOptions,
} from "../snapshot/importing/register-files.fixture.ts";
import { fetchRegisters } from "./fetch-registers.ts";

export const DATA = "/od/res_data.csv";
export const ACTIVITIES = "/od/res_pf_nace.csv";
export const COMPANIES = "/v1/companies.ndjson";
const HEADER = "ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\r\n";

/** Registers that publish on this machine, and a data folder to fetch into. */
export interface FetchFixture {
  readonly server: FileServer;
  readonly bucket: Map<string, Buffer>;
  readonly dir: string;
  publishRes(rows: readonly FirmRow[], day?: string, activities?: string): void;
  publishFull(day: string, ...parts: (readonly object[])[]): void;
  publishDaily(day: string, ...entities: readonly object[]): void;
  run(
    formats?: readonly FetchedFormat[],
    more?: Partial<BuildOptions> & { anew?: boolean },
  ): ReturnType<typeof fetchRegisters>;
  /** What became of each register: `res published`. */
  results(...args: Parameters<FetchFixture["run"]>): Promise<string[]>;
  /** Paths asked for since the last look. */
  asked(): string[];
  /** What is left in the download folder of a register. */
  left(format: FetchedFormat): string[];
}

/** An entity of RPO with this name; the index stands for its number. */
export const firm = (name: string, index: number) => rpoEntity({ name }, index);

/** Starts the registers; everything is gone when the test ends. */
export async function openFetchFixture(): Promise<FetchFixture> {
  const server = await startFileServer();
  const bucket = addBucket(server);
  const dir = temporaryFolder();
  let looked = 0;
  const run: FetchFixture["run"] = (formats = ["res", "rpo"], { anew = false, ...more } = {}) => {
    const maxBytes = 1_000_000;
    return fetchRegisters({
      build: testOptions(dir, more),
      places: {
        res: { addresses: { data: server.url + DATA, activities: server.url + ACTIVITIES }, maxBytes },
        rpo: { addresses: { bucket: server.url + BUCKET }, maxBytes },
        "nis2-register": { addresses: { base: server.url }, maxBytes },
      },
      formats,
      anew,
      network: testNetwork().network,
    });
  };
  return {
    server,
    bucket,
    dir,
    run,
    publishRes: (rows, day, activities = "") => {
      server.files.set(DATA, { body: Buffer.from(resText(rows, day)) });
      server.files.set(ACTIVITIES, { body: Buffer.from(HEADER + activities) });
    },
    publishFull: (day, ...parts) => {
      for (const [index, entities] of parts.entries()) {
        const key = `batch-init/init_${day}_${String(index + 1).padStart(3, "0")}.json.gz`;
        bucket.set(key, gzipSync(rpoText(entities, day)));
      }
    },
    publishDaily: (day, ...entities) =>
      void bucket.set(`batch-daily/actual_${day}.json.gz`, gzipSync(rpoText(entities, day))),
    results: async (...args) => (await run(...args)).registers.map(({ format, result }) => `${format} ${result}`),
    asked: () => {
      const lines = server.asked.slice(looked);
      looked = server.asked.length;
      return lines.map((line) => line.replace(/^GET |\?.*$/g, ""));
    },
    left: (format) => readdirSync(join(dir, "registers", "downloads", format)).sort(),
  };
}
