import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type Download, download } from "./download.ts";
import { type FakeServer, startFakeServer } from "./fake-server.fixture.ts";
import { hostFile } from "./file-host.fixture.ts";

export const MIB = 1_048_576;
export const body = randomBytes(3 * MIB + 17);

export let dir: string;
export let fakeServer: FakeServer;
export let slept: number[];

/** Gives each test of a file a folder and a server of its own. */
export function withFolderAndServer(): void {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "dosah-download-"));
    slept = [];
    fakeServer = await startFakeServer(hostFile({ body }));
  });
  afterEach(async () => {
    await fakeServer.close();
    rmSync(dir, { recursive: true, force: true });
  });
}

/** Downloads from the server into the folder. */
export function fetchIt(changes: Partial<Download> = {}) {
  return download(
    {
      url: new URL(`${fakeServer.url}/files/big.bin?token=secret`),
      to: join(dir, "big.bin"),
      maxBytes: 10 * MIB,
      ...changes,
    },
    {
      userAgent: "Dosah/0 (+http://localhost:3000)",
      now: () => new Date(),
      sleep: async (ms) => void slept.push(ms),
      random: () => 0.5,
    },
  );
}

export const files = () => readdirSync(dir).sort();
export const held = () => readFileSync(join(dir, "big.bin"));
export const partBytes = () => statSync(join(dir, "big.bin.part")).size;
/** What each request asked for: the rest from a byte on (the last bytes before a break may be lost), or everything. */
export const ranges = () => fakeServer.requests.map(({ headers }) => headers.range ?? "all");
export const startOf = (range: string | undefined) => Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
