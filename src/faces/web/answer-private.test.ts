import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { COOKIES, webOver } from "../../../test/browser/web.fixture.ts";
import { privatePages } from "./private-pages.ts";

const { app } = webOver();
const gzip = { "Accept-Encoding": "gzip" };
const shown = privatePages.filter(({ page, isFile }) => page !== undefined && !isFile);

test("a private page is compressed where its only secret is masked, and no compressed page holds another", async () => {
  let compressed = 0;
  for (const { path, example, who } of shown) {
    const address = `/sk${example ?? path}`;
    const response = await app.request(address, { headers: { ...gzip, Cookie: COOKIES.signed_in } });
    if (response.headers.get("content-encoding") === null) continue;
    compressed++;
    expect(who, address).toBe("signed_in");
    const page = gunzipSync(Buffer.from(await response.arrayBuffer())).toString("utf8");
    const masked = /name="csrf" value="[\w-]{86}"/g;
    expect(page.match(masked), address).not.toBeNull();
    // What a token, a key or the secret of an authenticator looks like.
    const rest = page.replace(masked, "").replaceAll(/ (?:id|for|aria-describedby)="[^"]*"/g, "");
    expect(rest, address).not.toMatch(/(?<![\w-])(?:[\w-]{43}|dosah_[\w-]{20,}|[A-Z2-7]{16,})(?![\w-])/);
  }
  expect(compressed).toBeGreaterThan(20);
});

test("each answer has another mask, and each form of it is accepted", async () => {
  const headers = { Cookie: COOKIES.signed_in };
  const tokens = new Set<string>();
  for (let time = 0; time < 20; time++) {
    const page = await (await app.request("/sk/account", { headers })).text();
    tokens.add(/name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "");
  }
  expect(tokens.size).toBe(20);
});
