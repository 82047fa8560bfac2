import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page, type Site } from "./flawless.ts";
import { hostileSites } from "./hostile-sites.fixture.ts";
import { Laboratory, type LabResult } from "./laboratory.ts";
import { FLAWLESS } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

/** Waiting is shortened: what is tested is that it ends, and what it costs. */
const LIMITS = { connectMs: 500, firstByteMs: 500, requestMs: 800, sessionMs: 8_000 };

const MEGABYTES = 1024 * 1024;
const MOST_HELD = 64 * MEGABYTES;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/**
 * Scans, and says which memory was held at most (heap and buffers). What is only waiting to be collected is not held: when
 * the collector comes is its own business, and the laboratory that serves the target leaves garbage in the same process.
 */
async function measured(domain: string): Promise<LabResult & { readonly held: number }> {
  const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  collectGarbage();
  const before = memory();
  let most = before;
  const timer = setInterval(() => {
    if (memory() - before >= MOST_HELD) collectGarbage();
    most = Math.max(most, memory());
  }, 20);
  const result = await lab.scan(domain, { limits: LIMITS });
  clearInterval(timer);
  return { ...result, held: most - before };
}

/** All but what the hostile part of the site answers is judged as ever. */
function untouched(result: LabResult, touched: readonly string[]): void {
  const rest = (verdicts: Readonly<Record<string, string>>) =>
    Object.entries(verdicts).filter(([id]) => !touched.includes(id));
  expect(Object.fromEntries(rest(result.verdicts))).toEqual(Object.fromEntries(rest(FLAWLESS)));
}

const https = (path: string, answer: NonNullable<Site["https"]>[string]) => (site: Site) => {
  site.https = { ...site.https, [path]: answer };
};

const PAGE = [
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
  "hsts",
].map((name) => `web.${name}`);

describe("a hostile target is survived, and costs less than 64 MB:", () => {
  const hostile = async (name: string) => {
    const change = hostileSites(lab)[name];
    if (change === undefined) throw new Error(`no such site: ${name}`);
    const { domain } = await lab.site(change);
    const result = await measured(domain);
    expect(result.held).toBeLessThan(MOST_HELD);
    return result;
  };

  test.each<[name: string, touched: readonly string[], verdicts: Readonly<Record<string, string>>]>([
    // What came is judged.
    ["a body without end", [], {}],
    ["ten thousand headers", PAGE, { "web.hsts": "error protocol_error" }],
    ["another protocol that nobody asked for", PAGE, { "web.csp": "error reset" }],
    ["one byte after the other", [...PAGE, "web.redirect"], { "web.csp": "error timeout" }],
    [
      "one byte after the other, on every page",
      [...PAGE, "web.redirect", "web.securityTxt", "mail.mtaSts"],
      { "web.csp": "error timeout", "mail.mtaSts": "error timeout", "web.securityTxt": "error timeout" },
    ],
    [
      "redirects without end, always to another page",
      [...PAGE.filter((id) => id !== "web.hsts"), "web.redirect"],
      { "web.csp": "error no_page" },
    ],
    ["sixty kilobytes of TXT", [], {}],
    ["half a megabyte of nested and crossed tags", ["web.mixed"], { "web.mixed": "warn passive" }],
    ["SPF records that include each other", ["mail.spf"], { "mail.spf": "fail too_many_lookups" }],
    ["a mail server that talks without end", ["mail.starttls"], { "mail.starttls": "error protocol_error" }],
  ])("%s", async (name, touched, verdicts) => {
    const result = await hostile(name);
    untouched(result, touched);
    expect(result.verdicts).toMatchObject(verdicts);
  });

  test("a megabyte of TXT: more than a DNS answer holds is no answer", async () => {
    const before = lab.resolver.questions.length;
    const { record } = await hostile("a megabyte of TXT");
    expect(record.failure).toBe("resolver_failed");
    expect(lab.resolver.questions.length - before).toBeLessThan(10);
  });

  test("a body that unfolds without end", async () => {
    const { gzipSync } = await import("node:zlib");
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTES, "<p>"));
    const { domain } = await lab.site(https("/", page({ "Content-Encoding": "gzip" })));
    const second = await lab.site((site) => {
      const good = page({ "Content-Encoding": "gzip" });
      https("/", typeof good === "function" ? good : { ...good, body: bomb })(site);
    });
    expect((await measured(domain)).verdicts["web.csp"]).toMatch(/^error /); // the words are not compressed as announced
    const result = await measured(second.domain);
    untouched(result, []);
    expect(result.held).toBeLessThan(MOST_HELD);
  });
});

test("foreign text stands under untrusted alone, without control characters and at most 300 characters long", async () => {
  const mark = "FOREIGN";
  const { domain } = await lab.site((site) => {
    const { domain: name } = site;
    site.records[name] = {
      ...site.records[name],
      TXT: [`v=spf1 exp=${mark} +all`],
      CAA: [`0 iodef ${mark}`],
      NS: [`${mark}.${name}`],
    };
    site.records[`_dmarc.${name}`] = { TXT: [`v=DMARC1; p=${mark}; x=${"\u202e\u0007y".repeat(400)}`] };
    site.records[`autodiscover.${name}`] = { CNAME: [`${mark}.nowhere-lab.sk`] };
    const script = `<script src="https://${mark}-lab.sk/a.js"></script><meta name=generator content="${mark} 1.2">`;
    https(
      "/",
      page(
        {
          Server: `${mark}/1.2`,
          "Set-Cookie": `${mark}sid=1`,
          "Content-Security-Policy": `script-src * ${mark}`,
          "Permissions-Policy": mark,
        },
        script,
      ),
    )(site);
    site.http = { "*": { status: 301, headers: [["Location", `ftp://${mark}/`]] } };
  });
  const { checks } = await lab.scan(domain);
  const marked = checks.filter(({ untrusted }) => JSON.stringify(untrusted).toUpperCase().includes(mark));
  expect(marked.length).toBeGreaterThanOrEqual(8);
  for (const { untrusted, ...ours } of checks) {
    expect(JSON.stringify(ours).toUpperCase()).not.toContain(mark);
    for (const text of Object.values(untrusted).flat()) {
      expect([...(text ?? "")].length).toBeLessThanOrEqual(300);
      expect(text ?? "").not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  }
});
