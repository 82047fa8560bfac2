import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { firstFault } from "../../core/text-of.ts";

/** The body of a posted message, or why it could not be read. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "not_utf8"; readonly place: string }
  | { readonly kind: "too_large" }
  /** The body did not end in time. */
  | { readonly kind: "too_slow" }
  /** The client went away. */
  | { readonly kind: "gone" };

/** True where all that was announced is here, as it is soon after the head of nearly every message. */
export function hasArrived(request: IncomingMessage): boolean {
  const announced = Number(request.headers["content-length"] ?? 0);
  return announced > 0 && request.readableLength === announced;
}

/**
 * Reads a body of at most `limit` bytes within `timeoutMs`. A body that is announced or grows larger is not read on.
 */
export function readBody(request: IncomingMessage, limit: number, timeoutMs: number): Promise<Body> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) return Promise.resolve({ kind: "too_large" });
  if (hasArrived(request)) {
    // There is nothing to wait for, not even for the parser to say so.
    const bytes: Buffer | null = request.read();
    request.resume();
    if (bytes !== null) return Promise.resolve(bodyOf(bytes));
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish({ kind: "too_slow" }), timeoutMs);
    request.on("data", take);
    request.on("end", () => finish(bodyOf(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))));
    request.on("error", () => finish({ kind: "gone" }));
    request.on("close", () => finish({ kind: "gone" }));

    function take(chunk: Buffer): void {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        request.pause();
        finish({ kind: "too_large" });
      }
    }

    function finish(body: Body): void {
      clearTimeout(timer);
      request.removeListener("data", take);
      resolve(body);
    }
  });
}

function bodyOf(bytes: Buffer): Body {
  if (isUtf8(bytes)) return { kind: "text", text: bytes.toString("utf8") };
  const { line, byte } = firstFault(bytes);
  return { kind: "not_utf8", place: `line ${line}, byte ${byte}` };
}
