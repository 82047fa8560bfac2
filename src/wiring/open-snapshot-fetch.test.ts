import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type FakeServer, type Script, startFakeServer, text } from "../outbound/fake-server.fixture.ts";
import { hostFile } from "../outbound/file-host.fixture.ts";
import { fetchSnapshot } from "../sources/registers/snapshot/fetched/fetch-snapshot.ts";
import {
  importing,
  NOW,
  named,
  namesIn,
  publishedFile,
  registerFile,
  temporaryFolder,
  testOptions,
} from "../sources/registers/snapshot/importing/register-files.fixture.ts";
import { readVerifyingKey, verifyingKeyText } from "../sources/registers/snapshot/publishing/minisign.ts";
import { publishSnapshot } from "../sources/registers/snapshot/publishing/publish-snapshot.ts";
import { readOrigin } from "../sources/registers/snapshot/serving/open.ts";
import { openSnapshotFetch } from "./open-snapshot-fetch.ts";
import { reportOf } from "./snapshot-job.ts";

const PATH = "/out/registers.db";
const TOKEN = "token-that-nobody-may-see";

/** A snapshot with its checksum file, as an import leaves them. */
interface Published {
  readonly file: Script;
  readonly checksum: Script;
  /** Files beside them by name. */
  readonly beside?: Readonly<Record<string, Script>>;
}

let publisher: FakeServer;
let lying: Published;
let dir: string;

beforeEach(async () => {
  dir = temporaryFolder();
  publisher = await startFakeServer((request, response) => {
    const path = request.url?.split("?")[0];
    const beside = lying.beside?.[path?.split("/").at(-1) ?? ""] ?? text("", 404);
    const script = path === PATH ? lying.file : path === `${PATH}.sha256` ? lying.checksum : beside;
    script(request, response);
  });
  onTestFinished(() => publisher.close());
  lying = await publish("Firma A");
});

async function publish(...names: string[]): Promise<Published> {
  const other = temporaryFolder();
  await importing(other, registerFile.res(other, named(...names)));
  return folderOf(other);
}

function folderOf(other: string): Published {
  return {
    file: hostFile({ body: readFileSync(publishedFile(other)) }),
    checksum: hostFile({ body: readFileSync(`${publishedFile(other)}.sha256`) }),
  };
}

/** An instance whose jobs are run here instead of in a thread of their own. */
function instance(key?: string) {
  const logged: string[] = [];
  const fetch = openSnapshotFetch({
    url: new URL(`${publisher.url}${PATH}?sig=${TOKEN}`),
    userAgent: "Dosah/0",
    key: key === undefined ? undefined : readVerifyingKey(key),
    dir,
    now: () => NOW,
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
    origin: () =>
      readOrigin(publishedFile(dir)) ?? {
        builtAt: NOW.toISOString(),
        fetchedAt: null,
        fetchedSha256: null,
        isReplacement: false,
        hasWordIndex: true,
      },
    run: ({ url, sha256, packed, userAgent }) => {
      const what = { url: new URL(url), sha256, userAgent, now: () => NOW, sleep: async () => {} };
      const report = fetchSnapshot(packed === undefined ? what : { ...what, packed }, testOptions(dir)).catch(
        (thrown: unknown) => {
          const failure = reportOf(thrown);
          if (failure === undefined) throw thrown;
          return failure;
        },
      );
      return { report, stop: async () => {} };
    },
  });
  return { ...fetch, logged };
}

const askedFor = (path: string) => publisher.asked.filter((line) => line.startsWith(`GET ${path}?`)).length;

