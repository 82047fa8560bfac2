import { defineCheck } from "./check.ts";
import { isUpgraded, seenPage } from "./gates.ts";

/** Would a browser notice that a script of another site was changed (Subresource Integrity)? */
export const webSri = defineCheck({
  id: "web.sri",
  weight: 1,
  profile: "public",
  article: ["d", "e"],
  outcomes: { protected: "pass", without_integrity: "warn", over_http: "fail" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const foreign = (page.open.chain.page?.scripts ?? []).filter((script) => script.foreign);
    const hosts = (scripts: typeof foreign) => ({ hosts: scripts.map(({ host }) => host) });
    const insecure = isUpgraded(page.open) ? [] : foreign.filter(({ scheme }) => scheme === "http");
    if (insecure.length > 0) return { reason: "over_http", untrusted: hosts(insecure) };
    const open = foreign.filter(({ integrity }) => !integrity);
    return { reason: open.length > 0 ? "without_integrity" : "protected", untrusted: hosts(open) };
  },
});
