import type { RequestListener } from "node:http";
import { page, type Site } from "./flawless.ts";
import type { Laboratory } from "./laboratory.ts";

const MEGABYTES = 1024 * 1024;

const https = (path: string, answer: NonNullable<Site["https"]>[string]) => (site: Site) => {
  site.https = { ...site.https, [path]: answer };
};

/** Never ends its answer. */
const endlessBody: RequestListener = (_request, response) => {
  const good = page();
  response.writeHead(200, (typeof good === "function" ? [] : (good.headers ?? [])).flat());
  const more = () => {
    while (!response.destroyed && response.write(`<p>${"x".repeat(65_536)}`));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

const tenThousandHeaders: RequestListener = (_request, response) => {
  const headers = Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}\r\n`).join("");
  response.socket?.write(`HTTP/1.1 200 OK\r\n${headers}\r\n`);
};

const byteAfterByte: RequestListener = (_request, response) => {
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write("x")), 50);
};

function redirectsWithoutEnd(): RequestListener {
  let asked = 0;
  return (_request, response) => {
    asked += 1;
    response.writeHead(302, { Location: `/page${asked}`, "Strict-Transport-Security": "max-age=31536000" }).end();
  };
}

/** Half a megabyte of nested and crossed tags. */
const deepPage = () => {
  const nested = `${"<a><b>".repeat(40_000)}${"</i>".repeat(60_000)}<img src=http://cdn.lab.sk/a.png>`;
  return page({}, nested);
};

/** What a hostile site does, by what it is called: each changes a flawless one. */
export function hostileSites(lab: Laboratory): Readonly<Record<string, (site: Site) => void>> {
  const text = (site: Site, ...values: readonly string[]) => {
    site.records[site.domain] = { ...site.records[site.domain], TXT: values };
  };
  return {
    "a body without end": https("/", endlessBody),
    "ten thousand headers": https("/", tenThousandHeaders),
    "one byte after the other": https("/", byteAfterByte),
    "one byte after the other, on every page": (site) => {
      site.http = { "*": byteAfterByte };
      site.https = { "*": byteAfterByte };
    },
    "another protocol that nobody asked for": https("/", ({ socket }) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
    }),
    "redirects without end, always to another page": (site) => {
      const next = redirectsWithoutEnd();
      https("*", next)(site);
      https("/", next)(site);
    },
    "a megabyte of TXT": ({ domain }) => {
      // More than a DNS answer holds: cut over UDP, and over TCP an answer that cannot be read.
      const rest = Buffer.alloc(MEGABYTES / 16 - 100);
      lab.resolver.raw.set(domain, (id) => Buffer.concat([Buffer.from([id >> 8, id & 0xff, 0x82, 0]), rest]));
    },
    "sixty kilobytes of TXT": (site) =>
      text(site, "v=spf1 mx -all", ...Array.from({ length: 55 }, () => "x".repeat(1000))),
    "half a megabyte of nested and crossed tags": https("/", deepPage()),
    "SPF records that include each other": (site) => {
      text(site, "v=spf1 include:a-lab.sk include:b-lab.sk -all");
      site.records["a-lab.sk"] = { TXT: ["v=spf1 include:b-lab.sk include:b-lab.sk -all"] };
      site.records["b-lab.sk"] = { TXT: ["v=spf1 include:a-lab.sk include:a-lab.sk -all"] };
    },
    "a mail server that talks without end": (site) => {
      site.mail = { greeting: `220-${"x".repeat(2000)}\r\n`.repeat(200) };
    },
  };
}
