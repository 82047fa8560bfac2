import { defineCheck } from "./check.ts";
import { headerValues, seenPage } from "./gates.ts";

const TELLING = ["server", "x-powered-by", "x-aspnet-version", "x-generator"] as const;

/** Does the site say which version of which software it runs? */
export const webVersionLeak = defineCheck({
  id: "web.versionLeak",
  weight: 1,
  profile: "public",
  article: ["e"],
  outcomes: { hidden: "pass", shown: "warn" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const { hop, chain } = page.open;
    const texts = [...TELLING.flatMap((name) => headerValues(hop.headers, name)), chain.page?.generator ?? ""];
    const versions = texts.filter((text) => /\d\.\d/.test(text));
    return { reason: versions.length > 0 ? "shown" : "hidden", untrusted: { versions } };
  },
});
