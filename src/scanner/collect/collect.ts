import { TLSSocket } from "node:tls";
import type { ScanProfile } from "../../core/scan-checks.ts";
import { type FailureReason, failureOf, type RefusalReason } from "../../outbound/guarded/failure.ts";
import type { Guard } from "../../outbound/guarded/guard.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import type { HostName } from "../../outbound/guarded/host-name.ts";
import { textRecords } from "../formats/lookup.ts";
import { mailExchange } from "../formats/mail-names.ts";
import { isMtaSts } from "../formats/mta-sts.ts";
import { type ChainFacts, type HandshakeFacts, OBSERVATION_VERSION, type Observation } from "../observation.ts";
import type { TrustedRoots } from "./certificates.ts";
import { collectDns, type DnsFacts, MAIL_SERVERS } from "./collect-dns.ts";
import { collectMtaSts, collectSecurityTxt } from "./collect-files.ts";
import { collectStartTls, type MailServerMemory } from "./collect-smtp.ts";
import { collectVersions, failedHandshake, handshakeFacts } from "./collect-tls.ts";
import { chainFacts, collectCors, loadPage } from "./collect-web.ts";

/** The steps of a scan, for whoever waits. */
export const SCAN_STEPS = ["dns", "tls", "web", "mail", "judge"] as const;

export type ScanStep = (typeof SCAN_STEPS)[number];

/** How far a scan is: the step it is at, and how many are done. */
export interface ScanProgress {
  readonly step: ScanStep;
  readonly done: number;
  readonly of: number;
}

export interface CollectOptions {
  readonly guard: Guard;
  readonly roots: TrustedRoots;
  readonly target: HostName;
  readonly profile: ScanProfile;
  /** May port 25 be used? */
  readonly smtp: boolean;
  /** What the scanner calls itself to mail servers. */
  readonly ehloName: string;
  readonly now: () => Date;
  /** What mail servers answered lately; without it each is asked. */
  readonly mailServers?: MailServerMemory;
  /** Ends the scan early: it has then failed as cancelled. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** Looks at a domain once and writes down what was seen. Never rejects for what a target does. */
export async function collect(options: CollectOptions): Promise<Observation> {
  const { guard, target, profile, smtp, signal } = options;
  const session = guard.open(signal);
  const observedAt = options.now();
  const record: Observation = {
    version: OBSERVATION_VERSION,
    domain: target.host,
    registrable: target.registrable,
    profile,
    observedAt: observedAt.toISOString(),
    failure: null,
    smtp,
    answers: [],
    refused: [],
    webHost: null,
    webHostFailure: null,
    tls: null,
    tlsVersions: null,
    http: null,
    https: null,
    cors: null,
    securityTxt: null,
    mtaStsPolicy: null,
    dkimKeys: [],
    mailServers: [],
  };
  try {
    report(options, "dns");
    const dns = await collectDns(session, target);
    Object.assign(record, { answers: dns.answers, dkimKeys: dns.dkimKeys, failure: dns.failure });
    if (dns.mailDomain !== record.domain) record.mailDomain = dns.mailDomain;
    if (dns.failure === null && !dns.bogus) await collectHosts(session, record, dns, options, observedAt);
    if (signal?.aborted === true) record.failure = "cancelled";
    // The resolver's silence may be our own: the time of the scan was over.
    else if (record.failure === "resolver_failed" && session.signal.aborted) record.failure = "timeout";
    record.refused = [...session.refused];
    report(options, "judge");
    return record;
  } finally {
    session.close();
  }
}

function report({ onProgress }: CollectOptions, step: ScanStep): void {
  onProgress?.({ step, done: SCAN_STEPS.indexOf(step), of: SCAN_STEPS.length });
}

/** Everything behind the DNS: what fails there is written into the record and ends nothing. */
async function collectHosts(
  session: GuardedSession,
  record: Observation,
  { lookup, mailDomain }: DnsFacts,
  options: CollectOptions,
  at: Date,
): Promise<void> {
  const { host, failure } = await findWebHost(session, record.domain);
  record.webHost = host;
  record.webHostFailure = failure;
  // Fetched first: a site that redirects without end uses up the requests of a scan.
  const mail = mailExchange(lookup, mailDomain);
  const hasPolicy = (textRecords(lookup, `_mta-sts.${mailDomain}`, isMtaSts) ?? []).length === 1;
  if (mail.kind === "hosts" && hasPolicy) {
    record.mtaStsPolicy = await collectMtaSts(session, mailDomain, options.roots, at);
  }
  report(options, "tls");
  if (host !== null && failure === null) await collectWeb(session, record, host, options, at);
  report(options, "mail");
  if (mail.kind === "hosts" && record.profile === "full" && record.smtp) {
    for (const server of mail.hosts.slice(0, MAIL_SERVERS)) {
      record.mailServers.push(await collectStartTls(session, server, options.ehloName, options.mailServers));
    }
  }
}

/** The page over HTTPS, whose handshake is looked at, then what belongs to it, then the page over HTTP. */
async function collectWeb(
  session: GuardedSession,
  record: Observation,
  host: string,
  options: CollectOptions,
  at: Date,
): Promise<void> {
  const web = { host, registrable: record.registrable, at };
  const seen: HandshakeFacts[] = [];
  const encrypted = await loadPage(session, "https", web, {
    inspect: (socket) => {
      if (seen.length === 0 && socket instanceof TLSSocket) seen.push(handshakeFacts(socket, options.roots, at));
    },
  });
  record.tls = seen[0] ?? (await failedHandshake(session, host, failureReason(encrypted.end)));
  if (record.tls.outcome === "ok") {
    if (record.profile === "full") record.tlsVersions = await collectVersions(session, host);
    record.https = chainFacts(encrypted, web);
    record.securityTxt = await collectSecurityTxt(session, host, options.roots, at);
    await collectCorsOf(session, record, record.https);
  }
  report(options, "web");
  record.http = chainFacts(await loadPage(session, "http", web, { known: encrypted.hops }), web);
  if (record.https === null) await collectCorsOf(session, record, record.http);
}

/** Without a first answer a chain ends with a reason of the guard. */
function failureReason(end: ChainFacts["end"]): FailureReason | RefusalReason {
  return end === "page" || end === "loop" || end === "too_many" || end === "not_a_url" ? "protocol_error" : end;
}

async function collectCorsOf(session: GuardedSession, record: Observation, chain: ChainFacts): Promise<void> {
  const page = chain.hops.findLast(({ own }) => own);
  if (record.profile === "full" && page !== undefined) record.cors = await collectCors(session, page.url);
}

interface WebHost {
  readonly host: string | null;
  readonly failure: RefusalReason | FailureReason | null;
}

/** The name that serves the web: the apex when it has an address, else `www`. */
async function findWebHost(session: GuardedSession, domain: string): Promise<WebHost> {
  for (const host of [domain, `www.${domain}`]) {
    try {
      await session.resolve(host);
      return { host, failure: null };
    } catch (error) {
      const { reason } = failureOf(error);
      if (reason !== "no_address") return { host, failure: reason };
    }
  }
  return { host: null, failure: null };
}
