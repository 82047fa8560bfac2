import { createSocket } from "node:dgram";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DnsClient } from "../../src/outbound/guarded/dns-client.ts";
import type { Site } from "./flawless.ts";
import { Laboratory } from "./laboratory.ts";
import type { Page, Pages } from "./servers.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

/** Notes every request to pages, with the headers in the order sent. */
function noting(pages: Pages | null, requests: string[], seen: string[][]): Pages {
  const answers = Object.entries(pages ?? {}).map(([path, page]): [string, Page] => [
    path,
    (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      seen.push(request.rawHeaders);
      if (typeof page === "function") return page(request, response);
      response.writeHead(page.status ?? 200, (page.headers ?? []).flat()).end(page.body ?? "");
      return undefined;
    },
  ]);
  return Object.fromEntries(answers);
}

test("a scan sends what a visitor sends: five pages, GET alone, no cookies, no credentials", async () => {
  const requests: string[] = [];
  const seen: string[][] = [];
  const { domain } = await lab.site((site: Site) => {
    site.http = noting(site.http, requests, seen);
    site.https = noting(site.https, requests, seen);
  });
  await lab.scan(domain);
  expect(requests.toSorted()).toEqual([
    "GET /",
    "GET /",
    "GET /",
    "GET /.well-known/mta-sts.txt",
    "GET /.well-known/security.txt",
  ]);
  for (const raw of seen) {
    const headers = new Map(
      raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : [])),
    );
    expect([...headers.keys()].filter((name) => name !== "Origin")).toEqual([
      "Host",
      "User-Agent",
      "Accept",
      "Accept-Encoding",
      "Connection",
    ]);
    expect(headers.get("Host")).toMatch(new RegExp(`^(?:mta-sts\\.)?${domain}$`));
    expect(headers.get("User-Agent")).toMatch(/^Mozilla\/5\.0 \(compatible; Dosah-scan\/.*\/scan\)$/);
    expect(headers.get("Accept")).toBe("text/html,application/xhtml+xml,*/*;q=0.8");
  }
  expect(seen.filter((raw) => raw.includes("Origin"))).toHaveLength(1);
});

test("the public profile opens four connections, none to a mail server and none with a foreign origin", async () => {
  const seen: string[][] = [];
  const { domain } = await lab.site((site: Site) => {
    site.https = noting(site.https, [], seen);
  });
  const { attempts } = await lab.scan(domain, { profile: "public" });
  expect(attempts.map(({ host, port }) => `${host} ${port}`).toSorted()).toEqual(
    [`mta-sts.${domain} 443`, `${domain} 443`, `${domain} 443`, `${domain} 80`].toSorted(),
  );
  expect(seen.flat()).not.toContain("Origin");
});

test("a mail server without STARTTLS gets EHLO and QUIT, and no sender", async () => {
  const commands: string[] = [];
  const { domain } = await lab.site((site: Site) => {
    site.mail = { ehlo: ["lab", "8BITMIME"], onCommand: (command) => commands.push(command) };
  });
  await lab.scan(domain);
  await expect.poll(() => commands).toEqual(["EHLO LOCALHOST", "QUIT"]);
});

test("progress names each step in its order", async () => {
  const { domain } = await lab.site();
  const steps: string[] = [];
  await lab.scan(domain, { onProgress: ({ step, done, of }) => steps.push(`${step} ${done}/${of}`) });
  expect(steps).toEqual(["dns 0/5", "tls 1/5", "web 2/5", "mail 3/5", "judge 4/5"]);
});

test("tokens of other services in TXT records are not stored", async () => {
  const { domain } = await lab.site((site: Site) => {
    site.records[site.domain] = {
      ...site.records[site.domain],
      TXT: ["v=spf1 mx -all", "other-service-verification=abc"],
    };
  });
  const { record, technical } = await lab.scan(domain);
  expect(JSON.stringify(record)).not.toContain("other-service-verification");
  expect(technical).toBe(100);
});

test("a resolver that is silent is replaced by the next one; forged datagrams are passed over", async () => {
  const silent = createSocket("udp4");
  const { address = "", port = 0 } = lab.resolvers[0] ?? {};
  await new Promise<void>((resolve) => silent.bind(0, address, resolve));
  const { domain, address: expected } = await lab.site();
  const never = new AbortController().signal;
  const question = { name: domain, type: "A" } as const;
  const client = new DnsClient(
    [
      { address, port: silent.address().port },
      { address, port },
    ],
    300,
  );
  expect(await client.ask(question, never)).toMatchObject({ status: "noerror", values: [expected] });
  // Whatever is asked, the answer has another id.
  silent.on("message", (bytes, from) => {
    const forged = Buffer.from(bytes);
    forged.writeUInt16BE((bytes.readUInt16BE(0) + 1) & 0xffff);
    forged[2] = 0x84;
    silent.send(forged, from.port, from.address);
  });
  const deceived = new DnsClient([{ address, port: silent.address().port }], 300);
  expect(await deceived.ask(question, never)).toMatchObject({ status: "timeout", values: [] });
  silent.close();
});
