import type { PublishedFile } from "../../capabilities/opendata/published-file.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { codingOf } from "../../core/content-coding.ts";
import { type Packed, pack } from "../sending/packed.ts";
import { type HeaderOf, isKnown, type Reply } from "../sending/reply.ts";

/** A shorter file arrives no sooner when compressed (`json-reply.ts`). */
const COMPRESSED_FROM_BYTES = 14_000;

/** The bytes of files that are published again and again, with their compressed form. */
const packedFiles = new WeakMap<PublishedFile, Packed>();

/**
 * A published file: its checksum as a strong `ETag` and as `Repr-Digest` (RFC 9530), its day, its licence. A request
 * whose `If-None-Match` names it gets 304 without a body. A long file is sent with Brotli to those who accept it; that
 * form has a tag and a checksum of its own. Nothing on the way may change either.
 */
export async function fileReply(
  headerOf: HeaderOf,
  published: PublishedFile,
  { mediaType, maxAge }: { readonly mediaType: string; readonly maxAge: number },
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const { fileName, text, bytes: length, date, licence } = published;
  const packed = packedFiles.get(published) ?? pack(Buffer.from(text));
  packedFiles.set(published, packed);
  const isLong = length >= COMPRESSED_FROM_BYTES;
  const coding = isLong ? codingOf(headerOf("accept-encoding"), ["br"]) : undefined;
  const { bytes, sha256 } = coding === undefined ? packed.plain : await packed.form(coding);
  const etag = `"${sha256().toString("hex")}"`;
  const common: Record<string, string> = {
    ...headers,
    ETag: etag,
    "Repr-Digest": `sha-256=:${sha256().toString("base64")}:`,
    "Last-Modified": new Date(`${date}T00:00:00Z`).toUTCString(),
    "Cache-Control": `${publicCaching(maxAge)}, no-transform`,
    Link: [`<${licence}>; rel="license"`, ...(headers.Link === undefined ? [] : [headers.Link])].join(", "),
  };
  if (isLong) common.Vary = headers.Vary === undefined ? "Accept-Encoding" : `${headers.Vary}, Accept-Encoding`;
  if (isKnown(headerOf, etag)) return { status: 304, headers: common, body: null };
  common["Content-Type"] = mediaType;
  common["Content-Disposition"] = `inline; filename="${fileName}"`;
  if (coding !== undefined) common["Content-Encoding"] = coding;
  return { status: 200, body: bytes, headers: common };
}
