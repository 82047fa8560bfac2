import { readFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { SourceFailure } from "../../../../outbound/failure.ts";
import { type FakeServer, startFakeServer, text } from "../../../../outbound/fake-server.fixture.ts";
import { hostFile, sha256Of } from "../../../../outbound/file-host.fixture.ts";
import { expectWhole, runModule } from "../importing/after-fault.fixture.ts";
import { type Fault, failAt } from "../importing/faulty-disk.fixture.ts";
import {
  importing,
  NOW,
  named,
  publishedFile,
  registerFile,
  temporaryFolder,
  testOptions,
} from "../importing/register-files.fixture.ts";
import { RegisterFileError } from "../records/failure.ts";
import { fetchSnapshot } from "./fetch-snapshot.ts";
import { SnapshotRefusal } from "./refusal.ts";

/** More calls than a fetch makes: the loops end before. */
const MOST_CALLS = 60;

/** The firms before the fetch, and after it. */
const NAMES = { old: ["Firma A"], new: ["Firma A", "Firma B"] };

const RULES = {
  "made with the same rules": "rules-1",
  "made with other rules, so that its firms are classified anew": "rules-2",
};

let server: FakeServer;
let body: Buffer;

beforeEach(async () => {
  server = await startFakeServer(text("", 404));
  onTestFinished(() => server.close());
  const publisher = temporaryFolder();
  await importing(publisher, registerFile.res(publisher, named("Firma A", "Firma B")));
  body = readFileSync(publishedFile(publisher));
  server.script = hostFile({ body });
});

/** A data folder in which the former firms are published. */
async function former(rulesVersion: string): Promise<string> {
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, named("Firma A")), { rulesVersion });
  return dir;
}

function fetching(dir: string, rulesVersion: string, packed?: Buffer) {
  const form = packed === undefined ? {} : { packed: { sha256: sha256Of(packed), bytes: packed.length } };
  return fetchSnapshot(
    {
      url: new URL(`${server.url}/registers.db`),
      sha256: sha256Of(body),
      userAgent: "Dosah/0",
      now: () => NOW,
      sleep: async () => {},
      ...form,
    },
    testOptions(dir, { rulesVersion }),
  );
}

describe.each(Object.entries(RULES))("a snapshot that was %s", (_what, rulesVersion) => {
  test.each(["ENOSPC", "EIO"] satisfies Fault[])(
    "%s at each file call of its fetch and adoption in turn: it says so, and the published file is whole each time",
    async (fault) => {
      const outcomes = new Set<string>();
      for (let n = 1; n < MOST_CALLS; n++) {
        const dir = await former(rulesVersion);
        const end = await failAt(n, fault);
        const thrown = await fetching(dir, rulesVersion).then(
          () => undefined,
          (cause: unknown) => cause,
        );
        const calls = end();
        const held = expectWhole(dir, "CZ", NAMES);
        outcomes.add(`${thrown === undefined ? "done" : "refused"}, ${held}`);
        if (thrown === undefined) expect(held).toBe("new");
        else if (thrown instanceof SourceFailure) expect(thrown, `call ${n}`).toMatchObject({ kind: "not_stored" });
        else {
          expect(thrown, `call ${n}`).toBeInstanceOf(RegisterFileError);
          expect(String(thrown)).toMatch(fault === "ENOSPC" ? /the disk is full/ : /cannot be written/);
        }
        await fetching(dir, rulesVersion);
        expect(expectWhole(dir, "CZ", NAMES), `call ${n}`).toBe("new");
        if (calls < n) break;
      }
      expect(outcomes).toContain("refused, old");
      expect(outcomes).toContain("done, new");
    },
    60_000,
  );
});

test.each(["ENOSPC", "EIO"] satisfies Fault[])(
  "%s at each file call of the fetch of a packed snapshot in turn: the published file is whole each time",
  async (fault) => {
    const packed = zstdCompressSync(body);
    server.script = hostFile({ body: packed });
    const outcomes = new Set<string>();
    for (let n = 1; n < MOST_CALLS; n++) {
      const dir = await former("rules-1");
      const end = await failAt(n, fault);
      const thrown = await fetching(dir, "rules-1", packed).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      const calls = end();
      const held = expectWhole(dir, "CZ", NAMES);
      outcomes.add(`${thrown === undefined ? "done" : "refused"}, ${held}`);
      expect(thrown instanceof SnapshotRefusal, `call ${n}: a disk says nothing of the file`).toBe(false);
      await fetching(dir, "rules-1", packed);
      expect(expectWhole(dir, "CZ", NAMES), `call ${n}`).toBe("new");
      if (calls < n) break;
    }
    expect(outcomes).toContain("refused, old");
    expect(outcomes).toContain("done, new");
  },
  60_000,
);

test("a kill at each file call of its fetch and adoption in turn: the published file is whole each time", async () => {
  const modules = ["../importing/faulty-disk.fixture.ts", "./fetch-snapshot.ts", "../../registers.ts"].map((name) =>
    JSON.stringify(new URL(name, import.meta.url).href),
  );
  let killed = 0;
  for (let n = 1; n < MOST_CALLS; n++) {
    const dir = await former("rules-2");
    const end = await runModule(`
      const [{ failAt }, { fetchSnapshot }, { FILE_REGISTERS }] = await Promise.all([${modules.map((one) => `import(${one})`)}]);
      await failAt(${n}, "kill");
      const now = () => new Date(${NOW.getTime()});
      const classify = () => ({ category: "out_of_scope", sector: null, reason: null });
      const what = { url: new URL("${server.url}/registers.db"), sha256: "${sha256Of(body)}", userAgent: "Dosah/0", now };
      await fetchSnapshot(what, { dir: ${JSON.stringify(dir)}, registers: FILE_REGISTERS, classify, rulesVersion: "rules-2", now });
    `);
    const held = expectWhole(dir, "CZ", NAMES);
    if (end !== "SIGKILL") {
      expect([end, held]).toEqual([0, "new"]);
      break;
    }
    killed++;
    await fetching(dir, "rules-2");
    expect(expectWhole(dir, "CZ", NAMES), `call ${n}`).toBe("new");
  }
  expect(killed).toBeGreaterThan(8);
}, 300_000);
