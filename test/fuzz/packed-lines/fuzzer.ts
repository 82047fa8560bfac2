import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { RegisterFileError } from "../../../src/sources/registers/snapshot/records/failure.ts";
import { linesOf, readStretches } from "../../../src/sources/registers/snapshot/records/read-lines.ts";
import type { Fuzzer, Input } from "../fuzzer.ts";
import { promisedLater } from "../oracles.ts";

const folder = mkdtempSync(join(tmpdir(), "dosah-fuzz-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "register.gz");

/** What every register file goes through first: unpacking, and cutting at the ends of lines. */
export const fuzzer: Fuzzer = {
  words: ["\n", "\r\n", "\u001f\ufffd\b"],
  arbitrary: fc.array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 6 }).map((lines) => lines.join("\n")),
  async check(input) {
    writeFileSync(file, input);
    const read = await promisedLater(RegisterFileError, readAll);
    const expected = unpacked(input);
    if (read === undefined) {
      assert.ok(expected === undefined || !isUtf8(expected), "a file that is whole was refused");
    } else if (expected !== undefined) {
      assert.ok(Buffer.concat(read.bytes).equals(expected), "other bytes were read than the file holds");
      assert.equal(read.end, expected.length);
    }
  },
};

async function readAll(): Promise<{ readonly bytes: readonly Buffer[]; readonly end: number }> {
  const bytes: Buffer[] = [];
  let end = 0;
  let line = 1;
  for await (const stretch of readStretches(file)) {
    assert.equal(stretch.firstLine, line, "lines are counted wrongly");
    line += linesOf(stretch).length;
    if (stretch.bytes !== null) bytes.push(stretch.bytes);
    end = stretch.end;
  }
  return { bytes, end };
}

/** The text of the file by Node's own function; `undefined` where that refuses it. */
function unpacked(input: Input): Buffer | undefined {
  if (input[0] !== 0x1f || input[1] !== 0x8b) return Buffer.from(input);
  try {
    return gunzipSync(input);
  } catch {
    return undefined;
  }
}
