import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { type Call, createCall } from "../../src/capabilities/calling/call.ts";
import { registerImport } from "../../src/capabilities/registers/register-import.ts";
import { type Config, readConfig } from "../../src/config.ts";
import type { Country } from "../../src/core/country.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { createService, type Service } from "../../src/service.ts";
import type { RegisterFormat } from "../../src/sources/registers/registers.ts";
import { madeOnce } from "../../src/state/made-once.fixture.ts";
import { layOutState } from "../../src/state/migrated-state.fixture.ts";
import { type Environment, type OpenServices, openServices } from "../../src/wiring/open-services.ts";
import { toolCall } from "./requests.fixture.ts";

export { GENEROUS } from "./generous-limits.fixture.ts";
export { jsonPost, mcpPost, toolCall } from "./requests.fixture.ts";

/** The instant of the clock in every test service. */
export const NOW = new Date("2026-11-21T10:00:00Z");

/** A register file that a test writes and imports as an operator would. */
export interface ImportedFile {
  readonly country: Country;
  readonly format: RegisterFormat;
  readonly text: string;
  /** The second file of `res`. */
  readonly activities?: string;
}

/** What a test may ask for. */
export interface TestServiceOptions {
  /** Imported in this order over the shipped sample. */
  readonly files?: readonly ImportedFile[];
  /** Rows of `LIMITS_FILE`: `"nis2_stats: { perMinute: 2 }"`. */
  readonly limits?: readonly string[];
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** There is no state yet, not even its layout. */
  readonly isFirstStart?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any;

async function prepare({ limits = [], env = {}, isFirstStart = false }: TestServiceOptions) {
  const dir = mkdtempSync(join(tmpdir(), "dosah-test-"));
  const limitsFile = join(dir, "limits.yaml");
  writeFileSync(limitsFile, limits.map((row) => `${row}\n`).join(""));
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const config = readConfig({
    DATA_DIR: join(dir, "data"),
    REGISTERS: "mirror",
    // No balancer sends calls here: beside a database of its own, each service would wait five seconds for one at its end.
    DRAIN_SECONDS: "0",
    ...(limits.length === 0 ? {} : { LIMITS_FILE: limitsFile }),
    ...env,
  });
  const isOwn = env.DATA_DIR === undefined && env.DATABASE_URL === undefined;
  if (isOwn && !isFirstStart) await layOutState(config.dataDir);
  const clock = { millis: NOW.getTime() };
  const environment = { now: () => new Date(clock.millis), log, knowledge, jobPollMs: 50 };
  if (!isFirstStart && !existsSync(join(config.dataDir, "registers"))) await layOutRegisters(config, environment);
  return { dir, logged, config, clock, environment };
}

/** Puts the register file of a first start into a data folder, which takes as long to build as a service to start. */
async function layOutRegisters(config: Config, environment: Environment): Promise<void> {
  const template = await madeOnce("data", async (dir) => {
    await (await openServices(readConfig({ DATA_DIR: dir }), environment)).close();
  });
  cpSync(join(template, "registers"), join(config.dataDir, "registers"), { recursive: true, preserveTimestamps: true });
}

/** Writes the files and imports them through the operator's own capability. */
async function importAll(
  { files = [] }: TestServiceOptions,
  dir: string,
  config: Config,
  environment: Environment,
): Promise<void> {
  if (files.length === 0) return;
  const opened = await openServices(config, environment);
  const call = createCall(opened, unlimited);
  mkdirSync(join(dir, "files"), { recursive: true });
  for (const [index, { text, activities: rows, ...request }] of files.entries()) {
    const file = join(dir, "files", `${index}.txt`);
    const activities = join(dir, "files", `${index}-activities.txt`);
    writeFileSync(file, text);
    if (rows !== undefined) writeFileSync(activities, rows);
    const second = rows === undefined ? {} : { activities };
    await call(registerImport, { ...request, file, ...second }, [], { address: null });
  }
  await opened.close();
}

/** The real services below the faces, opened, over a data folder of their own; `logged` are the lines of the log. */
export interface TestServices {
  readonly opened: OpenServices;
  /** Calls as the operator: no limit counts. */
  readonly call: Call;
  readonly dir: string;
  readonly logged: readonly string[];
  close(): Promise<void>;
}

/** Opens the real services, with the given register files imported. */
export async function openTestServices(options: TestServiceOptions = {}): Promise<TestServices> {
  const { dir, logged, config, environment } = await prepare(options);
  await importAll(options, dir, config, environment);
  const opened = await openServices(config, environment);
  return {
    opened,
    call: createCall(opened, unlimited),
    dir,
    logged,
    close: async () => {
      await opened.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The real service on a port of its own. */
export interface TestService {
  readonly service: Service;
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly logged: readonly string[];
  /** `DATA_DIR`. */
  readonly dataDir: string;
  /** Lets the service's clock go on. */
  pass(seconds: number): void;
  /** A request over HTTP. `from` is the caller's address, where the test trusts the loopback as its proxy. */
  fetch(path: string, init?: RequestInit, from?: string): Promise<Response>;
  /** Calls an MCP tool and returns its result; throws where the endpoint itself refuses. */
  tool(name: string, args: unknown, from?: string): Promise<Json>;
  close(): Promise<void>;
}

/** Starts the real service, with the given register files imported before. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { dir, logged, config, clock, environment } = await prepare(options);
  await importAll(options, dir, config, environment);
  const service = await createService({ ...config, port: 0 }, environment);
  const listening = await service.start();

  function ask(path: string, init: RequestInit = {}, from?: string): Promise<Response> {
    const headers = new Headers(init.headers);
    if (from !== undefined) headers.set("X-Forwarded-For", from);
    return fetch(`http://127.0.0.1:${listening.port}${path}`, { ...init, headers });
  }

  return {
    service,
    url: `http://127.0.0.1:${listening.port}`,
    logged,
    dataDir: config.dataDir,
    pass: (seconds) => {
      clock.millis += seconds * 1000;
    },
    fetch: ask,
    tool: async (name, args, from) => {
      const response = await ask("/api/mcp", toolCall(name, args), from);
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      const message: Json = await response.json();
      if (message.result === undefined) throw new Error(JSON.stringify(message.error));
      return message.result;
    },
    close: () => listening.stop().finally(() => rmSync(dir, { recursive: true, force: true })),
  };
}
