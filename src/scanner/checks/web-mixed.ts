import { defineCheck } from "./check.ts";
import { isUpgraded, seenPage, seenTls } from "./gates.ts";

/** Does a page over HTTPS load anything over HTTP? */
export const webMixed = defineCheck({
  id: "web.mixed",
  weight: 2,
  profile: "public",
  article: ["h"],
  outcomes: { none: "pass", passive: "warn", active: "fail" },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const facts = page.open.chain.page;
    if (facts === null) return { reason: "no_page" };
    if (isUpgraded(page.open)) return { reason: "none" };
    if (facts.activeOverHttp.length > 0) return { reason: "active", untrusted: { hosts: facts.activeOverHttp } };
    return {
      reason: facts.passiveOverHttp.length > 0 ? "passive" : "none",
      untrusted: { hosts: facts.passiveOverHttp },
    };
  },
});
