import { readTags, textRecords } from "../formats/lookup.ts";
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

/** Is this TXT record meant as TLS reporting? */
export function isTlsRpt(text: string): boolean {
  return /^v=TLSRPTv1\s*;/.test(text);
}

/** Does it name at least one address that can take reports (RFC 8460 3)? */
export function isValidTlsRpt(text: string): boolean {
  const addresses = (readTags(text)?.get("rua") ?? "").split(",").map((uri) => uri.trim());
  return addresses.every((uri) => /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/i.test(uri));
}
