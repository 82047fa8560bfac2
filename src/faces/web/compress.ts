import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context, Next } from "hono";
import { codingOf } from "../../core/content-coding.ts";

/** About what one packet holds: less arrives no sooner when compressed. */
const LEAST_BYTES = 1_400;

/** What is text: pages, the calendar, the table, RSS and JSON Feed. */
const TEXT = /^(?:text\/|application\/(?:\w+\+)?(?:json|xml)\b)/;

/** Works in a thread of its own. Why no Brotli: docs/decisions/compression.md. */
const gzipped = promisify(gzip);

/** Compresses a document for readers that accept it. Tags inside must be weak: the same page goes out in two forms. */
export async function compress(context: Context, next: Next): Promise<void> {
  await next();
  const { headers, status } = context.res;
  // A 304 says what the document itself would have said.
  if (status !== 304 && !TEXT.test(headers.get("Content-Type") ?? "")) return;
  headers.append("Vary", "Accept-Encoding");
  const coding = codingOf(context.req.header("Accept-Encoding"), ["gzip"]);
  if (coding === undefined || status === 304 || context.req.method === "HEAD") return;
  const body = new Uint8Array(await context.res.arrayBuffer());
  const isCompressed = body.byteLength >= LEAST_BYTES;
  if (isCompressed) headers.set("Content-Encoding", coding);
  context.res = new Response(isCompressed ? await gzipped(body) : body, { status, headers });
}
