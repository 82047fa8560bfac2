import { REFUSAL_REASONS } from "../../outbound/guarded/failure.ts";
import type { ChainFacts, HopFacts } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { endReason, headerValues, troubleOf, webHost } from "./gates.ts";

/** Is a visitor who types the name led to HTTPS at once, so that HSTS of this host takes hold? */
export const webRedirect = defineCheck({
  id: "web.redirect",
  weight: 3,
  profile: "public",
  article: ["h"],
  outcomes: {
    https_first: "pass",
    port_80_closed: "pass",
    other_host_first: "warn",
    through_http: "warn",
    stays_on_http: "fail",
    ends_on_http: "fail",
    sends_to_http: "fail",
    loop: "fail",
    too_many: "fail",
    refused_target: "fail",
  },
  judge: (record) => {
    const host = webHost(record);
    if ("closed" in host) return host.closed;
    const found = judgeHttp(record.http);
    const downgrade = record.https === null ? null : judgeHttps(record.https);
    return downgrade === null || FAULTS.has(found.reason) ? found : downgrade;
  },
});

/** What counts as a fault already. */
const FAULTS = new Set<string>(["stays_on_http", "ends_on_http", "loop", "too_many", "refused_target"]);

/** Where a visitor is led who types the name. */
function judgeHttp(chain: ChainFacts | null) {
  if (chain === null) return { reason: "timeout" as const };
  const [first] = chain.hops;
  if (first === undefined)
    return { reason: chain.end === "closed" ? ("port_80_closed" as const) : endReason(chain.end) };
  return { reason: judgeChain(chain, first), untrusted: locationOf(first) };
}

/** Is a visitor who is encrypted already sent back into the open? */
function judgeHttps({ hops, end }: ChainFacts) {
  const sender = hops.find((hop) => hop.own && hop.scheme === "https" && nextOf(hop)?.protocol === "http:");
  if (sender === undefined) return null;
  const last = hops.at(-1) ?? sender;
  const isBack = end === "page" && last !== sender && finalScheme(last) === "https:";
  return { reason: isBack ? ("through_http" as const) : ("sends_to_http" as const), untrusted: locationOf(sender) };
}

function locationOf({ headers }: HopFacts) {
  return { location: headerValues(headers, "location")[0] ?? null };
}

/** The scheme of what an answer shows or leads to. */
function finalScheme(hop: HopFacts): string {
  return nextOf(hop)?.protocol ?? `${hop.scheme}:`;
}

function judgeChain({ hops, end }: ChainFacts, first: HopFacts) {
  const trouble = troubleOf(first);
  if (trouble !== null) return trouble;
  if (end === "loop") return "loop" as const;
  if (end === "too_many") return "too_many" as const;
  const next = nextOf(first);
  if (next === null) return "stays_on_http" as const;
  const refused = REFUSAL_REASONS.some((reason) => reason === end);
  if (refused && hops.length === 1) return "refused_target" as const;
  const last = hops.at(-1) ?? first;
  if (end === "page" && finalScheme(last) === "http:") return "ends_on_http" as const;
  if (next.protocol === "https:" && next.hostname === first.host) return "https_first" as const;
  return end === "page" ? ("other_host_first" as const) : endReason(end);
}

/** Where an answer leads, if it is a redirect. */
function nextOf({ status, headers, url }: HopFacts): URL | null {
  const location = headerValues(headers, "location")[0];
  return [301, 302, 303, 307, 308].includes(status) && location !== undefined ? URL.parse(location, url) : null;
}
