import ipaddr from "ipaddr.js";
import { type DnsAnswer, isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { type Lookup, textRecords } from "./lookup.ts";

/** What is wrong with, or known of, the SPF record of a domain. The order of the faults is that of their weight. */
export type SpfResult =
  | "missing"
  | "multiple"
  | "syntax"
  | "too_many_lookups"
  | "too_many_void_lookups"
  | "plus_all"
  | "include_without_record"
  | "neutral_all"
  | "no_all"
  | "ptr"
  | "strict"
  | "dns_failed";

export interface SpfFinding {
  readonly result: SpfResult;
  readonly record: string | null;
}

interface Term {
  readonly qualifier: "+" | "-" | "~" | "?";
  readonly name: string;
  /** The domain that the term names, null where it means the current one. */
  readonly target: string | null;
}

interface SpfRecord {
  readonly mechanisms: readonly Term[];
  readonly redirect: string | null;
}

const MAX_LOOKUPS = 10;
const MAX_VOID = 2;

const IP4 = /^ip4:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/i;
const IP6 = /^ip6:[0-9a-f:.]+(?:\/\d{1,3})?$/i;
const MECHANISM = /^([+\-~?]?)(all|include|a|mx|ptr|exists)(?::([^/\s]+))?((?:\/\d{1,2})?(?:\/\/\d{1,3})?)$/i;
const MODIFIER = /^([a-z][a-z0-9_.-]*)=(\S*)$/i;
const DOMAIN = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}\.?$/i;

/** Is this TXT record meant as SPF (RFC 7208 4.5)? */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/**
 * Reads one SPF record (RFC 7208 4.6).
 * @returns null for a syntax error.
 */
export function readSpf(text: string): SpfRecord | null {
  const mechanisms: Term[] = [];
  const modifiers = new Map<string, string>();
  for (const word of text.split(" ").slice(1)) {
    if (word === "") continue;
    const modifier = MODIFIER.exec(word);
    if (modifier !== null) {
      const [, name = "", value = ""] = modifier;
      const key = name.toLowerCase();
      if (modifiers.has(key) && (key === "redirect" || key === "exp")) return null;
      modifiers.set(key, value);
      continue;
    }
    const term = readMechanism(word);
    if (term === null) return null;
    mechanisms.push(term);
  }
  const redirect = modifiers.get("redirect") ?? null;
  if (redirect !== null && !isDomainSpec(redirect)) return null;
  return { mechanisms, redirect };
}

function readMechanism(word: string): Term | null {
  const bare = word.replace(/^[+\-~?]/, "");
  const qualifier = qualifierOf(word);
  if (IP4.test(bare)) return isIp4(bare) ? { qualifier, name: "ip4", target: null } : null;
  if (IP6.test(bare)) return isIp6(bare) ? { qualifier, name: "ip6", target: null } : null;
  const [, , written = "", target = null, prefix = ""] = MECHANISM.exec(word) ?? [];
  const name = written.toLowerCase();
  if (name === "" || (target !== null && !isDomainSpec(target))) return null;
  if (!isPrefix(prefix)) return null;
  if (name === "all" && (target !== null || prefix !== "")) return null;
  if ((name === "include" || name === "exists") && (target === null || prefix !== "")) return null;
  return name === "ptr" && prefix !== "" ? null : { qualifier, name, target };
}

function qualifierOf(word: string): Term["qualifier"] {
  const first = word[0];
  return first === "-" || first === "~" || first === "?" ? first : "+";
}

function isIp4(text: string): boolean {
  const [octets = "", bits = "32"] = text.slice(4).split("/");
  return octets.split(".").every((octet) => Number(octet) <= 255) && Number(bits) <= 32;
}

function isIp6(text: string): boolean {
  const [address = "", bits = "128"] = text.slice(4).split("/");
  return ipaddr.IPv6.isValid(address) && Number(bits) <= 128;
}

