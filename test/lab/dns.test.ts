import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policy, type Site, withoutMail } from "./flawless.ts";
import { Laboratory } from "./laboratory.ts";
import { all, expectVerdicts } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

type Case = [what: string, change: (site: Site) => void, differences: Record<string, string>];

const record = (site: Site, name: string, records: Site["records"][string]) => {
  const key = name === "" ? site.domain : `${name}.${site.domain}`;
  site.records[key] = { ...site.records[key], ...records };
};

describe("what the DNS says of a domain", () => {
  test.each<Case>([
    [
      "an unsigned zone",
      (site) => {
        site.flag = "insecure";
      },
      { "dns.dnssec": "warn unsigned" },
    ],
    ["no CAA record", (site) => record(site, "", { CAA: [] }), { "dns.caa": "warn missing" }],
    [
      "CAA without an authority",
      (site) => record(site, "", { CAA: ["0 issuewild ;"] }),
      { "dns.caa": "warn no_issue" },
    ],
    [
      "CAA with an address that takes no reports",
      (site) => record(site, "", { CAA: ["0 issue ca.sk", "0 iodef ftp://firma.sk"] }),
      { "dns.caa": "warn iodef_invalid" },
    ],
    [
      "CAA with an address that takes reports",
      (site) => record(site, "", { CAA: ["0 issue ca.sk", "0 iodef mailto:a@firma.sk"] }),
      {},
    ],
    [
      "one name server",
      (site) => record(site, "", { NS: [`ns1.${site.domain}`] }),
      { "dns.nameservers": "fail single" },
    ],
    [
      "two name servers in one network",
      (site) => record(site, "ns2", { A: [`${lab.network}.250.2`] }),
      { "dns.nameservers": "warn one_network" },
    ],
    [
      "an alias that leads nowhere",
      (site) => record(site, "autodiscover", { CNAME: ["gone.nowhere-lab.sk"] }),
      { "dns.dangling": "fail dangling" },
    ],
    [
      "the alias of the MTA-STS host leads nowhere",
      (site) => {
        delete site.records[`mta-sts.${site.domain}`];
        record(site, "mta-sts", { CNAME: ["gone.nowhere-lab.sk"] });
      },
      { "dns.dangling": "fail dangling", "mail.mtaSts": "fail policy_not_fetched" },
    ],
    [
      "the alias of www leads nowhere",
      (site) => {
        delete site.records[`www.${site.domain}`];
        record(site, "www", { CNAME: ["gone.nowhere-lab.sk"] });
      },
      { "dns.dangling": "fail dangling" },
    ],
    [
      "the alias of mail leads nowhere, where another name takes mail",
      (site) => {
        const { [`mail.${site.domain}`]: mail = {} } = site.records;
        delete site.records[`mail.${site.domain}`];
        record(site, "mx", mail);
        record(site, "mail", { CNAME: ["gone.nowhere-lab.sk"] });
        record(site, "", { MX: [`10 mx.${site.domain}`] });
        site.https = {
          ...site.https,
          "/.well-known/mta-sts.txt": policy([
            "version: STSv1",
            "mode: enforce",
            `mx: mx.${site.domain}`,
            "max_age: 604800",
          ]),
        };
        const names = ["", "www.", "mta-sts.", "mx."].map((name) => `${name}${site.domain}`);
        site.tls = { identity: lab.certificate({ name: site.domain, names }) };
      },
      { "dns.dangling": "fail dangling" },
    ],
    [
      "name servers with IPv6 alone, in two networks",
      (site) => {
        record(site, "ns1", { A: [], AAAA: ["2001:4860:1::1"] });
        record(site, "ns2", { A: [], AAAA: ["2001:4860:2::1"] });
      },
      { "dns.ipv6": "info name_servers_only" },
    ],
    [
      "name servers with IPv6 alone, in one network",
      (site) => {
        record(site, "ns1", { A: [], AAAA: ["2001:4860:1::1"] });
        record(site, "ns2", { A: [], AAAA: ["2001:4860:1:ffff::1"] });
      },
      { "dns.ipv6": "info name_servers_only", "dns.nameservers": "warn one_network" },
    ],
    [
      "IPv6 of the web and of the name servers",
      (site) => {
        record(site, "", { AAAA: ["2606:4700::1111"] });
        record(site, "ns1", { AAAA: ["2001:4860::1"] });
      },
      // The address of the web lies outside the laboratory.
      { "dns.ipv6": "info both", ...all("tls.", "error outside_lab"), ...all("web.", "error outside_lab") },
    ],
    ["an alias that leads somewhere", (site) => record(site, "autodiscover", { CNAME: [`www.${site.domain}`] }), {}],
    [
      "a domain without mail that says so",
      (site) => {
        withoutMail(site);
        record(site, "", { MX: ["0 ."], TXT: ["v=spf1 -all"] });
        site.records[`_dmarc.${site.domain}`] = { TXT: ["v=DMARC1; p=reject"] };
      },
      { ...all("mail.", "not_applicable no_mx"), "mail.noMail": "pass stated" },
    ],
    [
      "a domain without mail that says so in part",
      (site) => {
        withoutMail(site);
        record(site, "", { TXT: ["v=spf1 -all"] });
      },
      { ...all("mail.", "not_applicable no_mx"), "mail.noMail": "warn partly_stated" },
    ],
    [
      "a domain without mail that does not say so",
      (site) => withoutMail(site),
      { ...all("mail.", "not_applicable no_mx"), "mail.noMail": "fail not_stated" },
    ],
  ])("%s", async (_what, change, differences) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), differences);
  });

  test("a broken signature fails, and nothing else in the zone is judged", async () => {
    const { domain } = await lab.site((site) => {
      site.flag = "bogus";
    });
    const result = await lab.scan(domain);
    expect(result.verdicts).toEqual({ ...all("", "error bogus"), "dns.dnssec": "fail bogus" });
    expect(result).toMatchObject({ technical: null, attempts: [] });
  });

  test("a CAA record of the domain above holds for a name below it", async () => {
    const { domain } = await lab.site((site) => {
      site.records[`sub.${site.domain}`] = { ...site.records[site.domain], CAA: [] };
    });
    expect((await lab.scan(`sub.${domain}`)).verdicts["dns.caa"]).toBe("pass named");
  });

  test("web and name servers with IPv6 are noted", async () => {
    const { domain } = await lab.site((site) => record(site, "ns1", { AAAA: ["2001:4860::1"] }));
    expectVerdicts(await lab.scan(domain), { "dns.ipv6": "info name_servers_only" });
  });

  test("keys of mail servers in the signed zone are noted", async () => {
    const { domain } = await lab.site((site) => record(site, "_25._tcp.mail", { TLSA: ["3 1 1"] }));
    expectVerdicts(await lab.scan(domain), { "mail.dane": "info present" });
  });

  test("a resolver that does not validate says nothing of signatures", async () => {
    const { domain } = await lab.site();
    lab.resolver.validates = false;
    const result = await lab.scan(domain);
    lab.resolver.validates = true;
    expectVerdicts(result, { "dns.dnssec": "error resolver_does_not_validate", "mail.dane": "info not_read" });
    expect(lab.resolver.questions).not.toContain(`TLSA _25._tcp.mail.${domain}`);
  });

  test.each([
    ["a domain that does not exist", null, "domain_not_found"],
    ["SERVFAIL whether signatures are checked or not", "servfail", "resolver_failed"],
    ["a resolver that is silent", "silent", "resolver_failed"],
  ] as const)("%s ends the scan", async (_what, flag, failure) => {
    const domain =
      flag === null
        ? "missing-lab.sk"
        : (
            await lab.site((site) => {
              site.flag = flag;
            })
          ).domain;
    const { record: seen, checks, attempts } = await lab.scan(domain);
    expect(seen.failure).toBe(failure);
    expect({ checks, attempts }).toEqual({ checks: [], attempts: [] });
  });

  test("a question that is not answered is an error, not an absence", async () => {
    const { domain } = await lab.site();
    lab.resolver.flags.set(`_dmarc.${domain}`, "servfail");
    lab.resolver.flags.set(`_smtp._tls.${domain}`, "silent");
    expectVerdicts(await lab.scan(domain), { "mail.dmarc": "error dns_failed", "mail.tlsRpt": "error dns_failed" });
  });

  test("a cancelled scan has failed as cancelled", async () => {
    const { domain } = await lab.site();
    const { record: seen } = await lab.scan(domain, { signal: AbortSignal.abort() });
    expect(seen.failure).toBe("cancelled");
  });

  test("a flawless domain takes at most 45 questions, and each is asked once", async () => {
    const { domain } = await lab.site();
    const before = lab.resolver.questions.length;
    await lab.scan(domain);
    const asked = lab.resolver.questions.slice(before);
    expect(asked.length).toBeLessThanOrEqual(45);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
