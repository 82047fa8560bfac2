import { defineCheck } from "./check.ts";
import { seenPage } from "./gates.ts";

/** With which status the page answered. For information only. */
export const webStatus = defineCheck({
  id: "web.status",
  weight: 0,
  profile: "public",
  article: ["e"],
  outcomes: { success: "info", redirect: "info", refused: "info" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const { status, url } = page.open.hop;
    const untrusted = { url };
    if (status >= 400) return { reason: "refused", untrusted };
    return { reason: status >= 300 ? "redirect" : "success", untrusted };
  },
});
