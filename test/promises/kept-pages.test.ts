import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { pages } from "../../src/faces/web/web.ts";
import { GENEROUS, startTestService, type TestService } from "./service.fixture.ts";

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ limits: GENEROUS });
});
afterAll(async () => {
  agent.destroy();
  await dosah.close();
});

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Bytes of a page as they came, so that nothing is unpacked on the way. */
async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const sent = request(`${dosah.url}${path}`, { agent, headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body };
}

const unpacked = { gzip: gunzipSync, br: brotliDecompressSync };

/** Pages that are the same for everybody. */
const addresses = LOCALES.flatMap((locale) => pages.map(({ path, example }) => `/${locale}${example ?? path}`));

test("every page has the same bytes in each coding, with a session and without", async () => {
  const session = { Cookie: `dosah_session=${Buffer.alloc(32, 1).toString("base64url")}` };
  await Promise.all(
    addresses.map(async (address) => {
      const first = await get(address);
      const again = await get(address, session);
      expect(again.body.equals(first.body), address).toBe(true);
      expect(again.headers["set-cookie"], address).toBeUndefined();
      for (const [coding, headers] of [
        ["gzip", session],
        ["br", {}],
        ["br", session],
      ] as const) {
        const packed = await get(address, { ...headers, "Accept-Encoding": coding });
        const isPacked = packed.headers["content-encoding"] === coding;
        expect((isPacked ? unpacked[coding](packed.body) : packed.body).equals(first.body), address).toBe(true);
        // What no browser keeps has no tag to ask by.
        if (packed.headers["cache-control"] === "no-store") continue;
        const { etag = "" } = packed.headers;
        const known = await get(address, { ...headers, "Accept-Encoding": coding, "If-None-Match": etag });
        expect([known.status, known.body.length, known.headers.etag], address).toEqual([304, 0, etag]);
      }
    }),
  );
});

test("a private page is nobody's without a session, whoever saw it before", async () => {
  const own = privatePages.filter(({ page, who, isFile }) => page !== undefined && who === "signed_in" && !isFile);
  for (const { path, example } of own) {
    const { status, headers } = await get(`/sk${example ?? path}`);
    expect([status, headers["cache-control"]], path).toEqual([303, "no-store"]);
  }
});

test("a page that says what comes next is another one on the next day", async () => {
  const address = "/sk/regulatory-feed";
  const [before, kept] = [await get(address), await get(address)];
  expect(kept.body.equals(before.body)).toBe(true);
  // The time line has a day in the next five years.
  dosah.pass(5 * 366 * 86_400);
  expect((await get(address)).body.equals(before.body)).toBe(false);
});
