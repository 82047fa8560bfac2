import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GOOD_HEADERS, page, redirect, type Site, securityTxt } from "../lab/flawless.ts";
import { type Laboratory, laboratorySettings } from "../lab/laboratory.ts";
import { openTrustedLaboratory } from "../lab/scan-service.fixture.ts";
import { runDosah } from "../promises/run-command.fixture.ts";
import { NOW, openTestServices, startTestService, type TestServices } from "../promises/service.fixture.ts";

/** Recorded odd sites, each scanned by the command of a whole installation; the laboratory tests the checks alone. */

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;
let services: TestServices;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
  services = await openTestServices({ env: laboratorySettings(lab) });
});
afterAll(async () => {
  await services.close();
  await opened.close();
});

/** The verdicts of `dosah scan` on a site, by check. */
async function scanOf(change: (site: Site) => unknown, name = ""): Promise<Readonly<Record<string, string>>> {
  const { domain } = await lab.site((site) => void change(site));
  const words = ["scan", `${name}${domain}`, "--full", "--owner-confirmed", "--locale", "en", "--json"];
  const { code, out, err } = await runDosah(services.call, words);
  expect(err).toBe("");
  expect(code).toBe(0);
  const { checks, scores } = JSON.parse(out);
  return {
    technical: scores.technical,
    ...Object.fromEntries(
      checks.map(({ id, status, reason }: Record<string, string>) => [
        id,
        reason === null ? status : `${status} ${reason}`,
      ]),
    ),
  };
}

const spf = (txt: string) => (site: Site) => {
  site.records[site.domain] = { ...site.records[site.domain], TXT: [txt] };
};
const shows = (shown: ReturnType<typeof page>) => (site: Site) => {
  site.https = { ...site.https, "/": shown };
};
const file = (answer: ReturnType<typeof page>) => (site: Site) => {
  site.https = { ...site.https, "/.well-known/security.txt": answer };
};
const CSP =
  "default-src 'self' https:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; upgrade-insecure-requests";
const expires = `Expires: ${new Date(Date.now() + 90 * 86_400_000).toISOString()}`;

describe("whoever may send mail decides SPF:", () => {
  test.each<[string, (site: Site) => void]>([
    ["every network", spf("v=spf1 ip4:0.0.0.0/0 -all")],
    ["every network around its own address", spf("v=spf1 a/0 -all")],
    [
      "an included record that lets everybody send",
      (site) => {
        spf(`v=spf1 include:n.${site.domain} -all`)(site);
        site.records[`n.${site.domain}`] = { TXT: ["v=spf1 +all"] };
      },
    ],
  ])("%s", async (_case, change) => {
    const verdicts = await scanOf(change);
    expect(verdicts["mail.spf"]).toMatch(/^fail/);
  });
});

describe("no finding where there is no fault:", () => {
  test.each<[string, (site: Site) => void, string, RegExp]>([
    [
      "a cookie that is removed",
      shows(page({ "Set-Cookie": "PHPSESSID=deleted; Max-Age=0; path=/" })),
      "web.cookies",
      /^(pass|not_applicable)/,
    ],
    [
      "a picture that the browser loads over HTTPS",
      shows(page({ "Content-Security-Policy": CSP }, '<!doctype html><img src="http://cdn-lab.sk/a.png">')),
      "web.mixed",
      /^pass/,
    ],
    [
      "a byte order mark before a valid security.txt is named",
      file(securityTxt(["\ufeffContact: mailto:security@firma.sk", expires])),
      "web.securityTxt",
      /^warn byte_order_mark/,
    ],
    [
      "a server that speaks HTTP/2 alone is not seen",
      (site) => {
        if (site.tls !== null) site.tls = { ...site.tls, protocols: ["h2"] };
      },
      "tls.available",
      /^error/,
    ],
  ])("%s", async (_case, change, check, verdict) => {
    expect((await scanOf(change))[check]).toMatch(verdict);
  });

  test("headers are judged where the body breaks off", async () => {
    const verdicts = await scanOf((site) => {
      site.https = {
        ...site.https,
        "/": (_request, response) => {
          response.writeHead(200, [...GOOD_HEADERS, ["Content-Length", "100000"]].flat());
          response.write("<!doctype html><title>Lab</title><p>".padEnd(50), () => response.destroy());
        },
      };
    });
    for (const check of ["web.hsts", "web.csp", "web.cookies"])
      expect([check, verdicts[check]]).toEqual([check, expect.stringMatching(/^pass/)]);
  });
});

describe("no fault passes:", () => {
  test("a contact that is no address", async () => {
    const verdicts = await scanOf(file(securityTxt(["Contact: security@firma.sk", expires])));
    expect(verdicts["web.securityTxt"]).toBe("warn contact_no_uri");
  });

  test("a file behind a redirect to an expired certificate", async () => {
    const ended = { from: new Date(Date.now() - 90 * 86_400_000), to: new Date(Date.now() - 30 * 86_400_000) };
    const other = await lab.site((site) => {
      site.tls = { identity: lab.certificate({ name: site.domain, names: [site.domain], ...ended }) };
      site.https = { ...site.https, "/x.txt": securityTxt() };
    });
    const verdicts = await scanOf(file(redirect(`https://${other.domain}/x.txt`, 302)));
    expect(verdicts["web.securityTxt"]).toBe("warn certificate_invalid");
  });

  test.each(["www.", "mail.", ""])("the mail of the firm, typed with %j in front", async (name) => {
    const verdicts = await scanOf((site) => {
      spf("v=spf1 +all")(site);
      delete site.records[`_dmarc.${site.domain}`];
    }, name);
    expect([verdicts.technical, verdicts["mail.spf"], verdicts["mail.dmarc"]]).toEqual([
      79,
      "fail plus_all",
      "fail missing",
    ]);
  });
});

describe("a deny list is obeyed in every form that has one meaning, and stops the start in others:", () => {
  const denied = (text: string) => {
    const list = join(mkdtempSync(join(tmpdir(), "dosah-deny-")), "deny.txt");
    writeFileSync(list, text);
    return { ...laboratorySettings(lab), SCAN_DENY_FILE: list };
  };

  test("an address keeps command and page from scanning", async () => {
    const { domain } = await lab.site();
    const env = denied(`https://${domain}/\n`);
    const [command, service] = [await openTestServices({ env }), await startTestService({ env })];
    service.pass((Date.now() - NOW.getTime()) / 1000);
    const { code, out } = await runDosah(command.call, ["scan", domain, "--locale", "en"]);
    expect([code, out.endsWith("does not want it to be scanned.")]).toEqual([3, true]);
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
    const shown = await service.fetch("/en/scan", {
      method: "POST",
      headers,
      body: `domain=${domain}`,
      redirect: "manual",
    });
    expect(shown.status).toBe(409);
    expect(lab.resolver.questions.some((question) => JSON.stringify(question).includes(domain))).toBe(false);
    await command.close();
    await service.close();
  });

  test("several names in a line name the file and the line", async () => {
    const start = openTestServices({ env: denied("a.sk\nb.sk, c.sk\n") });
    await expect(start).rejects.toThrow(/deny\.txt.*line 2|line 2.*deny\.txt/s);
  });
});
