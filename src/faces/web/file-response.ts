import { setImmediate as nextTurn } from "node:timers/promises";
import { FILE_TYPES, type FileContent } from "../../capabilities/answers/file.ts";
import type { FileFormat } from "../../capabilities/offers.ts";

/**
 * The headers of a file that is saved under a name.
 * @param fileName ASCII only
 */
export function fileHeaders(mediaType: string, fileName: string, how: "attachment" | "inline" = "attachment") {
  return {
    "Content-Type": mediaType,
    "Content-Disposition": `${how}; filename="${fileName}"`,
    "X-Content-Type-Options": "nosniff",
  };
}

/**
 * A file to be saved.
 * @param name without the ending, which is the format
 */
export function fileResponse(
  content: FileContent["content"],
  name: string,
  format: FileFormat,
  mediaType: string = FILE_TYPES[format],
): Response {
  const headers = fileHeaders(mediaType, `${name}.${format}`);
  if (typeof content !== "string" || content.length < LONG) return new Response(content, { headers });
  const length = String(Buffer.byteLength(content));
  return new Response(inPieces(content), { headers: { ...headers, "Content-Length": length } });
}

/** A text of so many characters is sent in pieces of that size: to write megabytes in one go holds everybody up. */
const LONG = 65_536;

function inPieces(text: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let at = 0;
  return new ReadableStream({
    pull: async (controller) => {
      await nextTurn();
      let end = Math.min(at + LONG, text.length);
      // Both halves of a character stay together.
      if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
      controller.enqueue(encoder.encode(text.slice(at, end)));
      at = end;
      if (at === text.length) controller.close();
    },
  });
}
