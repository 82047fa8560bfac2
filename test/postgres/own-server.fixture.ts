import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Where Debian keeps the programs of each version of PostgreSQL. */
const VERSIONS = "/usr/lib/postgresql";

/** The folder with `postgres` and `initdb`; `undefined` where PostgreSQL is not installed. */
export const postgresPrograms: string | undefined = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(VERSIONS, version, "bin"))
  .find((folder) => existsSync(join(folder, "initdb")));

/** How a server is stopped: `fast` ends every connection, `immediate` is a crash. */
export type StopMode = "fast" | "immediate";

/** A PostgreSQL server of a test's own, in a temporary folder. */
export interface OwnServer {
  readonly port: number;
  readonly url: string;
  stop(mode: StopMode): Promise<void>;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Statements as the administrator. */
  ask(text: string): Promise<readonly Record<string, unknown>[]>;
  remove(): Promise<void>;
}

/** These programs refuse to run as root: then they get the user that the package made for them. */
export function ownUser(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A folder that belongs to that user. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dosah-postgres-"));
  give(folder);
  return folder;
}

/** Writes a file that only that user can read. */
export function ownFile(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  give(file);
  return file;
}

function give(path: string): void {
  const { uid, gid } = ownUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Makes and starts a server; `settings` as in `postgresql.conf`, `files` are put into its folder first. */
export async function startOwnServer(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<OwnServer> {
  if (postgresPrograms === undefined) throw new Error("PostgreSQL is not installed");
  const programs = postgresPrograms;
  const folder = ownFolder();
  const data = join(folder, "data");
  const user = ownUser();
  execFileSync(join(programs, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C"], {
    ...user,
    stdio: "pipe",
  });
  for (const [name, text] of Object.entries(files)) ownFile(data, name, text);
  const port = await freePort();
  // A process that is stopped or crashes loses nothing that it wrote; only a crash of the machine would.
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", fsync: "off", ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server: ChildProcess | undefined;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  async function ask(text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function start(): Promise<void> {
    server = spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), ...options], {
      ...user,
      stdio: "ignore",
    });
    for (const since = performance.now(); performance.now() - since < 30_000; await sleep(25)) {
      if (
        await ask("SELECT 1").then(
          () => true,
          () => false,
        )
      )
        return;
    }
    throw new Error("the server did not start");
  }

  async function stop(mode: StopMode): Promise<void> {
    const stopping = server;
    server = undefined;
    if (stopping === undefined || stopping.exitCode !== null) return;
    const ended = once(stopping, "exit");
    stopping.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
  }

  await start();
  return {
    port,
    url,
    start,
    stop,
    ask,
    remove: async () => {
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
