import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ecKey, makeCertificate, rsaKey } from "./certificates.ts";
import type { Site } from "./flawless.ts";
import { Laboratory } from "./laboratory.ts";
import { all, expectVerdicts } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const namesOf = ({ domain }: Site) => [domain, `www.${domain}`, `mta-sts.${domain}`, `mail.${domain}`];

/** What follows from a certificate that receivers of the MTA-STS policy and of HSTS refuse. */
const REFUSED = { "web.hsts": "fail certificate_invalid", "mail.mtaSts": "fail certificate_invalid" };

const certificate = (options: Partial<Parameters<typeof makeCertificate>[0]>) => (site: Site) => {
  site.tls = { identity: lab.certificate({ name: site.domain, names: namesOf(site), ...options }) };
};

describe("dates of the certificate", () => {
  test.each<[string, Date, Date, string]>([
    ["22 days left of 90", inDays(-68), inDays(22), "pass valid"],
    ["20 days left of 90", inDays(-70), inDays(20), "warn soon"],
    ["8 days left of 90", inDays(-82), inDays(8), "warn soon"],
    ["6 days left of 90", inDays(-84), inDays(6), "fail very_soon"],
    ["3 days left of 6", inDays(-3), inDays(3), "pass valid"],
    ["expired yesterday", inDays(-90), inDays(-1), "fail expired"],
    ["valid from tomorrow", inDays(1), inDays(90), "fail not_yet_valid"],
  ])("%s", async (_what, from, to, verdict) => {
    const { domain } = await lab.site(certificate({ from, to }));
    const outOfDate = verdict.includes("expired") || verdict.includes("not_yet");
    expectVerdicts(await lab.scan(domain), {
      "tls.expiry": verdict,
      ...(verdict.startsWith("fail") ? { "web.hsts": REFUSED["web.hsts"] } : {}),
      ...(outOfDate ? { "mail.mtaSts": REFUSED["mail.mtaSts"] } : {}),
    });
  });
});

describe("chain, names and keys", () => {
  const chain = (make: (site: Site) => ReturnType<typeof makeCertificate>) => (site: Site) => {
    site.tls = { identity: make(site) };
  };
  const foreign = () => makeCertificate({ name: "Unknown root", authority: true });
  test.each<[string, (site: Site) => void, Record<string, string>]>([
    [
      "the intermediate is not sent",
      chain((site) => makeCertificate({ name: site.domain, names: namesOf(site), issuer: lab.intermediate })),
      { "tls.chain": "warn intermediate_missing", "mail.mtaSts": REFUSED["mail.mtaSts"] },
    ],
    [
      "signed by itself",
      chain((site) => makeCertificate({ name: site.domain, names: namesOf(site) })),
      { "tls.chain": "fail self_signed", ...REFUSED },
    ],
    [
      "an unknown root",
      chain((site) => {
        const root = foreign();
        const leaf = makeCertificate({ name: site.domain, names: namesOf(site), issuer: root });
        return { ...leaf, pem: leaf.pem + root.pem };
      }),
      { "tls.chain": "fail unknown_root", ...REFUSED },
    ],
    [
      "an intermediate that has expired",
      chain((site) => {
        const middle = makeCertificate({
          name: "Old issuer",
          authority: true,
          issuer: lab.root,
          from: inDays(-99),
          to: inDays(-9),
        });
        const leaf = makeCertificate({ name: site.domain, names: namesOf(site), issuer: middle });
        return { ...leaf, pem: leaf.pem + middle.pem };
      }),
      { "tls.chain": "fail intermediate_expired", ...REFUSED },
    ],
    [
      "an issuer that is no authority",
      chain((site) => {
        const middle = makeCertificate({ name: "No authority", issuer: lab.root });
        const leaf = makeCertificate({ name: site.domain, names: namesOf(site), issuer: middle });
        return { ...leaf, pem: leaf.pem + middle.pem };
      }),
      { "tls.chain": "warn intermediate_missing", "mail.mtaSts": REFUSED["mail.mtaSts"] },
    ],
    [
      "www is not covered",
      (site) => certificate({ names: namesOf(site).filter((name) => !name.startsWith("www.")) })(site),
      { "tls.hostname": "warn one_of_two" },
    ],
    [
      "the web host is not covered",
      (site) => certificate({ names: namesOf(site).filter((name) => name !== site.domain) })(site),
      { "tls.hostname": "fail not_covered", "web.hsts": REFUSED["web.hsts"] },
    ],
    ["a wildcard covers one label", (site) => certificate({ names: [site.domain, `*.${site.domain}`] })(site), {}],
    ["RSA with 2048 bits", (site) => certificate({ key: rsaKey(2048) })(site), {}],
    ["RSA with 1024 bits", (site) => certificate({ key: rsaKey(1024) })(site), { "tls.key": "fail weak_key" }],
    ["SHA-1 under the leaf", (site) => certificate({ hash: "sha1" })(site), { "tls.key": "fail weak_signature" }],
    [
      "SHA-1 under the intermediate",
      chain((site) => {
        const middle = makeCertificate({ name: "SHA-1 issuer", authority: true, issuer: lab.root, hash: "sha1" });
        const leaf = makeCertificate({ name: site.domain, names: namesOf(site), issuer: middle, key: ecKey() });
        return { ...leaf, pem: leaf.pem + middle.pem };
      }),
      { "tls.key": "warn weak_intermediate_signature" },
    ],
  ])("%s", async (_what, change, differences) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), differences);
  });
});

