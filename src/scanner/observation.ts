import { z } from "zod";
import { SCAN_PROFILES } from "../core/scan-checks.ts";
import { DNS_STATUSES, DNS_TYPES, type DnsType } from "../outbound/guarded/dns-answer.ts";
import { lower, unanswered } from "../outbound/guarded/dns-message.ts";
import { FAILURE_REASONS, REFUSAL_REASONS } from "../outbound/guarded/failure.ts";
import type { Lookup } from "./formats/lookup.ts";

/** Version of the shape below. A record of another version is not judged. */
export const OBSERVATION_VERSION = 1;

/** Why a scan has no result at all. */
export const SCAN_FAILURES = ["domain_not_found", "resolver_failed", "timeout", "cancelled"] as const;

const reason = z.enum([...REFUSAL_REASONS, ...FAILURE_REASONS]);

const answer = z.strictObject({
  name: z.string(),
  type: z.enum(DNS_TYPES),
  cd: z.boolean(),
  status: z.enum(DNS_STATUSES),
  ad: z.boolean(),
  values: z.array(z.string()),
  aliases: z.array(z.string()),
});

const key = z.strictObject({
  /** `rsa`, `ec`, `ed25519`, ... */
  type: z.string(),
  /** Bits of an RSA or DSA key. */
  bits: z.int().nullable(),
  /** Name of the curve of an EC key. */
  curve: z.string().nullable(),
});

const certificate = z.strictObject({
  names: z.array(z.string()),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime(),
  key,
  /** Signature algorithms of the leaf and of the intermediates above it. */
  signature: z.string(),
  intermediateSignatures: z.array(z.string()),
  /** Where the chain leads, dates of the leaf left aside. */
  chain: z.enum(["trusted", "intermediate_missing", "intermediate_expired", "self_signed", "unknown_root"]),
});

const handshake = z.strictObject({
  outcome: z.enum(["ok", "only_old_versions", ...REFUSAL_REASONS, ...FAILURE_REASONS]),
  protocol: z.string().nullable(),
  cipher: z.string().nullable(),
  certificate: certificate.nullable(),
});

const header = z.tuple([z.string(), z.string()]);

const cookie = z.strictObject({
  name: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.enum(["strict", "lax", "none"]).nullable(),
  removed: z.literal(true).optional(),
});

const hop = z.strictObject({
  url: z.string(),
  scheme: z.enum(["http", "https"]),
  host: z.string(),
  /** Below the registrable domain that is scanned. */
  own: z.boolean(),
  status: z.int(),
  headers: z.array(header),
  cookies: z.array(cookie),
  /** The page asks to prove that a person is there, or refuses scanners. */
  challenge: z.boolean(),
});

const script = z.strictObject({
  /** Of another registrable domain. */
  foreign: z.boolean(),
  scheme: z.string(),
  host: z.string(),
  integrity: z.boolean(),
});

const page = z.strictObject({
  scripts: z.array(script),
  /** Hosts from which the page loads over `http:` what can change it, and what cannot. */
  activeOverHttp: z.array(z.string()),
  passiveOverHttp: z.array(z.string()),
  metaPolicies: z.array(z.string()),
  metaReferrer: z.string().nullable(),
  generator: z.string().nullable(),
});

const chain = z.strictObject({
  hops: z.array(hop),
  end: z.enum(["page", "loop", "too_many", "not_a_url", ...REFUSAL_REASONS, ...FAILURE_REASONS]),
  /** The body of the last answer, read as HTML; null where it is not of the domain. */
  page: page.nullable(),
});

const file = z.strictObject({
  /** What fetching ended with; `page` means that there was an answer. */
  end: z.enum(["page", "loop", "too_many", "not_a_url", ...REFUSAL_REASONS, ...FAILURE_REASONS]),
  url: z.string(),
  status: z.int(),
  contentType: z.string(),
  redirected: z.boolean(),
  /** Is the certificate valid for the host? null where nothing was fetched over TLS. */
  trusted: z.boolean().nullable(),
  body: z.string(),
});

const dkimKey = z.strictObject({
  selector: z.string(),
  state: z.enum(["key", "revoked", "unreadable"]),
  type: z.string(),
  bits: z.int().nullable(),
});

const mailServer = z.strictObject({
  host: z.string(),
  outcome: z.enum([
    "offered",
    "not_offered",
    "handshake_failed",
    "unexpected_answer",
    ...REFUSAL_REASONS,
    ...FAILURE_REASONS,
  ]),
});

/** What one scan saw: the only thing that checks judge. Texts in it are foreign; values of cookies are not in it. */
export const observationSchema = z.strictObject({
  version: z.literal(OBSERVATION_VERSION),
  domain: z.string(),
  registrable: z.string(),
  /** The name whose mail was looked at, where it is not `domain`. */
  mailDomain: z.string().optional(),
  profile: z.enum(SCAN_PROFILES),
  observedAt: z.iso.datetime(),
  failure: z.enum(SCAN_FAILURES).nullable(),
  /** Was the operator willing to use port 25? */
  smtp: z.boolean(),
  answers: z.array(answer),
  /** The name that serves the web: the apex when it has an address, else `www`. */
  webHost: z.string().nullable(),
  /** Why it is not known whether there is one. */
  webHostFailure: reason.nullable(),
  tls: handshake.nullable(),
  /** One handshake pinned to each version; null where they were not made. */
  tlsVersions: z
    .array(z.strictObject({ version: z.string(), outcome: z.enum(["accepted", "declined", "error"]) }))
    .nullable(),
  http: chain.nullable(),
  https: chain.nullable(),
  /** Headers of the answer to a page load with a foreign `Origin`. */
  cors: z
    .strictObject({
      end: z.enum(["page", ...REFUSAL_REASONS, ...FAILURE_REASONS]),
      status: z.int(),
      headers: z.array(header),
    })
    .nullable(),
  /** `/.well-known/security.txt`, and `/security.txt` where that is missing. */
  securityTxt: z.strictObject({ wellKnown: file, root: file.nullable() }).nullable(),
  mtaStsPolicy: file.nullable(),
  dkimKeys: z.array(dkimKey),
  mailServers: z.array(mailServer),
  refused: z.array(
    z.strictObject({ host: z.string(), address: z.string().nullable(), reason: z.enum(REFUSAL_REASONS) }),
  ),
});

export type Observation = z.output<typeof observationSchema>;
export type HandshakeFacts = z.output<typeof handshake>;
export type CertificateFacts = z.output<typeof certificate>;
export type ChainFacts = z.output<typeof chain>;
export type HopFacts = z.output<typeof hop>;
export type PageFacts = z.output<typeof page>;
export type FileFacts = z.output<typeof file>;
export type DkimKeyFacts = z.output<typeof dkimKey>;
export type MailServerFacts = z.output<typeof mailServer>;

/** The name whose mail a record is about. */
export function mailDomainOf({ domain, mailDomain = domain }: Observation): string {
  return mailDomain;
}

const lookups = new WeakMap<Observation, Lookup>();

/** The answers of a record by name and type; a question that was not asked has the status `limit`. */
export function answersOf(record: Observation): Lookup {
  const known = lookups.get(record);
  if (known !== undefined) return known;
  const byQuestion = new Map(record.answers.filter(({ cd }) => !cd).map((each) => [`${each.type} ${each.name}`, each]));
  const lookup: Lookup = (name: string, type: DnsType) =>
    byQuestion.get(`${type} ${lower(name)}`) ?? unanswered({ name, type }, "limit");
  lookups.set(record, lookup);
  return lookup;
}
