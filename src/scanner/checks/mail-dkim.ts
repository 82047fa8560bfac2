import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { DKIM_SELECTORS } from "../formats/mail-names.ts";
import { answersOf, mailDomainOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { mailHosts } from "./gates.ts";

/** Are the DKIM keys that were found long enough (RFC 8301)? Selectors cannot be listed: nothing found is no fault. */
export const mailDkim = defineCheck({
  id: "mail.dkim",
  weight: 1,
  profile: "public",
  article: ["h"],
  outcomes: { strong: "pass", short: "warn", only_revoked: "warn", weak: "fail", none_found: "info" },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    const untrusted = { selectors: record.dkimKeys.map(({ selector }) => selector) };
    const keys = record.dkimKeys.filter(({ state }) => state === "key");
    const bits = keys.flatMap((key) => key.bits ?? []);
    const smallest = Math.min(...bits);
    if (smallest < 1024) return { reason: "weak", untrusted };
    if (smallest < 2048) return { reason: "short", untrusted };
    if (keys.length > 0) return { reason: "strong", untrusted };
    if (record.dkimKeys.some(({ state }) => state === "revoked")) return { reason: "only_revoked", untrusted };
    const lookup = answersOf(record);
    const known = DKIM_SELECTORS.every((selector) =>
      isAnswered(lookup(`${selector}._domainkey.${mailDomainOf(record)}`, "TXT")),
    );
    return { reason: known ? "none_found" : "dns_failed" };
  },
});
