import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { composedSql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { type BuiltDosah, type Child, spawnDosah } from "../../test/promises/built-dosah.fixture.ts";
import { GENEROUS } from "../../test/promises/generous-limits.fixture.ts";
import { addOwner, type Owner } from "./people.ts";
import { NO_FEED } from "./topology.ts";

/** So long a sign-in counts as recent: issuing a key and publishing ask nobody again. */
const DAY_MS = 86_400_000;

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
    // Scans are only ordered here; bench/scans examines those that run.
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

/** Somebody for each kind of write. */
export interface Writers {
  readonly saver: Owner;
  readonly keeper: Owner;
  readonly publisher: Owner;
  /** Their organizations' limits of a day are for few scans each. */
  readonly scanning: readonly Owner[];
}

/** Puts writers into a state, whose layout is made where it is missing. @param scanning how many order scans */
export async function addWriters(
  where: { readonly dir: string; readonly databaseUrl: string | undefined },
  scanning: number,
): Promise<Writers> {
  const state = createState({ ...where, now: Date.now });
  try {
    await state.open();
    const at = Date.now();
    return await state.transaction(async (tx) => {
      const ordering: Owner[] = [];
      for (let n = 0; n < scanning; n++) ordering.push(await addOwner(tx, at));
      const [saver, keeper] = [await addOwner(tx, at), await addOwner(tx, at)];
      const publisher = await addOwner(tx, at, true);
      await tx.run(composedSql("UPDATE session SET authenticated_at = ?"), at + DAY_MS);
      return { scanning: ordering, saver, keeper, publisher };
    });
  } finally {
    await state.close();
  }
}
