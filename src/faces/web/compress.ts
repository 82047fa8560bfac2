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

/** The coding in which a document of so many bytes is sent to this reader; `undefined`: as it is. */
export function documentCoding({ req, res }: Context, bytes: number): string | undefined {
  if (bytes < LEAST_BYTES || !isText(res)) return undefined;
  return codingOf(req.header("Accept-Encoding"), ["gzip"]);
}

/** Compresses a document for readers that accept it. A tag inside names the form that is sent, see `entityTag`. */
export async function compress(context: Context, next: Next): Promise<void> {
  await next();
  const { headers, status } = context.res;
  // A 304 carries the same headers as the document itself.
  if (status !== 304 && !isText(context.res)) return;
  headers.append("Vary", "Accept-Encoding");
  if (status === 304 || context.req.method === "HEAD") return;
  const body = new Uint8Array(await context.res.arrayBuffer());
  const coding = documentCoding(context, body.byteLength);
  if (coding !== undefined) headers.set("Content-Encoding", coding);
  context.res = new Response(coding === undefined ? body : await gzipped(body), { status, headers });
}

function isText({ headers }: Response): boolean {
  return TEXT.test(headers.get("Content-Type") ?? "");
}
