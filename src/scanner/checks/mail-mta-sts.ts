import { textRecords } from "../formats/lookup.ts";
import { coversAll, isMtaSts, isValidMtaSts, readMtaStsPolicy } from "../formats/mta-sts.ts";
import { answersOf, type FileFacts, mailDomainOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { endReason, mailHosts, troubleOf } from "./gates.ts";

const DAY = 86_400;

/** Do other mail servers learn that mail for this domain must be encrypted (RFC 8461)? */
export const mailMtaSts = defineCheck({
  id: "mail.mtaSts",
  weight: 2,
  profile: "public",
  article: ["h"],
  outcomes: {
    enforced: "pass",
    missing: "warn",
    not_enforced: "warn",
    short_max_age: "warn",
    policy_not_fetched: "fail",
    certificate_invalid: "fail",
    wrong_type: "fail",
    policy_unreadable: "fail",
    mx_not_covered: "fail",
  },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    const records = textRecords(answersOf(record), `_mta-sts.${mailDomainOf(record)}`, isMtaSts);
    if (records === null) return { reason: "dns_failed" };
    const [text = null] = records;
    const untrusted = { record: text };
    if (records.length !== 1 || text === null || !isValidMtaSts(text)) return { reason: "missing", untrusted };
    const file = record.mtaStsPolicy;
    if (file === null) return { reason: "timeout" };
    return { reason: judgeFile(file, mail.open), untrusted };
  },
});

function judgeFile(file: FileFacts, hosts: readonly string[]) {
  if (file.trusted === false) return "certificate_invalid" as const;
  if (file.end !== "page") {
    // Seen to be missing, as against not seen.
    const gone = ["closed", "no_address", "protocol_error", "reset"].includes(file.end);
    return gone ? ("policy_not_fetched" as const) : endReason(file.end);
  }
  if (file.status === 429) return troubleOf(file) ?? ("policy_not_fetched" as const);
  if (file.status !== 200) return "policy_not_fetched" as const;
  if (!/^text\/plain\s*(?:;|$)/i.test(file.contentType.trim())) return "wrong_type" as const;
  const policy = readMtaStsPolicy(file.body);
  if (policy === null) return "policy_unreadable" as const;
  if (policy.mode !== "none" && !coversAll(policy, hosts)) return "mx_not_covered" as const;
  if (policy.mode !== "enforce") return "not_enforced" as const;
  return policy.maxAge < DAY ? ("short_max_age" as const) : ("enforced" as const);
}
