import { domainAbove, type HostName } from "../../outbound/guarded/host-name.ts";

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
export function holdsFor(domain: string, target: HostName): boolean {
  return domain === target.host || domain === domainAbove(target);
}
