import { defineCheck } from "./check.ts";
import { headerValues, seenPage } from "./gates.ts";

/** Does the page give up camera, microphone and the like? For information only. */
export const webPermissions = defineCheck({
  id: "web.permissions",
  weight: 0,
  profile: "public",
  article: ["e"],
  outcomes: { present: "info", absent: "info" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const [header = null] = headerValues(page.open.hop.headers, "permissions-policy");
    return { reason: header === null ? "absent" : "present", untrusted: { header } };
  },
});
