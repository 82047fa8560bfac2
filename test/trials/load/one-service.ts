import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BuiltDosah, type Child, spawnDosah } from "../../promises/built-dosah.fixture.ts";
import { GENEROUS } from "../../promises/generous-limits.fixture.ts";
import { NO_FEED } from "./topology.ts";

/** The settings of a service of its own, which no limit stops; its files are in the folder. */
export function serviceSettings(
  folder: string,
  port: number,
  databaseUrl: string | undefined,
): Readonly<Record<string, string>> {
  const [limits, feeds] = [join(folder, "limits.yaml"), join(folder, "feeds.yaml")];
  writeFileSync(limits, `${GENEROUS.join("\n")}\n`);
  writeFileSync(feeds, NO_FEED);
  return {
    DATA_DIR: join(folder, "data"),
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    REGISTERS: "mirror",
    FEED_SOURCES: feeds,
    LIMITS_FILE: limits,
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "0",
    // Scans are only ordered here; killed-scans.test.ts examines those that run.
    SCAN_WORKER: "off",
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** A service, and what its start took until `/readyz` said that its state is `ok`, in milliseconds. */
export interface Started {
  readonly child: Child;
  readonly startMs: number;
  /** Of it processor time of all its threads; 0 where the system does not tell. */
  readonly cpuMs: number;
}

/** Starts the service of these settings. @param node words for Node itself @throws where it ends instead */
export async function startService(
  built: BuiltDosah,
  settings: Readonly<Record<string, string>>,
  onSpawn: (child: Child) => void = () => {},
  node: readonly string[] = [],
): Promise<Started> {
  const began = performance.now();
  const child = spawnDosah(built, ["serve"], settings, { node });
  onSpawn(child);
  for (;;) {
    const { exitCode } = child.process;
    if (exitCode !== null) throw new Error(`the service ended with ${exitCode}: ${child.out()}${child.err()}`);
    const ready = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`).then(
      (response) => response.json(),
      () => ({}),
    );
    if (ready.ready === true && ready.state === "ok") {
      return { child, startMs: performance.now() - began, cpuMs: cpuMsOf(child.process.pid) };
    }
    await sleep(10);
  }
}

/** Linux counts processor time in hundredths of a second: fields 14 and 15 of the file, after the name in brackets. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Ends a service as a signal does, and waits until it is gone. */
export async function endService(child: Child | undefined, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  child?.process.kill(signal);
  await child?.ended;
}
