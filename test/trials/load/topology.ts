import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { hasCaddy, type OwnCaddy, startOwnCaddy } from "../../ops/own-caddy.fixture.ts";
import { hasRedisProgram, type OwnRedis, startOwnRedis } from "../../ops/own-redis.fixture.ts";
import { type OwnServer, postgresPrograms, startOwnServer } from "../../postgres/own-server.fixture.ts";
import { type BuiltDosah, buildDosah, type Child, spawnDosah } from "../../promises/built-dosah.fixture.ts";
import { freePort } from "../../promises/free-port.fixture.ts";
import { GENEROUS } from "../../promises/generous-limits.fixture.ts";
import { writeNextRelease } from "./next-release.ts";

const COMPOSE = fileURLToPath(new URL("../../../compose.yaml", import.meta.url));

/** What is not installed here, of what the topology is made of. */
export const missingPrograms: readonly string[] = [
  ...(postgresPrograms === undefined ? ["PostgreSQL"] : []),
  ...(hasRedisProgram ? [] : ["Valkey or Redis"]),
  ...(hasCaddy ? [] : ["Caddy"]),
];

/** Which program an instance runs: the one of these sources, or one that comes after it and has one migration more. */
export type Release = "this" | "next";

/** One instance behind the proxy. */
export interface Instance {
  readonly name: string;
  readonly port: number;
  /** Starts it and resolves when `/readyz` says 200. */
  start(release?: Release): Promise<void>;
  /** @returns its exit code; `null` when the signal ended it */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
  /** Windows that it counted alone and merged since its start; `undefined` where nobody answers. */
  merged(): Promise<number | undefined>;
  /** What `/readyz` says. @throws where nobody answers */
  ready(): Promise<Readonly<Record<string, unknown>>>;
  /** Lines of its log that name an error of ours. */
  errors(): readonly string[];
}

/** `compose.yaml` as processes of this machine. */
export interface Topology {
  /** Port of the proxy: the only way in. */
  readonly port: number;
  readonly instances: readonly Instance[];
  readonly postgres: OwnServer;
  readonly redis: OwnRedis;
  readonly proxy: OwnCaddy;
  /** The row of the limits table whose count is examined, and how often it lets an address through in a day. */
  readonly counted: { readonly path: string; readonly perDay: number };
  /** Settings with which a command reaches the same state. */
  readonly commandSettings: Readonly<Record<string, string>>;
  /** Runs a command of the operator. */
  command(words: readonly string[]): Child;
  remove(): Promise<void>;
}

/** The row whose count is examined: it needs neither a register nor the state. */
const COUNTED = { row: "rest_nis2_radar", path: "/api/opendata/nis2-radar", perDay: 12 } as const;

