import { parse } from "tldts";
import type { HostName } from "../../outbound/guarded/host-name.ts";

/** What a TXT record and the file on the site begin with. */
const MARK = "dosah-domain-verification=";

/** Where and what an organization publishes to prove a domain. */
export interface ProofPlaces {
  readonly dns: { readonly name: string; readonly value: string };
  readonly file: { readonly url: string; readonly content: string };
}

/** The two places of a proof; one of them is enough. */
export function proofPlaces(domain: string, token: string): ProofPlaces {
  return {
    dns: { name: `_dosah-challenge.${domain}`, value: `${MARK}${token}` },
    file: { url: `https://${domain}/.well-known/dosah-domain-verification.txt`, content: `${MARK}${token}\n` },
  };
}

/**
 * Does the proof of a domain hold for a host? It holds for the name itself. That of a registrable domain holds for the
 * names below it too, except where a private suffix (`github.io`) lies between: those belong to others.
 */
export function holdsFor(domain: string, { host, registrable }: HostName): boolean {
  if (domain === host) return true;
  if (domain !== registrable) return false;
  return parse(host, { allowPrivateDomains: true, extractHostname: false }).domain === domain;
}
