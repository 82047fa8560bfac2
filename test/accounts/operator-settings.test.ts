import { describe, expect, test } from "vitest";
import { GENEROUS, NOW, startTestService } from "../promises/service.fixture.ts";
import { newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { codeAt } from "./authenticator-app.fixture.ts";
import { mailsTo, visit } from "./visitor.fixture.ts";

describe("3.3: the session cookie", () => {
  test("with https has the prefix __Host-, is for this host alone, not for scripts and not for other sites", async () => {
    const baseUrl = "https://dosah.example.org";
    const known = { OPERATOR_NAME: "Príklad, o. z.", OPERATOR_CONTACT: "mailto:info@example.org" };
    const env = { BASE_URL: baseUrl, TRUST_PROXY: "loopback", ...known };
    const dosah = await startTestService({ env, limits: GENEROUS });
    const jana = visit(dosah, { baseUrl, from: newAddress() });
    await jana.post("/en/sign-up", { name: "Jana", email: "jana@firma.sk", password: PASSWORD, next: "" });
    const [mail] = await mailsTo(dosah, "jana@firma.sk");
    expect(mail?.text).toContain(`${baseUrl}/en/verify?token=`);
    await jana.submit(mail?.link ?? "", {});
    const { headers } = await jana.post("/en/sign-in", { email: "jana@firma.sk", password: PASSWORD });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-dosah_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
      ),
      expect.stringMatching(/^__Host-dosah_known=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect((await jana.get("/en/account")).headers.get("strict-transport-security")).toBe("max-age=31536000");
    // Pages use the cookie, /api the key; neither reads the other's.
    const api = await dosah.fetch("/api/v1/audit-log", { headers: { Cookie: `__Host-dosah_session=${jana.cookie}` } });
    expect(api.status).toBe(401);
    await dosah.close();
  });

  test("with http has no prefix and is not Secure, and is else the same", async () => {
    const dosah = await startTestService({ env: { TRUST_PROXY: "loopback" }, limits: GENEROUS });
    const jana = await newPerson(dosah);
    const { headers } = await jana.post("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^dosah_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^dosah_known=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/),
    ]);
    // A cookie with the prefix is none of this service's over http.
    const stranger = visit(dosah);
    const got = await stranger.get("/en/account", { Cookie: `__Host-dosah_session=${jana.cookie}` });
    expect(got.status).toBe(303);
    await dosah.close();
  });

  test("no public page sets one or reads one", async () => {
    const dosah = await startTestService({ limits: GENEROUS });
    for (const path of ["/sk", "/sk/search?q=slov", "/sk/obligations", "/sk/docs"]) {
      const response = await dosah.fetch(path, { headers: { Cookie: `dosah_session=${"a".repeat(43)}` } });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get("vary") ?? "").not.toMatch(/cookie/i);
    }
    await dosah.close();
  });
});

describe("the operator decides who gets in:", () => {
  test("6.3.2: an empty database has no account; REGISTRATION=closed and =invitation let nobody sign up", async () => {
    for (const [mode, code] of [
      ["closed", "registration_closed"],
      ["invitation", "registration_invitation"],
    ] as const) {
      const dosah = await startTestService({ env: { REGISTRATION: mode }, limits: GENEROUS });
      const answer = await visit(dosah).submit("/en/sign-up", { name: "J", email: "j@firma.sk", password: PASSWORD });
      expect([answer.status, answer.errors]).toEqual([403, [code]]);
      for (const password of ["", "admin", "dosah", PASSWORD]) {
        expect((await visit(dosah).submit("/en/sign-in", { email: "admin@firma.sk", password })).status).toBe(400);
      }
      await dosah.close();
    }
  });

  test("on a public address nobody creates an account until people are told who runs it", async () => {
    const env = { BASE_URL: "https://dosah.example.org", REGISTRATION: "open" };
    const dosah = await startTestService({ env, limits: GENEROUS });
    const shown = await dosah.fetch("/en/sign-up");
    expect(shown.status).toBe(403);
    expect(await shown.text()).toMatch(/data-error="operator_missing"|OPERATOR_NAME/);
    const jana = visit(dosah, { baseUrl: env.BASE_URL });
    const invited = "/en/invitations/0123456789";
    for (const next of ["", invited]) {
      const fields = { name: "J", email: "j@firma.sk", password: PASSWORD, next };
      expect((await jana.post("/en/sign-up", fields)).status).toBe(403);
    }
    const start = await (await dosah.fetch("/en")).text();
    expect(start).toContain("data-operator-missing");
    expect((await dosah.fetch("/readyz")).status).toBe(200);
    await dosah.close();
  });

  test("PASSWORD_SIGN_IN=0: no password gets anybody in", async () => {
    const dosah = await startTestService({ env: { PASSWORD_SIGN_IN: "0" }, limits: GENEROUS });
    const stranger = visit(dosah);
    expect((await stranger.get("/en/sign-in")).html).not.toContain('name="password"');
    for (const [path, fields] of [
      ["/en/sign-in", { email: "j@firma.sk", password: PASSWORD }],
      ["/en/sign-up", { name: "J", email: "j@firma.sk", password: PASSWORD, next: "" }],
      ["/en/forgot", { email: "j@firma.sk" }],
      ["/en/reset", { token: "x", password: PASSWORD }],
    ] as const) {
      const answer = await stranger.post(path, fields);
      expect([path, answer.status, answer.errors]).toEqual([path, 403, ["password_sign_in_off"]]);
    }
    await dosah.close();
  });

  test("SECOND_FACTOR=required: who has none sets one up before anything else", async () => {
    const dosah = await startTestService({
      env: { SECOND_FACTOR: "required", TRUST_PROXY: "loopback" },
      limits: GENEROUS,
    });
    const jana = await newPerson(dosah);
    expect((await jana.get("/en/organizations")).location).toBe("/en/account/two-factor");
    expect((await jana.get("/en/account/two-factor")).status).toBe(200);
    await jana.submit("/en/account/two-factor", { current: PASSWORD }, "/en/account/two-factor/start");
    const { html } = await jana.get("/en/account/two-factor");
    const secret = /data-totp-secret="">([A-Z2-7]+)</.exec(html)?.[1] ?? "";
    await jana.submit("/en/account/two-factor", { code: codeAt(secret, NOW.getTime()), current: PASSWORD });
    expect((await jana.get("/en/organizations")).status).toBe(200);
    await dosah.close();
  });
});