test("every ten minutes the checksum is asked for, and the file only when it is another one", async () => {
  const { poll, status } = instance();
  expect([await poll(), await poll(), await poll()]).toEqual([600_000, 600_000, 600_000]);
  expect([askedFor(PATH), askedFor(`${PATH}.sha256`)]).toEqual([1, 3]);
  expect(publisher.requests.at(-1)?.headers["if-none-match"]).toMatch(/^"/);
  expect(status()).toEqual({ lastSuccessAt: NOW.toISOString(), lastFailureAt: null, lastFailure: null, failures: 0 });

  lying = await publish("Firma B");
  await poll();
  expect(namesIn(dir, "CZ")).toEqual(["Firma B"]);
  // A restart knows from the file itself which one it is.
  await instance().poll();
  expect(askedFor(PATH)).toBe(2);
});

describe("a publisher in trouble", () => {
  const newer = { checksum: text(`# Dosah register snapshot, schema 99\n${"a".repeat(64)}  registers.db\n`) };
  test.each<[string, (next: Published) => Partial<Published>, string]>([
    ["without a checksum", () => ({ checksum: text("", 404) }), "http_status"],
    ["with a page for a checksum", () => ({ checksum: text("<html>Hello</html>") }), "no_checksum"],
    ["with an endless checksum", () => ({ checksum: text("a".repeat(100_000)) }), "too_large"],
    ["with a checksum elsewhere", () => ({ checksum: text("", 302, { location: "http://x.test/" }) }), "redirect"],
    ["with a newer layout", () => newer, "other_version"],
    ["between two steps of its swap", ({ checksum }) => ({ checksum }), "mismatch"],
    ["that lost its file", ({ checksum }) => ({ checksum, file: text("", 404) }), "http_status"],
    ["that says 304 to nobody", () => ({ checksum: text("", 304) }), "http_status"],
  ])("%s: what is here serves on, it is logged once, and asked again soon", async (_case, trouble, kind) => {
    const first = lying;
    await importing(dir, registerFile.res(dir, named("Firma Here")));
    const { poll, status, logged } = instance();
    const next = await publish("Firma B");
    lying = { ...first, ...trouble(next) };
    expect([await poll(), await poll(), await poll()]).toEqual([60_000, 120_000, 240_000]);
    expect(status()).toMatchObject({ lastFailure: kind, failures: 3, lastFailureAt: NOW.toISOString() });
    expect(logged.filter((line) => line.includes(`"kind":"${kind}"`))).toHaveLength(1);
    expect(namesIn(dir, "CZ")).toEqual(["Firma Here"]);

    lying = next;
    expect(await poll()).toBe(600_000);
    expect(status()).toMatchObject({ lastFailure: null, lastSuccessAt: NOW.toISOString() });
    expect(namesIn(dir, "CZ")).toEqual(["Firma B"]);
  });

  test("that asks for patience gets it", async () => {
    lying = { ...lying, checksum: text("", 503, { "retry-after": "1800" }) };
    expect(await instance().poll()).toBe(1_800_000);
  });

  test("that fails for hours is asked every ten minutes", async () => {
    lying = { ...lying, checksum: text("", 500) };
    const { poll } = instance();
    for (let looks = 0; looks < 20; looks++) await poll();
    expect(await poll()).toBe(600_000);
  });

  test("with a file that is not to be used is not asked for it again", async () => {
    const body = Buffer.from("no register file");
    lying = { file: hostFile({ body }), checksum: text(createHash("sha256").update(body).digest("hex")) };
    const { poll, status } = instance();
    for (let looks = 0; looks < 3; looks++) await poll();
    expect(askedFor(PATH)).toBe(1);
    expect(status()).toMatchObject({ lastFailure: "not_sound", failures: 3 });
  });
});

/** A publisher's folder as `registers publish` leaves it. */
async function publishPacked(privateKey: KeyObject | undefined, ...names: string[]): Promise<Published> {
  const other = temporaryFolder();
  const to = join(other, "out");
  await importing(other, registerFile.res(other, named(...names)));
  await publishSnapshot({ dir: other, to, privateKey, now: () => NOW });
  const hosted = readdirSync(to).map((name) => [name, hostFile({ body: readFileSync(join(to, name)) })] as const);
  const beside = Object.fromEntries(hosted);
  return { file: text("", 404), checksum: beside["registers.db.sha256"] ?? text("", 404), beside };
}

describe("a packed snapshot", () => {
  const ours = generateKeyPairSync("ed25519").privateKey;
  const other = generateKeyPairSync("ed25519").privateKey;
  const KEY = verifyingKeyText(ours);
  const signatureOf = ({ beside = {} }: Published) => beside["registers.db.sha256.minisig"] ?? text("", 404);

  test("is fetched in place of the file, by its own name; the file itself need not lie there", async () => {
    lying = await publishPacked(undefined, "Firma Packed");
    const { poll, logged } = instance();
    expect(await poll()).toBe(600_000);
    expect(namesIn(dir, "CZ")).toEqual(["Firma Packed"]);
    expect(askedFor(PATH)).toBe(0);
    expect(publisher.asked.at(-1)).toMatch(/^GET \/out\/registers-[\da-f]{64}\.db\.zst\?/);
    expect(logged.join("")).not.toContain(TOKEN);
  });

  test("signed with the key is taken, and its signature asked for only when the checksum is another one", async () => {
    lying = await publishPacked(ours, "Firma Signed");
    const { poll, status } = instance(KEY);
    expect([await poll(), await poll()]).toEqual([600_000, 600_000]);
    expect(namesIn(dir, "CZ")).toEqual(["Firma Signed"]);
    expect(status()).toMatchObject({ lastFailure: null, failures: 0 });
    expect(askedFor(`${PATH}.sha256.minisig`)).toBe(1);
  });

  test.each<[string, (next: Published) => Promise<Published> | Published, string]>([
    ["without a signature", (next) => ({ ...next, beside: {} }), "unsigned"],
    ["that hides its signature", (next) => withSignature(next, text("", 403)), "unsigned"],
    ["with a page for a signature", (next) => withSignature(next, text("<html>Hello</html>")), "unsigned"],
    ["signed by somebody else", () => publishPacked(other, "Firma Evil"), "wrong_signature"],
    [
      "with the signature of another snapshot",
      async (next) => withSignature(next, signatureOf(await publishPacked(ours, "Firma C"))),
      "wrong_signature",
    ],
    ["whose server fails at the signature", (next) => withSignature(next, text("", 500)), "http_status"],
    ["as an import left it, unsigned", () => publish("Firma Plain"), "unsigned"],
  ])("%s is refused by name before a byte of it is fetched; what is here serves on", async (_case, damage, kind) => {
    await importing(dir, registerFile.res(dir, named("Firma Here")));
    const sound = await publishPacked(ours, "Firma B");
    lying = await damage(sound);
    const { poll, status, logged } = instance(KEY);
    expect([await poll(), await poll()]).toEqual([60_000, 120_000]);
    expect(status()).toMatchObject({ lastFailure: kind, failures: 2 });
    expect(logged.filter((line) => line.includes(`"kind":"${kind}"`))).toHaveLength(1);
    expect(publisher.asked.filter((line) => /\.zst|registers\.db\?/.test(line))).toEqual([]);
    expect(namesIn(dir, "CZ")).toEqual(["Firma Here"]);
    lying = sound;
    expect(await poll()).toBe(600_000);
    expect(namesIn(dir, "CZ")).toEqual(["Firma B"]);
  });

  test("between the two steps of its publisher's swap is asked for once more, and taken", async () => {
    const [before, after] = [await publishPacked(ours, "Firma A"), await publishPacked(ours, "Firma B")];
    let asked = 0;
    const checksum: Script = (request, response) => (asked++ === 0 ? before : after).checksum(request, response);
    lying = { ...after, checksum };
    const { poll, logged } = instance(KEY);
    expect(await poll()).toBe(600_000);
    expect(namesIn(dir, "CZ")).toEqual(["Firma B"]);
    expect(logged.join("")).not.toContain("wrong_signature");
  });
});

function withSignature(published: Published, signature: Script): Published {
  return { ...published, beside: { ...published.beside, "registers.db.sha256.minisig": signature } };
}

test("a disk that is too small is named as what it is, and what is here serves on", async () => {
  await importing(dir, registerFile.res(dir, named("Firma Here")));
  const { poll, status, logged } = instance();
  symlinkSync("/dev/full", join(dir, "registers", "fetched.db.part"));
  expect(await poll()).toBe(60_000);
  expect(status()).toMatchObject({ lastFailure: "disk_full", failures: 1 });
  expect(logged.join("")).toContain("the disk has no room for the snapshot.");
  expect(namesIn(dir, "CZ")).toEqual(["Firma Here"]);
  expect(await poll()).toBe(600_000);
  expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
});

test("whoever fetches from its own folder has what it publishes", async () => {
  await importing(dir, registerFile.res(dir, named("Firma Here")));
  lying = folderOf(dir);
  expect(await instance().poll()).toBe(600_000);
  expect(askedFor(PATH)).toBe(0);
});

test("the address, which may hold a token, is neither logged nor kept nor shown", async () => {
  const { poll, status, logged } = instance();
  lying = { ...lying, file: hostFile({ body: Buffer.alloc(100_000), cutAfter: 50_000 }) };
  await poll();
  for (const trouble of [text("", 404), text("", 500), text("", 302, { location: "http://example.test/" })]) {
    lying = { file: trouble, checksum: trouble };
    await poll();
  }
  const shown = `${logged.join("")}${JSON.stringify(status())}`;
  expect(shown).toContain("http_status");
  expect(shown).not.toMatch(new RegExp(`${TOKEN}|${publisher.url}`));
  for (const name of readdirSync(join(dir, "registers"))) {
    expect(readFileSync(join(dir, "registers", name)).includes(TOKEN), name).toBe(false);
  }
});

test("after a stop a look ends at once, without a word", async () => {
  lying = { ...lying, checksum: () => undefined };
  const { poll, stop, status, logged } = instance();
  const looking = poll();
  await stop();
  await looking;
  expect(status().failures).toBe(0);
  expect(logged).toEqual([]);
});
