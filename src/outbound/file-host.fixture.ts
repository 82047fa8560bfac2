import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Script } from "./fake-server.fixture.ts";

/** How a host of files behaves. */
export interface HostedFile {
  readonly body: Buffer;
  /** `null`: none is sent; default: a strong one made of the body. */
  readonly etag?: string | null;
  readonly lastModified?: string;
  /** Without ranges every answer is the whole file. */
  readonly ranges?: boolean;
  /** Breaks the connection after so many bytes of the answer. */
  readonly cutAfter?: number;
  /** Says nothing of the length, as a host that makes the file while it sends it. */
  readonly chunked?: boolean;
}

/** Serves one file as a plain web server does: `ETag`, `If-None-Match`, `Range` and `If-Range`. */
export function hostFile(file: HostedFile): Script {
  const { body, ranges = true, lastModified } = file;
  const etag = file.etag === undefined ? etagOf(body) : file.etag;
  return (request, response) => {
    const headers = {
      ...(etag === null ? {} : { etag }),
      ...(lastModified === undefined ? {} : { "last-modified": lastModified }),
    };
    const { "if-none-match": held, "if-modified-since": since } = request.headers;
    if ((held !== undefined && held === etag) || (since !== undefined && since === lastModified)) {
      response.writeHead(304, headers).end();
      return;
    }
    const from = ranges ? startOf(request, etag, lastModified) : 0;
    if (from >= body.length && from > 0) {
      response.writeHead(416, { ...headers, "content-range": `bytes */${body.length}` }).end();
      return;
    }
    const rest = body.subarray(from);
    const range = from === 0 ? {} : { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` };
    const length = file.chunked === true ? {} : { "content-length": String(rest.length) };
    response.writeHead(from === 0 ? 200 : 206, { ...headers, ...range, ...length });
    if (file.cutAfter === undefined || file.cutAfter >= rest.length) response.end(rest);
    else cut(response, rest.subarray(0, file.cutAfter));
  };
}

/** The strong ETag that `hostFile` gives to a body. */
export function etagOf(body: Buffer): string {
  return `"${sha256Of(body).slice(0, 16)}"`;
}

export function sha256Of(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}

function startOf({ headers }: IncomingMessage, etag: string | null, lastModified: string | undefined): number {
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1];
  const condition = headers["if-range"];
  if (from === undefined || (condition !== undefined && condition !== etag && condition !== lastModified)) return 0;
  return Number(from);
}

/** Only what was flushed has arrived for sure: the connection is broken a moment later. */
function cut(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes, () => setTimeout(() => response.destroy(), 20));
}
