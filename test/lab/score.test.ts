import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page, type Site } from "./flawless.ts";
import { Laboratory, type LabResult, type ScanOptions } from "./laboratory.ts";
import { all, expectVerdicts, PUBLIC } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

const headers = (changed: Parameters<typeof page>[0]) => (site: Site) => {
  site.https = { ...site.https, "/": page(changed) };
};

/** Points of what counts, as in the examples: `49/56`. */
function pointsOf({ checks }: LabResult): string {
  const worth: Readonly<Record<string, number>> = { pass: 1, warn: 0.5, fail: 0 };
  const counting = checks.filter(({ weight, status }) => weight > 0 && Object.hasOwn(worth, status));
  const points = counting.reduce((sum, { weight, status }) => sum + weight * (worth[status] ?? 0), 0);
  return `${points}/${counting.reduce((sum, { weight }) => sum + weight, 0)}`;
}

describe("the examples of the score, scanned in the laboratory:", () => {
  type Expected = readonly [points: string, technical: number, cap: readonly [number, readonly string[]] | null];
  test.each<[string, (site: Site) => void, ScanOptions, Record<string, string>, Expected]>([
    ["flawless", () => {}, {}, {}, ["56/56", 100, null]],
    [
      "zone unsigned",
      (site) => {
        site.flag = "insecure";
      },
      {},
      { "dns.dnssec": "warn unsigned" },
      ["55/56", 98, null],
    ],
    [
      "no nosniff",
      headers({ "X-Content-Type-Options": null }),
      {},
      { "web.nosniff": "fail missing" },
      ["55/56", 98, null],
    ],
    [
      "no DMARC",
      (site) => void delete site.records[`_dmarc.${site.domain}`],
      {},
      { "mail.dmarc": "fail missing" },
      ["53/56", 79, [79, ["mail.dmarc"]]],
    ],
    [
      "TLS 1.0 accepted",
      (site) => {
        if (site.tls !== null) site.tls = { ...site.tls, minVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" };
      },
      {},
      { "tls.version": "fail old_versions" },
      ["53/56", 79, [79, ["tls.version"]]],
    ],
    [
      "expired certificate",
      (site) => {
        const { domain } = site;
        const names = [domain, `www.${domain}`, `mta-sts.${domain}`];
        const from = new Date(Date.now() - 9_000_000_000);
        const to = new Date(Date.now() - 90_000_000);
        site.tls = { identity: lab.certificate({ name: domain, names, from, to }) };
      },
      {},
      {
        "tls.expiry": "fail expired",
        "web.hsts": "fail certificate_invalid",
        "mail.mtaSts": "fail certificate_invalid",
      },
      ["49/56", 49, [49, ["tls.expiry"]]],
    ],
    [
      "no policy at all",
      headers({ "Content-Security-Policy": null }),
      {},
      { "web.csp": "fail missing", "web.frame": "fail missing" },
      ["53/56", 95, null],
    ],
    ["public profile, flawless", () => {}, { profile: "public" }, PUBLIC, ["49/49", 100, null]],
    [
      "mail-only domain, flawless",
      (site) => {
        site.records[site.domain] = { ...site.records[site.domain], A: [] };
        delete site.records[`www.${site.domain}`];
      },
      {},
      { ...all("tls.", "not_applicable no_web_host"), ...all("web.", "not_applicable no_web_host") },
      ["18/18", 100, null],
    ],
  ])("%s", async (_what, change, options, differences, [points, technical, cap]) => {
    const { domain } = await lab.site(change);
    const result = await lab.scan(domain, options);
    expectVerdicts(result, differences);
    expect(pointsOf(result)).toBe(points);
    expect(result).toMatchObject({ technical, cap: cap === null ? null : { at: cap[0], checks: cap[1] } });
  });
});
