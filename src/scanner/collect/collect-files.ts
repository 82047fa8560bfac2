import { TLSSocket } from "node:tls";
import { failureOf } from "../../outbound/guarded/failure.ts";
import { followRedirects } from "../../outbound/guarded/follow-redirects.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import { get } from "../../outbound/guarded/http-get.ts";
import { readTargetUrl, type TargetUrl } from "../../outbound/guarded/target-url.ts";
import { certificateCovers } from "../formats/certificate-name.ts";
import type { FileFacts, Observation } from "../observation.ts";
import { certificateFacts, type TrustedRoots } from "./certificates.ts";
import { headerOf } from "./collect-web.ts";

/** Characters of a file that are kept. */
const MAX_FILE = 32_768;

/** Redirects that lead to a security.txt. */
const MAX_REDIRECTS = 2;

const NOTHING: FileFacts = {
  end: "page",
  url: "",
  status: 0,
  contentType: "",
  redirected: false,
  trusted: null,
  body: "",
};

/** The policy of MTA-STS: no redirect is followed, the certificate is judged (RFC 8461 3.3). */
export async function collectMtaSts(
  session: GuardedSession,
  domain: string,
  roots: TrustedRoots,
  at: Date,
): Promise<FileFacts> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const target = targetOf(session, url);
  if (target === null) return { ...NOTHING, url, end: "blocked_host" };
  let trusted: boolean | null = null;
  try {
    const inspect = (socket: unknown) => {
      if (socket instanceof TLSSocket) trusted = isTrusted(socket, target.host, roots, at);
    };
    const answer = await get(session, target, { inspect });
    return {
      end: "page",
      url,
      status: answer.status,
      contentType: headerOf(answer, "content-type").slice(0, 200),
      redirected: false,
      trusted,
      body: answer.body.toString("utf8").slice(0, MAX_FILE),
    };
  } catch (error) {
    return { ...NOTHING, url, trusted, end: failureOf(error).reason };
  }
}

/** True for a certificate whose chain is trusted, and that is valid now and for the name. */
export function isTrusted(socket: TLSSocket, host: string, roots: TrustedRoots, at: Date): boolean {
  const facts = certificateFacts(socket, roots, at);
  if (facts === null || facts.chain !== "trusted" || !certificateCovers(facts.names, host)) return false;
  return Date.parse(facts.validFrom) <= at.getTime() && at.getTime() <= Date.parse(facts.validTo);
}

/** `/.well-known/security.txt`, and where that is missing `/security.txt` (RFC 9116 3). */
export async function collectSecurityTxt(
  session: GuardedSession,
  host: string,
  roots: TrustedRoots,
  at: Date,
): Promise<Observation["securityTxt"]> {
  const fetch = (path: string) => fetchFile(session, `https://${host}${path}`, roots, at);
  const wellKnown = await fetch("/.well-known/security.txt");
  const missing =
    wellKnown.end === "page" && wellKnown.status >= 400 && wellKnown.status < 500 && wellKnown.status !== 429;
  return { wellKnown, root: missing ? await fetch("/security.txt") : null };
}

/** Certificates of other hosts on the way are looked at; that of the web host has checks of its own. */
async function fetchFile(session: GuardedSession, url: string, roots: TrustedRoots, at: Date): Promise<FileFacts> {
  const start = targetOf(session, url);
  if (start === null) return { ...NOTHING, url, end: "blocked_host" };
  const others: boolean[] = [];
  const inspect = (socket: unknown, { host }: TargetUrl) => {
    if (host !== start.host && socket instanceof TLSSocket) others.push(isTrusted(socket, host, roots, at));
  };
  const { hops, end } = await followRedirects(session, start, { max: MAX_REDIRECTS + 1, get: { inspect } });
  const last = hops.at(-1);
  if (last === undefined || end !== "page") return { ...NOTHING, url, end };
  return {
    end,
    url: last.target.url.slice(0, 2048),
    status: last.answer.status,
    redirected: hops.length > 1,
    contentType: headerOf(last.answer, "content-type").slice(0, 200),
    trusted: others.length === 0 ? null : others.every(Boolean),
    body: last.answer.body.toString("utf8").slice(0, MAX_FILE),
  };
}

function targetOf(session: GuardedSession, url: string): TargetUrl | null {
  const target = readTargetUrl(url, undefined, session.ownNames);
  return target === null || "reason" in target ? null : target;
}
