import type { Logger } from "pino";
import { keptNetwork } from "../limits/client-address.ts";
import type { RouteName } from "../metrics/route-names.ts";
import type { AnsweredRequest } from "./http-server.ts";

/** W3C Trace Context, version 00: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Logs one line for each request (docs/metrics.md), without path, query, key or name. Of the address it holds only the
 * network. Successful checks of a balancer are left out, because they come every second.
 * @param address the counted address of the caller
 */
export function logRequest(log: Logger, { face, route }: RouteName, request: AnsweredRequest, address: string): void {
  const { method, status, seconds, bytes, notes, traceParent } = request;
  if (face === "health" && status === 200) return;
  const traceId = traceParent === undefined ? undefined : TRACE_PARENT.exec(traceParent)?.[1];
  log.info(
    {
      requestId: notes.requestId,
      ...(traceId === undefined ? {} : { traceId }),
      ...(method === undefined ? {} : { method }),
      face,
      route,
      status,
      ms: Math.round(seconds * 10_000) / 10,
      ...(notes.capability === undefined ? {} : { capability: notes.capability, outcome: notes.outcome }),
      ipPrefix: keptNetwork(address),
      bytes,
    },
    "request",
  );
}
