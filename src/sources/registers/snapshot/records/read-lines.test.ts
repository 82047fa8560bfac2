import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writtenFile } from "../importing/register-files.fixture.ts";
import { RegisterFileError } from "./failure.ts";
import { linesOf, type Position, readStretches, START } from "./read-lines.ts";

interface Read {
  readonly text: string | null;
  readonly line: number;
}

async function readAll(file: string, from: Position = START) {
  const lines: Read[] = [];
  const positions: Position[] = [];
  for await (const stretch of readStretches(file, from)) {
    const texts = linesOf(stretch);
    texts.forEach((text, index) => {
      lines.push({ text, line: stretch.firstLine + index });
    });
    positions.push({ byte: stretch.end, line: stretch.firstLine + texts.length });
  }
  return { lines, positions };
}

/** Packs a text as gzip of several members, as published files come. */
function packed(text: string, members: number): Buffer {
  const bytes = Buffer.from(text);
  const step = Math.ceil(bytes.length / members) || 1;
  return Buffer.concat(
    Array.from({ length: members }, (_, index) => gzipSync(bytes.subarray(index * step, (index + 1) * step))),
  );
}

const LONG = "ž".repeat(70_000);
const large = Array.from({ length: 60 }, (_, index) => `${index} ${LONG}`).join("\n");

describe("reading lines", () => {
  test.each<[string, string, readonly string[]]>([
    ["an empty file", "", []],
    ["a last line without an end", "a\nb", ["a", "b"]],
    ["a last line with an end", "a\nb\n", ["a", "b"]],
    ["Windows line ends", "a\r\nb\r\n", ["a", "b"]],
    ["empty lines", "a\n\n\nb\n", ["a", "", "", "b"]],
    ["a byte order mark", "\ufeffa\nb", ["a", "b"]],
    ["a carriage return inside a line", "a\rb\n", ["a\rb"]],
    ["lines across pieces of the file", large, large.split("\n")],
  ])("%s is read as it is meant, plain and packed", async (_title, text, expected) => {
    const folder = temporaryFolder();
    for (const content of [text, gzipSync(text), packed(text, 3)]) {
      const { lines } = await readAll(writtenFile(folder, content));
      expect(lines).toEqual(expected.map((line, index) => ({ text: line, line: index + 1 })));
    }
  });

  test("goes on at any position it has reported, plain and packed", async () => {
    const folder = temporaryFolder();
    for (const content of [large, packed(large, 4)]) {
      const file = writtenFile(folder, content);
      const whole = await readAll(file);
      expect(whole.positions.length).toBeGreaterThan(3);
      for (const position of whole.positions) {
        const rest = await readAll(file, position);
        expect(rest.lines).toEqual(whole.lines.filter(({ line }) => line >= position.line));
      }
    }
  });

  test("a line that is too long is reported without its text, and the next ones are read", async () => {
    const folder = temporaryFolder();
    const text = ["a", "b".repeat(9_000_000), "c", "d".repeat(9_000_000)].join("\n");
    for (const content of [text, gzipSync(text)]) {
      const { lines } = await readAll(writtenFile(folder, content));
      // Shortened, so that a failure can be read.
      expect(lines.map(({ text: read, line }) => `${line} ${read?.slice(0, 9)}`)).toEqual([
        "1 a",
        "2 undefined",
        "3 c",
        "4 undefined",
      ]);
    }
  });

  test("packed data that are cut off or damaged end with an error that names file and line", async () => {
    const folder = temporaryFolder();
    const whole = gzipSync(large);
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, whole.length >> 1, (whole.length >> 1) + 64);
    const cases = [
      [whole.subarray(0, whole.length - 9), /: the gzip data end too early\.$/],
      [whole.subarray(0, 5), /:1: the gzip data end too early\.$/],
      [damaged, /: the gzip data (are damaged|end too early)\.$/],
    ] as const;
    for (const [content, message] of cases) {
      const file = writtenFile(folder, content);
      await expect(readAll(file)).rejects.toThrow(message);
      await expect(readAll(file)).rejects.toThrow(file);
      await expect(readAll(file)).rejects.toBeInstanceOf(RegisterFileError);
    }
  });

  test("a file in another encoding is refused with its line; one cut off inside a letter is not", async () => {
    const folder = temporaryFolder();
    const other = Buffer.from("ICO,FIRMA\r\n75000008,Zku\x9aebna\r\n", "latin1");
    for (const content of [other, gzipSync(other), other.subarray(0, -2)]) {
      await expect(readAll(writtenFile(folder, content))).rejects.toThrow(/:2: the file is not UTF-8/);
    }
    const cut = Buffer.from("a\nZkuš").subarray(0, -1);
    expect((await readAll(writtenFile(folder, cut))).lines).toHaveLength(2);
  });

  test("no bytes make it fail in another way than by such an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, asGzip) => {
        const content = Buffer.concat([Buffer.from(asGzip ? [0x1f, 0x8b, 8, 0] : []), bytes]);
        const file = writtenFile(temporaryFolder(), content);
        const outcome = await readAll(file).catch((cause: unknown) => cause);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RegisterFileError);
      }),
    );
  });
});
