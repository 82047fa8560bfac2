import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { registerImport } from "../../src/capabilities/registers/register-import.ts";
import { sourceStatus } from "../../src/capabilities/registers/source-status.ts";
import { readConfig } from "../../src/config.ts";
import { type FakeServer, type Script, startFakeServer, text } from "../../src/outbound/fake-server.fixture.ts";
import { hostFile } from "../../src/outbound/file-host.fixture.ts";
import { createService } from "../../src/service.ts";
import { resText } from "../../src/sources/registers/snapshot/importing/register-files.fixture.ts";
import { signatureText, verifyingKeyText } from "../../src/sources/registers/snapshot/publishing/minisign.ts";
import { openServices } from "../../src/wiring/open-services.ts";
import { type BuiltDosah, buildDosah, type Child, spawnDosah } from "./built-dosah.fixture.ts";
import { freePort } from "./free-port.fixture.ts";

const PATH = "/out/registers.db";
/** Real services with threads and processes of their own: on a busy machine each step takes as long as it takes. */
const SLOW = { timeout: 300_000 };
/** How long a step may take; only one that never ends reaches it. */
const STEP = { timeout: 280_000 };
const uncounted = { take: () => ({ allowed: true, states: [] }) as const, close: async () => {} };
const operator = { address: null };

let publisher: FakeServer;
/** Paths that were asked for in this test. */
const asked: string[] = [];
/** Two of them, made once. */
let first: Published;
let second: Published;
/** What lies in the publisher's folder. */
let lying: { readonly file: Script; readonly checksum: Script; readonly signature?: Script };

const ours = generateKeyPairSync("ed25519").privateKey;
const strange = generateKeyPairSync("ed25519").privateKey;

/** A snapshot with its checksum file, as `registers import` leaves them. */
interface Published {
  readonly body: Buffer;
  readonly checksum: Buffer;
}

const firms = (word: string) =>
  Array.from({ length: 600 }, (_, index) => ({ name: `Firma ${word} ${index}`, nace: "35110" }));

/** Imports one file after the other as an operator does, in a folder of its own, and takes what lies there each time. */
async function publish(word: string, next: string): Promise<readonly [Published, Published]> {
  const dir = folder();
  const { opened } = await open(dir, {});
  const call = createCall(opened, uncounted);
  const file = join(dir, "res.csv");
  const read = (name: string) => readFileSync(join(dir, "data", "registers", name));
  const importing = async (each: string): Promise<Published> => {
    writeFileSync(file, resText(firms(each)));
    await call(registerImport, { country: "CZ", format: "res", file }, [], operator);
    return { body: read("registers.db"), checksum: read("registers.db.sha256") };
  };
  return [await importing(word), await importing(next)];
}

const toRemove: string[] = [];

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "dosah-fetched-"));
  toRemove.push(dir);
  return dir;
}

function settingsOf(dir: string): Record<string, string> {
  const limits = join(dir, "limits.yaml");
  writeFileSync(limits, "rest_company_search: { perMinute: 1000000, perDay: 1000000 }\n");
  const url = `${publisher.url}${PATH}`;
  return { DATA_DIR: join(dir, "data"), REGISTERS: "mirror", SNAPSHOT_URL: url, LIMITS_FILE: limits };
}

/** The opened services of one instance over a folder. */
async function open(dir: string, settings: Record<string, string> = settingsOf(dir)) {
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const config = readConfig({ DATA_DIR: join(dir, "data"), REGISTERS: "mirror", ...settings });
  const environment = { now: () => new Date(), log };
  const opened = await openServices(config, environment);
  onTestFinished(() => opened.close());
  const status = async () => (await createCall(opened, uncounted)(sourceStatus, {}, [], operator)).answer;
  const poll = async () => opened.registers.fetch?.poll();
  return { opened, config, environment, logged, poll, status };
}

function lay({ body, checksum }: Published, key?: KeyObject): void {
  const signed = key === undefined ? {} : { signature: text(signatureText(checksum.toString(), key, "")) };
  lying = { file: hostFile({ body }), checksum: hostFile({ body: checksum }), ...signed };
}

const askedFor = (path: string) => asked.filter((each) => each === path).length;

beforeAll(async () => {
  publisher = await startFakeServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const { file, checksum, signature = text("", 404) } = lying;
    const script = { [PATH]: file, [`${PATH}.sha256`]: checksum, [`${PATH}.sha256.minisig`]: signature }[path];
    (script ?? text("", 404))(request, response);
  });
});

afterAll(async () => {
  await publisher.close();
  for (const dir of toRemove) rmSync(dir, { recursive: true, force: true });
});

