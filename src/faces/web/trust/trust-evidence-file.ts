import type { Context, Hono } from "hono";
import { type FaceLog, problemOf } from "../../../capabilities/calling/problem-of.ts";
import { trustEvidenceFile } from "../../../capabilities/trust/trust-evidence.ts";
import { trustShareOpen } from "../../../capabilities/trust/trust-shares.ts";
import { fileHeaders } from "../file-response.ts";
import type { PageRequest } from "../page.ts";
import { shareTokenIn } from "./trust-paths.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
};

/**
 * Serves files that suppliers attached, to be saved and never shown: whatever a file holds, nothing of it runs at this
 * address.
 */
export function addTrustEvidence(app: Hono, requestOf: (context: Context) => PageRequest, log: FaceLog): void {
  app.get("/trust/:slug/evidence/:id", async (context) => {
    const { params, query, ask } = requestOf(context);
    const named = { slug: params.slug ?? "", evidenceId: params.id ?? "" };
    const token = shareTokenIn(query);
    try {
      const file =
        token === null ? await ask(trustEvidenceFile, named) : (await ask(trustShareOpen, { ...named, token })).file;
      if (file === null) return missing();
      const extension = EXTENSIONS[file.mediaType] ?? "bin";
      return new Response(Buffer.from(file.bytes), {
        headers: {
          ...fileHeaders(file.mediaType, `${named.evidenceId.replace(/[^a-z0-9_]/g, "")}.${extension}`),
          "Content-Security-Policy": "sandbox; default-src 'none'",
          "Cross-Origin-Resource-Policy": "same-origin",
          "Cache-Control": token === null ? "no-cache" : "private, no-store",
          ...(token === null ? {} : { "Referrer-Policy": "no-referrer" }),
          "X-Robots-Tag": "noindex",
        },
      });
    } catch (thrown) {
      const { code } = problemOf(thrown, "trust evidence", log);
      return code === "not_found" ? missing() : new Response("", { status: code === "source_unavailable" ? 503 : 500 });
    }
  });
}

function missing(): Response {
  return new Response("", { status: 404, headers: { "Cache-Control": "no-store" } });
}
