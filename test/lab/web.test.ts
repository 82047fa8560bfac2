import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page, redirect, type Site, securityTxt } from "./flawless.ts";
import { Laboratory } from "./laboratory.ts";
import type { Page } from "./servers.ts";
import { expectVerdicts } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

type Change = (site: Site) => void;
type Case = [what: string, change: Change, differences: Record<string, string>];

/** The page over HTTPS with other headers or another body. */
const headers =
  (changed: Parameters<typeof page>[0], body?: string): Change =>
  (site) => {
    site.https = { ...site.https, "/": page(changed, body) };
  };

const body = (html: string) => headers({ "Content-Security-Policy": GOOD_CSP }, html);
const GOOD_CSP = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const http =
  (make: (domain: string) => Record<string, Page>): Change =>
  (site) => {
    site.http = make(site.domain);
  };

const run = async (_what: string, change: Change, differences: Record<string, string>) => {
  const { domain } = await lab.site(change);
  expectVerdicts(await lab.scan(domain), differences);
};

/** Everything that is read off the page, with one verdict. */
const headerChecks = (verdict: string) =>
  Object.fromEntries(
    [
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
    ].map((name) => [`web.${name}`, verdict]),
  );

describe("redirects", () => {
  test.each<Case>([
    [
      "port 80 is closed",
      (site) => {
        site.http = null;
      },
      { "web.redirect": "pass port_80_closed" },
    ],
    [
      "first to www over HTTPS",
      http((domain) => ({ "*": redirect(`https://www.${domain}/`) })),
      { "web.redirect": "warn other_host_first" },
    ],
    [
      "first to www over HTTP, then to HTTPS",
      (site) => {
        let asked = 0;
        site.http = {
          "*": (_request, response) => {
            asked += 1;
            response.writeHead(301, { Location: `${asked === 1 ? "http" : "https"}://www.${site.domain}/` }).end();
          },
        };
      },
      { "web.redirect": "warn other_host_first" },
    ],
    [
      "first to another page over HTTP, then to HTTPS",
      http((domain) => ({ "/": redirect("/start"), "/start": redirect(`https://${domain}/`) })),
      { "web.redirect": "warn other_host_first" },
    ],
    [
      "to HTTPS and back to HTTP",
      (site) => {
        site.http = { "/": redirect(`https://${site.domain}/back`), "/plain": page() };
        site.https = { ...site.https, "/back": redirect(`http://${site.domain}/plain`) };
      },
      { "web.redirect": "fail ends_on_http" },
    ],
    ["stays on HTTP", http(() => ({ "/": page() })), { "web.redirect": "fail stays_on_http" }],
    [
      "ends on HTTP",
      http(() => ({ "/": redirect("/start"), "/start": page() })),
      { "web.redirect": "fail ends_on_http" },
    ],
    ["a loop", http(() => ({ "/": redirect("/a"), "/a": redirect("/") })), { "web.redirect": "fail loop" }],
    [
      "more than ten hops",
      http(() => ({
        "/": redirect("/1"),
        ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`/${at}`, redirect(`/${at + 1}`)])),
      })),
      { "web.redirect": "fail too_many" },
    ],
    [
      "to an address inside",
      http(() => ({ "/": redirect("http://10.0.0.1/") })),
      { "web.redirect": "fail refused_target" },
    ],
    ["a broken server", http(() => ({ "/": { status: 503 } })), { "web.redirect": "error server_error" }],
  ])("%s", run);

  test("a page of another registrable domain is fetched once and not judged", async () => {
    const other = await lab.site();
    const { domain } = await lab.site((site) => {
      site.https = {
        ...site.https,
        "/": {
          status: 302,
          headers: [
            ["Location", `https://${other.domain}/`],
            ["Strict-Transport-Security", "max-age=31536000"],
          ],
        },
      };
    });
    const result = await lab.scan(domain);
    expectVerdicts(result, headerChecks("not_applicable other_domain"));
    expect(result.technical).toBe(100);
  });

  test("a target that asks for a pause is not judged", async () => {
    const { domain } = await lab.site((site) => {
      site.https = { ...site.https, "/": { status: 429, headers: [["Retry-After", "60"]] } };
    });
    expectVerdicts(await lab.scan(domain), { ...headerChecks("error rate_limited"), "web.hsts": "error rate_limited" });
  });

  test("a broken server and a page that asks for a person are not judged", async () => {
    for (const [answer, reason] of [
      [{ status: 500 }, "server_error"],
      [{ status: 403, headers: [["cf-mitigated", "challenge"]] }, "blocked_by_site"],
      [{ status: 503, body: "<script>window._cf_chl_opt={}</script>" }, "blocked_by_site"],
    ] as const) {
      const { domain } = await lab.site((site) => {
        site.https = { ...site.https, "/": answer };
      });
      expectVerdicts(await lab.scan(domain), { ...headerChecks(`error ${reason}`), "web.hsts": `error ${reason}` });
    }
  });

  test.each([
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [300, "redirect"],
  ])("a page with status %i is judged like another", async (status, reason) => {
    const { domain } = await lab.site((site) => {
      const good = page();
      site.https = { ...site.https, "/": typeof good === "function" ? good : { ...good, status } };
    });
    expectVerdicts(await lab.scan(domain), { "web.status": `info ${reason}` });
  });
});

