import { X509Certificate } from "node:crypto";
import { getCACertificates, type TLSSocket } from "node:tls";
import type { CertificateFacts } from "../observation.ts";

/** Certificates of one handshake, and names of one certificate, that are looked at. */
const MAX_CERTIFICATES = 10;
const MAX_NAMES = 200;

/** Roots that are trusted, found by their subject. */
export class TrustedRoots {
  readonly #bySubject = new Map<string, X509Certificate[]>();

  /** @param pem certificates; without them those of Node, plus `NODE_EXTRA_CA_CERTS`. */
  constructor(pem: readonly string[] = getCACertificates("default")) {
    for (const text of pem) {
      const root = new X509Certificate(text);
      this.#bySubject.set(root.subject, [...(this.#bySubject.get(root.subject) ?? []), root]);
    }
  }

  /** Is the certificate a root, or signed by one? */
  covers(certificate: X509Certificate): boolean {
    const same = this.#bySubject.get(certificate.subject) ?? [];
    if (same.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
    return (this.#bySubject.get(certificate.issuer) ?? []).some((root) => signed(certificate, root));
  }
}

function signed(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false; // a key of a kind that OpenSSL does not know signs nothing
  }
}

/** What the certificate of a connection says, and where its chain leads. */
export function certificateFacts(socket: TLSSocket, roots: TrustedRoots, at: Date): CertificateFacts | null {
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) return null;
  const { verdict, intermediates } = buildChain(leaf, presented(leaf), roots, at);
  return {
    names: dnsNames(leaf.subjectAltName ?? ""),
    validFrom: leaf.validFromDate.toISOString(),
    validTo: leaf.validToDate.toISOString(),
    key: keyFacts(leaf),
    signature: (leaf.signatureAlgorithm ?? "").slice(0, 60),
    intermediateSignatures: intermediates.map(({ signatureAlgorithm = "" }) => signatureAlgorithm.slice(0, 60)),
    chain: verdict,
  };
}

/** Certificates that the server sent beside its own. */
function presented(leaf: X509Certificate): X509Certificate[] {
  const found: X509Certificate[] = [];
  let next = leaf.issuerCertificate;
  while (next !== undefined && found.length < MAX_CERTIFICATES) {
    const { fingerprint256 } = next;
    if (fingerprint256 === leaf.fingerprint256 || found.some((each) => each.fingerprint256 === fingerprint256)) break;
    found.push(next);
    next = next.issuerCertificate;
  }
  return found;
}

interface BuiltChain {
  readonly verdict: CertificateFacts["chain"];
  readonly intermediates: readonly X509Certificate[];
}

function buildChain(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  roots: TrustedRoots,
  at: Date,
): BuiltChain {
  const intermediates: X509Certificate[] = [];
  const rest = new Set(sent);
  let top = leaf;
  while (!roots.covers(top)) {
    const issuer: X509Certificate | undefined = [...rest].find((each) => each.ca && signed(top, each));
    if (issuer === undefined) {
      if (signed(top, top)) return { verdict: top === leaf ? "self_signed" : "unknown_root", intermediates };
      return { verdict: top === leaf ? "intermediate_missing" : "unknown_root", intermediates };
    }
    rest.delete(issuer);
    intermediates.push(issuer);
    top = issuer;
  }
  const current = intermediates.every(({ validFromDate, validToDate }) => validFromDate <= at && at <= validToDate);
  return { verdict: current ? "trusted" : "intermediate_expired", intermediates };
}

/**
 * DNS names of a subject alternative name as Node writes it. Entries with special characters are quoted; they are read
 * one after the other, so that no name can hide inside another entry.
 */
export function dnsNames(text: string): string[] {
  return [...text.matchAll(/([^:,"]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/gy)]
    .flatMap(([, type, name = ""]) => (type === "DNS" && !name.startsWith('"') ? [name.slice(0, 255)] : []))
    .slice(0, MAX_NAMES);
}

function keyFacts(leaf: X509Certificate): CertificateFacts["key"] {
  try {
    const { asymmetricKeyType = "unknown", asymmetricKeyDetails: details } = leaf.publicKey;
    return { type: asymmetricKeyType, bits: details?.modulusLength ?? null, curve: details?.namedCurve ?? null };
  } catch {
    return { type: "unknown", bits: null, curve: null };
  }
}
