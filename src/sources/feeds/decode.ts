import { FeedUnreadable } from "./failure.ts";

/** The encodings that public authorities publish in, by the names they use. Everything else is refused. */
const ENCODINGS: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "utf-16": "utf-16le",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  "windows-1250": "windows-1250",
  cp1250: "windows-1250",
  "windows-1252": "windows-1252",
  "iso-8859-1": "iso-8859-1",
  "iso-8859-2": "iso-8859-2",
  "latin-2": "iso-8859-2",
};

/**
 * Turns the bytes of a feed into text. A byte order mark decides, then what the server says, then what the document
 * itself declares, then UTF-8. Servers often name an encoding by habit, so a name that does not fit gives way to the
 * document's own.
 * @param contentType the header of that name, or `null`.
 * @throws FeedUnreadable `bad_encoding`: an unknown encoding, or bytes that are none of the text they claim to be.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const marked = markOf(bytes);
  if (marked !== undefined) return decode(bytes, marked);
  const declared = declaredIn(bytes);
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase();
  const candidates = [named, declared].filter((name) => name !== undefined);
  if (candidates.length === 0) return decode(bytes, "utf-8");
  for (const name of candidates.slice(0, -1)) {
    const text = tryDecode(bytes, name);
    if (text !== undefined) return text;
  }
  return decode(bytes, candidates.at(-1) ?? "utf-8");
}

function decode(bytes: Uint8Array, name: string): string {
  const text = tryDecode(bytes, name);
  if (text === undefined) throw new FeedUnreadable("bad_encoding");
  return text;
}

function tryDecode(bytes: Uint8Array, name: string): string | undefined {
  const encoding = ENCODINGS[name];
  if (encoding === undefined) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** The encoding in the XML declaration; the encodings we take all write it in plain ASCII. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("iso-8859-1").decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase();
}