describe("HSTS", () => {
  const hsts = (value: string | null) => headers({ "Strict-Transport-Security": value });
  test.each<Case>([
    ["a year in quotes", hsts('max-age="31536000"'), {}],
    ["a day", hsts("max-age=86400"), { "web.hsts": "warn short" }],
    ["zero", hsts("max-age=0"), { "web.hsts": "fail disabled" }],
    ["missing", hsts(null), { "web.hsts": "fail missing" }],
    ["no number", hsts("max-age=year"), { "web.hsts": "fail unreadable" }],
    ["a directive twice", hsts("max-age=31536000; max-age=1"), { "web.hsts": "fail unreadable" }],
  ])("%s", run);
});

describe("content security policy", () => {
  const csp = (...values: readonly string[]) =>
    headers({ "Content-Security-Policy": [...values, "frame-ancestors 'none'"] });
  const rest = "; object-src 'none'; base-uri 'none'";
  test.each<Case>([
    ["none", headers({ "Content-Security-Policy": null }), { "web.csp": "fail missing", "web.frame": "fail missing" }],
    [
      "no directive that exists",
      headers({ "Content-Security-Policy": "hello world" }),
      { "web.csp": "fail unreadable", "web.frame": "fail missing" },
    ],
    [
      "report-only",
      headers({ "Content-Security-Policy": null, "Content-Security-Policy-Report-Only": GOOD_CSP }),
      { "web.csp": "warn report_only", "web.frame": "fail missing" },
    ],
    ["unsafe-inline", csp(`script-src 'self' 'unsafe-inline'${rest}`), { "web.csp": "warn unsafe_inline" }],
    ["unsafe-inline beside a nonce", csp(`script-src 'nonce-abc' 'unsafe-inline'${rest}`), {}],
    ["unsafe-eval", csp(`script-src 'self' 'unsafe-eval'${rest}`), { "web.csp": "warn unsafe_eval" }],
    ["a broad source", csp(`script-src https:${rest}`), { "web.csp": "warn broad_source" }],
    ["a broad source beside strict-dynamic", csp(`script-src 'nonce-abc' 'strict-dynamic' https:${rest}`), {}],
    [
      "unsafe-inline for elements alone",
      csp(`script-src 'self'; script-src-elem 'self' 'unsafe-inline'${rest}`),
      { "web.csp": "warn unsafe_inline" },
    ],
    [
      "unsafe-inline that elements and attributes take back",
      csp(`script-src 'self' 'unsafe-inline'; script-src-elem 'self'; script-src-attr 'none'${rest}`),
      {},
    ],
    ["object-src is open", csp("script-src 'self'; base-uri 'none'"), { "web.csp": "warn object_src" }],
    ["base-uri is open", csp("default-src 'self'"), { "web.csp": "warn base_uri" }],
    [
      "two policies in one header, each closes what the other leaves open",
      csp(`script-src 'self', default-src * 'unsafe-inline'${rest}`),
      {},
    ],
    [
      "a policy in the page",
      headers(
        { "Content-Security-Policy": "frame-ancestors 'none'" },
        `<meta http-equiv=Content-Security-Policy content="${GOOD_CSP}">`,
      ),
      {},
    ],
  ])("%s", run);
});

