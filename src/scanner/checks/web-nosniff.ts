import { defineCheck } from "./check.ts";
import { headerValues, seenPage } from "./gates.ts";

/** Do browsers know not to guess the type of a file? */
export const webNosniff = defineCheck({
  id: "web.nosniff",
  weight: 1,
  profile: "public",
  article: ["e"],
  outcomes: { set: "pass", missing: "fail", other_value: "fail" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const [header = null] = headerValues(page.open.hop.headers, "x-content-type-options");
    if (header === null) return { reason: "missing" };
    // Browsers look at the first value of a list (Fetch Standard, determine nosniff).
    const set = header.split(",")[0]?.trim().toLowerCase() === "nosniff";
    return { reason: set ? "set" : "other_value", untrusted: { header } };
  },
});
