import { certificateCovers } from "../formats/certificate-name.ts";
import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { seenTls } from "./gates.ts";

/** Is the certificate issued for the names under which the web is reached (RFC 9525)? */
export const tlsHostname = defineCheck({
  id: "tls.hostname",
  weight: 3,
  profile: "public",
  article: ["h"],
  outcomes: { covered: "pass", one_of_two: "warn", not_covered: "fail" },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const { names } = tls.open.certificate;
    const untrusted = { names };
    if (!certificateCovers(names, tls.open.host)) return { reason: "not_covered", untrusted };
    const lookup = answersOf(record);
    const hosts = [record.domain, `www.${record.domain}`].filter(
      (host) => lookup(host, "A").values.length + lookup(host, "AAAA").values.length > 0,
    );
    return { reason: hosts.every((host) => certificateCovers(names, host)) ? "covered" : "one_of_two", untrusted };
  },
});