describe("further headers", () => {
  const withoutFrame = "default-src 'self'; object-src 'none'; base-uri 'none'";
  test.each<Case>([
    [
      "X-Frame-Options instead",
      headers({ "Content-Security-Policy": withoutFrame, "X-Frame-Options": "sameorigin" }),
      {},
    ],
    [
      "an X-Frame-Options that browsers do not know",
      headers({ "Content-Security-Policy": withoutFrame, "X-Frame-Options": "ALLOW-FROM https://a.sk" }),
      { "web.frame": "warn other_value" },
    ],
    ["neither", headers({ "Content-Security-Policy": withoutFrame }), { "web.frame": "fail missing" }],
    ["no nosniff", headers({ "X-Content-Type-Options": null }), { "web.nosniff": "fail missing" }],
    [
      "another value than nosniff",
      headers({ "X-Content-Type-Options": "sniff" }),
      { "web.nosniff": "fail other_value" },
    ],
    ["no referrer policy", headers({ "Referrer-Policy": null }), { "web.referrer": "warn missing" }],
    [
      "the last known referrer policy counts",
      headers({ "Referrer-Policy": "unsafe-url, no-referrer, future-value" }),
      {},
    ],
    ...["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"].map(
      (value): Case => [`the referrer policy ${value}`, headers({ "Referrer-Policy": value }), {}],
    ),
    ...["unsafe-url", "origin", "origin-when-cross-origin", "no-referrer-when-downgrade"].map(
      (value): Case => [
        `the referrer policy ${value}`,
        headers({ "Referrer-Policy": value }),
        { "web.referrer": "fail discloses" },
      ],
    ),
    ...["X-Powered-By", "X-AspNet-Version", "X-Generator"].map(
      (name): Case => [`a version in ${name}`, headers({ [name]: "Lab 1.2" }), { "web.versionLeak": "warn shown" }],
    ),
    ["no permissions policy", headers({ "Permissions-Policy": null }), { "web.permissions": "info absent" }],
    ["a version in Server", headers({ Server: "nginx/1.25.3" }), { "web.versionLeak": "warn shown" }],
    [
      "a version of the generator",
      headers({}, '<meta name="generator" content="WordPress 6.4.2">'),
      { "web.versionLeak": "warn shown" },
    ],
    ["a name without a version", headers({ Server: "nginx" }), {}],
  ])("%s", run);

  test("a foreign origin that is let in with credentials", async () => {
    const cors =
      (credentials: string): Change =>
      (site) => {
        const good = page();
        site.https = {
          ...site.https,
          "/": (request, response) => {
            const origin = request.headers.origin;
            const list = typeof good === "function" ? [] : [...(good.headers ?? [])];
            if (origin !== undefined)
              list.push(["Access-Control-Allow-Origin", origin], ["Access-Control-Allow-Credentials", credentials]);
            response.writeHead(200, list.flat()).end("<p>Lab");
          },
        };
      };
    await run("", cors("true"), { "web.cors": "fail any_origin_with_credentials" });
    await run("", cors("false"), {});
  });
});

