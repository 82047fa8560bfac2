import { defineCheck } from "./check.ts";
import { webHost } from "./gates.ts";

/** Does the web answer over HTTPS as a browser asks? */
export const tlsAvailable = defineCheck({
  id: "tls.available",
  weight: 3,
  profile: "public",
  article: ["h"],
  outcomes: { available: "pass", closed: "fail", only_old_versions: "fail", handshake_failed: "fail" },
  judge: (record) => {
    const host = webHost(record);
    if ("closed" in host) return host.closed;
    const outcome = record.tls?.outcome ?? "timeout";
    if (outcome === "ok") return { reason: "available", untrusted: { host: host.open } };
    // The connection was made, and what followed was no handshake.
    if (outcome === "protocol_error" || outcome === "reset") return { reason: "handshake_failed" };
    return { reason: outcome };
  },
});
