import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../promises/free-port.fixture.ts";

const PROGRAM = ["valkey-server", "redis-server"]
  .flatMap((name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`])
  .find((path) => existsSync(path));

/** Whether Valkey or Redis is installed (Debian: `apt-get install redis-server`). */
export const hasRedisProgram = PROGRAM !== undefined;

/** A Valkey or Redis server of a test's own, with its data in a temporary folder. */
export interface OwnRedis {
  readonly port: number;
  readonly url: string;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** SIGKILL: what it had acknowledged is in its file. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay and nothing is answered. */
  hang(): void;
  goOn(): void;
  /** Removes its data; only while it is not running. */
  lose(): void;
  remove(): Promise<void>;
}

/**
 * Makes and starts a server.
 * @param words further words of its command line, as `compose.yaml` has them
 */
export async function startOwnRedis(words: readonly string[] = ["--save", ""]): Promise<OwnRedis> {
  if (PROGRAM === undefined) throw new Error("neither Valkey nor Redis is installed");
  const program = PROGRAM;
  const folder = mkdtempSync(join(tmpdir(), "dosah-redis-"));
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
    server = spawn(program, [...own, ...words], { stdio: "ignore" });
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(`${program} ended with ${server.exitCode}`);
      await sleep(20);
    }
  }

  async function kill(): Promise<void> {
    const killed = server;
    server = undefined;
    if (killed === undefined || killed.exitCode !== null) return;
    const ended = once(killed, "exit");
    killed.kill("SIGKILL");
    await ended;
  }

  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    hang: () => void server?.kill("SIGSTOP"),
    goOn: () => void server?.kill("SIGCONT"),
    lose: () => {
      for (const name of ["appendonlydir", "appendonly.aof", "dump.rdb"]) {
        rmSync(join(folder, name), { recursive: true, force: true });
      }
    },
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a server answers PING there. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
  socket.setTimeout(1_000, () => socket.destroy());
  try {
    const [reply] = await once(socket, "data");
    return String(reply).startsWith("+PONG");
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
