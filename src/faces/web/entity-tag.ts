import { createHash } from "node:crypto";
import type { Context, Next } from "hono";
import { documentCoding } from "./compress.ts";

/** What a 304 repeats of the answer that it stands for (RFC 9110, 15.4.5). */
const REPEATED = ["Cache-Control", "Content-Location", "Date", "Expires", "Vary"];

/**
 * Names each document by a strong tag and answers 304 to a reader that has it. The compressed form has a tag of its
 * own, or the tag would not name the bytes. It stands inside `compress`, which sends that form. What no cache may keep
 * has no tag.
 */
export async function entityTag(context: Context, next: Next): Promise<void> {
  await next();
  const { req, res } = context;
  if (res.status !== 200 || /\bno-store\b/.test(res.headers.get("Cache-Control") ?? "")) return;
  const body = new Uint8Array(await res.clone().arrayBuffer());
  const tag = res.headers.get("ETag") ?? tagOf(body, documentCoding(context, body.byteLength));
  if (!names(req.header("If-None-Match"), tag)) {
    context.res.headers.set("ETag", tag);
    return;
  }
  const headers = new Headers({ ETag: tag });
  for (const name of REPEATED) {
    const value = res.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  await res.body?.cancel();
  context.res = undefined;
  context.res = new Response(null, { status: 304, headers });
}

function tagOf(body: Uint8Array, coding: string | undefined): string {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return `"${digest}${coding === undefined ? "" : `-${coding}`}"`;
}

/** Weak comparison (RFC 9110, 13.1.2): a proxy that compresses makes tags weak on its way. */
function names(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(",").some((given) => ["*", tag].includes(given.trim().replace(/^W\//, "")));
}
