import { isKnown, NotText, textOf } from "../../core/text-of.ts";
import { FeedUnreadable } from "./failure.ts";

/**
 * Turns the bytes of a feed into text. A byte order mark decides, then what the server says, then what the document
 * itself declares, then UTF-8. Servers often name an encoding by habit, so a name that does not fit gives way to the
 * document's own.
 * @param contentType the header of that name, or `null`.
 * @throws FeedUnreadable `bad_encoding`: an unknown encoding, or bytes that are none of the text they claim to be.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase();
  const declared = [named, declaredIn(bytes)].filter((name) => name !== undefined);
  // Text in an encoding that nobody here knows may look like UTF-8 and be another text.
  if (declared.length > 0 && !declared.some(isKnown)) throw new FeedUnreadable("bad_encoding");
  try {
    return textOf(bytes, { declared }).text;
  } catch (error) {
    if (error instanceof NotText) throw new FeedUnreadable("bad_encoding");
    throw error;
  }
}

/** The encoding in the XML declaration; the encodings we take all write it in plain ASCII. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase();
}