// Not in `beforeAll`: what opens services closes them when a test has finished.
beforeEach(async () => {
  if (first === undefined) [first, second] = await publish("prvni", "druha");
  lay(first);
  asked.length = 0;
}, SLOW.timeout);

describe("an instance with SNAPSHOT_URL", SLOW, () => {
  test("begins with the sample, says that it waits, and serves the snapshot as soon as it is here", async () => {
    const instance = await open(folder());
    expect((await instance.status()).snapshot).toMatchObject({ origin: "sample", fetching: { lastSuccessAt: null } });
    expect(await instance.poll()).toBe(600_000);
    await expect.poll(async () => (await instance.status()).snapshot.origin, STEP).toBe("fetch");
    expect((await instance.status()).holdings.find(({ country }) => country === "CZ")).toMatchObject({
      companies: 600,
      isSample: false,
    });
    expect((await instance.status()).snapshot.fetching).toMatchObject({ lastFailure: null, failures: 0 });
  });

  test("imports no registers of its own, and says where to do that", async () => {
    const { opened } = await open(folder());
    const request = { country: "CZ", format: "res", file: "x.csv" };
    const refused = createCall(opened, uncounted)(registerImport, request, [], operator);
    await expect(refused).rejects.toMatchObject({
      problem: { code: "invalid_arguments", message: { en: expect.stringContaining("SNAPSHOT_URL") } },
    });
  });
});

describe("the running service", SLOW, () => {
  test("answers every request while one snapshot after the other is fetched, and says in /readyz and metrics how it fares", async () => {
    const dir = folder();
    const { config, environment } = await open(dir);
    const metricsPort = await freePort();
    const service = await createService({ ...config, port: 0, metricsPort }, environment);
    const listening = await service.start();
    onTestFinished(() => listening.stop());
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${listening.port}${path}`)).json();
    const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await expect.poll(() => get("/readyz"), STEP).toMatchObject({ ready: true, snapshot: "ok" });
    await expect.poll(metrics, STEP).toMatch(/^dosah_snapshot_fetch_success_timestamp_seconds \d{10}/m);
    // It looks for a new file once a second, and until then the sample is what it serves.
    const firms = () => get("/api/company-search?q=firma&country=CZ");
    await expect.poll(firms, STEP).toMatchObject({ count: 10 });

    // Another instance on the same volume fetches; the service notices the new file like its own.
    const other = await open(dir);
    // It notices its own new file within a second too, and until then would take the former one for the newest.
    const held = () => other.opened.registers.snapshot().fetchedAt;
    let isRunning = true;
    let answered = 0;
    let latest = "";
    const failures: unknown[] = [];
    onTestFinished(() => {
      isRunning = false;
    });
    const ask = async () => {
      while (isRunning) {
        const response = await fetch(`http://127.0.0.1:${listening.port}/api/company-search?q=firma&country=CZ`);
        const body = await response.json();
        if (response.status !== 200 || body.count !== 10) failures.push(body);
        latest = body.results?.[0]?.untrusted.name.split(" ")[1];
        answered++;
        await sleep(5); // whoever asks without a pause mostly slows the fetch that is tested
      }
    };
    const asking = [ask(), ask(), ask(), ask()];
    for (const [published, word] of [
      [second, "druha"],
      [first, "prvni"],
    ] as const) {
      lay(published);
      const before = held();
      expect(await other.poll()).toBe(600_000);
      await expect.poll(() => latest, STEP).toBe(word);
      await expect.poll(held, STEP).not.toBe(before);
    }
    while (answered < 1_000) await sleep(20);
    isRunning = false;
    await Promise.all(asking);
    expect(failures).toEqual([]);

    lying = { file: text("", 503), checksum: text("", 503) };
    await other.poll();
    expect(await metrics()).toMatch(/^dosah_snapshot_fetch_failures_total 0$/m);
  });

  test.each([
    ["no signature", undefined, "unsigned"],
    ["somebody else's signature", strange, "wrong_signature"],
    ["the signature of SNAPSHOT_KEY", ours, "ok"],
  ] as const)("with SNAPSHOT_KEY and a snapshot with %s names it in /readyz and metrics", async (_what, key, said) => {
    lay(first, key);
    const dir = folder();
    const { config, environment } = await open(dir, { ...settingsOf(dir), SNAPSHOT_KEY: verifyingKeyText(ours) });
    const metricsPort = await freePort();
    const service = await createService({ ...config, port: 0, metricsPort }, environment);
    const listening = await service.start();
    onTestFinished(() => listening.stop());
    const ready = async () => (await fetch(`http://127.0.0.1:${listening.port}/readyz`)).json();
    await expect.poll(ready, STEP).toMatchObject({ ready: true, snapshot: said });
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const failing = /^dosah_snapshot_fetch_failing\{reason="(\w+)"\} 1$/m.exec(metrics)?.[1];
    expect(failing).toBe(said === "ok" ? undefined : said);
    // Nothing of a snapshot that is not signed is fetched.
    expect(askedFor(PATH)).toBe(said === "ok" ? 1 : 0);
  });

  test("shows on its page where the copy is from, and that it waits or fails, in each language", async () => {
    lying = { file: text("", 404), checksum: text("", 404) };
    const { config, environment } = await open(folder());
    const service = await createService(config, environment);
    onTestFinished(() => service.close());
    const page = async (locale: string) => (await service.request(`/${locale}/sources`)).text();
    for (const [locale, words] of Object.entries(WAITS)) expect(await page(locale)).toContain(words);
  });

  test("where SNAPSHOT_URL is not set, the metrics say nothing of a fetch", async () => {
    const { config, environment } = await open(folder(), {});
    const metricsPort = await freePort();
    const service = await createService({ ...config, port: 0, metricsPort }, environment);
    const listening = await service.start();
    onTestFinished(() => listening.stop());
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^dosah_snapshot_built_timestamp_seconds \d{10}/m);
    expect(metrics).not.toMatch(/^dosah_snapshot_fetch/m);
  });
});

