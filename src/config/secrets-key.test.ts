import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSecretsKey, SECRETS_KEY_FILE } from "./secrets-key.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "dosah-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("the first start makes a key that only its owner can read, and every later one reads it", () => {
  const key = readSecretsKey({ secretsKey: undefined, dataDir });
  expect(key).toHaveLength(32);
  expect(statSync(join(dataDir, SECRETS_KEY_FILE)).mode & 0o777).toBe(0o600);
  expect(readSecretsKey({ secretsKey: undefined, dataDir })).toEqual(key);
  expect(readFileSync(join(dataDir, SECRETS_KEY_FILE), "utf8").trim()).toBe(Buffer.from(key).toString("base64"));
});

test("two installations have different keys", () => {
  const other = readSecretsKey({ secretsKey: undefined, dataDir: join(dataDir, "other") });
  expect(readSecretsKey({ secretsKey: undefined, dataDir })).not.toEqual(other);
});

test("the setting goes before the file, and makes none", () => {
  const secretsKey = Buffer.alloc(32, 7).toString("base64");
  expect([...readSecretsKey({ secretsKey, dataDir })]).toEqual(Array(32).fill(7));
  expect(() => statSync(join(dataDir, SECRETS_KEY_FILE))).toThrow(/ENOENT/);
});

test("a file that holds no key stops with one line that does not show what is in it, and stays as it is", () => {
  writeFileSync(join(dataDir, SECRETS_KEY_FILE), "hunter2secret");
  const read = () => readSecretsKey({ secretsKey: undefined, dataDir });
  expect(read).toThrow(/^SECRETS_KEY: .*secrets\.key does not hold 32 bytes in base64\./);
  expect(read).not.toThrow(/hunter2/);
  expect(readFileSync(join(dataDir, SECRETS_KEY_FILE), "utf8")).toBe("hunter2secret");
});

test("an empty file, as a full disk leaves one, is no key yet where nothing is sealed, and gives way to a new one", () => {
  writeFileSync(join(dataDir, SECRETS_KEY_FILE), "");
  const key = readSecretsKey({ secretsKey: undefined, dataDir });
  expect(key).toHaveLength(32);
  expect(readSecretsKey({ secretsKey: undefined, dataDir })).toEqual(key);
  expect(readdirSync(dataDir)).toEqual([SECRETS_KEY_FILE]);
});

test("an empty file beside sealed values is a lost key, and stops the start", () => {
  writeFileSync(join(dataDir, SECRETS_KEY_FILE), "");
  const state = new DatabaseSync(join(dataDir, "state.db"));
  state.exec("CREATE TABLE totp (account_id text, sealed text); INSERT INTO totp VALUES ('acc_1', 'sealed')");
  state.close();
  expect(() => readSecretsKey({ secretsKey: undefined, dataDir })).toThrow(/Put back the key that was there/);
});
