import { generateKeyPairSync } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runDosah } from "../../../../test/promises/run-command.fixture.ts";
import { openTestServices, type TestServices } from "../../../../test/promises/service.fixture.ts";
import { named, resText } from "../../../sources/registers/snapshot/importing/register-files.fixture.ts";
import { verifyingKeyText } from "../../../sources/registers/snapshot/publishing/minisign.ts";

const { privateKey } = generateKeyPairSync("ed25519");
let dosah: TestServices;
let to: string;
let key: string;

beforeAll(async () => {
  dosah = await openTestServices({ files: [{ country: "CZ", format: "res", text: resText(named("Firma CZ")) }] });
  to = join(dosah.dir, "out");
  key = join(dosah.dir, "key.pem");
  writeFileSync(key, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
});
afterAll(() => dosah.close());

const run = (...words: string[]) => runDosah(dosah.call, ["registers", "publish", ...words]);

describe("dosah registers publish", () => {
  test("says what lies there and prints the key for SNAPSHOT_KEY, in English whatever language is asked for", async () => {
    const first = await run("--to", to, "--key", key, "--locale", "en");
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toMatch(/^Published: [\d,]+ bytes, packed [\d,]+\.\nSNAPSHOT_KEY=RW\S{54}$/);
    expect(first.out).toContain(verifyingKeyText(privateKey));
    const again = await run("--to", to, "--key", key, "--locale", "cs");
    expect(again.out).toMatch(/^This snapshot is there already: /);
    expect((await run("--to", to, "--locale", "sk")).out).toMatch(
      /\nNot signed: instances with SNAPSHOT_KEY will refuse it\.$/,
    );
  });

  test("gives the same to a program", async () => {
    const { out } = await run("--to", to, "--key", key, "--json");
    expect(JSON.parse(out)).toMatchObject({ isNew: false, key: verifyingKeyText(privateKey) });
    expect(readdirSync(to)).toContain(`registers-${JSON.parse(out).sha256}.db.zst`);
  });

  test.each<[string, string[], RegExp]>([
    ["no folder", [], /to/],
    ["a key that is not there", ["--key", "/nowhere.pem"], /\/nowhere\.pem: the key cannot be read/],
    ["a key that is none", ["--key", "#none"], /no private key of Ed25519/],
    ["a key that others can read", ["--key", "#open"], /set its mode to 600/],
  ])("%s ends with a next step, and changes nothing", async (_what, words, message) => {
    const folder = join(dosah.dir, "other");
    const [none, open] = [join(dosah.dir, "none.pem"), join(dosah.dir, "open.pem")];
    writeFileSync(none, "no key", { mode: 0o600 });
    writeFileSync(open, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o644 });
    const named = words.map((word) => word.replace("#none", none).replace("#open", open));
    const { code, out, err } = await run(...(words.length === 0 ? [] : ["--to", folder]), ...named, "--locale", "en");
    expect([code, out]).toEqual([words.length === 0 ? 2 : 1, ""]);
    expect(err).toMatch(message);
    expect(err.split("\n").length).toBeGreaterThan(1);
    expect(readdirSync(dosah.dir)).not.toContain("other");
  });

  test("publishes no sample", async () => {
    const fresh = await openTestServices();
    onTestFinished(() => fresh.close());
    const { code, err } = await runDosah(fresh.call, ["registers", "publish", "--to", join(fresh.dir, "out")]);
    expect(code).toBe(1);
    expect(err).toContain("sample only");
  });
});
