import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page, type Site } from "./flawless.ts";
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

/** Scans, and says which memory was held at most (heap and buffers). */
async function measured(domain: string): Promise<LabResult & { readonly held: number }> {
  const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  globalThis.gc?.();
  const before = memory();
  let most = before;
  const timer = setInterval(() => {
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
  test("a body without end is cut, and what came is judged", async () => {
    const { domain } = await lab.site((site) => {
      const good = page();
      const head = typeof good === "function" ? [] : (good.headers ?? []);
      https("/", (_request, response) => {
        response.writeHead(200, head.flat());
        const more = () => {
          while (!response.destroyed && response.write(`<p>${"x".repeat(65_536)}`));
          if (!response.destroyed) response.once("drain", more);
        };
        more();
      })(site);
    });
    const result = await measured(domain);
    untouched(result, []);
    expect(result.held).toBeLessThan(64 * MEGABYTES);
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
    expect(result.held).toBeLessThan(64 * MEGABYTES);
  });

  test("ten thousand headers", async () => {
    const { domain } = await lab.site((site) => {
      https("/", (_request, response) => {
        response.socket?.write(
          `HTTP/1.1 200 OK\r\n${Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}\r\n`).join("")}\r\n`,
        );
      })(site);
    });
    const result = await measured(domain);
    untouched(result, PAGE);
    expect(result.verdicts["web.hsts"]).toBe("error protocol_error");
    expect(result.held).toBeLessThan(64 * MEGABYTES);
  });

  test("one byte after the other", async () => {
    const drip = (_request: unknown, response: { write(text: string): void; destroyed: boolean }) => {
      const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write("x")), 50);
    };
    const { domain } = await lab.site(https("/", drip));
    const result = await measured(domain);
    untouched(result, [...PAGE, "web.redirect"]);
    expect(result.verdicts["web.csp"]).toBe("error timeout");
  });

  test("redirects without end, always to another page", async () => {
    const { domain } = await lab.site((site) => {
      let asked = 0;
      const next: NonNullable<Site["https"]>[string] = (_request, response) => {
        asked += 1;
        response.writeHead(302, { Location: `/page${asked}`, "Strict-Transport-Security": "max-age=31536000" }).end();
      };
      https("*", next)(site);
      https("/", next)(site);
    });
    const result = await measured(domain);
    untouched(result, [...PAGE.filter((id) => id !== "web.hsts"), "web.redirect"]);
    expect(result.verdicts["web.csp"]).toBe("error no_page");
  });

  test("a megabyte of TXT: more than a DNS answer holds is no answer", async () => {
    const { domain } = await lab.site();
    lab.resolver.raw.set(domain, (id) =>
      Buffer.concat([Buffer.from([id >> 8, id & 0xff, 0x82, 0]), Buffer.alloc(60_000)]),
    );
    const before = lab.resolver.questions.length;
    const result = await measured(domain);
    expect(result.record.failure).toBe("resolver_failed");
    expect(lab.resolver.questions.length - before).toBeLessThan(10);
  });

  test("sixty kilobytes of TXT are read over TCP", async () => {
    const { domain } = await lab.site((site) => {
      site.records[site.domain] = {
        ...site.records[site.domain],
        TXT: ["v=spf1 mx -all", ...Array.from({ length: 55 }, () => "x".repeat(1000))],
      };
    });
    untouched(await measured(domain), []);
  });

  test("half a megabyte of nested and crossed tags", async () => {
    const nested = `${"<a><b>".repeat(40_000)}${"</i>".repeat(60_000)}<img src=http://cdn.lab.sk/a.png>`;
    const { domain } = await lab.site(https("/", page({}, nested)));
    const result = await measured(domain);
    untouched(result, ["web.mixed"]);
    expect(result.verdicts["web.mixed"]).toBe("warn passive");
  });

  test("SPF records that include each other", async () => {
    const { domain } = await lab.site((site) => {
      site.records[site.domain] = {
        ...site.records[site.domain],
        TXT: ["v=spf1 include:a-lab.sk include:b-lab.sk -all"],
      };
      site.records["a-lab.sk"] = { TXT: ["v=spf1 include:b-lab.sk include:b-lab.sk -all"] };
      site.records["b-lab.sk"] = { TXT: ["v=spf1 include:a-lab.sk include:a-lab.sk -all"] };
    });
    const result = await measured(domain);
    untouched(result, ["mail.spf"]);
    expect(result.verdicts["mail.spf"]).toBe("fail too_many_lookups");
  });

  test("a mail server that talks without end", async () => {
    const { domain } = await lab.site((site) => {
      site.mail = { greeting: `220-${"x".repeat(2000)}\r\n`.repeat(200) };
    });
    const result = await measured(domain);
    untouched(result, ["mail.starttls"]);
    expect(result.verdicts["mail.starttls"]).toBe("error protocol_error");
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
