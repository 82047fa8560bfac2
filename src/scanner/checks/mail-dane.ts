import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { mailHosts } from "./gates.ts";

/** Are the keys of the mail servers in the signed zone (RFC 7672)? For information only. */
export const mailDane = defineCheck({
  id: "mail.dane",
  weight: 0,
  profile: "public",
  article: ["h"],
  outcomes: { present: "info", absent: "info", not_read: "info" },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    const lookup = answersOf(record);
    if (!lookup("", "SOA").ad) return { reason: "not_read" };
    const found = mail.open.some((host) => {
      const answer = lookup(`_25._tcp.${host}`, "TLSA");
      return answer.ad && answer.values.length > 0;
    });
    return { reason: found ? "present" : "absent" };
  },
});
