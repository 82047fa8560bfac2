import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { SCHEMA_VERSION } from "../layout/schema.ts";

/** What stands beside a published file for those who fetch it. */
export interface PublishedChecksum {
  /** 64 hexadecimal digits, lower case. */
  readonly sha256: string;
  /** The layout of the file, where the publisher says it: whoever cannot read it need not fetch it. */
  readonly schema?: number;
  /** Its packed form (zstd), where the publisher has one: `packedName` beside it. */
  readonly packed?: PackedFile;
}

/** A file as it lies packed at its publisher. */
export interface PackedFile {
  /** Of the packed bytes: 64 hexadecimal digits, lower case. */
  readonly sha256: string;
  /** How many packed bytes. */
  readonly bytes: number;
}

/** The text of a checksum file, as `sha256sum` writes and checks it; it warns of the line of the packed form. */
export function checksumText(sha256: string, name: string, packed?: PackedFile): string {
  const line = packed === undefined ? "" : `zst ${packed.sha256} ${packed.bytes}\n`;
  return `# Dosah register snapshot, schema ${SCHEMA_VERSION}\n${sha256}  ${name}\n${line}`;
}

/** The name of a packed snapshot: by the checksum of what is in it, so that its content never changes. */
export function packedName(sha256: string): string {
  return `registers-${sha256}.db.zst`;
}

/**
 * Reads the checksum of the file `name` from what `sha256sum` or `checksumText` wrote; a single line counts whatever
 * name it bears, also none. `undefined` when the text holds no such line.
 */
export function readChecksum(text: string, name: string): PublishedChecksum | undefined {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, sha256, rest = ""] = /^\\?([\da-f]{64})(?:$|\s(.*))$/i.exec(line) ?? [];
    return sha256 === undefined ? [] : [{ sha256: sha256.toLowerCase(), of: rest.trim().replace(/^\*/, "") }];
  });
  const line = lines.length === 1 ? lines[0] : lines.find(({ of }) => basename(of) === name);
  if (line === undefined) return undefined;
  const schema = /^# Dosah register snapshot, schema (\d{1,6})\s*$/m.exec(text)?.[1];
  const [, packed, bytes] = /^zst ([\da-f]{64}) (\d{1,13})\s*$/m.exec(text) ?? [];
  return {
    sha256: line.sha256,
    ...(schema === undefined ? {} : { schema: Number(schema) }),
    ...(packed === undefined ? {} : { packed: { sha256: packed, bytes: Number(bytes) } }),
  };
}

/** The place of the checksum beside a file. */
export function checksumPath(file: string): string {
  return `${file}.sha256`;
}

/**
 * The checksum that stands beside a file; `undefined` when none does, one of an earlier file, or when the folder cannot
 * be looked at.
 */
export function checksumBeside(file: string): string | undefined {
  try {
    return readBeside(file);
  } catch {
    return undefined;
  }
}

function readBeside(file: string): string | undefined {
  const beside = statSync(checksumPath(file), { throwIfNoEntry: false });
  const own = statSync(file, { throwIfNoEntry: false });
  // It is written after its file and renamed right after it. An older one was left by a kill between the two.
  if (beside === undefined || own === undefined || beside.mtimeMs < own.mtimeMs) return undefined;
  return readChecksum(readFileSync(checksumPath(file), "utf8"), basename(file))?.sha256;
}

/**
 * Writes the checksum of `file` for the name `published`, in two steps: the first may fail on a full disk and changes
 * nothing, the second is a rename for when the file itself has been renamed.
 */
export function prepareChecksum(file: string, published: string): { commit(): void; remove(): void } {
  const unfinished = `${checksumPath(published)}.next`;
  writeFileSync(unfinished, checksumText(sha256Of(file), basename(published)));
  return {
    commit: () => renameSync(unfinished, checksumPath(published)),
    remove: () => rmSync(unfinished, { force: true }),
  };
}

/** The checksum of a whole file. Blocks: a gigabyte takes a second or two. */
export function sha256Of(file: string): string {
  const hash = createHash("sha256");
  const descriptor = openSync(file, "r");
  try {
    const part = Buffer.alloc(1_048_576);
    for (let bytes = readSync(descriptor, part); bytes > 0; bytes = readSync(descriptor, part)) {
      hash.update(part.subarray(0, bytes));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}