describe("cookies", () => {
  const cookie = (...values: readonly string[]) => headers({ "Set-Cookie": values });
  test.each<Case>([
    ["none", headers({ "Set-Cookie": null }), {}],
    [
      "a session without Secure",
      cookie("PHPSESSID=1; HttpOnly; SameSite=Lax"),
      { "web.cookies": "fail session_without_secure" },
    ],
    [
      "a session that scripts may read",
      cookie("auth_token=1; Secure; SameSite=Lax"),
      { "web.cookies": "fail session_without_http_only" },
    ],
    ["a token against forged requests may be read", cookie("csrf_token=1; Secure; SameSite=Lax"), {}],
    [
      "SameSite=None without Secure",
      cookie("theme=1; SameSite=None"),
      { "web.cookies": "fail same_site_none_without_secure" },
    ],
    ["no SameSite", cookie("theme=1; Secure"), { "web.cookies": "warn without_same_site" }],
    ["no Secure", cookie("theme=1; SameSite=Lax"), { "web.cookies": "warn without_secure" }],
    [
      "cookies of load balancers",
      cookie("AWSALB=1", "BIGipServer_x=2", "__cf_bm=3", "SERVERID=4", "ARRAffinity=5"),
      {},
    ],
    ["one that is taken away", cookie("PHPSESSID=deleted; Max-Age=0; path=/"), {}],
    ["one that ended long ago", cookie("PHPSESSID=; expires=Thu, 01-Jan-1970 00:00:01 GMT; path=/"), {}],
    [
      "one whose Max-Age wins over an old Expires",
      cookie("PHPSESSID=1; Expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=60"),
      { "web.cookies": "fail session_without_secure" },
    ],
    [
      "one taken away beside one that is set",
      cookie("old=; Max-Age=-1", "theme=1; Secure"),
      { "web.cookies": "warn without_same_site" },
    ],
  ])("%s", run);

  test("values of cookies are not in the record", async () => {
    const { domain } = await lab.site();
    const { record } = await lab.scan(domain);
    expect(JSON.stringify(record)).not.toContain("secret-of-a-visitor");
  });
});

describe("what the page loads", () => {
  const upgraded = (html: string) =>
    headers({ "Content-Security-Policy": `${GOOD_CSP}; upgrade-insecure-requests` }, html);
  test.each<Case>([
    ["a picture over HTTP, which the browser loads over HTTPS", upgraded("<img src=http://cdn-lab.sk/a.png>"), {}],
    [
      "a script over HTTP, which the browser loads over HTTPS",
      upgraded("<script src=http://cdn-lab.sk/a.js integrity=sha384-x></script>"),
      {},
    ],
    [
      "the same, which only a report asks for",
      headers(
        {
          "Content-Security-Policy": GOOD_CSP,
          "Content-Security-Policy-Report-Only": "upgrade-insecure-requests",
        },
        "<img src=http://cdn-lab.sk/a.png>",
      ),
      { "web.mixed": "warn passive" },
    ],
    [
      "the same, as the page itself asks for",
      body(
        '<meta http-equiv=content-security-policy content="upgrade-insecure-requests"><img src=http://cdn-lab.sk/a.png>',
      ),
      {},
    ],
    [
      "a script in a template, which nobody loads",
      body("<template><script src=http://a.sk/a.js></script></template>"),
      {},
    ],
    [
      "a script behind nested templates",
      body("<template><template></template><img src=http://a.sk/a.png></template><img src=http://b.sk/b.png>"),
      { "web.mixed": "warn passive" },
    ],
    [
      "a picture in a shadow tree",
      body("<template shadowrootmode=open><img src=http://a.sk/a.png></template>"),
      { "web.mixed": "warn passive" },
    ],
    ["a picture over HTTP", body("<img src=http://cdn.lab.sk/a.png>"), { "web.mixed": "warn passive" }],
    ...["<video src=http://cdn.lab.sk/a.mp4></video>", "<audio src=http://cdn.lab.sk/a.mp3></audio>"].map(
      (html): Case => [`over HTTP: ${html}`, body(html), { "web.mixed": "warn passive" }],
    ),
    [
      "a picture of several sizes over HTTP",
      body('<img src=a.png srcset="https://cdn.lab.sk/a.png 1x, http://cdn.lab.sk/b.png 2x">'),
      { "web.mixed": "warn passive" },
    ],
    ["a frame over HTTP", body("<iframe src=http://cdn.lab.sk/a></iframe>"), { "web.mixed": "fail active" }],
    [
      "a style sheet over HTTP",
      body('<link rel="stylesheet" href="http://cdn.lab.sk/a.css">'),
      { "web.mixed": "fail active" },
    ],
    ["a form sent over HTTP", body('<form action="http://cdn.lab.sk/a">'), { "web.mixed": "fail active" }],
    [
      "a link over HTTP loads nothing",
      body('<a href="http://cdn.lab.sk/">x</a><link rel=canonical href="http://x.sk/">'),
      {},
    ],
    [
      "a foreign script",
      body('<script src="https://cdn-lab.sk/a.js"></script>'),
      { "web.sri": "warn without_integrity" },
    ],
    ["a foreign script with integrity", body('<script src="//cdn-lab.sk/a.js" integrity="sha384-x"></script>'), {}],
    [
      "a foreign script over HTTP",
      body("<script src=http://cdn-lab.sk/a.js></script>"),
      { "web.sri": "fail over_http", "web.mixed": "fail active" },
    ],
    ["words in a script are no elements", body("<script>'<img src=http://cdn.lab.sk/a.png>'</script>"), {}],
    [
      "a base that moves every address",
      body("<base href=http://cdn-lab.sk/><script src=a.js></script>"),
      { "web.sri": "fail over_http", "web.mixed": "fail active" },
    ],
    [
      "a second base moves nothing, as in a browser",
      body("<base target=_top><base href=/b/><base href=http://cdn-lab.sk/><script src=a.js></script>"),
      {},
    ],
  ])("%s", run);
});

