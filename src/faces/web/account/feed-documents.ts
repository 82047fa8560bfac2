import { hash } from "node:crypto";
import { calendarFile } from "../../../capabilities/organizations/calendar.ts";
import { subscriptionCalendar, subscriptionFeed } from "../../../capabilities/subscriptions/subscription-files.ts";
import { ServiceError } from "../../../core/problem.ts";
import { isKnown } from "../../sending/reply.ts";
import { fileResponse } from "../file-response.ts";
import type { PrivateRequest } from "../private-page.ts";

/** Programs ask again after a quarter of an hour; nobody learns the address from them. */
const HEADERS = { "Cache-Control": "private, max-age=900", "Referrer-Policy": "no-referrer" } as const;

const TYPES = { xml: "application/rss+xml; charset=utf-8", json: "application/feed+json; charset=utf-8" } as const;

/** The events at a secret address, as RSS or JSON Feed: at a path without a language. */
export async function feedDocument(request: PrivateRequest): Promise<Response> {
  const [, token = "", ending] = /^([\w-]+)\.(xml|json)$/.exec(request.params.file ?? "") ?? [];
  if (ending !== "xml" && ending !== "json") return notThere();
  const content = await found(request.ask(subscriptionFeed, { token, format: ending }));
  return content === undefined ? notThere() : kept(request, content, TYPES[ending]);
}

/** The days at a secret address, of the week or of one register, for calendar programs. */
export async function calendarDocument(request: PrivateRequest): Promise<Response> {
  const token = /^([\w-]+)\.ics$/.exec(request.params.file ?? "")?.[1] ?? "";
  const ofRegister = await found(request.ask(calendarFile, { token }));
  if (ofRegister !== undefined) return fileResponse(ofRegister, "nis2-obligations", "ics");
  const days = await found(request.ask(subscriptionCalendar, { token }));
  return days === undefined ? notThere() : kept(request, days, "text/calendar; charset=utf-8");
}

/** @returns `undefined` for a wrong address, one that ended, and one of somebody who left */
async function found(asked: Promise<{ readonly content: string }>): Promise<string | undefined> {
  try {
    return (await asked).content;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.problem.code !== "not_found") throw thrown;
    return undefined;
  }
}

/** A page would offer other languages, in which there is nothing either. */
function notThere(): Response {
  return new Response("Not found.\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

function kept({ readHeader }: PrivateRequest, content: string, mediaType: string): Response {
  const etag = `"${hash("sha256", content, "base64url").slice(0, 22)}"`;
  const headers = { ...HEADERS, ETag: etag };
  if (isKnown(readHeader, etag)) return new Response(null, { status: 304, headers });
  return new Response(content, { headers: { ...headers, "Content-Type": mediaType } });
}
