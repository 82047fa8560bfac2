import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { person, signIn } from "../accounts/organization.fixture.ts";
import { type Laboratory, laboratorySettings } from "../lab/laboratory.ts";
import { openTrustedLaboratory } from "../lab/scan-service.fixture.ts";
import type { Page } from "../lab/servers.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { authorizePath, BASE, decide, membersOf, openConsent, postForm } from "./agent.fixture.ts";
import { documentHost, errorOf, json, PATH, plain } from "./document-host.fixture.ts";

const TEN_MEGABYTES = 10 * 1024 * 1024;

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;
/** The address of an inner service that nobody may reach by a document, and who did. */
let inner: string;
let reached = 0;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
  const [, port = ""] = /443:(\d+)/.exec(lab.setting) ?? [];
  await lab.servers.raw("127.0.0.1", Number(port), (socket) => {
    reached += 1;
    socket.destroy();
  });
  inner = `127.0.0.1:${port}`;
});
afterAll(() => opened.close());

/** What a hostile host answers, and whether it could send all of it. */
const ends: { readonly written: number; readonly isWhole: boolean }[] = [];

/** Sends JSON that never closes, so many bytes or without an end. */
const long =
  (bytes: number, head: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json", ...head });
    let written = response.write('{"x":"') ? 6 : 0;
    const more = () => {
      while (!response.destroyed && written < bytes) {
        written += 65_536;
        if (!response.write("x".repeat(65_536))) return;
      }
      if (!response.destroyed) response.end('"}');
    };
    response.on("drain", more);
    response.once("close", () => ends.push({ written, isWhole: response.writableFinished }));
    more();
  };

const redirectTo = (address: string, status: number): Page => ({ status, headers: [["Location", address]] });

const HOSTILE: Readonly<Record<string, () => Page>> = {
  "a redirect to this computer": () => redirectTo(`https://${inner}/agent.json`, 302),
  "a kept redirect to this computer": () => redirectTo(`http://${inner}/agent.json`, 308),
  "a redirect to the name of this computer": () => redirectTo("https://localhost/agent.json", 307),
  "an answer without an end": () => long(Number.POSITIVE_INFINITY),
  "an answer of ten megabytes": () => long(TEN_MEGABYTES, { "Content-Length": String(TEN_MEGABYTES + 8) }),
  "ten megabytes in a few packed bytes": () => ({
    headers: [
      ["Content-Type", "application/json"],
      ["Content-Encoding", "gzip"],
    ],
    body: gzipSync(`{"x":"${"x".repeat(TEN_MEGABYTES)}"}`),
  }),
};

describeOnBoth("a document that is a trap", (install, kind) => {
  async function start() {
    const here = await install({ env: { TRUST_PROXY: "loopback", ...laboratorySettings(lab) }, limits: GENEROUS });
    here.service.pass((Date.now() - NOW.getTime()) / 1000);
    const jana = await person(here);
    await signIn(here, jana, Date.now());
    return { ...here, jana };
  }

  test("leads Dosah nowhere and is read no further than a document may be long", async () => {
    const here = await start();
    ends.length = 0;
    for (const [what, page] of Object.entries(HOSTILE)) {
      const made = await documentHost(lab, page);
      expect([what, await errorOf(here, made), made.asked]).toEqual([what, "client_document", [PATH]]);
    }
    await vi.waitFor(() => expect(ends).toHaveLength(2), { timeout: 60_000 });
    for (const { written, isWhole } of ends.splice(0)) {
      expect(isWhole).toBe(false);
      expect(written).toBeLessThan(TEN_MEGABYTES);
    }
    expect(reached).toBe(0);
  });

  test("cannot turn its name to this computer once it was looked at, nor name both at once", async () => {
    const here = await start();
    const made = await documentHost(lab, plain());
    const { A: own } = lab.resolver.names.get(made.domain) ?? {};
    const [address = ""] = Array.isArray(own) ? own : [];
    let answers = [address];
    let questions = 0;
    lab.resolver.names.set(made.domain, {
      // Whoever asks again gets this computer.
      A: () => (questions++ === 0 ? answers : ["127.0.0.1"]),
    });
    expect(await errorOf(here, made)).toBe(303);
    expect([questions, made.asked]).toEqual([1, [PATH]]);
    here.service.pass(301);
    expect(await errorOf(here, made)).toBe("client_document");
    here.service.pass(61);
    [answers, questions] = [[address, "127.0.0.1"], 0];
    expect(await errorOf(here, made)).toBe("client_document");
    expect(made.asked).toEqual([PATH]);
    expect(reached).toBe(0);
  });

  // What the database keeps plays no part in the fetch of keys.
  test.skipIf(kind === "postgres")("names keys that are one: the client is not believed", async () => {
    const here = await start();
    const { privateKey } = await generateKeyPair("RS256");
    const signed = { token_endpoint_auth_method: "private_key_jwt" };
    const traps = [
      ...Object.entries(HOSTILE),
      ["a name that turned to this computer", () => json({ keys: [] })],
    ] as const;
    for (const [what, keys] of traps) {
      const made = await documentHost(
        lab,
        (id, returnTo) => plain({ ...signed, jwks_uri: `https://${new URL(id).host}/keys.json` })(id, returnTo),
        keys,
      );
      const { address } = await openConsent(here.jana.browser, authorizePath(made));
      const decided = await decide(here.jana.browser, address, { decision: "allow", reach: "all" });
      const isTurned = what === "a name that turned to this computer";
      if (isTurned) lab.resolver.names.set(made.domain, { A: ["127.0.0.1"] });
      const assertion = new SignJWT({ jti: what }).setProtectedHeader({ alg: "RS256", kid: "one" });
      const { status, body } = await postForm(here.service, "/oauth/token", {
        grant_type: "authorization_code",
        code: membersOf(decided.location).code ?? "",
        code_verifier: made.verifier,
        redirect_uri: made.returnTo,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: await assertion
          .setIssuer(made.clientId)
          .setSubject(made.clientId)
          .setAudience(`${BASE}/oauth`)
          .setExpirationTime("2m")
          .sign(privateKey),
      });
      expect([what, status, body.error]).toEqual([what, 401, "invalid_client"]);
      expect([what, made.asked]).toEqual([what, isTurned ? [PATH] : [PATH, "/keys.json"]]);
    }
    expect(reached).toBe(0);
  });
});
