import { textRecords } from "../formats/lookup.ts";
import { isTlsRpt, isValidTlsRpt } from "../formats/tls-rpt.ts";
import { answersOf, mailDomainOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { mailHosts } from "./gates.ts";

/** Does anybody learn that mail could not be delivered encrypted (RFC 8460)? */
export const mailTlsRpt = defineCheck({
  id: "mail.tlsRpt",
  weight: 1,
  profile: "public",
  article: ["b"],
  outcomes: { reported: "pass", missing: "warn", multiple: "warn", invalid: "warn" },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    const records = textRecords(answersOf(record), `_smtp._tls.${mailDomainOf(record)}`, isTlsRpt);
    if (records === null) return { reason: "dns_failed" };
    const [text = null] = records;
    const untrusted = { record: text };
    if (text === null) return { reason: "missing", untrusted };
    if (records.length > 1) return { reason: "multiple", untrusted };
    return { reason: isValidTlsRpt(text) ? "reported" : "invalid", untrusted };
  },
});
