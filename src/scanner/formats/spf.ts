import { type DnsAnswer, isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { type Lookup, textRecords } from "./lookup.ts";
import { mailExchange } from "./mail-names.ts";
import { countAddresses, type Network, networkOf } from "./networks.ts";
import { type Qualifier, readSpf, type SpfRecord, type Term } from "./spf-record.ts";

/** What is wrong with, or known of, the SPF record of a domain. */
export type SpfResult =
  | "missing"
  | "multiple"
  | "syntax"
  | "too_many_lookups"
  | "too_many_void_lookups"
  | "plus_all"
  | "open_networks"
  | "include_without_record"
  | "neutral_all"
  | "no_all"
  | "ptr"
  | "strict"
  | "dns_failed";

export interface SpfFinding {
  readonly result: SpfResult;
  readonly record: string | null;
  /** The record refuses every sender, and was read to its end. */
  readonly refusesAll: boolean;
}

const MAX_LOOKUPS = 10;
const MAX_VOID = 2;

/** Mail hosts whose addresses are asked for, over all records: RFC 7208 4.6.4 allows as many for one `mx`. */
const MAX_MAIL_HOSTS = 10;

/** Who may send for more than these is nobody in particular: a /8 of IPv4, a /16 of IPv6. */
const MOST = { 4: 1n << 24n, 6: 1n << 112n } as const;

/** From these lengths on the networks of mail hosts cannot add up to that much: their addresses are not asked for. */
const NARROW = { 4: 16, 6: 24 } as const;

/** Is this TXT record meant as SPF (RFC 7208 4.5)? */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** Those whom terms of one qualifier match. */
class Senders {
  readonly #networks: Network[] = [];
  /** `all`, or a name that exists whoever asks. */
  everybody = false;
  /** Is there any term, whomever it matches? */
  any = false;

  add(network: Network | null): void {
    this.any = true;
    if (network !== null) this.#networks.push(network);
  }

  /** Are they so many that the record names nobody in particular? */
  get isOpen(): boolean {
    return this.everybody || ([4, 6] as const).some((family) => countAddresses(this.#networks, family) > MOST[family]);
  }
}

/** Whom a record matches, by the qualifier of the term; of others nothing needs to be known. */
type Matched = Readonly<Partial<Record<Qualifier, Senders>>>;

/** How a record ends: the qualifier of its `all`, `unknown` behind a macro, null without an end. */
type End = Qualifier | "unknown" | null;

/** Goes through the record and all that it includes: counts look-ups, and adds up who may send. */
class Walk {
  readonly #lookup: Lookup;
  #lookups = 0;
  #voids = 0;
  #mailHosts = 0;
  ptr = false;
  /** The first fault, which ends the evaluation (RFC 7208 4.6). */
  fault: SpfResult | null = null;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  /** Evaluates a record up to its end or to the first fault. */
  through(domain: string, { mechanisms, redirect }: SpfRecord, matched: Matched): End {
    for (const term of mechanisms) {
      const senders = matched[term.qualifier];
      if (term.name === "all") {
        if (senders !== undefined) senders.everybody = true;
        return term.qualifier;
      }
      if (!this.#term(domain, term, senders)) return null;
    }
    if (redirect === null || !this.#count()) return null;
    return redirect.includes("%") ? "unknown" : this.#nested(redirect, matched);
  }

  /** @returns false when there is no use in going on. */
  #term(domain: string, term: Term, senders: Senders | undefined): boolean {
    const { name, target, network } = term;
    if (name !== "include") senders?.add(network);
    if (network !== null) return true;
    if (name === "ptr") this.ptr = true;
    if (!this.#count()) return false;
    const at = target ?? domain;
    // A macro depends on the message; what it leads to cannot be asked for.
    if (at.includes("%")) senders?.add(null);
    if (at.includes("%") || name === "ptr") return true;
    if (name === "include") {
      this.#nested(at, senders === undefined ? {} : { "+": senders });
      return this.fault === null;
    }
    if (name === "mx") return this.#mailServers(at, term, senders);
    return name === "a" ? this.#addresses(at, term, senders) : this.#exists(at, senders);
  }

  #count(): boolean {
    this.#lookups += 1;
    return this.#lookups <= MAX_LOOKUPS || this.#end("too_many_lookups");
  }

  /** A question without data counts once, be it NXDOMAIN or an empty answer (RFC 7208 4.6.4). */
  #void(answer: DnsAnswer): boolean {
    if (!isAnswered(answer)) return this.#end("dns_failed");
    if (answer.status === "noerror" && answer.values.length > 0) return true;
    this.#voids += 1;
    return this.#voids <= MAX_VOID || this.#end("too_many_void_lookups");
  }

  /** A name without a macro is the same for every sender: if it exists, everybody may send (RFC 7208 5.7). */
  #exists(name: string, senders: Senders | undefined): boolean {
    const answer = this.#lookup(name, "A");
    if (!this.#void(answer)) return false;
    if (answer.values.length > 0 && senders !== undefined) senders.everybody = true;
    return true;
  }

  #addresses(name: string, { four, six }: Term, senders: Senders | undefined): boolean {
    const first = this.#lookup(name, "A");
    const isMissing = first.status === "noerror" && first.values.length === 0;
    const second = isMissing || six < NARROW[6] ? this.#lookup(name, "AAAA") : null;
    for (const address of first.values) senders?.add(networkOf(address, four));
    for (const address of second?.values ?? []) senders?.add(networkOf(address, six));
    if (second !== null && !isAnswered(second)) return this.#end("dns_failed");
    if (second === null || first.values.length > 0) return this.#void(first);
    return this.#void(isMissing ? second : first);
  }

  #mailServers(name: string, { four, six }: Term, senders: Senders | undefined): boolean {
    if (!this.#void(this.#lookup(name, "MX"))) return false;
    const mail = mailExchange(this.#lookup, name);
    if (mail.kind !== "hosts" || senders === undefined) return true;
    const hosts = mail.hosts.slice(0, MAX_MAIL_HOSTS - this.#mailHosts);
    const asked = [
      ...(four < NARROW[4] ? hosts.map((host) => ({ answer: this.#lookup(host, "A"), bits: four })) : []),
      ...(six < NARROW[6] ? hosts.map((host) => ({ answer: this.#lookup(host, "AAAA"), bits: six })) : []),
    ];
    if (asked.length > 0) this.#mailHosts += hosts.length;
    for (const { answer, bits } of asked) for (const each of answer.values) senders.add(networkOf(each, bits));
    return asked.every(({ answer }) => isAnswered(answer)) || this.#end("dns_failed");
  }

  /** The record of a name that this one includes or redirects to. */
  #nested(domain: string, matched: Matched): End {
    const answer = this.#lookup(domain, "TXT");
    if (!this.#void(answer)) return null;
    const records = answer.values.filter(isSpf);
    const record = records.length === 1 ? readSpf(records[0] ?? "") : null;
    if (record !== null) return this.through(domain, record, matched);
    if (records.length === 1) this.#end("syntax");
    else this.#end(records.length === 0 ? "include_without_record" : "multiple");
    return null;
  }

  #end(fault: SpfResult): false {
    this.fault ??= fault;
    return false;
  }
}

/** Judges the SPF record of a domain by who may send, with all that it includes. */
export function judgeSpf(lookup: Lookup, domain: string): SpfFinding {
  const records = textRecords(lookup, domain, isSpf);
  if (records === null) return { result: "dns_failed", record: null, refusesAll: false };
  const [text] = records;
  if (text === undefined) return { result: "missing", record: null, refusesAll: false };
  if (records.length > 1) return { result: "multiple", record: text, refusesAll: false };
  const record = readSpf(text);
  if (record === null) return { result: "syntax", record: text, refusesAll: false };
  const allowed = new Senders();
  const neutral = new Senders();
  const walk = new Walk(lookup);
  const end = walk.through(domain, record, { "+": allowed, "?": neutral });
  const result = resultOf(walk, end, allowed, neutral);
  return { result, record: text, refusesAll: result === "strict" && end === "-" && !allowed.any && !neutral.any };
}

/** The first match decides (RFC 7208 4.6.2): whoever was let in before a fault may send in spite of it. */
function resultOf(walk: Walk, end: End, allowed: Senders, neutral: Senders): SpfResult {
  if (allowed.everybody) return "plus_all";
  if (allowed.isOpen) return "open_networks";
  if (walk.fault !== null) return walk.fault;
  if (neutral.isOpen) return "neutral_all";
  if (walk.ptr) return "ptr";
  return end === null ? "no_all" : "strict";
}
