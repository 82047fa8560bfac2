import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompressSync, gzip, gzipSync } from "node:zlib";
import type { Ready } from "../../capabilities/calling/kept-answers.ts";
import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { type Coding, codingOf } from "../../core/content-coding.ts";
import { type HeaderOf, isKnown, type Reply } from "../sending/reply.ts";

/**
 * Ten packets, which a server sends before it waits for the client to acknowledge them (RFC 6928): an answer of fewer
 * bytes arrives no sooner when compressed, and compressing costs more than such an answer itself.
 */
const COMPRESSED_FROM_BYTES = 14_000;

/** Works in a thread of its own. Why no Brotli: docs/decisions/compression.md. */
const gzipped = promisify(gzip);

/** How an answer is sent. */
interface Sending {
  /** Seconds that shared caches may keep it; without them, none may. */
  readonly maxAge?: number | undefined;
  /** Another than 200 where something was made. */
  readonly status?: number;
  /** The answer as JSON in bytes of UTF-8, where it is known already. */
  readonly bytes?: string | undefined;
  /** Where the answer is kept: its tag and its compressed forms are made once. */
  readonly ready?: Pick<Ready, "rendered"> | undefined;
  /** Default: gzip. Brotli pays where its form is sent many times. */
  readonly codings?: readonly Coding[];
}

/**
 * A successful answer, compressed where it is long and the caller accepts that. With `maxAge` it carries an `ETag`; a
 * request whose `If-None-Match` names it gets 304 without a body.
 */
export function jsonReply(
  headerOf: HeaderOf,
  answer: () => unknown,
  { maxAge, status = 200, bytes, ready, codings = ["gzip"] }: Sending,
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[],
): Reply | Promise<Reply> {
  const body = bytes ?? JSON.stringify(answer());
  const encoding = bytes === undefined ? undefined : "latin1";
  const isLong = body.length >= COMPRESSED_FROM_BYTES;
  const coding = isLong ? codingOf(headerOf("accept-encoding") ?? null, codings) : undefined;
  // Nobody keeps it, unless the headers of the face say otherwise.
  const sent: Record<string, string> = { "Cache-Control": limits.length === 0 ? "no-store" : "private, no-store" };
  Object.assign(sent, headers, maxAge === undefined ? rateLimitHeaders(limits) : undefined);
  if (isLong) sent.Vary = headers.Vary === undefined ? "Accept-Encoding" : `${headers.Vary}, Accept-Encoding`;
  if (maxAge !== undefined) {
    // Each of the two forms has a tag of its own, or it would not name the bytes.
    const hashed = () => hash("sha256", Buffer.from(body, encoding), "base64url").slice(0, 22);
    const digest = ready === undefined ? hashed() : ready.rendered("rest tag", hashed);
    sent.ETag = `"${digest}${coding === undefined ? "" : `-${coding}`}"`;
    // A shared cache hands it to others: it says nothing of what this caller's limit leaves him.
    sent["Cache-Control"] = publicCaching(maxAge);
    if (isKnown(headerOf, sent.ETag)) return { status: 304, headers: sent, body: null };
  }
  sent["Content-Type"] = "application/json";
  if (coding === undefined) return { status, headers: sent, body, encoding };
  sent["Content-Encoding"] = coding;
  if (ready !== undefined) {
    const packed = ready.rendered(`rest ${coding}`, () => packOnce(Buffer.from(body, encoding), coding));
    return { status, headers: sent, body: packed, encoding: "latin1" };
  }
  return gzipped(Buffer.from(body, encoding)).then((packed) => ({ status, headers: sent, body: packed }));
}

/** The compressed form of what is sent many times; bytes, each as a character of a string. */
function packOnce(bytes: Uint8Array, coding: Coding): string {
  return (coding === "gzip" ? gzipSync(bytes) : brotliCompressSync(bytes)).toString("latin1");
}
