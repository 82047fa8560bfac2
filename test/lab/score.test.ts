import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page, type Site } from "./flawless.ts";
import { Laboratory, type ScanOptions } from "./laboratory.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

const headers = (changed: Parameters<typeof page>[0]) => (site: Site) => {
  site.https = { ...site.https, "/": page(changed) };
};

describe("the examples of the score, scanned in the laboratory:", () => {
  test.each<[string, (site: Site) => void, ScanOptions, number, readonly [number, readonly string[]] | null]>([
    ["flawless", () => {}, {}, 100, null],
    [
      "zone unsigned",
      (site) => {
        site.flag = "insecure";
      },
      {},
      98,
      null,
    ],
    ["no nosniff", headers({ "X-Content-Type-Options": null }), {}, 98, null],
    ["no DMARC", (site) => void delete site.records[`_dmarc.${site.domain}`], {}, 79, [79, ["mail.dmarc"]]],
    [
      "TLS 1.0 accepted",
      (site) => {
        if (site.tls !== null) site.tls = { ...site.tls, minVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" };
      },
      {},
      79,
      [79, ["tls.version"]],
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
      49,
      [49, ["tls.expiry"]],
    ],
    ["no policy at all", headers({ "Content-Security-Policy": null }), {}, 95, null],
    ["public profile, flawless", () => {}, { profile: "public" }, 100, null],
    [
      "mail-only domain, flawless",
      (site) => {
        site.records[site.domain] = { ...site.records[site.domain], A: [] };
        delete site.records[`www.${site.domain}`];
      },
      {},
      100,
      null,
    ],
  ])("%s", async (_what, change, options, technical, cap) => {
    const { domain } = await lab.site(change);
    const result = await lab.scan(domain, options);
    expect(result).toMatchObject({ technical, cap: cap === null ? null : { at: cap[0], checks: cap[1] } });
  });
});