describe("security.txt", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const contact = "Contact: https://firma.sk/security";
  const file =
    (answer: Page): Change =>
    (site) => {
      site.https = { ...site.https, "/.well-known/security.txt": answer };
    };
  test.each<Case>([
    ["missing", file({ status: 404 }), { "web.securityTxt": "warn missing" }],
    [
      "a page instead",
      file({ headers: [["Content-Type", "text/html"]], body: "<p>not found" }),
      { "web.securityTxt": "warn wrong_type" },
    ],
    [
      "only at the old place",
      (site) => {
        const { "/.well-known/security.txt": good = {}, ...others } = site.https ?? {};
        site.https = { ...others, "/security.txt": good };
      },
      { "web.securityTxt": "warn wrong_place" },
    ],
    [
      "for another place",
      file(securityTxt([contact, `Expires: ${inDays(90)}`, "Canonical: https://other.sk/.well-known/security.txt"])),
      { "web.securityTxt": "warn other_canonical" },
    ],
    [
      "valid for two years",
      file(securityTxt([contact, `Expires: ${inDays(700)}`])),
      { "web.securityTxt": "warn far_expiry" },
    ],
    ["expired", file(securityTxt([contact, `Expires: ${inDays(-1)}`])), { "web.securityTxt": "fail expired" }],
    ["without Contact", file(securityTxt([`Expires: ${inDays(90)}`])), { "web.securityTxt": "fail without_contact" }],
    [
      "with a contact that is no URI",
      file(securityTxt(["Contact: security@firma.sk", `Expires: ${inDays(90)}`])),
      { "web.securityTxt": "warn contact_no_uri" },
    ],
    [
      "with a contact over HTTP beside a good one",
      file(securityTxt([contact, "Contact: http://firma.sk/security", `Expires: ${inDays(90)}`])),
      { "web.securityTxt": "warn contact_no_uri" },
    ],
    ["with a contact by telephone", file(securityTxt(["Contact: tel:+421-2-123-456", `Expires: ${inDays(90)}`])), {}],
    [
      "with a byte order mark",
      file(securityTxt([`\ufeff${contact}`, `Expires: ${inDays(90)}`])),
      { "web.securityTxt": "warn byte_order_mark" },
    ],
    [
      "broken off before its end",
      file((_request, response) => {
        response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "100000" });
        response.write("Contact: mailto:a@firma.sk\n", () => response.destroy());
      }),
      { "web.securityTxt": "error reset" },
    ],
    [
      "behind a redirect to HTTP",
      (site) => {
        const { "/.well-known/security.txt": good = {}, ...others } = site.https ?? {};
        site.https = { ...others, "/.well-known/security.txt": redirect(`http://${site.domain}/s.txt`) };
        site.http = { ...site.http, "/s.txt": good };
      },
      { "web.securityTxt": "warn over_http" },
    ],
    ["without Expires", file(securityTxt([contact])), { "web.securityTxt": "fail without_expires" }],
    [
      "behind one redirect",
      (site) => {
        const { "/.well-known/security.txt": good = {}, ...others } = site.https ?? {};
        site.https = { ...others, "/.well-known/security.txt": redirect("/s.txt"), "/s.txt": good };
      },
      {},
    ],
    ["a broken server", file({ status: 502 }), { "web.securityTxt": "error server_error" }],
  ])("%s", run);
});