describe("versions and ciphers", () => {
  const settings =
    (change: Partial<NonNullable<Site["tls"]>>, key = ecKey()) =>
    (site: Site) => {
      const identity = lab.certificate({ name: site.domain, names: namesOf(site), key });
      site.mailTls = { identity };
      site.tls = { identity, ...change };
    };
  const old = "ALL:@SECLEVEL=0";
  test.each<[string, (site: Site) => void, Record<string, string>]>([
    ["TLS 1.2 alone", settings({ maxVersion: "TLSv1.2" }), { "tls.version": "warn without_tls13" }],
    ["TLS 1.3 alone", settings({ minVersion: "TLSv1.3" }), {}],
    ["TLS 1.1 is accepted", settings({ minVersion: "TLSv1.1", ciphers: old }), { "tls.version": "fail old_versions" }],
    ["TLS 1.0 is accepted", settings({ minVersion: "TLSv1", ciphers: old }), { "tls.version": "fail old_versions" }],
    [
      "CBC",
      settings({ maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA256" }),
      { "tls.version": "warn without_tls13", "tls.cipher": "warn cbc" },
    ],
    [
      "RSA key exchange",
      settings({ maxVersion: "TLSv1.2", ciphers: "AES128-GCM-SHA256" }, rsaKey(2048)),
      { "tls.version": "warn without_tls13", "tls.cipher": "warn no_forward_secrecy" },
    ],
  ])("%s", async (_what, change, differences) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), differences);
  });

  /** Without TLS: nothing of `tls.*` is judged, nor what needs it; the page over HTTP is. */
  const WITHOUT_TLS = {
    ...all("tls.", "not_applicable tls_unavailable", ["tls.available"]),
    "web.hsts": "not_applicable tls_unavailable",
    "web.securityTxt": "not_applicable tls_unavailable",
    "web.mixed": "not_applicable tls_unavailable",
    "web.redirect": "fail stays_on_http",
  };

  test("no TLS at all: the page over HTTP is judged", async () => {
    const { domain } = await lab.site((site) => {
      site.http = { "/": site.https?.["/"] ?? {} };
      site.https = null;
    });
    expectVerdicts(await lab.scan(domain), {
      ...WITHOUT_TLS,
      "tls.available": "fail closed",
      "mail.mtaSts": "fail policy_not_fetched",
    });
  });

  test("only old versions", async () => {
    const { domain } = await lab.site((site) => {
      settings({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: old })(site);
      site.http = { "/": site.https?.["/"] ?? {} };
    });
    expectVerdicts(await lab.scan(domain), {
      ...WITHOUT_TLS,
      "tls.available": "fail only_old_versions",
      "mail.mtaSts": "fail policy_not_fetched",
    });
  });

  test("only suites without encryption or without proof of the server, which no browser takes", async () => {
    const { domain } = await lab.site((site) => {
      settings({ maxVersion: "TLSv1.2", ciphers: "eNULL:aNULL:@SECLEVEL=0" }, rsaKey(2048))(site);
      site.http = { "/": site.https?.["/"] ?? {} };
    });
    expectVerdicts(await lab.scan(domain), {
      ...WITHOUT_TLS,
      "tls.available": "fail handshake_failed",
      "mail.mtaSts": "fail policy_not_fetched",
    });
  });

  test("something else than TLS on port 443", async () => {
    const { domain } = await lab.site((site) => {
      site.http = { "/": site.https?.["/"] ?? {} };
      site.https = null;
      site.rawHttps = (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    expectVerdicts(await lab.scan(domain), {
      ...WITHOUT_TLS,
      "tls.available": "fail handshake_failed",
      "mail.mtaSts": "fail policy_not_fetched",
    });
  });

  test("a port that never answers was not seen: errors, and no score", async () => {
    const { domain } = await lab.site((site) => {
      site.https = null;
      site.rawHttps = () => {};
    });
    const result = await lab.scan(domain, { limits: { firstByteMs: 300, requestMs: 400 } });
    expectVerdicts(result, {
      ...all("tls.", "error timeout"),
      ...all("web.", "error timeout"),
      "web.redirect": "pass https_first",
      "mail.mtaSts": "error timeout",
    });
    expect(result.technical).toBeNull();
  });
});

test("a domain without a web: nothing of it is judged", async () => {
  const { domain } = await lab.site((site) => {
    site.records[site.domain] = { ...site.records[site.domain], A: [] };
    delete site.records[`www.${site.domain}`];
  });
  expectVerdicts(await lab.scan(domain), {
    ...all("tls.", "not_applicable no_web_host"),
    ...all("web.", "not_applicable no_web_host"),
  });
});

test("without an address at the apex the web host is www", async () => {
  const { domain } = await lab.site((site) => {
    site.records[site.domain] = { ...site.records[site.domain], A: [] };
    site.http = { "*": { status: 301, headers: [["Location", `https://www.${site.domain}/`]] } };
  });
  const result = await lab.scan(domain);
  expectVerdicts(result);
  expect(result.record.webHost).toBe(`www.${domain}`);
});
