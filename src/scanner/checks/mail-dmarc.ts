import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { findDmarc, reportConsentName } from "../formats/dmarc.ts";
import { type Lookup, textRecords } from "../formats/lookup.ts";
import { answersOf, mailDomainOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { mailHosts } from "./gates.ts";

/** Does the domain say what happens to mail that only pretends to come from it (RFC 9989)? */
export const mailDmarc = defineCheck({
  id: "mail.dmarc",
  weight: 3,
  profile: "public",
  article: ["h"],
  outcomes: {
    enforced: "pass",
    policy_none: "warn",
    report_not_accepted: "warn",
    missing: "fail",
    multiple: "fail",
    none_without_reports: "fail",
    unknown_policy: "fail",
  },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    const lookup = answersOf(record);
    const found = findDmarc(lookup, mailDomainOf(record));
    const untrusted = { record: found.record };
    if (found.kind !== "record") return { reason: found.kind, untrusted };
    const { at, policy, unknownPolicy, reportDomains } = found;
    if (policy === "none") {
      if (reportDomains.length > 0) return { reason: "policy_none", untrusted };
      return { reason: unknownPolicy ? "unknown_policy" : "none_without_reports", untrusted };
    }
    const consents = reportDomains.map((target) => acceptsReports(lookup, record.registrable, at, target));
    if (consents.includes(false)) return { reason: "report_not_accepted", untrusted };
    return { reason: consents.includes(null) ? "dns_failed" : "enforced", untrusted };
  },
});

/** Does a domain accept reports about another one? null where it did not answer. */
function acceptsReports(lookup: Lookup, registrable: string, domain: string, target: string): boolean | null {
  if (target === registrable || target.endsWith(`.${registrable}`)) return true;
  const name = reportConsentName(domain, target);
  if (!isAnswered(lookup(name, "TXT"))) return null;
  return (textRecords(lookup, name, (text) => /^v\s*=\s*DMARC1/.test(text)) ?? []).length > 0;
}
