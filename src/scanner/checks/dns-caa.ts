import { findCaa } from "../formats/caa.ts";
import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";

/** Does the domain say which authority may issue certificates for it (RFC 8659)? */
export const dnsCaa = defineCheck({
  id: "dns.caa",
  weight: 1,
  profile: "public",
  article: ["e"],
  outcomes: { named: "pass", missing: "warn", no_issue: "warn", iodef_invalid: "warn" },
  judge: (record) => {
    const { result, records } = findCaa(answersOf(record), record.domain);
    return { reason: result, untrusted: { records } };
  },
});