const WAITS = {
  sk: "Čaká sa na prvú kópiu celých registrov",
  cs: "Čeká se na první kopii celých rejstříků",
  en: "Waiting for the first copy of the whole registers",
};

describe("as its own process", SLOW, () => {
  let built: BuiltDosah;
  beforeAll(() => {
    built = buildDosah();
  });
  afterAll(() => built.remove());

  async function serve(dir: string): Promise<{ child: Child; port: number }> {
    const port = await freePort();
    const child = spawnDosah(built, ["serve"], { ...settingsOf(dir), PORT: String(port) });
    onTestFinished(() => void child.process.kill("SIGKILL"));
    while (!child.out().includes("Dosah is listening")) {
      if (child.process.exitCode !== null) throw new Error(child.err());
      await sleep(20);
    }
    return { child, port };
  }

  const serves = (child: Child) => expect.poll(() => child.out(), STEP).toContain("was fetched and serves from now on");

  /** Sends half of the file and then nothing more. */
  const half: Script = (request, response) => {
    const whole = hostFile({ body: first.body, cutAfter: Number.POSITIVE_INFINITY });
    if (request.headers.range !== undefined) return whole(request, response);
    const headers = { "content-length": String(first.body.length), etag: '"one"' };
    response.writeHead(200, headers);
    response.write(first.body.subarray(0, first.body.length >> 1));
    return undefined;
  };
  const whole: Script = (request, response) => hostFile({ body: first.body, etag: '"one"' })(request, response);

  test("killed in the middle of a fetch, it starts again, serves, and goes on from there", async () => {
    const dir = folder();
    lying = { ...lying, file: half };
    const { child } = await serve(dir);
    const part = () => readdirSync(join(dir, "data", "registers")).includes("fetched.db.part.json");
    await expect.poll(part, STEP).toBe(true);
    child.process.kill("SIGKILL");
    await child.ended;

    lying = { ...lying, file: whole };
    const { child: again, port } = await serve(dir);
    await serves(again);
    expect(publisher.requests.at(-1)?.headers.range).toMatch(/^bytes=\d+-$/);
    // It looks for a new file once a second.
    const found = async () => (await fetch(`http://127.0.0.1:${port}/api/company-search?q=firma`)).json();
    await expect.poll(found, STEP).toMatchObject({ count: 10 });
  });

  test("stopped in the middle of a fetch, it exits 0 at once and leaves what came for the next start", async () => {
    const dir = folder();
    lying = { ...lying, file: half };
    const { child } = await serve(dir);
    const part = () => readdirSync(join(dir, "data", "registers")).includes("fetched.db.part.json");
    await expect.poll(part, STEP).toBe(true);
    child.process.kill("SIGTERM");
    expect(await child.ended).toBe(0);
    expect(child.out()).not.toMatch(/"level":(40|50|60)/);
    expect(part()).toBe(true);
  });

  test("two that share a folder fetch once, and both serve it", async () => {
    const dir = folder();
    const both = await Promise.all([serve(dir), serve(dir)]);
    await expect.poll(() => both.map(({ child }) => child.out()).join(""), STEP).toContain("serves from");
    for (const { port } of both) {
      const found = async () => (await fetch(`http://127.0.0.1:${port}/api/company-search?q=firma`)).json();
      await expect.poll(found, STEP).toMatchObject({ count: 10 });
    }
    expect(askedFor(PATH)).toBe(1);
  });
});
