import { readPolicies } from "../formats/csp.ts";
import { mailExchange } from "../formats/mail-names.ts";
import {
  answersOf,
  type CertificateFacts,
  type ChainFacts,
  type HopFacts,
  mailDomainOf,
  type Observation,
} from "../observation.ts";
import type { CommonReason, Verdict } from "./check.ts";

/** Either what a check needs, or why it cannot be judged. */
export type Gate<T> = { readonly open: T } | { readonly closed: Verdict<CommonReason> };

const closed = (reason: CommonReason): { readonly closed: Verdict<CommonReason> } => ({ closed: { reason } });

/** The mail servers of a domain that receives mail. */
export function mailHosts(record: Observation): Gate<readonly string[]> {
  const mail = mailExchange(answersOf(record), mailDomainOf(record));
  if (mail.kind === "hosts") return { open: mail.hosts };
  return closed(mail.kind === "dns_failed" ? "dns_failed" : "no_mx");
}

/** The host that serves the web. */
export function webHost(record: Observation): Gate<string> {
  if (record.webHostFailure !== null) return closed(record.webHostFailure);
  return record.webHost === null ? closed("no_web_host") : { open: record.webHost };
}

export interface SeenTls {
  readonly host: string;
  readonly protocol: string;
  readonly cipher: string;
  readonly certificate: CertificateFacts;
}

/** What a handshake as a browser brought. */
export function seenTls(record: Observation): Gate<SeenTls> {
  const host = webHost(record);
  if ("closed" in host) return host;
  const { tls } = record;
  if (tls === null) return closed("timeout");
  if (tls.outcome === "ok") {
    const { protocol, cipher, certificate } = tls;
    if (certificate === null) return closed("protocol_error");
    return { open: { host: host.open, protocol: protocol ?? "", cipher: cipher ?? "", certificate } };
  }
  return closed(isUnavailable(tls.outcome) ? "tls_unavailable" : tls.outcome);
}

/** Was it seen that there is no TLS, as against not seen at all? */
export function isUnavailable(
  outcome: NonNullable<Observation["tls"]>["outcome"],
): outcome is "only_old_versions" | "closed" | "protocol_error" | "reset" {
  return outcome === "only_old_versions" || outcome === "closed" || outcome === "protocol_error" || outcome === "reset";
}

/** The chain of redirects that the checks of headers look at: over HTTPS, over HTTP where there is no TLS. */
function pageChain(record: Observation): Gate<ChainFacts> {
  const tls = seenTls(record);
  const chain = "open" in tls ? record.https : record.http;
  if ("closed" in tls && tls.closed.reason !== "tls_unavailable") return tls;
  return chain === null ? closed("no_page") : { open: chain };
}

export interface SeenPage {
  readonly hop: HopFacts;
  readonly chain: ChainFacts;
}

/** All policies of a page that a browser enforces, as written. */
export function enforcedPolicies({ hop, chain }: SeenPage): string[] {
  return [...headerValues(hop.headers, "content-security-policy"), ...(chain.page?.metaPolicies ?? [])];
}

/** Does the browser load over HTTPS whatever the page names with `http:`? One policy that says so is enough. */
export function isUpgraded(page: SeenPage): boolean {
  return enforcedPolicies(page)
    .flatMap(readPolicies)
    .some((policy) => policy.has("upgrade-insecure-requests"));
}

/** The final page of the domain. */
export function seenPage(record: Observation): Gate<SeenPage> {
  const found = pageChain(record);
  if ("closed" in found) return found;
  const chain = found.open;
  const hop = chain.hops.at(-1);
  if (chain.end !== "page" || hop === undefined) return closed(endReason(chain.end));
  if (!hop.own) return closed("other_domain");
  const trouble = troubleOf(hop);
  return trouble === null ? { open: { hop, chain } } : closed(trouble);
}

/** Why a chain that ended so has no page. */
export function endReason(end: ChainFacts["end"]): CommonReason {
  return end === "loop" || end === "too_many" || end === "not_a_url" || end === "page" ? "no_page" : end;
}

/** Why an answer says nothing about the site: it is broken at the moment, or does not want us. */
export function troubleOf({ status, challenge = false }: { readonly status: number; readonly challenge?: boolean }) {
  if (challenge) return "blocked_by_site" as const;
  if (status === 429) return "rate_limited" as const;
  return status >= 500 ? ("server_error" as const) : null;
}

/** All values of a header. */
export function headerValues(headers: readonly (readonly [string, string])[], name: string): string[] {
  return headers.filter(([each]) => each === name).map(([, value]) => value);
}
