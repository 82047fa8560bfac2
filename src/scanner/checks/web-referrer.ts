import { defineCheck } from "./check.ts";
import { headerValues, seenPage } from "./gates.ts";

const PRIVATE = new Set(["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"]);
const TELLING = new Set(["unsafe-url", "origin", "origin-when-cross-origin", "no-referrer-when-downgrade"]);

/** Do other sites learn which page a visitor came from? Of several values the last known one counts. */
export const webReferrer = defineCheck({
  id: "web.referrer",
  weight: 1,
  profile: "public",
  article: ["e"],
  outcomes: { private: "pass", missing: "warn", discloses: "fail" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const { hop, chain } = page.open;
    const headers = headerValues(hop.headers, "referrer-policy");
    const texts = headers.length > 0 ? headers : [chain.page?.metaReferrer ?? ""];
    const values = texts.flatMap((text) => text.split(",")).map((value) => value.trim().toLowerCase());
    const last = values.findLast((value) => PRIVATE.has(value) || TELLING.has(value));
    if (last === undefined) return { reason: "missing" };
    return { reason: PRIVATE.has(last) ? "private" : "discloses", untrusted: { value: last } };
  },
});
