import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLOCKED_RANGES } from "../../src/outbound/guarded/blocked-ranges.fixture.ts";
import { SeenConnections } from "./connections.ts";
import { redirect, type Site } from "./flawless.ts";
import { Laboratory, type ScanOptions } from "./laboratory.ts";
import { all, expectVerdicts } from "./verdicts.ts";

let lab: Laboratory;
let seen: SeenConnections;

beforeAll(async () => {
  lab = await Laboratory.open();
  seen = new SeenConnections();
});

afterAll(async () => {
  seen.end();
  await lab.close();
  // Over all tests of this file: no attempt to connect left the laboratory.
  expect(seen.addresses.length).toBeGreaterThan(0);
  expect(seen.addresses.filter((address) => !address.startsWith(`${lab.network}.`))).toEqual([]);
});

const addresses =
  (name: string, ...values: readonly string[]) =>
  (site: Site) => {
    const key = name === "" ? site.domain : `${name}.${site.domain}`;
    site.records[key] = {
      ...site.records[key],
      A: values.filter((value) => !value.includes(":")),
      AAAA: values.filter((value) => value.includes(":")),
    };
  };

/** The web host is refused: nothing of web and TLS is judged, and there is no score. */
const WEB_REFUSED = (reason: string) => ({ ...all("tls.", `error ${reason}`), ...all("web.", `error ${reason}`) });

describe("a web host with an address that is refused", () => {
  test.each([
    ["loopback", ["127.0.0.1"], "blocked_address"],
    ["an inner network", ["10.0.0.5"], "blocked_address"],
    ["cloud metadata", ["169.254.169.254"], "blocked_address"],
    ["IPv6 loopback", ["::1"], "blocked_address"],
    ["IPv4 inside IPv6", ["::ffff:127.0.0.1"], "blocked_address"],
    ["NAT64", ["64:ff9b::a00:1"], "blocked_address"],
    ["a public address outside the laboratory", ["8.8.8.8"], "outside_lab"],
    ["a public IPv6 address outside the laboratory", ["2606:4700::1111"], "outside_lab"],
  ])("%s", async (_what, values, reason) => {
    const { domain } = await lab.site(addresses("", ...values));
    const result = await lab.scan(domain);
    const six = values[0]?.includes(":") ? { "dns.ipv6": "info web_only" } : {};
    expectVerdicts(result, { ...WEB_REFUSED(reason), ...six });
    expect(result.technical).toBeNull();
    expect(result.record.refused).toEqual([{ host: domain, address: expect.any(String), reason }]);
  });

  test("one refused address among good ones refuses the name", async () => {
    const { domain, address } = await lab.site((site) => addresses("", site.address, "192.168.1.1")(site));
    const result = await lab.scan(domain);
    expectVerdicts(result, WEB_REFUSED("blocked_address"));
    expect(result.attempts.filter(({ host }) => host === domain)).toEqual([]);
    expect(address.startsWith(lab.network)).toBe(true);
  });
});

describe("a name with an address of a blocked network, and with its neighbours, is connected to in no case:", () => {
  test.each(BLOCKED_RANGES)("%s", async (_network, first, last, before, after) => {
    const [attempts, tried] = [seen.addresses.length, []];
    const session = lab.guard(tried).open();
    for (const [address, reason] of [
      ...[first, last].map((each) => [each, "blocked_address"] as const),
      ...[before, after].map((each) => [each, "outside_lab"] as const),
    ]) {
      if (address === null) continue;
      const host = `range${address.replaceAll(/[^0-9a-f]/g, "-")}-lab.sk`;
      lab.resolver.names.set(host, address.includes(":") ? { AAAA: [address] } : { A: [address] });
      for (const port of [25, 80, 443] as const) {
        await expect(session.connect(host, port)).rejects.toMatchObject({ reason });
      }
      expect(session.refused.at(-1)).toMatchObject({ host, reason });
    }
    session.close();
    expect([tried, seen.addresses.length]).toEqual([[], attempts]);
  });
});

describe("names that change their address", () => {
  test("from a good one to a blocked one: every connection goes to the one that was checked", async () => {
    let asked = 0;
    const { domain, address } = await lab.site((site) => {
      site.records[site.domain] = {
        ...site.records[site.domain],
        A: () => {
          asked += 1;
          return [asked === 1 ? site.address : "127.0.0.1"];
        },
      };
    });
    const result = await lab.scan(domain);
    expectVerdicts(result);
    expect(asked).toBe(1);
    expect(new Set(result.attempts.map((attempt) => attempt.address))).toEqual(new Set([address]));
  });

  test("from a blocked one to a good one: the name stays refused", async () => {
    let asked = 0;
    const { domain } = await lab.site((site) => {
      site.records[site.domain] = {
        ...site.records[site.domain],
        A: () => {
          asked += 1;
          return [asked === 1 ? "127.0.0.1" : site.address];
        },
      };
    });
    expectVerdicts(await lab.scan(domain), WEB_REFUSED("blocked_address"));
  });
});