/** Starts everything that `compose.yaml` names. @param drainSeconds of each instance; `undefined` is the default */
export async function startTopology(drainSeconds?: number): Promise<Topology> {
  const { services } = parse(readFileSync(COMPOSE, "utf8"), { merge: true });
  const names = Object.keys(services).filter((name) => /^app\d+$/.test(name));
  const folder = mkdtempSync(join(tmpdir(), "dosah-topology-"));
  const built = buildDosah();
  const next = writeNextRelease(built);
  const closing: (() => unknown)[] = [built.remove, next.remove, () => rmSync(folder, { recursive: true })];
  const remove = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const limits = join(folder, "limits.yaml");
    const rows = GENEROUS.filter((row) => !row.startsWith(`${COUNTED.row}:`));
    writeFileSync(limits, [...rows, `${COUNTED.row}: { perMinute: 100000, perDay: ${COUNTED.perDay} }`, ""].join("\n"));
    const feeds = join(folder, "feeds.yaml");
    writeFileSync(feeds, NO_FEED);
    const published = join(folder, "published");
    await publishSample(built, published);
    const [port, snapshotPort] = [await freePort(), await freePort()];
    const ports = await Promise.all(names.map(() => freePort()));
    const metricsPorts = await Promise.all(names.map(() => freePort()));
    const postgres = await startOwnServer();
    closing.push(postgres.remove);
    const redis = await startOwnRedis(services.valkey.command.slice(1));
    closing.push(redis.remove);
    const state = { DATABASE_URL: postgres.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
    const settings = {
      ...state,
      BASE_URL: `http://localhost:${port}`,
      REDIS_URL: redis.url,
      SNAPSHOT_URL: `http://127.0.0.1:${snapshotPort}/registers.db`,
      // The proxy alone: callers have other addresses of the loopback network.
      TRUST_PROXY: "127.0.0.1",
      REGISTERS: "mirror",
      FEED_SOURCES: feeds,
      LOG_LEVEL: "warn",
      LIMITS_FILE: limits,
      ...(drainSeconds === undefined ? {} : { DRAIN_SECONDS: String(drainSeconds) }),
    };
    const proxy = await startOwnCaddy({ port, instances: ports, snapshotPort, snapshot: published });
    closing.push(proxy.remove);
    const instances = names.map((name, index) => {
      const at = { port: ports[index] ?? 0, metricsPort: metricsPorts[index] ?? 0 };
      const own = {
        PORT: String(at.port),
        METRICS_PORT: String(at.metricsPort),
        DATA_DIR: join(folder, name),
        INSTANCE: name,
      };
      return createInstance(name, at, (release) =>
        spawnDosah(release === "this" ? built : next, ["serve"], { ...settings, ...own }),
      );
    });
    closing.push(() => Promise.all(instances.map((each) => each.stop("SIGKILL"))));
    await Promise.all(instances.map((each) => each.start()));
    await untilAllServe(port, names);
    const commandSettings = { ...state, DATA_DIR: join(folder, "command"), REGISTERS: "mirror", FEED_SOURCES: feeds };
    return {
      port,
      instances,
      postgres,
      redis,
      proxy,
      counted: COUNTED,
      commandSettings,
      command: (words) => spawnDosah(built, words, commandSettings),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Waits until the proxy has noticed every instance. */
async function untilAllServe(port: number, names: readonly string[]): Promise<void> {
  const seen = new Set<unknown>();
  while (!names.every((name) => seen.has(name))) {
    const response = await fetch(`http://localhost:${port}/readyz`);
    if (response.ok) seen.add((await response.json()).instance);
    else await sleep(50);
  }
}

/** One feed that is never asked: what is examined must not depend on what others publish. */
export const NO_FEED = `- id: nobody
  name: Nobody
  jurisdiction: EU
  language: en
  enabled: false
  urls: [https://nobody.invalid/feed.xml]
`;

/** What the publisher of `compose.yaml` does, over the shipped sample. */
async function publishSample(built: BuiltDosah, dataDir: string): Promise<void> {
  const settings = { DATA_DIR: dataDir, REGISTERS: "mirror" };
  const first = spawnDosah(built, ["search", "slovnaft"], settings);
  if ((await first.ended) !== 0) throw new Error(first.err());
}

function createInstance(
  name: string,
  { port, metricsPort }: { readonly port: number; readonly metricsPort: number },
  spawn: (release: Release) => Child,
): Instance {
  const children: Child[] = [];
  let release: Release = "this";
  const running = () => children.at(-1);

  async function ready(): Promise<Readonly<Record<string, unknown>>> {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).json();
  }

  return {
    name,
    port,
    ready,
    merged: async () => {
      try {
        const options = { signal: AbortSignal.timeout(2_000) };
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`, options)).text();
        return Number(/^dosah_limits_merged_total (\d+)$/m.exec(text)?.[1]);
      } catch {
        return undefined;
      }
    },
    start: async (other = release) => {
      release = other;
      const child = spawn(release);
      children.push(child);
      for (;;) {
        if (child.process.exitCode !== null) throw new Error(`${name} ended: ${child.out()}${child.err()}`);
        const isReady = await ready().then(
          (body) => body.ready === true,
          () => false,
        );
        if (isReady) return;
        await sleep(50);
      }
    },
    stop: async (signal) => {
      const child = running();
      if (child === undefined || child.process.exitCode !== null || child.process.signalCode !== null) return null;
      child.process.kill(signal);
      return child.ended;
    },
    errors: () =>
      children.flatMap((child) =>
        `${child.out()}\n${child.err()}`.split("\n").filter((line) => line !== "" && isOurError(line)),
      ),
  };
}

/** Level 50 and above, and whatever is no line of the log at all; that the database is away is no error of ours. */
function isOurError(line: string): boolean {
  return !line.startsWith("{") || (/"level":[56]0/.test(line) && !line.includes('"kind":"down"'));
}
