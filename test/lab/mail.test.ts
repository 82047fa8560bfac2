import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policy, type Site } from "./flawless.ts";
import { Laboratory } from "./laboratory.ts";
import { expectVerdicts } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

const spf =
  (text: string | readonly string[], more: Site["records"] = {}) =>
  (site: Site) => {
    site.records[site.domain] = { ...site.records[site.domain], TXT: typeof text === "string" ? [text] : text };
    Object.assign(site.records, more);
  };

const text =
  (name: string, ...texts: readonly string[]) =>
  (site: Site) => {
    site.records[`${name}.${site.domain}`] = { TXT: texts };
  };

const key = (bits: number) => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return `v=DKIM1; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
};

const sts = (lines: readonly string[]) => (site: Site) => {
  site.https = { ...site.https, "/.well-known/mta-sts.txt": policy(lines) };
};

describe("SPF", () => {
  test.each<[string, (site: Site) => void, string]>([
    ["missing", spf([]), "fail missing"],
    ["two records", spf(["v=spf1 -all", "V=SPF1 ~all"]), "fail multiple"],
    ["in capital letters, softly ended", spf("V=SPF1 IP4:192.0.2.1 ~ALL"), "pass strict"],
    ["split into strings", spf(`v=spf1 ${"ip4:192.0.2.1 ".repeat(30)}-all`), "pass strict"],
    ["with an unknown mechanism", spf("v=spf1 ip5:1.2.3.4 -all"), "fail syntax"],
    ["with an address that is none", spf("v=spf1 ip4:300.1.1.1 -all"), "fail syntax"],
    ["with an IPv6 address that is none", spf("v=spf1 ip6:1:2:3 -all"), "fail syntax"],
    ["with an IPv6 network that is none", spf("v=spf1 ip6:2001:db8::/129 -all"), "fail syntax"],
    ["with an IPv6 network", spf("v=spf1 ip6:2001:db8::/32 ip6:2001:db8::1 -all"), "pass strict"],
    ["with a prefix that is none", spf("v=spf1 mx/33 -all"), "fail syntax"],
    ["open to all", spf("v=spf1 +all"), "fail plus_all"],
    ["open to all, without a sign", spf("v=spf1 all"), "fail plus_all"],
    ["undecided", spf("v=spf1 mx ?all"), "warn neutral_all"],
    ["without an end", spf("v=spf1 mx"), "warn no_all"],
    ["with ptr", spf("v=spf1 ptr -all"), "warn ptr"],
    [
      "handed over to a valid record",
      spf("v=spf1 redirect=_spf.lab.sk", { "_spf.lab.sk": { TXT: ["v=spf1 -all"] } }),
      "pass strict",
    ],
    [
      "handed over to nothing",
      spf("v=spf1 redirect=nothing.lab.sk", { "nothing.lab.sk": { TXT: [] } }),
      "fail include_without_record",
    ],
    [
      "including a name without a record",
      spf("v=spf1 include:empty.lab.sk -all", { "empty.lab.sk": { TXT: ["hello"] } }),
      "fail include_without_record",
    ],
    [
      "including itself",
      spf("v=spf1 include:loop.lab.sk -all", { "loop.lab.sk": { TXT: ["v=spf1 include:loop.lab.sk -all"] } }),
      "fail too_many_lookups",
    ],
    ["with ten look-ups", spf(`v=spf1 ${"a ".repeat(10)}-all`), "pass strict"],
    ["with eleven look-ups", spf(`v=spf1 ${"a ".repeat(11)}-all`), "fail too_many_lookups"],
    ["with two look-ups that find nothing", spf("v=spf1 a:x1.lab.sk a:x2.lab.sk -all"), "pass strict"],
    [
      "with three look-ups that find nothing",
      spf("v=spf1 a:x1.lab.sk a:x2.lab.sk a:x3.lab.sk -all"),
      "fail too_many_void_lookups",
    ],
    ["open to every address", spf("v=spf1 ip4:0.0.0.0/0 -all"), "fail open_networks"],
    ["open to every address around its own", spf("v=spf1 a/0 -all"), "fail open_networks"],
    ["open to every address around its mail server", spf("v=spf1 mx/0 -all"), "fail open_networks"],
    [
      "including a record that is open to all",
      spf("v=spf1 include:open.lab.sk -all", { "open.lab.sk": { TXT: ["v=spf1 +all"] } }),
      "fail plus_all",
    ],
    [
      "open to every address, then broken",
      spf("v=spf1 ip4:0.0.0.0/0 include:empty2.lab.sk -all", { "empty2.lab.sk": { TXT: [] } }),
      "fail open_networks",
    ],
  ])("%s", async (_what, change, verdict) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), { "mail.spf": verdict });
  });
});

describe("DMARC", () => {
  const dmarc = (...texts: readonly string[]) => text("_dmarc", ...texts);
  test.each<[string, (site: Site) => void, string]>([
    ["missing", dmarc(), "fail missing"],
    ["two records", dmarc("v=DMARC1; p=reject", "v=DMARC1; p=none"), "fail multiple"],
    ["quarantine", dmarc("v=DMARC1; p=quarantine"), "pass enforced"],
    ["reject in test mode is quarantine", dmarc("v=DMARC1; p=reject; t=y"), "pass enforced"],
    ["quarantine in test mode is none", dmarc("v=DMARC1; p=quarantine; t=y"), "fail none_without_reports"],
    ["none with reports", dmarc("v=DMARC1; p=none; rua=mailto:a@www.site.lab.sk"), "warn policy_none"],
    ["none without reports", dmarc("v=DMARC1; p=none"), "fail none_without_reports"],
    ["without a policy", dmarc("v=DMARC1;"), "fail none_without_reports"],
    ["an unknown policy without reports", dmarc("v=DMARC1; p=refuse"), "fail unknown_policy"],
    ["a part that is no tag is passed over", dmarc("v=DMARC1; p=reject; nonsense; 1=2"), "pass enforced"],
    ["pct is ignored", dmarc("v=DMARC1; p=reject; pct=0"), "pass enforced"],
    [
      "reports to a domain that does not accept them",
      dmarc("v=DMARC1; p=reject; rua=mailto:a@reports.lab.sk"),
      "warn report_not_accepted",
    ],
  ])("%s", async (_what, change, verdict) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), { "mail.dmarc": verdict });
  });

  test("reports to a domain that accepts them", async () => {
    const { domain } = await lab.site((site) => {
      dmarc("v=DMARC1; p=reject; rua=mailto:a@taker-lab.sk")(site);
      site.records[`${site.domain}._report._dmarc.taker-lab.sk`] = { TXT: ["v=DMARC1"] };
    });
    expectVerdicts(await lab.scan(domain));
  });

  test("whoever takes the reports agrees for the name whose record it is", async () => {
    const { domain } = await lab.site((site) => {
      dmarc("v=DMARC1; p=reject; rua=mailto:a@above-lab.sk")(site);
      site.records[`sub.${site.domain}`] = { ...site.records[site.domain], NS: [] };
      site.records[`${site.domain}._report._dmarc.above-lab.sk`] = { TXT: ["v=DMARC1"] };
    });
    expect((await lab.scan(`sub.${domain}`)).verdicts["mail.dmarc"]).toBe("pass enforced");
  });

  test("the record of the domain above holds, with its policy for subdomains", async () => {
    const { domain } = await lab.site((site) => {
      dmarc("v=DMARC1; p=reject; sp=none")(site);
      site.records[`sub.${site.domain}`] = { ...site.records[site.domain], NS: [] };
    });
    const { verdicts } = await lab.scan(`sub.${domain}`);
    expect(verdicts["mail.dmarc"]).toBe("fail none_without_reports");
    expect(verdicts["dns.nameservers"]).toBe("pass several_networks");
  });
});

describe("DKIM", () => {
  const dkim = (selector: string, record: string) => text(`${selector}._domainkey`, record);
  test.each<[string, (site: Site) => void, string]>([
    [
      "nothing found is no fault",
      (site) => void delete site.records[`default._domainkey.${site.domain}`],
      "info none_found",
    ],
    ["1024 bits beside 2048", dkim("google", key(1024)), "warn short"],
    ["768 bits", dkim("k1", key(768)), "fail weak"],
    [
      "Ed25519 alone",
      dkim("default", `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString("base64")}`),
      "pass strong",
    ],
    ["only a revoked key", dkim("default", "v=DKIM1; p="), "warn only_revoked"],
    ["exactly 1024 bits", dkim("default", key(1024)), "warn short"],
    ["a revoked key beside a strong one", dkim("mail", "v=DKIM1; p="), "pass strong"],
  ])("%s", async (_what, change, verdict) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), { "mail.dkim": verdict });
  });

  test("eleven usual selectors are tried, and no other", async () => {
    const { domain } = await lab.site();
    await lab.scan(domain);
    const asked = lab.resolver.questions.filter((question) => question.endsWith(`._domainkey.${domain}`));
    expect(asked.map((question) => question.replace(/^TXT (.*)\._domainkey\..*$/, "$1")).toSorted()).toEqual(
      ["default", "selector1", "selector2", "google", "k1", "k2", "s1", "s2", "dkim", "mail", "seznam"].toSorted(),
    );
  });
});

describe("MTA-STS", () => {
  const mode =
    (line: string, ...rest: readonly string[]) =>
    (site: Site) =>
      sts(["version: STSv1", line, `mx: mail.${site.domain}`, ...(rest.length > 0 ? rest : ["max_age: 604800"])])(site);
  const other = (page: NonNullable<Site["https"]>[string]) => (site: Site) => {
    site.https = { ...site.https, "/.well-known/mta-sts.txt": page };
  };
  test.each<[string, (site: Site) => void, string]>([
    ["no record", text("_mta-sts"), "warn missing"],
    ["testing", mode("mode: testing"), "warn not_enforced"],
    ["none", mode("mode: none"), "warn not_enforced"],
    ["valid for an hour", mode("mode: enforce", "max_age: 3600"), "warn short_max_age"],
    ["valid for a day", mode("mode: enforce", "max_age: 86400"), "pass enforced"],
    [
      "a wildcard covers the server",
      (site) => sts(["version: STSv1", "mode: enforce", `mx: *.${site.domain}`, "max_age: 604800"])(site),
      "pass enforced",
    ],
    [
      "another server is named",
      sts(["version: STSv1", "mode: enforce", "mx: mail.other.sk", "max_age: 604800"]),
      "fail mx_not_covered",
    ],
    ["an unknown mode", mode("mode: strict"), "fail policy_unreadable"],
    ["not found", other({ status: 404 }), "fail policy_not_fetched"],
    ["a redirect", other({ status: 302, headers: [["Location", "/elsewhere"]] }), "fail policy_not_fetched"],
    [
      "a page instead of text",
      other({ headers: [["Content-Type", "text/html"]], body: "mode: enforce" }),
      "fail wrong_type",
    ],
    [
      "the host has no address",
      (site) => void delete site.records[`mta-sts.${site.domain}`],
      "fail policy_not_fetched",
    ],
  ])("%s", async (_what, change, verdict) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), { "mail.mtaSts": verdict });
  });

  test("a certificate for other names", async () => {
    const { domain } = await lab.site((site) => {
      const identity = lab.certificate({ name: site.domain, names: [site.domain, `www.${site.domain}`] });
      site.tls = { identity };
    });
    expectVerdicts(await lab.scan(domain), { "mail.mtaSts": "fail certificate_invalid" });
  });
});

describe("TLS reporting", () => {
  test.each<[string, (site: Site) => void, string]>([
    ["missing", text("_smtp._tls"), "warn missing"],
    [
      "two records",
      text("_smtp._tls", "v=TLSRPTv1; rua=mailto:a@b.sk", "v=TLSRPTv1; rua=mailto:c@b.sk"),
      "warn multiple",
    ],
    ["without an address", text("_smtp._tls", "v=TLSRPTv1;"), "warn invalid"],
    ["to a page", text("_smtp._tls", "v=TLSRPTv1; rua=https://b.sk/tls"), "pass reported"],
  ])("%s", async (_what, change, verdict) => {
    const { domain } = await lab.site(change);
    expectVerdicts(await lab.scan(domain), { "mail.tlsRpt": verdict });
  });
});

describe("STARTTLS", () => {
  test.each<[string, Site["mail"], string]>([
    ["not offered", { ehlo: ["lab", "SIZE 1000"] }, "fail not_offered"],
    ["the word in the name of the host is no offer", { ehlo: ["starttls.lab.sk greets you"] }, "fail not_offered"],
    ["the handshake breaks", { starttls: "breaks" }, "fail handshake_failed"],
    ["a server that is busy (421) was not seen", { greeting: "421 too many connections" }, "error server_error"],
    ["a server that is no mail server", { greeting: "SSH-2.0-lab" }, "error protocol_error"],
    ["nothing listens", null, "error closed"],
    ["an answer to EHLO that is neither 220 nor 250", { ehlo: [] }, "error timeout"],
  ])("%s", async (_what, mail, verdict) => {
    const { domain } = await lab.site((site) => {
      site.mail = mail;
    });
    expectVerdicts(await lab.scan(domain), { "mail.starttls": verdict });
  });

  test("without SCAN_SMTP port 25 is not touched", async () => {
    const { domain } = await lab.site();
    const result = await lab.scan(domain, { smtp: false });
    expectVerdicts(result, { "mail.starttls": "not_applicable smtp_off" });
    expect(result.attempts.filter(({ port }) => port === 25)).toEqual([]);
  });

  test("of three servers the two with the highest priority are asked, and the second decides too", async () => {
    const { domain } = await lab.site((site) => {
      site.records[site.domain] = {
        ...site.records[site.domain],
        MX: [30, 20, 10].map((n) => `${n} mail${n === 10 ? "" : n}.${site.domain}`),
      };
      for (const n of [20, 30]) site.records[`mail${n}.${site.domain}`] = { A: [lab.nextAddress()] };
      sts(["version: STSv1", "mode: enforce", `mx: *.${site.domain}`, "max_age: 604800"])(site);
    });
    const result = await lab.scan(domain);
    expectVerdicts(result, { "mail.starttls": "error closed" });
    expect(result.attempts.filter(({ port }) => port === 25).map(({ host }) => host)).toEqual([
      `mail.${domain}`,
      `mail20.${domain}`,
    ]);
  });
});