describe("second hosts", () => {
  test("a mail server with an inner address is not asked", async () => {
    const { domain } = await lab.site(addresses("mail", "10.1.1.1"));
    const result = await lab.scan(domain);
    expectVerdicts(result, { "mail.starttls": "error blocked_address" });
    expect(result.record.refused).toEqual([{ host: `mail.${domain}`, address: "10.1.1.1", reason: "blocked_address" }]);
  });

  test.each(["localhost", "mail.local", "127.0.0.1", "metadata.google.internal"])(
    "MX %s is no admissible name",
    async (host) => {
      const { domain } = await lab.site((site) => {
        site.records[site.domain] = { ...site.records[site.domain], MX: [`10 ${host}`] };
      });
      expectVerdicts(await lab.scan(domain), {
        "mail.starttls": "error blocked_host",
        "mail.mtaSts": "fail mx_not_covered",
      });
    },
  );

  test("mta-sts with an inner address is not asked", async () => {
    const { domain } = await lab.site(addresses("mta-sts", "10.0.0.5"));
    const result = await lab.scan(domain);
    expectVerdicts(result, { "mail.mtaSts": "error blocked_address" });
    expect(result.record.refused).toEqual([
      { host: `mta-sts.${domain}`, address: "10.0.0.5", reason: "blocked_address" },
    ]);
  });

  test("a security.txt that leads inside is not fetched", async () => {
    const { domain } = await lab.site((site) => {
      site.https = { ...site.https, "/.well-known/security.txt": redirect("https://[::1]/security.txt") };
    });
    expectVerdicts(await lab.scan(domain), { "web.securityTxt": "error blocked_host" });
  });
});

describe("redirects over HTTP, each refused for what it is", () => {
  const to = (location: string | ((domain: string) => string)) => (site: Site) => {
    site.http = { "*": redirect(typeof location === "string" ? location : location(site.domain)) };
  };
  test.each<[string, (site: Site) => void, string]>([
    ["an address", to("http://10.0.0.1/"), "blocked_host"],
    ["an address in another form", to("http://0x7f.1/"), "blocked_host"],
    ["an address as one number", to("http://2130706433/"), "blocked_host"],
    ["an address in circled digits", to("http://%E2%91%A0%E2%91%A1%E2%91%A6.0.0.1/"), "blocked_host"],
    ["an address of IPv6", to("http://[::ffff:127.0.0.1]/"), "blocked_host"],
    ["a name of the own network", to("http://localhost/"), "blocked_host"],
    ["another port", to((domain) => `http://${domain}:8080/`), "blocked_port"],
    ["another scheme", to("ftp://firma.sk/"), "blocked_scheme"],
    ["a password", to((domain) => `https://user:secret@${domain}/`), "blocked_userinfo"],
    ["the service itself", to("https://www.dosah-lab.sk/"), "blocked_host"],
  ])("%s", async (_what, change, reason) => {
    const { domain } = await lab.site(change);
    const result = await lab.scan(domain, { ownNames: ["dosah-lab.sk"] });
    expectVerdicts(result, { "web.redirect": "fail refused_target" });
    expect(result.record.refused.map((refusal) => refusal.reason)).toEqual([reason]);
  });

  test("a name that leads inside", async () => {
    const inner = await lab.site((site) => addresses("", "10.0.0.9")(site));
    const { domain } = await lab.site(to(`http://${inner.domain}/`));
    expectVerdicts(await lab.scan(domain), { "web.redirect": "fail refused_target" });
  });

  test("over HTTPS: what the page would show was not seen", async () => {
    const { domain } = await lab.site((site) => {
      site.https = {
        ...site.https,
        "/": {
          status: 302,
          headers: [
            ["Location", "https://127.0.0.1/"],
            ["Strict-Transport-Security", "max-age=31536000"],
          ],
        },
      };
    });
    const header = [
      "csp",
      "frame",
      "nosniff",
      "referrer",
      "cookies",
      "mixed",
      "sri",
      "versionLeak",
      "cors",
      "permissions",
      "status",
    ];
    expectVerdicts(
      await lab.scan(domain),
      Object.fromEntries(header.map((name) => [`web.${name}`, "error blocked_host"])),
    );
  });
});

test("the service's own addresses are no target", async () => {
  const { domain, address } = await lab.site();
  const options: ScanOptions = { ownAddresses: [address] };
  const { attempts, verdicts } = await lab.scan(domain, options);
  expect(attempts).toEqual([]);
  expect(verdicts["tls.available"]).toBe("error blocked_address");
});

test("every attempt is seen by the hook, to checked addresses and the three ports alone", async () => {
  const { domain } = await lab.site();
  const before = seen.addresses.length;
  const { attempts } = await lab.scan(domain);
  expect(attempts.length).toBe(seen.addresses.length - before);
  expect(new Set(attempts.map(({ port }) => port))).toEqual(new Set([25, 80, 443]));
});
