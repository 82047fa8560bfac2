import { defineCheck } from "./check.ts";
import { seenTls } from "./gates.ts";

/** Does the certificate lead to a root that browsers trust? Its own dates are `tls.expiry`. */
export const tlsChain = defineCheck({
  id: "tls.chain",
  weight: 3,
  profile: "public",
  article: ["h"],
  outcomes: {
    trusted: "pass",
    intermediate_missing: "warn",
    intermediate_expired: "fail",
    self_signed: "fail",
    unknown_root: "fail",
  },
  judge: (record) => {
    const tls = seenTls(record);
    return "closed" in tls ? tls.closed : { reason: tls.open.certificate.chain };
  },
});
