import type { Context, Hono } from "hono";
import type { RowCounting } from "../../../capabilities/calling/count-rows.ts";
import { LimitReached } from "../../../capabilities/calling/limit-reached.ts";
import { type FaceLog, problemOf } from "../../../capabilities/calling/problem-of.ts";
import { trustEvidenceFile } from "../../../capabilities/trust/trust-evidence.ts";
import { trustShareOpen } from "../../../capabilities/trust/trust-shares.ts";
import type { Rows } from "../../../core/cost.ts";
import { hashToken } from "../../../identity/token.ts";
import { isKnown } from "../../sending/reply.ts";
import { fileHeaders } from "../file-response.ts";
import type { PageRequest } from "../page.ts";
import { shareTokenIn } from "./trust-paths.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
};

/** Each request, and each by a share link; a public file counts further where it is sent. */
const FIRST: Rows = ["web_page", "share_use"];
const SENT: Rows = ["evidence_file"];

/** What the files of suppliers need from the pages. */
export interface TrustEvidenceOptions {
  readonly counting: RowCounting;
  readonly clientAddress: (context: Context) => string | null;
  readonly requestOf: (context: Context) => PageRequest;
  readonly log: FaceLog;
  /** Has a response sent as it is: a file is compressed already, and has its tag. */
  asItIs(response: Response): Response;
}

/**
 * Serves files that suppliers attached, to be saved and never shown: whatever a file holds, nothing of it runs at this
 * address. A reader that has a public file gets 304, for which its bytes are not read.
 */
export function addTrustEvidence(app: Hono, options: TrustEvidenceOptions): void {
  const { counting, clientAddress, requestOf, log } = options;
  app.get("/trust/:slug/evidence/:id", async (context) => options.asItIs(await answer(context)));

  async function answer(context: Context): Promise<Response> {
    const { params, query, ask } = requestOf(context);
    const named = { slug: params.slug ?? "", evidenceId: params.id ?? "" };
    const token = shareTokenIn(query);
    const address = clientAddress(context);
    try {
      await counting.count(FIRST, { address, share: token === null ? undefined : hashToken(token) });
      if (token !== null) {
        const { file } = await ask(trustShareOpen, { ...named, token });
        if (file === null) return missing();
        const headers = headersOf(named.evidenceId, file.mediaType);
        return sent(file.bytes, { ...headers, "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
      }
      const { mediaType, sha256, read } = await ask(trustEvidenceFile, named);
      const tag = `"${sha256}"`;
      const kept = { "Cache-Control": "no-cache", ETag: tag };
      if (isKnown((name) => context.req.header(name), tag)) return new Response(null, { status: 304, headers: kept });
      await counting.count(SENT, { address });
      return sent(await read(), { ...headersOf(named.evidenceId, mediaType), ...kept });
    } catch (thrown) {
      const { code, retryAfter } = problemOf(thrown, "trust evidence", log);
      if (code === "not_found") return missing();
      const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
      if (thrown instanceof LimitReached) return new Response("", { status: 429, headers });
      return new Response("", { status: code === "source_unavailable" ? 503 : 500, headers });
    }
  }
}

function headersOf(evidenceId: string, mediaType: string): Record<string, string> {
  const extension = EXTENSIONS[mediaType] ?? "bin";
  return {
    ...fileHeaders(mediaType, `${evidenceId.replace(/[^a-z0-9_]/g, "")}.${extension}`),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
  };
}

/** The length lets a reader see that a file is whole. */
function sent(bytes: Uint8Array, headers: Record<string, string>): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { ...headers, "Content-Length": String(bytes.byteLength) },
  });
}

function missing(): Response {
  return new Response("", { status: 404, headers: { "Cache-Control": "no-store" } });
}
