import { millisecondsOf } from "../formats/instant.ts";
import { defineCheck } from "./check.ts";
import { seenTls } from "./gates.ts";

const DAY = 86_400_000;

/** How long is the certificate valid? Certificates of a few days are judged by their own lifetime. */
export const tlsExpiry = defineCheck({
  id: "tls.expiry",
  weight: 3,
  profile: "public",
  article: ["c", "h"],
  outcomes: { valid: "pass", soon: "warn", very_soon: "fail", expired: "fail", not_yet_valid: "fail" },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const { certificate } = tls.open;
    const now = millisecondsOf(record.observedAt);
    const from = millisecondsOf(certificate.validFrom);
    const to = millisecondsOf(certificate.validTo);
    if (now > to) return { reason: "expired" };
    if (now < from) return { reason: "not_yet_valid" };
    const left = to - now;
    if (left > 21 * DAY || left > (to - from) / 3) return { reason: "valid" };
    return { reason: left < 7 * DAY ? "very_soon" : "soon" };
  },
});
