import { commonWeaknesses, isReadable, readPolicies } from "../formats/csp.ts";
import { defineCheck } from "./check.ts";
import { enforcedPolicies, headerValues, seenPage } from "./gates.ts";

/** Does the page limit which scripts a browser runs in it (CSP Level 3)? Several policies hold together. */
export const webCsp = defineCheck({
  id: "web.csp",
  weight: 2,
  profile: "public",
  article: ["e"],
  outcomes: {
    strict: "pass",
    unsafe_inline: "warn",
    unsafe_eval: "warn",
    broad_source: "warn",
    object_src: "warn",
    base_uri: "warn",
    report_only: "warn",
    missing: "fail",
    unreadable: "fail",
  },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const texts = enforcedPolicies(page.open);
    const reportOnly = headerValues(page.open.hop.headers, "content-security-policy-report-only");
    const untrusted = { policies: texts.length > 0 ? texts : reportOnly };
    if (texts.length === 0) return { reason: reportOnly.length > 0 ? "report_only" : "missing", untrusted };
    const policies = texts.flatMap(readPolicies).filter(isReadable);
    if (policies.length === 0) return { reason: "unreadable", untrusted };
    return { reason: commonWeaknesses(policies)[0] ?? "strict", untrusted };
  },
});
