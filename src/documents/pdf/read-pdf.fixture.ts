import { inflateSync } from "node:zlib";

/** What a reader of PDF finds in a file of ours. */
export interface PdfContent {
  /** Every text in the order in which it is drawn, a line for each line. */
  readonly text: string;
  /** The same, page by page. */
  readonly pageTexts: readonly string[];
  /** The objects without their streams. */
  readonly source: string;
  readonly pages: number;
}

/**
 * Reads a PDF that pdfkit wrote: the text by the fonts' own tables from glyphs to letters, as any program that extracts
 * text does. It knows no more of the format than these files use.
 */
export function readPdf(bytes: Uint8Array): PdfContent {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map<number, { readonly head: string; readonly stream: string | undefined }>();
  for (const match of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [, number = "", body = ""] = match;
    const at = body.indexOf("stream\n");
    const head = at === -1 ? body : body.slice(0, at);
    const packed = at === -1 ? undefined : body.slice(at + 7, body.lastIndexOf("\nendstream"));
    objects.set(Number(number), { head, stream: packed === undefined ? undefined : unpacked(packed, head) });
  }
  const source = [...objects.values()].map(({ head }) => head).join("\n");
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = "", number = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(number))?.head ?? "")?.[1];
      if (table !== undefined) fonts.set(name, lettersOf(objects.get(Number(table))?.stream ?? ""));
    }
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  const pageTexts = pages
    .map(({ head }) => objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))?.stream ?? "")
    .map((stream) => drawnText(stream, fonts));
  return { text: pageTexts.join("\n"), pageTexts, source, pages: pages.length };
}

function unpacked(stream: string, head: string): string {
  const bytes = Buffer.from(stream, "latin1");
  return head.includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : stream;
}

/** The letters of each glyph, by the font's ToUnicode table: ranges of glyphs with a list of texts. */
function lettersOf(table: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, from = "", , list = ""] of table.matchAll(/<([\da-f]{4})> <([\da-f]{4})> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(from, 16);
    for (const [at, entry] of [...list.matchAll(/<([\da-f\s]*)>/gi)].entries()) {
      const hex = (entry[1] ?? "").replace(/\s/g, "");
      const text = Buffer.from(hex, "hex").swap16().toString("utf16le");
      letters.set((first + at).toString(16).padStart(4, "0"), text);
    }
  }
  return letters;
}

/**
 * The texts of a page: `[<0001> 12 <0002>] TJ` in the font that was set before. Where the text itself stands beside what
 * is drawn (`/Span <</ActualText (…)>> BDC … EMC`), it is the text.
 */
function drawnText(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined;
  let text = "";
  let isSaid = false;
  const parts =
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/Span <<\s*\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC|\bET\b|\bEMC\b/g;
  for (const [part, name, shown, actual] of stream.matchAll(parts)) {
    if (name !== undefined) font = fonts.get(name);
    else if (actual !== undefined) {
      text += `${textOf(actual)}\n`;
      isSaid = true;
    } else if (part === "EMC") isSaid = false;
    else if (isSaid) continue;
    else if (shown === undefined) text += "\n";
    else
      for (const [, hex = ""] of shown.matchAll(/<([\da-f]*)>/gi)) {
        for (const glyph of hex.match(/.{4}/g) ?? []) text += font?.get(glyph.toLowerCase()) ?? "";
      }
  }
  return text;
}

/** A string of the format: letters of one byte, or UTF-16 behind a byte order mark. */
function textOf(written: string): string {
  const named: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const bytes = written.replace(/\\([\s\S])/g, (_, character: string) => named[character] ?? character);
  if (!bytes.startsWith("\u00fe\u00ff")) return bytes;
  return Buffer.from(bytes.slice(2), "latin1").swap16().toString("utf16le");
}
