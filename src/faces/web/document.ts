import { type Coding, codingOf } from "../../core/content-coding.ts";
import { type Packed, pack } from "../sending/packed.ts";
import { type HeaderOf, isKnown, type Reply } from "../sending/reply.ts";

/** A page or a file on its way out: its bytes are made once, and hashed, compressed and sent from there. */
export interface Document {
  readonly status: number;
  /** Each under its usual name, such as `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Packed;
}

/** About what one packet holds: less arrives no sooner when compressed. */
const LEAST_BYTES = 1_400;

/** What is text: pages, the calendar, the table, RSS and JSON Feed. */
const TEXT = /^(?:text\/|application\/(?:\w+\+)?(?:json|xml)\b)/;

/** What a 304 does not repeat: it has no content (RFC 9110, 15.4.5). */
const OF_CONTENT = ["Content-Type", "Content-Length", "Content-Disposition"];

/** How a document is sent. */
interface Sending {
  /** The better one first. Brotli pays where its form is sent many times (docs/decisions/compression.md). */
  readonly codings?: readonly Coding[];
  /** The request was a HEAD. */
  readonly isHead?: boolean;
}

/**
 * Answers with a document: compressed where the reader accepts that, and 304 for a reader that has it. Each form has a
 * strong tag of its own, or the tag would not name the bytes. What no cache may keep has no tag.
 */
export async function documentReply(
  { status, headers, body }: Document,
  headerOf: HeaderOf,
  { codings = ["gzip"], isHead = false }: Sending = {},
): Promise<Reply> {
  const { bytes, sha256 } = body.plain;
  const isText = codings.length > 0 && TEXT.test(headers["Content-Type"] ?? "");
  const isLong = isText && bytes.length >= LEAST_BYTES;
  const coding = isLong ? codingOf(headerOf("accept-encoding"), codings) : undefined;
  const sent: Record<string, string> = { ...headers };
  if (isText) sent.Vary = headers.Vary === undefined ? "Accept-Encoding" : `${headers.Vary}, Accept-Encoding`;
  if (status === 200 && !/\bno-store\b/.test(headers["Cache-Control"] ?? "")) {
    sent.ETag ??= `"${sha256().toString("base64url").slice(0, 22)}${coding === undefined ? "" : `-${coding}`}"`;
    if (isKnown(headerOf, sent.ETag) || isUnchanged(headers["Last-Modified"], headerOf)) {
      for (const name of OF_CONTENT) delete sent[name];
      return { status: 304, headers: sent, body: null };
    }
  }
  if (isHead) return { status, headers: sent, body: null };
  if (coding === undefined) return { status, headers: sent, body: bytes };
  sent["Content-Encoding"] = coding;
  return { status, headers: sent, body: (await body.form(coding)).bytes };
}

/**
 * Whether a reader has the document of that time. `If-None-Match` is the more exact condition and takes its place (RFC
 * 9110, 13.1.3).
 */
function isUnchanged(changed: string | undefined, headerOf: HeaderOf): boolean {
  const since = headerOf("if-modified-since");
  if (changed === undefined || since === undefined || headerOf("if-none-match") !== undefined) return false;
  return Date.parse(changed) <= Date.parse(since);
}

/** A document of what a page answered as a whole. `headers` hold where it does not say otherwise. */
export async function documentOf(response: Response, headers: Document["headers"]): Promise<Document> {
  const own = [...response.headers].map(([name, value]) => [usualName(name), value] as const);
  const body = pack(new Uint8Array(await response.arrayBuffer()));
  const all = { ...headers, ...Object.fromEntries(own) };
  // A page that any site may show in a frame says so in one place.
  if (all["Content-Security-Policy"]?.endsWith("frame-ancestors *")) delete all["X-Frame-Options"];
  return { status: response.status, headers: all, body };
}

function usualName(name: string): string {
  if (name === "etag") return "ETag";
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}
