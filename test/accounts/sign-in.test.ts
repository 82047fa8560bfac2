import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { GENEROUS, startTestService, type TestService } from "../promises/service.fixture.ts";
import { mailsTo, visit } from "./visitor.fixture.ts";

const PASSWORD = "seven green tables on a roof";

describe.each([
  ["SQLite", true],
  ["PostgreSQL at 127.0.0.1:5432", hasPostgres],
])("on %s", (name, isThere) => {
  describe.skipIf(!isThere)("a person", () => {
    let dosah: TestService;
    let database: TestDatabase | undefined;

    beforeAll(async () => {
      database = name === "SQLite" ? undefined : await createTestDatabase();
      const env =
        database === undefined
          ? {}
          : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
      dosah = await startTestService({ env: { TRUST_PROXY: "loopback", ...env }, limits: GENEROUS });
    });
    afterAll(async () => {
      await dosah?.close();
      await database?.drop();
    });

    test("creates an account, confirms the address from the mail, signs in, and signs out", async () => {
      const jana = visit(dosah);
      const form = { name: "Jana Nová", email: "Jana@Firma.sk", password: PASSWORD };
      const sent = await jana.submit("/sk/sign-up", form);
      expect([sent.status, sent.location]).toEqual([303, "/sk/sign-up/sent"]);
      expect((await jana.get("/sk/sign-up/sent")).status).toBe(200);

      await mailsTo(dosah, "jana@firma.sk");
      const before = await jana.submit("/sk/sign-in", { email: "jana@firma.sk", password: PASSWORD });
      expect([before.status, before.errors]).toEqual([400, ["email_unverified"]]);

      const mail = (await mailsTo(dosah, "jana@firma.sk", 2)).at(-1);
      expect(mail?.text).toContain("Potvrďte");
      const link = mail?.link ?? "";
      const shown = await jana.get(link);
      expect(shown.status).toBe(200);
      const verified = await jana.submit(link, {});
      expect([verified.status, verified.location]).toEqual([303, "/sk/sign-in"]);
      const again = await jana.submit(link, {});
      expect([again.status, again.errors]).toEqual([400, ["token_invalid"]]);

      const signedIn = await jana.submit("/sk/sign-in?next=/sk/sources", {
        email: "JANA@firma.sk",
        password: PASSWORD,
      });
      expect([signedIn.status, signedIn.location]).toEqual([303, "/sk/sources"]);
      expect(signedIn.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^dosah_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^dosah_known=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/),
      ]);
      const page = await jana.get("/sk/sign-up/sent");
      expect(page.html).toContain('action="/sk/sign-out"');
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("referrer-policy")).toBe("same-origin");
      expect(page.headers.get("etag")).toBeNull();

      const former = jana.cookie;
      const out = await jana.submit("/sk/sign-up/sent", {}, "/sk/sign-out");
      expect([out.status, out.location, jana.cookie]).toEqual([303, "/sk", undefined]);
      jana.cookie = former;
      expect((await jana.get("/sk/sign-up/sent")).html).not.toContain("sign-out");
    });
  });
});
