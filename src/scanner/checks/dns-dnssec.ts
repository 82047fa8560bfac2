import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";

/** Is the zone signed, and the signature right? */
export const dnsDnssec = defineCheck({
  id: "dns.dnssec",
  weight: 2,
  profile: "public",
  article: ["e", "h"],
  outcomes: { validated: "pass", unsigned: "warn", bogus: "fail" },
  judge: (record) => {
    const lookup = answersOf(record);
    const self = lookup("", "SOA");
    const apex = lookup(record.domain, "SOA");
    if (!self.ad) return { reason: "resolver_does_not_validate" };
    const unchecked = record.answers.find(({ cd, name, type }) => cd && type === "SOA" && name === record.domain);
    if (apex.status === "servfail" && unchecked?.status === "noerror") return { reason: "bogus" };
    if (!isAnswered(apex)) return { reason: "dns_failed" };
    return { reason: apex.ad ? "validated" : "unsigned" };
  },
});
