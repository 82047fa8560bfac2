import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { packedName, readChecksum } from "../importing/checksum-file.ts";
import { failAt } from "../importing/faulty-disk.fixture.ts";
import {
  importing,
  NOW,
  named,
  publishedFile,
  registerFile,
  temporaryFolder,
  testOptions,
  testSample,
} from "../importing/register-files.fixture.ts";
import { openPublished } from "../published.ts";
import { judgeSignature, readVerifyingKey, verifyingKeyText } from "./minisign.ts";
import { publishSnapshot } from "./publish-snapshot.ts";

const { privateKey } = generateKeyPairSync("ed25519");
let dir: string;
let to: string;

beforeEach(async () => {
  dir = temporaryFolder();
  to = join(temporaryFolder(), "out");
  await importing(dir, registerFile.res(dir, named("Firma A")));
});

const publish = (more: object = {}) => publishSnapshot({ dir, to, now: () => NOW, ...more });
const again = (...names: string[]) => importing(dir, registerFile.res(dir, named(...names)));
const read = (name: string) => readFileSync(join(to, name));
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** What the folder says of itself, after every claim in it was checked. */
function lying() {
  const text = read("registers.db.sha256").toString();
  const checksum = readChecksum(text, "registers.db");
  const packed = read(packedName(checksum?.sha256 ?? ""));
  expect(checksum?.packed).toEqual({ sha256: sha256(packed), bytes: packed.length });
  expect(sha256(zstdDecompressSync(packed))).toBe(checksum?.sha256);
  return { text, sha256: checksum?.sha256 };
}

describe("a published snapshot", () => {
  test("is packed under a name that its content alone gives it; the checksum names both forms", async () => {
    const whole = readFileSync(publishedFile(dir));
    const outcome = await publish();
    expect(outcome).toMatchObject({ sha256: sha256(whole), bytes: whole.length, isNew: true, key: null });
    expect(outcome.packed.bytes).toBeLessThan(whole.length / 2);
    expect(lying().sha256).toBe(sha256(whole));
    expect(readdirSync(to).sort()).toEqual([packedName(sha256(whole)), "registers.db.sha256"]);
  });

  test("is signed by the key, whose public half is printed for SNAPSHOT_KEY", async () => {
    const { key } = await publish({ privateKey });
    expect(key).toBe(verifyingKeyText(privateKey));
    const verifying = readVerifyingKey(key ?? "");
    if (verifying === undefined) throw new Error("no key");
    const signature = () => read("registers.db.sha256.minisig").toString();
    expect(judgeSignature(lying().text, signature(), verifying)).toBe("ok");
    await again("Firma B");
    await publish({ privateKey });
    expect(judgeSignature(lying().text, signature(), verifying)).toBe("ok");
    await publish();
    expect(readdirSync(to)).not.toContain("registers.db.sha256.minisig");
  });

  test("fits what sha256sum checks, once it is unpacked", async () => {
    await publish();
    const { sha256: name } = lying();
    writeFileSync(join(to, "registers.db"), zstdDecompressSync(read(packedName(name ?? ""))));
    const { status, stdout } = spawnSync("sha256sum", ["--check", "registers.db.sha256"], {
      cwd: to,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, "registers.db: OK\n"]);
  });

  test("that lies there already is not packed again, unless it was damaged meanwhile", async () => {
    const { sha256: name } = await publish();
    const packed = join(to, packedName(name));
    const before = statSync(packed).mtimeMs;
    expect(await publish()).toMatchObject({ isNew: false });
    expect(statSync(packed).mtimeMs).toBe(before);
    appendFileSync(packed, "x");
    expect(await publish()).toMatchObject({ isNew: true });
    lying();
  });

  test("leaves the two before it for whoever is still fetching them", async () => {
    for (const [day, name] of ["A", "B", "C", "D"].entries()) {
      await again(`Firma ${name}`);
      const published = await publish();
      utimesSync(join(to, packedName(published.sha256)), day, day);
    }
    expect(readdirSync(to).filter((name) => name.endsWith(".zst"))).toHaveLength(3);
    lying();
  });
});

describe("nothing is published, and what lies there stays", () => {
  test("of a file that is damaged", async () => {
    const { sha256: before } = await publish();
    await again("Firma B");
    const { atimeMs, mtimeMs } = statSync(publishedFile(dir));
    const bytes = readFileSync(publishedFile(dir));
    bytes[bytes.length - 10] = (bytes.at(-10) ?? 0) ^ 1;
    writeFileSync(publishedFile(dir), bytes);
    utimesSync(publishedFile(dir), atimeMs / 1_000, Math.floor(mtimeMs / 1_000) - 1);
    await expect(publish()).rejects.toThrow(/checksum/);
    expect(lying().sha256).toBe(before);
  });

  test("of the sample, of nothing, and into the folder of the registers itself", async () => {
    const fresh = temporaryFolder();
    await expect(publish({ dir: fresh })).rejects.toThrow(/no finished register file/);
    (await openPublished(fresh, { ...testOptions(fresh), seed: testSample })).close();
    await expect(publish({ dir: fresh })).rejects.toThrow(/sample only/);
    await expect(publish({ to: join(dir, "registers") })).rejects.toThrow(/a folder of its own/);
  });

  test.each(["ENOSPC", "EIO"] as const)("half, with %s at each file call in turn", async (fault) => {
    const { sha256: before } = await publish({ privateKey });
    await again("Firma B");
    const outcomes = new Set<string>();
    for (let n = 1; n < 40; n++) {
      const end = await failAt(n, fault);
      const thrown = await publish({ privateKey }).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      const calls = end();
      const isOld = lying().sha256 === before;
      outcomes.add(`${thrown === undefined ? "done" : "refused"}, ${isOld ? "old" : "new"}`);
      if (thrown !== undefined && fault === "ENOSPC") expect(String(thrown)).toMatch(/the disk is full/);
      expect(readdirSync(to).filter((name) => name.endsWith(".part") && fault === "ENOSPC")).toEqual([]);
      if (calls < n) break;
    }
    expect(outcomes).toContain("refused, old");
    expect(outcomes).toContain("done, new");
  });
});
