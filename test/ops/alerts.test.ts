import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { registerImport } from "../../src/capabilities/registers/register-import.ts";
import { editedKnowledge } from "../../src/knowledge/edited-copy.fixture.ts";
import { buildDosah, spawnDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { czechRegister } from "../promises/register-files.fixture.ts";
import {
  GENEROUS,
  NOW,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from "../promises/service.fixture.ts";
import { evaluate, recordScrapes } from "./prometheus.fixture.ts";
import { smallDisk } from "./small-disk.fixture.ts";
import { rules, type Scraped, watch } from "./watch.fixture.ts";

/** A service that is scraped as `name`. */
async function scraped(name: string, { env = {}, ...rest }: TestServiceOptions = {}): Promise<TestService & Scraped> {
  const metricsPort = await freePort();
  const backups = folder();
  writeBackupOf(backups, NOW.getTime() / 1000);
  const all = { BACKUP_TO: backups, ...env, METRICS_PORT: String(metricsPort) };
  const dosah = await startTestService({ ...rest, env: all });
  onTestFinished(() => dosah.close().catch(() => undefined));
  return { ...dosah, name, metricsPort };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "dosah-alerts-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Lays a backup of the night down as written at an instant, in seconds. */
function writeBackupOf(backups: string, at: number): void {
  const file = join(backups, "dosah-2026-11-20.backup");
  writeFileSync(file, "");
  utimesSync(file, at, at);
}

const SECRET = Buffer.alloc(32, 7).toString("base64");
const SCOPE = "/api/scope-check?ico=31322832&country=SK";

/** A request whose body takes its time. */
async function slowRequest(port: number): Promise<void> {
  const body = JSON.stringify({ country: "SK", nace: [{ code: "35.11" }], employees: 60 });
  const headers = { "Content-Type": "application/json", "Content-Length": body.length };
  const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/api/scope-evaluate", headers });
  const answered = once(sent, "response");
  sent.write(body.slice(0, 10));
  await sleep(600);
  sent.end(body.slice(10));
  const [response] = await answered;
  response.resume();
  await once(response, "end");
}

/** Its jobs begin some seconds after its start, so it is started before all others. */
let failingBackup: TestService & Scraped;

beforeAll(async () => {
  // No folder can be made below a file: the backup of the night fails as often as it is tried.
  const file = join(mkdtempSync(join(tmpdir(), "dosah-alerts-")), "a file");
  writeFileSync(file, "");
  const metricsPort = await freePort();
  const env = { BACKUP_TO: join(file, "backups"), METRICS_PORT: String(metricsPort) };
  failingBackup = { ...(await startTestService({ env })), name: "one", metricsPort };
});

afterAll(() => failingBackup.close());

/** What each alert of `ops/dosah.rules.yaml` says has happened, and the service in which it then does. */
const causes: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  DosahDown: async () => {
    const dosah = await scraped("one");
    const seen = watch([dosah]);
    expect(await seen.minutes(5)).toEqual([]);
    await dosah.close();
    return seen.minutes(3);
  },
  DosahInternalErrors: async () => {
    const dosah = await scraped("one", { limits: GENEROUS });
    const seen = watch([dosah]);
    const call = () => dosah.fetch("/trust/nobody.json").then(({ status }) => status);
    expect(await seen.minutes(8, call)).toEqual([]);
    // A change of the database by hand is a failure that no code of ours expects.
    const db = new DatabaseSync(join(dosah.dataDir, "state.db"));
    db.exec("ALTER TABLE trust_profile RENAME TO lost");
    db.close();
    expect(await call()).toBe(500);
    return seen.minutes(12, call);
  },
  DosahSlow: async () => {
    const dosah = await scraped("one", { limits: GENEROUS });
    const seen = watch([dosah]);
    expect(await seen.minutes(8, () => dosah.fetch("/sk"))).toEqual([]);
    const { port } = new URL(dosah.url);
    // A body that comes slowly is a request that takes long.
    return seen.minutes(18, async (minute) => {
      if (minute % 2 === 0) await slowRequest(Number(port));
    });
  },
  DosahCountsAlone: async () => {
    const dosah = await scraped("one", { env: { REDIS_URL: `redis://127.0.0.1:${await freePort()}` } });
    return watch([dosah]).minutes(8);
  },
  DosahStateDown: async () => {
    const dataDir = join(folder(), "data");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "state.db"), "no database ".repeat(1_000));
    return watch([await scraped("one", { env: { DATA_DIR: dataDir } })]).minutes(3);
  },
  DosahRegistersOld: async () => {
    const dosah = await scraped("one");
    const seen = watch([dosah]);
    expect(await seen.minutes(1)).not.toContain("DosahRegistersOld");
    // Nobody fetches for two months.
    return watch([dosah], NOW.getTime() / 1000 + 60 * 86_400).hours(2);
  },
  DosahSnapshotsDiffer: async () => {
    const [one, other] = [await scraped("one"), await scraped("other")];
    const seen = watch([one, other]);
    expect(await seen.hours(2)).toEqual([]);
    const file = join(folder(), "res.csv");
    writeFileSync(file, czechRegister.text);
    await other.service.call(registerImport, { country: "CZ", format: "res", file }, [], { address: null });
    const metrics = async () => (await fetch(`http://127.0.0.1:${other.metricsPort}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^dosah_snapshot_info\{version="2026-11-21T12/m);
    return seen.hours(2);
  },
  DosahSnapshotNotFetched: async () => {
    const dosah = await scraped("one", { env: { SNAPSHOT_URL: "http://127.0.0.1:1/registers.db" } });
    const metrics = async () => (await fetch(`http://127.0.0.1:${dosah.metricsPort}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^dosah_snapshot_fetch_failing\{reason="connect"\} 1$/m);
    const seen = watch([dosah]);
    expect(await seen.minutes(10)).not.toContain("DosahSnapshotNotFetched");
    return seen.minutes(25);
  },
  DosahCitationWithheld: async () => {
    const built = buildDosah();
    onTestFinished(built.remove);
    const knowledge = editedKnowledge("nis2/trace.yaml", "sk: Firma", "sk: Podľa § 17 ods. 1 platí. Firma");
    rmSync(join(built.dir, "knowledge"));
    symlinkSync(knowledge, join(built.dir, "knowledge"));
    const [port, metricsPort] = [await freePort(), await freePort()];
    const settings = { PORT: String(port), METRICS_PORT: String(metricsPort), REGISTERS: "mirror", DATA_DIR: folder() };
    const child = spawnDosah(built, ["serve"], settings);
    onTestFinished(() => void child.process.kill("SIGKILL"));
    await expect.poll(() => child.out()).toContain("Dosah is listening");
    const seen = watch([{ name: "one", metricsPort }]);
    expect(await seen.minutes(2)).not.toContain("DosahCitationWithheld");
    expect((await fetch(`http://127.0.0.1:${port}${SCOPE}`)).status).toBe(200);
    return seen.minutes(1);
  },
  DosahJobsLate: async () => {
    const dosah = await scraped("one", { env: { ROLE: "web" } });
    const seen = watch([dosah]);
    expect(await seen.minutes(5)).toEqual([]);
    const db = new DatabaseSync(join(dosah.dataDir, "state.db"));
    db.exec(
      "INSERT INTO job (id, kind, key, run_at, attempts, lease_until, lease_by, payload, created_at) " +
        `VALUES ('job_a', 'mail.send', 'a', ${NOW.getTime()}, 0, 0, '', 'null', 0)`,
    );
    db.close();
    return seen.minutes(18);
  },
  DosahJobGivenUp: async () => {
    const seen = watch([failingBackup]);
    expect(await seen.minutes(5)).not.toContain("DosahJobGivenUp");
    const gaveUp = () => failingBackup.logged.some((line) => line.includes("a job failed for the last time"));
    // Each attempt is due an hour after the one before at the latest.
    for (; !gaveUp(); await sleep(200)) failingBackup.pass(3_600);
    return seen.minutes(2);
  },
  DosahNoBackup: async () => {
    const backups = folder();
    const dosah = await scraped("one", { env: { BACKUP_TO: backups, ROLE: "web" } });
    writeBackupOf(backups, NOW.getTime() / 1000 - 25.8 * 3_600);
    const seen = watch([dosah]);
    expect(await seen.minutes(10)).toEqual([]);
    return seen.minutes(15);
  },
  DosahBackupNotRehearsed: async () => {
    const seen = watch([await scraped("one")]);
    expect(await seen.hours(1)).not.toContain("DosahBackupNotRehearsed");
    return seen.hours(25);
  },
  DosahMetricsMissing: async () => {
    // An instance that says nothing of its jobs, as one of another program under the same name.
    const dosah = await scraped("one", { env: { DATABASE_URL: "postgres://127.0.0.1:1/none", SECRETS_KEY: SECRET } });
    return watch([dosah]).minutes(17);
  },
  DosahEventLoopLate: async () => {
    const dosah = await scraped("one");
    const seen = watch([dosah]);
    expect(await seen.minutes(1)).toEqual([]);
    return seen.minutes(12, async () => {
      // The measurement begins with the first timer after a scrape. The service runs in this process: what holds it up
      // holds the service up.
      for (let n = 0; n < 3; n++) {
        await sleep(30);
        for (const until = performance.now() + 230; performance.now() < until; );
      }
      await sleep(30);
    });
  },
};

/** The only alert whose cause not every machine lets a test make. */
const DISK = "DosahDiskFull";

describe("the alert", () => {
  // The one whose jobs have to begin comes last.
  const inOrder = Object.entries(causes).toSorted(([a], [b]) => Number(a === LAST) - Number(b === LAST));

  test.each(inOrder)("%s fires when that happens", async (alert, cause) => {
    expect(await cause()).toContain(alert);
  });

  test(`${DISK} fires when that happens (skipped where no disk can be mounted)`, async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("this user may not mount a disk");
    const dosah = await scraped("one", { env: { DATA_DIR: disk } });
    expect(await watch([dosah]).minutes(7)).toContain(DISK);
  });
});

const LAST = "DosahJobGivenUp";

test("every alert was caused here", () => {
  expect([...Object.keys(causes), DISK].sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test("of two healthy instances no alert fires in half an hour", async () => {
  const both = [await scraped("one", { limits: GENEROUS }), await scraped("other", { limits: GENEROUS })];
  const busy = () => Promise.all(both.map((dosah) => dosah.fetch(SCOPE)));
  expect(await watch(both).minutes(30, busy)).toEqual([]);
});

describe("a rule is read as Prometheus reads it:", () => {
  const recorded = recordScrapes();
  for (let minute = 0; minute <= 10; minute++) {
    const text = `calls_total{outcome="ok"} ${minute * 60}\ncalls_total{outcome="internal"} ${minute > 5 ? minute - 6 : minute}\n`;
    recorded.scrape(minute * 60, "a", `${text}wait_bucket{le="0.1"} ${minute}\nwait_bucket{le="+Inf"} ${minute * 2}\n`);
    recorded.scrape(minute * 60, "b", minute < 4 ? text : undefined);
  }
  const valuesOf = (expression: string) => evaluate(expression, recorded.series, 600).map(({ value }) => value);

  test.each<[string, readonly number[]]>([
    ["up", [1, 0]],
    ["up == 0", [0]],
    ["count(up)", [2]],
    ['sum(rate(calls_total{outcome="ok"}[5m]))', [0.8]],
    ['increase(calls_total{outcome="internal"}[20m])', [9, 3]],
    ["count(count by (outcome) (calls_total)) > 1", [2]],
    ["time() - max(calls_total) > 26 * 3600", []],
    ["time() / 60 - 2 * 3", [4]],
    ["histogram_quantile(0.5, sum by (le) (wait_bucket))", [0.1]],
    ["histogram_quantile(0.25, sum by (le) (wait_bucket))", [0.05]],
    ["nothing > 0", []],
    ["absent(nothing)", [1]],
    ["absent(up)", []],
    ["up == 0 or absent(nothing)", [0, 1]],
  ])("%s", (expression, values) => {
    expect(valuesOf(expression).map((value) => Number(value.toFixed(6)))).toEqual(values);
  });

  test("what it does not know is no silent answer", () => {
    expect(() => valuesOf("stddev(up)")).toThrow();
    expect(() => valuesOf('up{job=~"a"}')).toThrow("not known");
  });
});
