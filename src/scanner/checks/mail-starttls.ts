import { defineCheck } from "./check.ts";
import { mailHosts } from "./gates.ts";

/** Do the mail servers accept mail encrypted (RFC 3207)? */
export const mailStarttls = defineCheck({
  id: "mail.starttls",
  weight: 2,
  profile: "full",
  article: ["h"],
  outcomes: { offered: "pass", not_offered: "fail", handshake_failed: "fail" },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    if (!record.smtp) return { reason: "smtp_off" };
    const untrusted = { servers: record.mailServers.map(({ host }) => host) };
    const outcomes = record.mailServers.map(({ outcome }) => outcome);
    if (outcomes.includes("not_offered")) return { reason: "not_offered", untrusted };
    if (outcomes.includes("handshake_failed")) return { reason: "handshake_failed", untrusted };
    const other = outcomes.find((outcome) => outcome !== "offered") ?? (outcomes.length === 0 ? "timeout" : "offered");
    // An answer such as 421 says that the server is busy, not that it lacks encryption.
    if (other === "unexpected_answer") return { reason: "server_error", untrusted };
    return { reason: other === "handshake_failed" ? "protocol_error" : other, untrusted };
  },
});
