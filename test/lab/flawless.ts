import { generateKeyPairSync } from "node:crypto";
import type { Socket } from "node:net";
import type { Identity } from "./certificates.ts";
import type { Records, ZoneFlag } from "./resolver.ts";
import type { MailSettings, Page, Pages, TlsSettings } from "./servers.ts";

/** A site of the laboratory; cases change it before it is set up. `null` means that nothing listens. */
export interface Site {
  readonly domain: string;
  readonly address: string;
  records: Record<string, Records>;
  flag: ZoneFlag;
  http: Pages | null;
  https: Pages | null;
  tls: TlsSettings | null;
  mail: MailSettings | null;
  mailTls?: TlsSettings;
  rawHttp?: (socket: Socket) => void;
  rawHttps?: (socket: Socket) => void;
}

/** Headers of the flawless page. */
export const GOOD_HEADERS: readonly (readonly [string, string])[] = [
  ["Content-Type", "text/html; charset=utf-8"],
  ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"],
  ["Content-Security-Policy", "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=()"],
  ["Server", "lab"],
  ["Set-Cookie", "sid=secret-of-a-visitor; Secure; HttpOnly; SameSite=Lax; Path=/"],
];

const DKIM_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "der" });

/** The flawless page with other headers: `null` leaves one out. */
export function page(
  changed: Readonly<Record<string, string | readonly string[] | null>> = {},
  body = "<!doctype html><title>Lab</title><p>Lab",
): Page {
  const kept = GOOD_HEADERS.filter(([name]) => !(name in changed));
  const added = Object.entries(changed).flatMap(([name, value]) => {
    if (value === null) return [];
    return (typeof value === "string" ? [value] : value).map((each) => [name, each] as const);
  });
  return { headers: [...kept, ...added], body };
}

/** A redirect. */
export function redirect(location: string, status = 301): Page {
  return { status, headers: [["Location", location]] };
}

/** A security.txt that is valid for half a year. */
export function securityTxt(lines: readonly string[] = []): Page {
  const expires = new Date(Date.now() + 180 * 86_400_000).toISOString();
  const body = lines.length > 0 ? lines : ["Contact: mailto:security@firma.sk", `Expires: ${expires}`];
  return { headers: [["Content-Type", "text/plain; charset=utf-8"]], body: `${body.join("\n")}\n` };
}

/** A policy of MTA-STS. */
export function policy(lines: readonly string[]): Page {
  return { headers: [["Content-Type", "text/plain"]], body: `${lines.join("\r\n")}\r\n` };
}

/** The site that every check passes. */
export function flawless(domain: string, address: string, identity: Identity, network: string): Site {
  return {
    domain,
    address,
    flag: "secure",
    records: {
      [domain]: {
        SOA: [`ns1.${domain}`],
        NS: [`ns1.${domain}`, `ns2.${domain}`],
        A: [address],
        MX: [`10 mail.${domain}`],
        TXT: ["v=spf1 mx -all"],
        CAA: ["0 issue ca.sk"],
      },
      [`www.${domain}`]: { A: [address] },
      [`mail.${domain}`]: { A: [address] },
      [`mta-sts.${domain}`]: { A: [address] },
      [`ns1.${domain}`]: { A: [`${network}.250.1`] },
      [`ns2.${domain}`]: { A: [`${network}.251.1`] },
      [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`] },
      [`default._domainkey.${domain}`]: { TXT: [`v=DKIM1; k=rsa; p=${DKIM_KEY.toString("base64")}`] },
      [`_mta-sts.${domain}`]: { TXT: ["v=STSv1; id=20261122"] },
      [`_smtp._tls.${domain}`]: { TXT: [`v=TLSRPTv1; rua=mailto:tls@${domain}`] },
    },
    http: { "*": redirect(`https://${domain}/`) },
    https: {
      "/": page(),
      "/.well-known/security.txt": securityTxt(),
      "/.well-known/mta-sts.txt": policy(["version: STSv1", "mode: enforce", `mx: mail.${domain}`, "max_age: 604800"]),
    },
    tls: { identity },
    mail: {},
  };
}

/** Takes all mail records away: no MX, no policies. */
export function withoutMail(site: Site): void {
  const { domain, records } = site;
  const { MX: _mx, TXT: _txt, ...rest } = records[domain] ?? {};
  site.records = Object.fromEntries(
    Object.entries({ ...records, [domain]: rest }).filter(([name]) => !/^(?:_|default\._|mail\.|mta-sts\.)/.test(name)),
  );
  site.mail = null;
}
