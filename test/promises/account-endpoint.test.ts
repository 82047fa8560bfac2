import { expect, test } from "vitest";
import { nearMiss } from "../../src/core/near-miss.fixture.ts";
import { MODERN_VERSION } from "../../src/faces/mcp/protocol.ts";
import { describeOnBoth, PASSWORD } from "./installation.fixture.ts";
import type { TestService } from "./service.fixture.ts";

const ENDPOINT = "/api/mcp/account";

function post(service: TestService, body: unknown, headers: Readonly<Record<string, string>> = {}, path = ENDPOINT) {
  return service.fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
}

const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describeOnBoth("the MCP endpoint of people", (open) => {
  async function withKey(options = {}) {
    const installation = await open(options);
    const { run } = installation;
    await run("user add --email jana@firma.sk --password-stdin", PASSWORD);
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    const key = (await run("key issue --email jana@firma.sk --name agent")).out;
    return { ...installation, org, key };
  }

  test("whoever comes without a credential, or with any wrong one, gets the same 401, whatever the method and body", async () => {
    const { service, key, run } = await withKey();
    const revoked = (await run("key issue --email jana@firma.sk --name old")).out;
    await run("key revoke --email jana@firma.sk --name old");
    const absent = await post(service, message("tools/list"));
    expect(absent.status).toBe(401);
    expect(absent.headers.get("WWW-Authenticate")).not.toContain("invalid_token");
    const body = await absent.text();
    expect(JSON.parse(body)).toEqual({ jsonrpc: "2.0", error: { code: -31401, message: expect.any(String) } });
    const wrong = [nearMiss(key), "x", revoked, `dosat_${"0".repeat(49)}`].map((text) => `Bearer ${text}`);
    const challenges = new Set<string | null>();
    for (const authorization of [...wrong, `Basic ${btoa(`jana:${key}`)}`, key]) {
      const response = await post(service, message("tools/list"), { Authorization: authorization });
      expect([response.status, await response.text()]).toEqual([401, body]);
      challenges.add(response.headers.get("WWW-Authenticate"));
    }
    expect([...challenges]).toEqual([`${absent.headers.get("WWW-Authenticate")}, error="invalid_token"`]);
    // A key in the address, a cookie or the body is no key.
    const elsewhere = [
      await post(service, message("tools/list"), {}, `${ENDPOINT}?access_token=${key}`),
      await post(service, message("tools/list"), { Cookie: `dosah_session=${key}` }),
      await post(service, { ...message("tools/list"), access_token: key }),
    ];
    for (const response of elsewhere) expect([response.status, await response.text()]).toEqual([401, body]);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await service.fetch(ENDPOINT, { method });
      expect([response.status, await response.text()]).toEqual([401, body]);
    }
    const large = await service.fetch(ENDPOINT, { method: "POST", body: "x".repeat(300_000) });
    expect([large.status, await large.text()]).toEqual([401, body]);
  });

  test("with a key: method, media type and size are refused as at the public endpoint; the trailing slash is the same address", async () => {
    const { service, key } = await withKey();
    expect((await service.fetch(ENDPOINT, { method: "OPTIONS" })).status).toBe(204);
    const got = await service.fetch(ENDPOINT, { headers: bearer(key) });
    expect([got.status, got.headers.get("Allow")]).toEqual([405, "POST"]);
    const text = { method: "POST", headers: { ...bearer(key), "Content-Type": "text/plain" }, body: "{}" };
    expect((await service.fetch(ENDPOINT, text)).status).toBe(415);
    const big = { method: "POST", headers: { ...bearer(key), "Content-Type": "application/json" } };
    expect((await service.fetch(ENDPOINT, { ...big, body: "x".repeat(300_000) })).status).toBe(413);
    const foreign = await post(service, message("ping"), { ...bearer(key), Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const slash = await post(service, message("ping"), bearer(key), `${ENDPOINT}/`);
    expect([slash.status, await slash.json()]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
  });

  test("it lists all twelve tools, says which to call first, and answers with the caller's own data", async () => {
    const { service, key, org } = await withKey();
    const result = async (method: string, params: object = {}) =>
      (await (await post(service, message(method, params), bearer(key))).json()).result;
    expect((await result("tools/list")).tools).toHaveLength(12);
    const at = async (path: string) => {
      const sent = message("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} });
      return (await (await post(service, sent, bearer(key), path)).json()).result;
    };
    const [own, open] = [await at(ENDPOINT), await at("/api/mcp")];
    expect(own.serverInfo).toEqual(open.serverInfo);
    expect(own.instructions.split("\n")[0]).toContain("my_organizations first");
    expect(own.instructions.split("\n").slice(1)).toEqual(
      open.instructions.split("\n").slice(0, own.instructions.split("\n").length - 1),
    );
    const { structuredContent } = await result("tools/call", { name: "my_organizations", arguments: {} });
    expect(structuredContent.organizations).toEqual([
      { id: org, role: "owner", active: true, untrusted: { name: "Alfa" } },
    ]);
    const meta = {
      "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = { ...bearer(key), "MCP-Protocol-Version": MODERN_VERSION, "Mcp-Method": "server/discover" };
    const discovered = await post(service, message("server/discover", { _meta: meta }), headers);
    expect((await discovered.json()).result.cacheScope).toBe("private");
  });

  test("a key that is revoked or whose person is disabled is refused at the next call", async () => {
    const { service, key, run } = await withKey();
    expect((await post(service, message("ping"), bearer(key))).status).toBe(200);
    expect((await run("user disable --email jana@firma.sk")).code).toBe(0);
    expect((await post(service, message("ping"), bearer(key))).status).toBe(401);
    expect((await run("user enable --email jana@firma.sk")).code).toBe(0);
    expect((await post(service, message("ping"), bearer(key))).status).toBe(200);
    await run("key revoke --email jana@firma.sk --name agent");
    expect((await post(service, message("ping"), bearer(key))).status).toBe(401);
  });

  test("requests without a credential count by address in the endpoint's limit, wrong credentials in their own", async () => {
    const { service, key } = await withKey({
      limits: ["mcp_endpoint: { perMinute: 3 }", "key_failed: { perMinute: 2 }"],
    });
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent++) statuses.push((await post(service, message("ping"))).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await post(service, message("ping"), bearer(key))).status).toBe(429);
    service.pass(61);
    const wrong: number[] = [];
    for (let sent = 0; sent < 3; sent++)
      wrong.push((await post(service, message("ping"), bearer(nearMiss(key)))).status);
    expect(wrong).toEqual([401, 401, 429]);
    expect((await post(service, message("ping"), bearer(key))).status).toBe(200);
  });

  test("what a tool counts by address counts by the person there", async () => {
    const { service, key } = await withKey({ limits: ["nis2_stats: { perMinute: 1 }"] });
    const call = message("tools/call", { name: "nis2_stats", arguments: {} });
    const isError = async (path: string, headers = {}) =>
      (await (await post(service, call, headers, path)).json()).result.isError ?? false;
    expect(await isError("/api/mcp")).toBe(false);
    expect(await isError("/api/mcp")).toBe(true);
    expect(await isError(ENDPOINT, bearer(key))).toBe(false);
    expect(await isError(ENDPOINT, bearer(key))).toBe(true);
  });

  test("no document stands where it would make clients ask everybody for a sign-in", async () => {
    const { service } = await open();
    for (const path of [
      "/.well-known/oauth-authorization-server",
      "/.well-known/openid-configuration",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/api/mcp",
    ]) {
      expect([path, (await service.fetch(path)).status]).toEqual([path, 404]);
    }
  });
});
