import type { Context, Next } from "hono";

/**
 * Answers 304 to a reader that has the document of that time. It looks only where a document says when it changed and
 * the reader sent no `If-None-Match`, which is the more exact condition and is handled elsewhere (RFC 9110, 13.1.3).
 */
export async function notModified(context: Context, next: Next): Promise<void> {
  await next();
  const { res, req } = context;
  const changed = Date.parse(res.headers.get("Last-Modified") ?? "");
  const since = Date.parse(req.header("If-Modified-Since") ?? "");
  const isAsked = req.header("If-None-Match") === undefined && (req.method === "GET" || req.method === "HEAD");
  if (!isAsked || res.status !== 200 || !(changed <= since)) return;
  const headers = new Headers(res.headers);
  for (const name of ["Content-Type", "Content-Length", "Content-Disposition"]) headers.delete(name);
  context.res = undefined;
  context.res = new Response(null, { status: 304, headers });
}
