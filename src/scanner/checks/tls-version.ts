import { defineCheck } from "./check.ts";
import { seenTls } from "./gates.ts";

/** Which versions of TLS does the server accept? 1.0 and 1.1 are deprecated (RFC 8996). */
export const tlsVersion = defineCheck({
  id: "tls.version",
  weight: 3,
  profile: "full",
  article: ["h"],
  outcomes: { modern: "pass", without_tls13: "warn", old_versions: "fail" },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const tried = record.tlsVersions ?? [];
    const outcome = (version: string) => tried.find((each) => each.version === version)?.outcome ?? "error";
    if (outcome("TLSv1") === "accepted" || outcome("TLSv1.1") === "accepted") return { reason: "old_versions" };
    if (outcome("TLSv1.3") === "error" || outcome("TLSv1") === "error" || outcome("TLSv1.1") === "error") {
      return { reason: "timeout" };
    }
    return { reason: outcome("TLSv1.3") === "accepted" ? "modern" : "without_tls13" };
  },
});
