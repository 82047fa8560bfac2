import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { BackupError } from "./backup-error.ts";

/** The first line of an encrypted backup. Salt and chunks follow. */
export const ENCRYPTED_MAGIC = Buffer.from("DOSAH-BACKUP-ENCRYPTED 1\n");
const SALT_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** What a guess at the passphrase costs: about half a second and 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;

const deriveKey = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/**
 * Encrypts with AES-256-GCM in chunks of 64 KiB. Each chunk is bound to its number and to whether it is the last, so
 * that a file that was cut, or whose chunks were moved, is noticed.
 */
export async function* encrypt(plain: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(passphrase, salt, 32, COST);
  yield ENCRYPTED_MAGIC;
  yield salt;
  const seal = (chunk: Uint8Array, number: number, isLast: boolean): Buffer => {
    const { nonce, data } = bindings(number, isLast);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    cipher.setAAD(data);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  let number = 0;
  // One chunk is held back: only at the end is it known that it is the last.
  for await (const { chunk, isLast } of chunksOf(plain, CHUNK_BYTES)) yield seal(chunk, number++, isLast);
}

/**
 * Undoes `encrypt`. @param sealed the file after its first line.
 * @throws BackupError `wrong_passphrase` when the first chunk cannot be opened, `damaged` for a later one.
 */
export async function* decrypt(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const { head: salt, rest } = await takeHead(sealed, SALT_BYTES);
  const key = await deriveKey(passphrase, salt, 32, COST);
  let number = 0;
  for await (const { chunk, isLast } of chunksOf(rest, CHUNK_BYTES + TAG_BYTES)) {
    const { nonce, data } = bindings(number, isLast);
    let plain: Buffer;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonce);
      decipher.setAAD(data);
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
      plain = Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new BackupError(number === 0 ? "wrong_passphrase" : "damaged", { cause });
    }
    number++;
    yield plain;
  }
}

/** The key is of one file only, so the number of the chunk may be its nonce. */
function bindings(number: number, isLast: boolean): { readonly nonce: Buffer; readonly data: Buffer } {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 8);
  return { nonce, data: Buffer.concat([ENCRYPTED_MAGIC, nonce, Buffer.from([isLast ? 1 : 0])]) };
}

/** Pieces of equal size; the last one may be shorter, and is empty only when there is nothing at all. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, size: number) {
  let held = Buffer.alloc(0);
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes]);
    while (held.length > size) {
      yield { chunk: held.subarray(0, size), isLast: false };
      held = held.subarray(size);
    }
  }
  yield { chunk: held, isLast: true };
}

/**
 * Splits off the first bytes.
 * @throws BackupError `damaged` when there are fewer.
 */
export async function takeHead(source: AsyncIterable<Uint8Array>, length: number) {
  const iterator = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  while (held.length < length) {
    const next = await iterator.next();
    if (next.done === true) throw new BackupError("damaged");
    held = Buffer.concat([held, next.value]);
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield held.subarray(length);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: held.subarray(0, length), rest: rest() };
}