/** The lengths behind a name: `/24`, `//64`, `/24//64`, or nothing. */
function isPrefix(text: string): boolean {
  const [, four = "0", six = "0"] = /^(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(text) ?? [];
  return Number(four) <= 32 && Number(six) <= 128;
}

function isDomainSpec(text: string): boolean {
  return (
    DOMAIN.test(text) ||
    /^[\x21-\x24\x26-\x7e]*(?:%(?:\{[a-z]\d*r?[-.+,/_=]*\}|%|_|-)[\x21-\x24\x26-\x7e]*)+$/i.test(text)
  );
}

/** Counts look-ups over the record and all that it includes. */
class Walk {
  readonly #lookup: Lookup;
  lookups = 0;
  voids = 0;
  ptr = false;
  /** The first fault found in a nested record. */
  fault: SpfResult | null = null;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  /** Goes through a record: @returns false when there is no use in going on. */
  through(domain: string, { mechanisms, redirect }: SpfRecord): boolean {
    for (const term of mechanisms) {
      if (term.name === "all") return true;
      if (!this.#term(domain, term)) return false;
    }
    if (redirect === null) return true;
    return this.#count() && (redirect.includes("%") || this.nested(redirect));
  }

  #term(domain: string, { name, target }: Term): boolean {
    if (name === "ip4" || name === "ip6") return true;
    if (name === "ptr") this.ptr = true;
    if (!this.#count()) return false;
    const at = target ?? domain;
    // A macro depends on the message; what it leads to cannot be asked for.
    if (at.includes("%") || name === "ptr" || name === "exists") return true;
    if (name === "include") return this.nested(at);
    if (name === "mx") return this.#void(this.#lookup(at, "MX"));
    const four = this.#lookup(at, "A");
    if (four.status === "noerror" && four.values.length === 0) return this.#void(this.#lookup(at, "AAAA"));
    return this.#void(four);
  }

  #count(): boolean {
    this.lookups += 1;
    return this.lookups <= MAX_LOOKUPS || this.#end("too_many_lookups");
  }

  /** A question without data counts once, be it NXDOMAIN or an empty answer (RFC 7208 4.6.4). */
  #void(answer: DnsAnswer): boolean {
    if (!isAnswered(answer)) return this.#end("dns_failed");
    if (answer.status === "noerror" && answer.values.length > 0) return true;
    this.voids += 1;
    return this.voids <= MAX_VOID || this.#end("too_many_void_lookups");
  }

  /** The record of a name that this one includes or redirects to. */
  nested(domain: string): boolean {
    const answer = this.#lookup(domain, "TXT");
    if (!this.#void(answer)) return false;
    const records = answer.values.filter(isSpf);
    if (records.length !== 1) return this.#end(records.length === 0 ? "include_without_record" : "multiple");
    const record = readSpf(records[0] ?? "");
    return record === null ? this.#end("syntax") : this.through(domain, record);
  }

  #end(fault: SpfResult): false {
    this.fault ??= fault;
    return false;
  }
}

/** Judges the SPF record of a domain, with all that it includes. */
export function judgeSpf(lookup: Lookup, domain: string): SpfFinding {
  const records = textRecords(lookup, domain, isSpf);
  if (records === null) return { result: "dns_failed", record: null };
  const [text] = records;
  if (text === undefined) return { result: "missing", record: null };
  const finding = (result: SpfResult): SpfFinding => ({ result, record: text });
  if (records.length > 1) return finding("multiple");
  const record = readSpf(text);
  if (record === null) return finding("syntax");
  const walk = new Walk(lookup);
  walk.through(domain, record);
  if (walk.fault !== null) return finding(walk.fault);
  const all = record.mechanisms.find(({ name }) => name === "all");
  if (all?.qualifier === "+") return finding("plus_all");
  if (all?.qualifier === "?") return finding("neutral_all");
  if (walk.ptr) return finding("ptr");
  if (all !== undefined) return finding("strict");
  return record.redirect === null ? finding("no_all") : finding(endOf(lookup, record.redirect, MAX_LOOKUPS));
}

/** How the record ends to which this one redirects. */
function endOf(lookup: Lookup, domain: string, left: number): SpfResult {
  if (domain.includes("%") || left === 0) return "strict";
  const records = textRecords(lookup, domain, isSpf) ?? [];
  const record = readSpf(records[0] ?? "");
  const all = record?.mechanisms.find(({ name }) => name === "all");
  if (all?.qualifier === "+") return "plus_all";
  if (all?.qualifier === "?") return "neutral_all";
  if (all !== undefined) return "strict";
  return record?.redirect ? endOf(lookup, record.redirect, left - 1) : "no_all";
}
