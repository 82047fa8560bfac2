import { millisecondsOf } from "../formats/instant.ts";
import { readInstant, readSecurityTxt } from "../formats/security-txt.ts";
import type { FileFacts } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { endReason, seenTls, troubleOf } from "./gates.ts";

const YEAR = 366 * 86_400_000;

/** Does whoever finds a vulnerability learn whom to tell (RFC 9116)? */
export const webSecurityTxt = defineCheck({
  id: "web.securityTxt",
  weight: 1,
  profile: "public",
  article: ["b", "e"],
  outcomes: {
    valid: "pass",
    missing: "warn",
    wrong_type: "warn",
    wrong_place: "warn",
    other_canonical: "warn",
    far_expiry: "warn",
    contact_no_uri: "warn",
    byte_order_mark: "warn",
    certificate_invalid: "warn",
    over_http: "warn",
    expired: "fail",
    without_contact: "fail",
    without_expires: "fail",
  },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    if (record.securityTxt === null) return { reason: "timeout" };
    const { wellKnown, root } = record.securityTxt;
    const trouble = fetchTrouble(wellKnown);
    if (trouble !== null) return { reason: trouble };
    const now = millisecondsOf(record.observedAt);
    if (wellKnown.status === 200) return { reason: judgeFile(wellKnown, now) };
    if (root?.status !== 200 || !isPlainText(root)) return { reason: "missing" };
    const judged = judgeFile(root, now);
    return { reason: judged === "valid" ? "wrong_place" : judged };
  },
});

function fetchTrouble(file: FileFacts) {
  return file.end === "page" ? troubleOf(file) : endReason(file.end);
}

function isPlainText({ contentType }: FileFacts): boolean {
  return /^text\/plain\s*(?:;|$)/i.test(contentType.trim());
}

function judgeFile(file: FileFacts, now: number) {
  if (!isPlainText(file)) return "wrong_type" as const;
  const { contacts, wrongContacts, hasMark, expires, canonical } = readSecurityTxt(file.body);
  if (contacts === 0) return "without_contact" as const;
  const instant = expires.length === 1 ? readInstant(expires[0] ?? "") : null;
  if (instant === null) return "without_expires" as const;
  if (instant <= now) return "expired" as const;
  // A browser would not show it, or show it to whoever listens.
  if (file.trusted === false) return "certificate_invalid" as const;
  if (file.url.startsWith("http:")) return "over_http" as const;
  if (wrongContacts > 0) return "contact_no_uri" as const;
  if (hasMark) return "byte_order_mark" as const;
  if (canonical.length > 0 && !canonical.includes(file.url)) return "other_canonical" as const;
  return instant - now > YEAR ? ("far_expiry" as const) : ("valid" as const);
}
