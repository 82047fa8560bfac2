import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PROGRAM = ["/usr/bin/caddy", "/usr/local/bin/caddy"].find((path) => existsSync(path));
const CADDYFILE = join(import.meta.dirname, "../../ops/Caddyfile");

/** Whether Caddy is installed (Debian: `apt-get install caddy`). */
export const hasCaddy = PROGRAM !== undefined;

/** The proxy of `compose.yaml` as a process. */
export interface OwnCaddy {
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  remove(): Promise<void>;
}

/** Where the proxy listens and what is behind it. */
export interface CaddyPlaces {
  readonly port: number;
  /** Ports of the instances, in the order of `compose.yaml`. */
  readonly instances: readonly number[];
  readonly snapshotPort: number;
  /** Folder whose `registers` are served to the inside. */
  readonly snapshot: string;
}

/** Starts Caddy with `ops/Caddyfile`, in which names of the network of `compose.yaml` become ports of this machine. */
export async function startOwnCaddy(places: CaddyPlaces): Promise<OwnCaddy> {
  if (PROGRAM === undefined) throw new Error("Caddy is not installed");
  const program = PROGRAM;
  const folder = mkdtempSync(join(tmpdir(), "dosah-caddy-"));
  const file = join(folder, "Caddyfile");
  writeFileSync(file, onThisMachine(readFileSync(CADDYFILE, "utf8"), places));
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  let proxy: ChildProcess | undefined;

  async function start(): Promise<void> {
    proxy = spawn(program, ["run", "--adapter", "caddyfile", "--config", file], { env, stdio: "ignore" });
    while (!(await accepts(places.port))) {
      if (proxy.exitCode !== null) throw new Error(`Caddy ended with ${proxy.exitCode}`);
      await sleep(20);
    }
  }

  async function stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const stopped = proxy;
    proxy = undefined;
    if (stopped === undefined || stopped.exitCode !== null) return;
    const ended = once(stopped, "exit");
    stopped.kill(signal);
    await ended;
  }

  await start();
  return {
    start,
    stop,
    remove: async () => {
      await stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error when the file no longer holds what is to be replaced */
function onThisMachine(text: string, { port, instances, snapshotPort, snapshot }: CaddyPlaces): string {
  const replace = (from: string | RegExp, to: string) => {
    if (!(typeof from === "string" ? text.includes(from) : from.test(text))) throw new Error(`ops/Caddyfile: ${from}`);
    text = text.replace(from, to);
  };
  replace("{$DOMAIN}", `http://localhost:${port}`);
  replace(/app1:3000 app2:3000/, instances.map((each) => `127.0.0.1:${each}`).join(" "));
  replace(":8080 {", `http://127.0.0.1:${snapshotPort} {`);
  replace("root * /snapshot/published", `root * ${join(snapshot, "registers")}`);
  // The folder as an import leaves it: the file itself, not packed.
  replace("@packed path ", "@packed path /registers.db ");
  // No port of its own for its administration, and no certificates.
  return `{\n\tadmin off\n\tauto_https off\n}\n${text}`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
