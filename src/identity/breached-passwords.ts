import { hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { IsBreached } from "./password-rules.ts";

const DIGEST_LENGTH = 40;

/** Longer than any line of such a file: hash, colon, count, line break. */
const LONGEST_LINE = 128;

/**
 * Looks passwords up in a file of SHA-1 hashes in hex, one a line in ascending order, with or without `:count` behind
 * (the form in which such lists are published). The file is searched by halving and never read whole: 40 GB cost 30
 * reads. SHA-1 is the list's choice; nothing is protected by it here.
 * @throws the system's error where the file cannot be read: a list that silently does not work protects nobody.
 */
export function breachedPasswordsIn(file: string): IsBreached {
  return async (password) => {
    const handle = await open(file, "r");
    try {
      return await holds(handle, hash("sha1", password).toUpperCase());
    } finally {
      await handle.close();
    }
  };
}

async function holds(handle: FileHandle, digest: string): Promise<boolean> {
  let low = 0;
  let high = (await handle.stat()).size;
  // Invariant: a line that holds the digest begins in [low, high).
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineFrom(handle, middle);
    if (line === undefined || line.start >= high) {
      high = middle;
      continue;
    }
    const found = line.text.slice(0, DIGEST_LENGTH).toUpperCase();
    if (found === digest) return true;
    if (found < digest) low = line.end;
    else high = middle;
  }
  return false;
}

/** The first line that begins at or after a position. */
async function lineFrom(
  handle: FileHandle,
  position: number,
): Promise<{ readonly start: number; readonly end: number; readonly text: string } | undefined> {
  const from = Math.max(0, position - 1);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * LONGEST_LINE), 0, 2 * LONGEST_LINE, from);
  const text = buffer.toString("latin1", 0, bytesRead);
  const skipped = position === 0 ? 0 : text.indexOf("\n") + 1;
  if (position > 0 && skipped === 0) return undefined;
  if (skipped >= text.length) return undefined;
  const end = text.indexOf("\n", skipped);
  const line = end === -1 ? text.slice(skipped) : text.slice(skipped, end);
  return { start: from + skipped, end: from + skipped + line.length + 1, text: line.trimEnd() };
}
