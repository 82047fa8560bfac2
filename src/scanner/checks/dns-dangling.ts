import { ALIASED_NAMES, followAlias } from "../formats/aliases.ts";
import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";

/** Does an alias lead to a name that somebody else could register? */
export const dnsDangling = defineCheck({
  id: "dns.dangling",
  weight: 2,
  profile: "public",
  article: ["e"],
  outcomes: { none: "pass", dangling: "fail" },
  judge: (record) => {
    const lookup = answersOf(record);
    const found = ALIASED_NAMES.map((name) => ({ name, finding: followAlias(lookup, `${name}.${record.domain}`) }));
    const dangling = found.flatMap(({ name, finding }) =>
      finding.kind === "dangling" ? [`${name}.${record.domain} -> ${finding.target}`] : [],
    );
    if (dangling.length > 0) return { reason: "dangling", untrusted: { aliases: dangling } };
    return { reason: found.some(({ finding }) => finding.kind === "dns_failed") ? "dns_failed" : "none" };
  },
});
