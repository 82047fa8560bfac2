import { describe, expect, test } from "vitest";
import { NotText, textOf, typedTextOf } from "./text-of.ts";

const HORSE = [0x8e, 0x6c, 0x74, 0xfd, 0x20, 0x6b, 0xf4, 0xf2];

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
}

function placeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof NotText ? [error.line, error.byte] : error;
  }
}

describe("bytes become text by their mark, by what is declared, or as UTF-8:", () => {
  test.each<[string, Uint8Array, readonly string[], string, string]>([
    ["UTF-8", bytes("Žltý kôň"), [], "Žltý kôň", "utf-8"],
    ["its mark is no letter", bytes([0xef, 0xbb, 0xbf], "Žltý"), [], "Žltý", "utf-8"],
    ["a mark beats what is declared", bytes([0xef, 0xbb, 0xbf], "Žltý"), ["windows-1250"], "Žltý", "utf-8"],
    ["UTF-16, little end first", bytes([0xff, 0xfe, 0x7d, 0x01]), [], "Ž", "utf-16le"],
    ["UTF-16, big end first", bytes([0xfe, 0xff, 0x01, 0x7d]), [], "Ž", "utf-16be"],
    ["a declared encoding", bytes(HORSE), ["Windows-1250"], "Žltý kôň", "windows-1250"],
    ["a declared encoding that does not fit", bytes([0xfd]), ["utf-8", "iso-8859-2"], "ý", "iso-8859-2"],
    ["a declared encoding that nobody knows", bytes("Žltý"), ["x-unknown"], "Žltý", "utf-8"],
    ["nothing", bytes(), [], "", "utf-8"],
  ])("%s", (_, given, declared, text, encoding) => {
    expect(textOf(given, { declared })).toEqual({ text, encoding });
  });

  test.each<[string, Uint8Array, readonly [line: number, byte: number]]>([
    ["at its beginning", bytes(HORSE), [1, 1]],
    ["in a later line", bytes("a\nŽlt", [0xfd], "\nb"), [2, 7]],
    ["cut off inside a letter", bytes("ab\n", [0xc5]), [2, 4]],
    ["after its mark", bytes([0xef, 0xbb, 0xbf], "a", [0xff]), [1, 5]],
  ])("what fits none is refused with its place: %s", (_, given, place) => {
    expect(placeOf(() => textOf(given))).toEqual(place);
  });
});

describe("a file of a person", () => {
  test("is read as Windows-1250 where it is no UTF-8, and says so", () => {
    expect(typedTextOf(bytes(HORSE))).toEqual({ text: "Žltý kôň", encoding: "windows-1250" });
    expect(typedTextOf(bytes("Žltý kôň"))).toEqual({ text: "Žltý kôň", encoding: "utf-8" });
  });

  test.each<[string, Uint8Array, readonly [line: number, byte: number]]>([
    ["an archive or a workbook", bytes("PK", [3, 4, 0x14, 0, 0xff, 0]), [1, 6]],
    ["text that has lost a letter before", bytes("a\nl\ufffdk"), [2, 4]],
    ["bytes that Windows-1250 has no letters for", bytes("a", [0x81]), [1, 2]],
    ["UTF-16 cut in the middle of a letter", bytes([0xff, 0xfe, 0x7d]), [1, 1]],
  ])("is refused where it is no text: %s", (_, given, place) => {
    expect(placeOf(() => typedTextOf(given))).toEqual(place);
  });
});
