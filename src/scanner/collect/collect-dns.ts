import { createPublicKey } from "node:crypto";
import type { DnsAnswer, DnsType } from "../../outbound/guarded/dns-answer.ts";
import { lower, unanswered } from "../../outbound/guarded/dns-message.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import { domainAbove, type HostName } from "../../outbound/guarded/host-name.ts";
import { ALIASED_NAMES, followAlias } from "../formats/aliases.ts";
import { findCaa } from "../formats/caa.ts";
import { findDmarc, reportConsentName } from "../formats/dmarc.ts";
import { type Lookup, readTags } from "../formats/lookup.ts";
import { DKIM_SELECTORS, mailExchange, mailNameOf } from "../formats/mail-names.ts";
import { addressesOf, nameServersOf } from "../formats/name-servers.ts";
import { judgeSpf } from "../formats/spf.ts";
import type { DkimKeyFacts, Observation } from "../observation.ts";

/** MX hosts that are looked at. */
export const MAIL_SERVERS = 2;

/** Rounds of questions: each may depend on the answers of the one before. */
const ROUNDS = 24;

/** What the DNS says of a domain. */
export interface DnsFacts {
  readonly failure: Observation["failure"];
  /** The zone's signature is wrong: nothing else is asked. */
  readonly bogus: boolean;
  /** The name whose mail counts. */
  readonly mailDomain: string;
  /** What is stored of the answers. */
  readonly answers: DnsAnswer[];
  readonly dkimKeys: DkimKeyFacts[];
  /** The whole answers. */
  readonly lookup: Lookup;
}

/** Asks what the checks need to know, each question once. */
export async function collectDns(session: GuardedSession, target: HostName): Promise<DnsFacts> {
  const domain = target.host;
  const asked: DnsAnswer[] = [];
  const ask = async (name: string, type: DnsType, cd = false): Promise<DnsAnswer> => {
    const answer = await session.ask({ name, type, cd });
    asked.push(answer);
    return answer;
  };
  const [self, apex] = await Promise.all([ask("", "SOA"), ask(domain, "SOA")]);
  const begun = (failure: Observation["failure"], bogus = false): DnsFacts => {
    return { failure, bogus, mailDomain: domain, answers: asked, dkimKeys: [], lookup: lookupIn(asked, () => {}) };
  };
  if (apex.status === "nxdomain") return begun("domain_not_found");
  if (apex.status === "servfail" && (await ask(domain, "SOA", true)).status === "noerror") return begun(null, true);
  if (apex.status !== "noerror") return begun("resolver_failed");
  const validates = self.status === "noerror" && self.ad;
  for (let round = 0; round < ROUNDS; round += 1) {
    const missing = new Map<string, readonly [string, DnsType]>();
    const lookup = lookupIn(asked, (name, type) => missing.set(`${type} ${name}`, [name, type]));
    needed(lookup, target, validates);
    if (missing.size === 0) break;
    await Promise.all([...missing.values()].map(([name, type]) => ask(name, type)));
  }
  const lookup = lookupIn(asked, () => {});
  const mailDomain = mailNameOf(lookup, domain, domainAbove(target)) ?? domain;
  return {
    failure: null,
    bogus: false,
    mailDomain,
    answers: asked.map(kept),
    dkimKeys: dkimKeys(lookup, mailDomain),
    lookup,
  };
}

/** Of TXT records only those of the standards are stored: the others are tokens of services, which nobody asked for. */
function kept(answer: DnsAnswer): DnsAnswer {
  if (answer.type !== "TXT") return answer;
  const isKey = answer.name.includes("._domainkey.");
  return { ...answer, values: isKey ? [] : answer.values.filter((value) => /^\s*v\s*=/i.test(value)) };
}

/** Answers by question; what is missing is reported, and answered with nothing for now. */
function lookupIn(answers: readonly DnsAnswer[], report: (name: string, type: DnsType) => void): Lookup {
  const known = new Map(answers.filter(({ cd }) => !cd).map((each) => [`${each.type} ${each.name}`, each]));
  return (name, type) => {
    const answer = known.get(`${type} ${lower(name)}`);
    if (answer === undefined) report(lower(name), type);
    return answer ?? unanswered({ name, type }, "limit");
  };
}

/** Runs what the checks will run: the questions that have no answer yet are reported by the lookup. */
function needed(lookup: Lookup, target: HostName, validates: boolean): void {
  const { host: domain, registrable } = target;
  const both = (name: string) => [...lookup(name, "A").values, ...lookup(name, "AAAA").values];
  both(domain);
  both(`www.${domain}`);
  findCaa(lookup, domain);
  addressesOf(lookup, nameServersOf(lookup, domain, registrable).values);
  for (const name of ALIASED_NAMES) followAlias(lookup, `${name}.${domain}`);
  const mailDomain = mailNameOf(lookup, domain, domainAbove(target));
  if (mailDomain !== null) neededOfMail(lookup, mailDomain, validates);
}

function neededOfMail(lookup: Lookup, domain: string, validates: boolean): void {
  judgeSpf(lookup, domain);
  const dmarc = findDmarc(lookup, domain);
  if (dmarc.kind === "record") {
    for (const target of dmarc.reportDomains) {
      if (target !== domain && !target.endsWith(`.${domain}`)) lookup(reportConsentName(dmarc.at, target), "TXT");
    }
  }
  const mail = mailExchange(lookup, domain);
  if (mail.kind !== "hosts") return;
  lookup(`_mta-sts.${domain}`, "TXT");
  lookup(`_smtp._tls.${domain}`, "TXT");
  for (const selector of DKIM_SELECTORS) lookup(`${selector}._domainkey.${domain}`, "TXT");
  if (!validates) return;
  for (const host of mail.hosts.slice(0, MAIL_SERVERS)) lookup(`_25._tcp.${host}`, "TLSA");
}

function dkimKeys(lookup: Lookup, domain: string): DkimKeyFacts[] {
  return DKIM_SELECTORS.flatMap((selector) => {
    const { values } = lookup(`${selector}._domainkey.${domain}`, "TXT");
    return values.flatMap((record) => readDkimKey(selector, record) ?? []);
  });
}

/**
 * Reads a DKIM key record (RFC 6376 3.6.1).
 * @returns null where the text is another kind of record: some zones answer every name.
 */
export function readDkimKey(selector: string, record: string): DkimKeyFacts | null {
  const tags = readTags(record);
  const data = tags?.get("p")?.replace(/\s+/g, "");
  const version = tags?.get("v");
  if (data === undefined || (version !== undefined && version !== "DKIM1")) return null;
  const type = (tags?.get("k") ?? "rsa").toLowerCase().slice(0, 20);
  if (data === "") return { selector, state: "revoked", type, bits: null };
  if (type === "ed25519") {
    const whole = Buffer.from(data, "base64").length === 32;
    return { selector, state: whole ? "key" : "unreadable", type, bits: null };
  }
  const bits = type === "rsa" ? rsaBits(Buffer.from(data, "base64")) : null;
  return { selector, state: bits === null ? "unreadable" : "key", type, bits };
}

/** Bits of an RSA key as SubjectPublicKeyInfo, or as the bare key of older tools. */
function rsaBits(der: Buffer): number | null {
  for (const type of ["spki", "pkcs1"] as const) {
    try {
      return createPublicKey({ key: der, format: "der", type }).asymmetricKeyDetails?.modulusLength ?? null;
    } catch {
      // not in this form
    }
  }
  return null;
}
