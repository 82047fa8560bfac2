import { createHash } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import type { Value } from "../state-database.ts";
import { BackupError } from "./backup-error.ts";
import { decrypt, ENCRYPTED_MAGIC, encrypt, takeHead } from "./encryption.ts";

/** The first line. */
const MAGIC = "DOSAH-BACKUP 1";

/**
 * A frame that every reader of zstd skips stands at the end and holds the SHA-256 of all bytes before it: a wrong byte
 * that changes nothing of the content is noticed too.
 */
const TRAILER_HEAD = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const TRAILER_BYTES = TRAILER_HEAD.length + 32;

const header = z.object({
  program: z.string().describe("Version of the program."),
  schema: z.number().int().nonnegative().describe("Layout of the tables."),
  at: z.iso.datetime(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int().nonnegative() }),
  ),
  /** Names of the settings that were set; never their values. */
  settings: z.array(z.string()),
  /** The key of secrets in base64, only where it was asked for. */
  secretsKey: z.string().optional(),
});

/** What stands above the rows. */
export type BackupHeader = z.output<typeof header>;

/** A row, its values in the order of the columns. */
export type BackupRow = readonly Value[];

/** A backup that is being read. The rows are checked as they come; only after the last are all known to be right. */
export interface BackupReader {
  readonly header: BackupHeader;
  /** Every row of every table, in the order of the header. @throws BackupError */
  rows(): AsyncGenerator<{ readonly table: string; readonly row: BackupRow }>;
}

/** The bytes of a backup file. */
export function writeFormat(
  head: BackupHeader,
  rows: AsyncIterable<BackupRow>,
  passphrase: string | undefined,
): AsyncIterable<Uint8Array> {
  const packed = withTrailer(pack(lines(head, rows)));
  return passphrase === undefined ? packed : encrypt(packed, passphrase);
}

/**
 * Reads the head of a backup.
 * @param file the bytes of the file.
 * @throws BackupError
 */
export async function readFormat(file: AsyncIterable<Uint8Array>, passphrase?: string): Promise<BackupReader> {
  const { head: first, rest } = await takeHead(file, ENCRYPTED_MAGIC.length).catch((cause: unknown) => {
    throw new BackupError("no_backup", { cause });
  });
  const isEncrypted = first.equals(ENCRYPTED_MAGIC);
  if (isEncrypted && passphrase === undefined) throw new BackupError("needs_passphrase");
  const plain = isEncrypted ? decrypt(rest, passphrase ?? "") : joined(first, rest);
  const text = textLines(unpack(withoutTrailer(plain)));
  const magic = await text.next().catch((cause: unknown) => {
    throw cause instanceof BackupError && cause.trouble !== "damaged" ? cause : new BackupError("no_backup", { cause });
  });
  if (magic.value !== MAGIC) throw new BackupError("no_backup");
  const hash = createHash("sha256").update(`${MAGIC}\n`);
  const headLine = await text.next();
  const parsed = header.safeParse(json(headLine.value ?? ""));
  if (!parsed.success) throw new BackupError("damaged");
  hash.update(`${headLine.value}\n`);

  async function* rows() {
    for (const { name, columns, rows: count } of parsed.data?.tables ?? []) {
      for (let n = 0; n < count; n++) {
        const { value: line = "" } = await text.next();
        hash.update(`${line}\n`);
        const row = decodeRow(json(line));
        if (row?.length !== columns.length) throw new BackupError("damaged");
        yield { table: name, row };
      }
    }
    const last = await text.next();
    if (last.value !== `sha256 ${hash.digest("hex")}`) throw new BackupError("damaged");
    // Reads to the very end, where the checksum of the file itself is.
    if ((await text.next()).done !== true) throw new BackupError("damaged");
  }
  return { header: parsed.data, rows };
}

async function* lines(head: BackupHeader, rows: AsyncIterable<BackupRow>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const line = (text: string) => {
    const bytes = Buffer.from(`${text}\n`);
    hash.update(bytes);
    return bytes;
  };
  yield line(MAGIC);
  yield line(JSON.stringify(head));
  for await (const row of rows) yield line(JSON.stringify(row.map(encodeValue)));
  yield Buffer.from(`sha256 ${hash.digest("hex")}\n`);
}

/** Bytes are an object with one field; everything else is what it is. */
export function encodeValue(value: Value): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

function decodeRow(row: unknown): BackupRow | undefined {
  if (!Array.isArray(row)) return undefined;
  const values = row.map((value: unknown): Value | undefined => {
    if (value === null || typeof value === "string" || Number.isSafeInteger(value)) return value as Value;
    const isBytes = typeof value === "object" && "base64" in value && typeof value.base64 === "string";
    return isBytes ? new Uint8Array(Buffer.from(String(value.base64), "base64")) : undefined;
  });
  return values.includes(undefined) ? undefined : (values as Value[]);
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new BackupError("damaged", { cause });
  }
}

function pack(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(plain, createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }));
}

function unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(packed, createZstdDecompress());
}

/** Sends bytes through a transformation; what either side throws reaches the reader. */
async function* through(
  source: AsyncIterable<Uint8Array>,
  transform: NodeJS.ReadWriteStream,
): AsyncGenerator<Uint8Array> {
  const out = new PassThrough();
  let failure: unknown;
  const done = pipeline(Readable.from(source, { objectMode: false }), transform, out).catch((cause: unknown) => {
    failure = cause;
    out.destroy(cause instanceof Error ? cause : new Error("broken off"));
  });
  try {
    yield* out;
  } catch (cause) {
    failure ??= cause;
  }
  // The transformation may come to its end before its source does, and only the source knows whether it was whole.
  await done;
  if (failure !== undefined) throw isOfZlib(failure) ? new BackupError("damaged", { cause: failure }) : failure;
}

function isOfZlib(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && /^(ZSTD|Z_|ERR_ZLIB|ERR_ZSTD)/i.test(String(cause.code));
}

async function* withTrailer(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const bytes of packed) {
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.concat([TRAILER_HEAD, hash.digest()]);
}

/** @throws BackupError `damaged` at the end, when the bytes are not those that were written. */
async function* withoutTrailer(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let held = Buffer.alloc(0);
  for await (const bytes of file) {
    held = Buffer.concat([held, bytes]);
    const sure = held.subarray(0, Math.max(0, held.length - TRAILER_BYTES));
    hash.update(sure);
    held = held.subarray(sure.length);
    if (sure.length > 0) yield sure;
  }
  if (!held.equals(Buffer.concat([TRAILER_HEAD, hash.digest()]))) throw new BackupError("damaged");
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** The lines of a text; one without its end is none. */
async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let held = "";
  try {
    for await (const part of bytes) {
      held += decoder.decode(part, { stream: true });
      const complete = held.split("\n");
      held = complete.pop() ?? "";
      yield* complete;
    }
  } catch (cause) {
    throw cause instanceof TypeError ? new BackupError("damaged", { cause }) : cause;
  }
  if (held !== "") throw new BackupError("damaged");
  return undefined;
}
