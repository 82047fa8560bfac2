import { type Network, networkOf } from "./networks.ts";

export type Qualifier = "+" | "-" | "~" | "?";

export interface Term {
  readonly qualifier: Qualifier;
  readonly name: string;
  /** The domain that the term names, null where it means the current one. */
  readonly target: string | null;
  /** What `ip4` and `ip6` name. */
  readonly network: Network | null;
  /** Bits of the networks of `a` and `mx`: `/24//64`. */
  readonly four: number;
  readonly six: number;
}

export interface SpfRecord {
  readonly mechanisms: readonly Term[];
  readonly redirect: string | null;
}

const IP4 = /^ip4:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/i;
const IP6 = /^ip6:[0-9a-f:.]+(?:\/\d{1,3})?$/i;
const MECHANISM = /^([+\-~?]?)(all|include|a|mx|ptr|exists)(?::([^/\s]+))?((?:\/\d{1,2})?(?:\/\/\d{1,3})?)$/i;
const MODIFIER = /^([a-z][a-z0-9_.-]*)=(\S*)$/i;
const DOMAIN = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}\.?$/i;

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
  if (IP4.test(bare) || IP6.test(bare)) return readAddress(bare, qualifier);
  const [, , written = "", target = null, prefix = ""] = MECHANISM.exec(word) ?? [];
  const name = written.toLowerCase();
  if (name === "" || (target !== null && !isDomainSpec(target))) return null;
  const [, four = "32", six = "128"] = /^(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(prefix) ?? [];
  if (Number(four) > 32 || Number(six) > 128) return null;
  if (name === "all" && (target !== null || prefix !== "")) return null;
  if ((name === "include" || name === "exists") && (target === null || prefix !== "")) return null;
  if (name === "ptr" && prefix !== "") return null;
  return { qualifier, name, target, network: null, four: Number(four), six: Number(six) };
}

/** Reads `ip4:192.0.2.0/24` and `ip6:2001:db8::/32`. */
function readAddress(bare: string, qualifier: Qualifier): Term | null {
  const isFour = /^ip4/i.test(bare);
  const most = isFour ? 32 : 128;
  const [address = "", length = String(most)] = bare.slice(4).split("/");
  const network = Number(length) > most ? null : networkOf(address, Number(length));
  return network === null
    ? null
    : { qualifier, name: isFour ? "ip4" : "ip6", target: null, network, four: 32, six: 128 };
}

function qualifierOf(word: string): Qualifier {
  const first = word[0];
  return first === "-" || first === "~" || first === "?" ? first : "+";
}

function isDomainSpec(text: string): boolean {
  return (
    DOMAIN.test(text) ||
    /^[\x21-\x24\x26-\x7e]*(?:%(?:\{[a-z]\d*r?[-.+,/_=]*\}|%|_|-)[\x21-\x24\x26-\x7e]*)+$/i.test(text)
  );
}