test("security.txt behind a redirect to a server with an expired certificate is shown by no browser", async () => {
  const expired = { from: new Date(Date.now() - 90 * DAY), to: new Date(Date.now() - DAY) };
  for (const [dates, verdict] of [
    [expired, "warn certificate_invalid"],
    [{}, "pass valid"],
  ] as const) {
    const other = await lab.site((site) => {
      const identity = lab.certificate({ name: site.domain, names: [site.domain], ...dates });
      site.tls = { identity };
      site.https = { ...site.https, "/x.txt": securityTxt() };
    });
    const { domain } = await lab.site((site) => {
      site.https = { ...site.https, "/.well-known/security.txt": redirect(`https://${other.domain}/x.txt`, 302) };
    });
    expectVerdicts(await lab.scan(domain), verdict === "pass valid" ? {} : { "web.securityTxt": verdict });
  }
});

const DAY = 86_400_000;

describe("a page over HTTPS that sends on to HTTP", () => {
  const sendsOn =
    (to: (domain: string) => string, change: Change = () => {}): Change =>
    (site) => {
      site.https = { ...site.https, "/": { status: 302, headers: [["Location", to(site.domain)]] } };
      change(site);
    };
  test.each<[string, Change, string]>([
    [
      "while port 80 is closed",
      sendsOn(
        (domain) => `http://${domain}/home`,
        (site) => void Object.assign(site, { http: null }),
      ),
      "fail sends_to_http",
    ],
    [
      "on another name, while the typed one leads elsewhere",
      sendsOn(
        (domain) => `http://www.${domain}/home`,
        (site) => {
          site.http = { "/": redirect(`https://www.${site.domain}/start`), "/home": page() };
          site.https = { ...site.https, "/start": page() };
        },
      ),
      "fail sends_to_http",
    ],
    [
      "and from there back",
      sendsOn(
        (domain) => `http://${domain}/home`,
        (site) => {
          site.http = { "/": redirect(`https://${site.domain}/`), "/home": redirect(`https://${site.domain}/start`) };
          site.https = { ...site.https, "/start": page() };
        },
      ),
      "warn through_http",
    ],
    [
      "of another page that is encrypted",
      sendsOn(
        () => "/start",
        (site) => void Object.assign(site.https ?? {}, { "/start": page() }),
      ),
      "pass https_first",
    ],
  ])("%s", async (_what, change, verdict) => {
    const { domain } = await lab.site(change);
    expect((await lab.scan(domain)).verdicts["web.redirect"]).toBe(verdict);
  });
});

test("a body that the server breaks off is judged as far as it came, and so are the headers", async () => {
  const { domain } = await lab.site((site) => {
    const { headers: good = [] } = page() as { headers?: readonly (readonly [string, string])[] };
    const part: Page = (_request, response) => {
      response.writeHead(200, [...good, ["Content-Length", "100000"]].flat());
      response.write("<!doctype html><img src=http://cdn-lab.sk/a.png>", () => response.destroy());
    };
    site.https = { ...site.https, "/": part };
  });
  expectVerdicts(await lab.scan(domain), { "web.mixed": "warn passive" });
});

test("a server that speaks only HTTP/2 was not seen", async () => {
  const { domain } = await lab.site((site) => {
    if (site.tls !== null) site.tls = { ...site.tls, protocols: ["h2"] };
    site.mailTls = { identity: (site.tls ?? { identity: lab.root }).identity };
  });
  const { verdicts, technical } = await lab.scan(domain);
  const unseen = Object.entries(verdicts).filter(([, verdict]) => verdict === "error other_protocol");
  expect(unseen.map(([id]) => id)).toEqual(
    expect.arrayContaining(["tls.available", "tls.chain", "web.hsts", "mail.mtaSts"]),
  );
  expect(Object.values(verdicts).filter((verdict) => verdict.startsWith("fail"))).toEqual([]);
  expect(technical).toBeNull();
});
