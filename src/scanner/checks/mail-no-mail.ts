import { findDmarc } from "../formats/dmarc.ts";
import { mailExchange } from "../formats/mail-names.ts";
import { judgeSpf } from "../formats/spf.ts";
import { answersOf, mailDomainOf } from "../observation.ts";
import { defineCheck } from "./check.ts";

/** Does a domain without mail say so, so that nobody sends in its name (RFC 7505)? */
export const mailNoMail = defineCheck({
  id: "mail.noMail",
  weight: 2,
  profile: "public",
  article: ["h"],
  outcomes: { stated: "pass", partly_stated: "warn", not_stated: "fail" },
  judge: (record) => {
    const lookup = answersOf(record);
    const mail = mailExchange(lookup, mailDomainOf(record));
    if (mail.kind === "hosts") return { reason: "has_mx" };
    const spf = judgeSpf(lookup, mailDomainOf(record));
    const dmarc = findDmarc(lookup, mailDomainOf(record));
    if (mail.kind === "dns_failed" || spf.result === "dns_failed" || dmarc.kind === "dns_failed")
      return { reason: "dns_failed" };
    const stated = [mail.kind === "null", spf.refusesAll, dmarc.kind === "record" && dmarc.policy === "reject"].filter(
      Boolean,
    ).length;
    const untrusted = { spf: spf.record, dmarc: dmarc.record };
    if (stated === 3) return { reason: "stated", untrusted };
    return { reason: stated === 0 ? "not_stated" : "partly_stated", untrusted };
  },
});
