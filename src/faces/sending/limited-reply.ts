import { LimitReached } from "../../capabilities/calling/limit-reached.ts";
import type { FaceLog } from "../../capabilities/calling/problem-of.ts";
import { asOutage } from "../../capabilities/calling/state-outage.ts";
import { ServiceError } from "../../core/problem.ts";

/**
 * The answer of an endpoint of OAuth to who asks too often, and while the state cannot be asked; every mistake of ours is
 * logged.
 */
export function limitedReply(thrown: unknown, log: FaceLog): Response {
  const outage = asOutage(thrown);
  if (!(outage instanceof ServiceError)) {
    log.error({ err: thrown }, "a request of an application failed unexpectedly");
    return json({ error: "server_error" }, 500, {});
  }
  const { retryAfter = 1 } = outage.problem;
  const status = thrown instanceof LimitReached ? 429 : 503;
  return json({ error: "temporarily_unavailable" }, status, { "Retry-After": String(retryAfter) });
}

function json(body: object, status: number, more: Readonly<Record<string, string>>): Response {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store", ...more };
  return new Response(JSON.stringify(body), { status, headers });
}
