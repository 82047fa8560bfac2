import { readPolicies } from "../formats/csp.ts";
import { defineCheck } from "./check.ts";
import { headerValues, seenPage } from "./gates.ts";

/** May other sites show the page inside theirs, and catch clicks? A `<meta>` policy does not count here. */
export const webFrame = defineCheck({
  id: "web.frame",
  weight: 1,
  profile: "public",
  article: ["e"],
  outcomes: { limited: "pass", other_value: "warn", missing: "fail" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const { headers } = page.open.hop;
    const policies = headerValues(headers, "content-security-policy").flatMap(readPolicies);
    const options = headerValues(headers, "x-frame-options").flatMap((value) => value.split(","));
    const untrusted = { header: options.join(",") || null };
    if (policies.some((policy) => policy.has("frame-ancestors"))) return { reason: "limited", untrusted };
    if (options.length === 0) return { reason: "missing", untrusted };
    const known = options.every((value) => /^\s*(?:deny|sameorigin)\s*$/i.test(value));
    return { reason: known ? "limited" : "other_value", untrusted };
  },
});
