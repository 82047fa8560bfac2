import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Config, ConfigError } from "../config.ts";
import { writeWhole } from "../files/write-whole.ts";
import { isAnythingSealed } from "../state/look-at-sqlite.ts";
import { secretKey } from "./values.ts";

/** The file of the key where `SECRETS_KEY` is not set, in `DATA_DIR`. */
export const SECRETS_KEY_FILE = "secrets.key";

/**
 * The key that seals secrets: `SECRETS_KEY`, else the one in `DATA_DIR`, which is made at the first start and readable
 * by its owner only.
 * @returns 32 bytes.
 * @throws ConfigError when the file holds no key.
 */
export function readSecretsKey({ secretsKey, dataDir }: Pick<Config, "secretsKey" | "dataDir">): Uint8Array {
  return Buffer.from(secretsKey ?? readFile(join(dataDir, SECRETS_KEY_FILE)) ?? make(dataDir), "base64");
}

/** The same without making one: `undefined` where there is none yet. @throws ConfigError */
export function lookUpSecretsKey({
  secretsKey,
  dataDir,
}: Pick<Config, "secretsKey" | "dataDir">): Uint8Array | undefined {
  const text = secretsKey ?? readFile(join(dataDir, SECRETS_KEY_FILE));
  return text === undefined ? undefined : Buffer.from(text, "base64");
}

/** The former key while it is replaced. */
export function formerSecretsKey({ secretsKeyOld }: Pick<Config, "secretsKeyOld">): Uint8Array | undefined {
  return secretsKeyOld === undefined ? undefined : Buffer.from(secretsKeyOld, "base64");
}

/** The key in the file, or `undefined` where there is none. @throws ConfigError */
function readFile(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    // Below a file there is none either; making it says what is wrong.
    if (error instanceof Error && "code" in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code))) return undefined;
    throw error;
  }
  // A version before could leave an empty file on a full disk.
  if (text === "" && !isAnythingSealed(dirname(file))) return undefined;
  if (!secretKey.safeParse(text).success) {
    throw new ConfigError([`SECRETS_KEY: ${file} does not hold 32 bytes in base64. Put back the key that was there.`]);
  }
  return text;
}

function make(dir: string): string {
  const file = join(dir, SECRETS_KEY_FILE);
  mkdirSync(dir, { recursive: true });
  const key = randomBytes(32).toString("base64");
  try {
    // An empty file is none, and gives way.
    writeWhole(file, `${key}\n`, (statSync(file, { throwIfNoEntry: false })?.size ?? 1) === 0);
    return key;
  } catch (error) {
    // Another process was first.
    const there = readFile(file);
    if (there === undefined) throw error;
    return there;
  }
}
