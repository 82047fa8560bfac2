import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { pages } from "../../src/faces/web/web.ts";
import { describeOnBoth, newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { codeAt } from "./authenticator-app.fixture.ts";
import { backupCodesIn, challenged, startSecondFactor, withSecondFactor } from "./second-factor.fixture.ts";
import { hiddenOf, mailsTo, outboxOf, visit } from "./visitor.fixture.ts";

const OTHER = "nine blue chairs in the cellar";
const HERE = { "Sec-Fetch-Site": "same-origin" };

/** Every form of private pages, with a path that stands for its parameters. */
const forms = privatePages.flatMap(({ path, form, who }) =>
  // Mail programs send the one-click stop of a mail themselves, without a session (RFC 8058).
  form === undefined || path.startsWith("/unsubscribe/")
    ? []
    : [
        {
          path: path.replace(/:\w+/g, "1"),
          who,
          isOpen: form.isOpen === true,
          mayUpload: form.mostFileBytes !== undefined,
        },
      ],
);

describeOnBoth("Threats", {}, (at) => {
  test("2.3.1: steps in order: no code before the password, nothing else before the code", {
    timeout: 60_000,
  }, async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    expect((await stranger.get("/en/sign-in/code")).location).toBe("/en/sign-in");
    expect((await stranger.post("/en/sign-in/code", { code: "123456" })).location).toBe("/en/sign-in");
    const { person } = await withSecondFactor(at);
    const browser = await challenged(at, person.email);
    for (const { path, page, who } of privatePages) {
      if (who !== "signed_in" || page === undefined) continue;
      const address = `/en${path.replace(/:\w+/g, "x")}`;
      expect((await browser.get(address)).location, address).toBe("/en/sign-in/code");
    }
    const deletion = await browser.post("/en/account/delete", { confirm: person.email, current: PASSWORD });
    expect(deletion.location).toBe("/en/sign-in/code");
  });

  test("3.5.1-3: no form works from another site, without the secret of the session, with that of another, or by GET", {
    timeout: 120_000,
  }, async () => {
    const jana = await newPerson(at.dosah);
    const eve = await newPerson(at.dosah);
    const foreign = hiddenOf((await eve.get("/en/account")).html, "/en/sign-out").csrf ?? "";
    for (const { path, who, isOpen } of forms) {
      const address = `/en${path}`;
      const own = hiddenOf((await jana.get("/en/account")).html, "/en/sign-out").csrf ?? "";
      const refused = async (fields: Record<string, string>, headers: Record<string, string>) => {
        const { status, errors } = await jana.post(address, fields, headers);
        expect([address, status, errors]).toEqual([address, 403, ["form_foreign"]]);
      };
      await refused({ csrf: own }, { "Sec-Fetch-Site": "cross-site", Origin: "http://localhost:3000" });
      await refused({ csrf: own }, { "Sec-Fetch-Site": "same-site" });
      await refused({ csrf: own }, { "Sec-Fetch-Site": "none" });
      await refused({ csrf: own }, { Origin: "https://evil.example" });
      await refused({ csrf: own }, { Origin: "null" });
      await refused({ csrf: own }, {});
      if (isOpen || who === "challenged") continue;
      await refused({}, HERE);
      await refused({ csrf: foreign }, HERE);
      await refused({ csrf: `${own}x` }, HERE);
    }
    for (const { path, form, page } of privatePages) {
      // A public page may stand where a form is sent to: that of the quick check.
      if (form === undefined || page !== undefined || pages.some((shown) => shown.path === path)) continue;
      expect((await jana.get(`/en${path.replace(/:\w+/g, "1")}`)).status, path).toBe(404);
    }
    expect((await jana.get("/en/account")).status).toBe(200);
  });

  test("4.1.1: JSON, multipart or text to a form is 415, and nothing of it is read", async () => {
    const jana = await newPerson(at.dosah);
    for (const { path, mayUpload } of forms) {
      for (const type of [
        "application/json",
        "text/plain",
        ...(mayUpload ? [] : ["multipart/form-data; boundary=x"]),
      ]) {
        const response = await at.dosah.fetch(`/en${path}`, {
          method: "POST",
          body: "{}",
          redirect: "manual",
          headers: { ...HERE, "Content-Type": type, Cookie: `dosah_session=${jana.cookie}` },
        });
        expect([path, type, response.status]).toEqual([path, type, 415]);
      }
    }
    expect(forms.filter(({ mayUpload }) => mayUpload).map(({ path }) => path)).toEqual([
      "/organizations/import",
      "/organizations/1/trust-profile/evidence",
      "/organizations/1/trust-profile/import",
      "/organizations/1/lists/1/import",
      "/organizations/1/suppliers/import",
      "/trust/verify",
    ]);
    expect((await jana.post("/en/sign-in", { email: "x".repeat(70_000), password: "x" })).status).toBe(413);
  });

  test.each([
    ["11 characters", "abcdefghijk", "password_short"],
    ["11 characters of four bytes", [..."🔒🔑🗝️🔐🛡🧱🧲🧬🧪🧫🧿"].slice(0, 11).join(""), "password_short"],
    ["257 characters", "abcdefghij".repeat(26), "password_long"],
    ["a common one with digits behind", "passwordpassword99", "password_common"],
    ["four distinct characters", "abcdabcdabcd", "password_common"],
    ["little more than the name of this service", "dosah1234567", "password_common"],
  ])("6.2: a password of %s is refused", async (_what, password, code) => {
    const stranger = visit(at.dosah, { from: newAddress() });
    const form = { name: "Jana", email: "edge@firma.sk", password };
    const { status, errors, html } = await stranger.submit("/en/sign-up", form);
    expect([status, errors]).toEqual([400, [code]]);
    expect(html).toContain("edge@firma.sk");
    expect(html).not.toContain(password);
  });

  test("6.2: 12 and 256 characters are taken, NFC and NFD are one password, every wrong field is named at once", async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    const sent = async (email: string, password: string) =>
      (await stranger.submit("/en/sign-up", { name: "Jana", email, password })).status;
    expect(await sent("twelve@firma.sk", "kočka a peső")).toBe(303);
    expect(await sent("longest@firma.sk", `${"zx9 Qw".repeat(42)}ab7!`)).toBe(303);
    const [mail] = await mailsTo(at.dosah, "twelve@firma.sk");
    await stranger.submit(mail?.link ?? "", {});
    const signIn = { email: "twelve@firma.sk", password: "kočka a peső".normalize("NFD") };
    expect((await stranger.submit("/en/sign-in", signIn)).status).toBe(303);
    const wrong = await visit(at.dosah).submit("/en/sign-up", { name: "\u0007", email: "x", password: "y" });
    expect(wrong.errors).toEqual(["name_invalid", "email_invalid", "password_short"]);
  });

  test("6.2.3-4: a new password needs the present one, and must be another than those on the list", async () => {
    const jana = await newPerson(at.dosah);
    const change = (current: string, password: string) =>
      jana.submit("/en/account", { current, password }, "/en/account/password");
    expect((await change("", OTHER)).errors).toEqual(["password_or_code_wrong"]);
    expect((await change(OTHER, OTHER)).errors).toEqual(["password_or_code_wrong"]);
    expect((await change(PASSWORD, "Password1234567")).errors).toEqual(["password_common"]);
    const local = jana.email.split("@")[0] ?? "";
    expect((await change(PASSWORD, `${local}-12345`)).errors).toEqual(["password_common"]);
    expect((await change(PASSWORD, OTHER)).status).toBe(303);
    const browser = visit(at.dosah, { from: newAddress() });
    const signIn = (password: string) => browser.submit("/en/sign-in", { email: jana.email, password });
    expect((await signIn(PASSWORD)).errors).toEqual(["credentials_wrong"]);
    expect((await signIn(OTHER)).status).toBe(303);
  });

  test("6.2.5-8: no composition is asked for, pasting is allowed, and nobody has to change a password for its age", async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    const form = { name: "Jana", email: "plain@firma.sk", password: "aaa bbb ccc ddd eee" };
    const { html } = await stranger.get("/en/sign-up");
    expect(html).not.toMatch(/pattern=|onpaste|maxlength/);
    expect(html).toContain('autocomplete="new-password"');
    expect((await stranger.submit("/en/sign-up", form)).status).toBe(303);
    const [mail] = await mailsTo(at.dosah, form.email);
    await stranger.submit(mail?.link ?? "", {});
    const signIn = await stranger.submit("/en/sign-in", { email: form.email, password: form.password });
    expect([signIn.status, signIn.location]).toEqual([303, "/en/organizations"]);
  });

  test("6.3.8: a known and an unknown address get the same bytes: sign-in, sign-up, forgot", async () => {
    const jana = await newPerson(at.dosah);
    const answers = async (email: string) => {
      const stranger = visit(at.dosah, { from: newAddress() });
      const all = [
        await stranger.submit("/en/sign-in", { email, password: OTHER }),
        await stranger.submit("/en/sign-up", { name: "Jana", email, password: OTHER }),
        await stranger.submit("/en/forgot", { email }),
      ];
      return all.map(({ status, headers, html, location }) => ({
        status,
        location,
        // What is new on every page, whoever asks: the challenge for passkeys.
        html: html
          .replaceAll(email, "EMAIL")
          .replace(/(name="challenge" value=)"[^"]*"/, "$1")
          .replace(/(challenge&quot;:)&quot;[\w-]+&quot;/, "$1"),
        // On this machine without a mail server the page shows the message: it is sealed in a cookie, anew each time.
        headers: [...headers]
          .filter(([name]) => !["date", "x-request-id"].includes(name))
          .map(([name, value]) => [name, value.replace(/^dosah_mail=[^;]+/, "dosah_mail=")])
          .sort(),
      }));
    };
    const unknown = jana.email.replace("person", "nobody");
    expect(await answers(jana.email)).toEqual(await answers(unknown));
    const mails = await mailsTo(at.dosah, jana.email, 3);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["You already have an account", "New password"]),
    );
    // Who has no account gets the mail of the sign-up alone.
    expect((await mailsTo(at.dosah, unknown)).map(({ subject }) => subject)).not.toContain(
      "You already have an account",
    );
  });

  test("6.4: a link works once, in its time, for its purpose; a new one ends the older; reset keeps the second factor", async () => {
    const { person } = await withSecondFactor(at);
    const stranger = visit(at.dosah, { from: newAddress() });
    const resetLinks = async (count: number) => {
      const all = await mailsTo(at.dosah, person.email, count);
      return all.flatMap(({ link }) => (link?.includes("/reset") === true ? [link] : []));
    };
    await stranger.submit("/en/forgot", { email: person.email });
    const [first = ""] = await resetLinks(3);
    await stranger.submit("/en/forgot", { email: person.email });
    const second = (await resetLinks(4)).find((link) => link !== first) ?? "";
    expect((await stranger.submit(first, { password: OTHER })).errors).toEqual(["token_invalid"]);
    const token = new URL(second, "http://x").searchParams.get("token") ?? "";
    expect((await stranger.post("/en/verify", { token })).errors).toEqual(["token_invalid"]);
    expect((await stranger.post("/en/reset", { token: "", password: OTHER })).errors).toEqual(["token_invalid"]);
    const both = await Promise.all([
      stranger.submit(second, { password: OTHER }),
      stranger.submit(second, { password: OTHER }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    const signedIn = await stranger.submit("/en/sign-in", { email: person.email, password: OTHER });
    expect(signedIn.location).toBe("/en/sign-in/code");
  });

  test("6.5: a code works once, also in parallel, and a code of an earlier step never after a later one", async () => {
    const { person, secret } = await withSecondFactor(at);
    const [one, two] = [await challenged(at, person.email), await challenged(at, person.email)];
    const code = codeAt(secret, at.now() + 30_000);
    const both = await Promise.all([
      one.submit("/en/sign-in/code", { code }),
      two.submit("/en/sign-in/code", { code }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    const third = await challenged(at, person.email);
    expect((await third.submit("/en/sign-in/code", { code: codeAt(secret, at.now()) })).errors).toEqual(["code_wrong"]);
  });

  test("6.5: of five first codes sent at once one switches the second factor on, and its ten backup codes are the only ones", async () => {
    const person = await newPerson(at.dosah);
    const secret = await startSecondFactor(person);
    const code = codeAt(secret, at.now());
    const five = await Promise.all(
      Array.from({ length: 5 }, () => person.submit("/en/account/two-factor", { code, current: PASSWORD })),
    );
    const on = five.filter(({ status }) => status === 200);
    expect(on).toHaveLength(1);
    const codes = backupCodesIn(on[0]?.html ?? "");
    expect(codes).toHaveLength(10);
    expect((await person.get("/en/account")).html).toContain("Two-factor sign-in</a>: on");
    const browser = await challenged(at, person.email);
    expect((await browser.submit("/en/sign-in/code", { code: codes[9] ?? "" })).status).toBe(303);
  });

  test("6.5: a code that confirms a change is used up too, and the log of the account says so", async () => {
    const { person, backupCodes } = await withSecondFactor(at);
    const key = async () => {
      at.pass(16 * 60);
      const name = `key ${at.now()}`;
      return person.submit("/en/account/keys", { name, scopes: "read", expires: "", current: backupCodes[0] ?? "" });
    };
    const first = await key();
    const token = /data-api-key="(dosah_\w+)"/.exec(first.html)?.[1] ?? "";
    expect([first.status, token.length]).toEqual([200, 55]);
    const log = await at.dosah.fetch("/api/v1/audit-log?limit=3", { headers: { Authorization: `Bearer ${token}` } });
    const { items } = (await log.json()) as { items: { action: string; via: string; ipPrefix: string | null }[] };
    // Both came at the same instant.
    expect(items.slice(0, 2).toSorted((one, other) => (one.action < other.action ? -1 : 1))).toMatchObject([
      { action: "key.issued", via: "web" },
      { action: "two_factor.code_used", via: "web", ipPrefix: expect.stringMatching(/\/24$/) },
    ]);
    const again = await key();
    expect([again.status, again.errors]).toEqual([400, ["password_or_code_wrong"]]);
  });

  test("6.6: a code of one person does not open the challenge of another", async () => {
    const mine = await withSecondFactor(at);
    const hers = await withSecondFactor(at);
    const browser = await challenged(at, mine.person.email);
    const answer = await browser.submit("/en/sign-in/code", { code: codeAt(hers.secret, at.now() + 30_000) });
    expect([answer.status, answer.errors]).toEqual([400, ["code_wrong"]]);
  });

  test("7.2: a cookie that was planted never becomes a session, and every step gets a token of its own", async () => {
    const jana = await newPerson(at.dosah);
    const browser = visit(at.dosah, { from: newAddress() });
    browser.cookie = "a".repeat(43);
    await browser.submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect(browser.cookie).toMatch(/^[\w-]{43}$/);
    expect(browser.cookie).not.toBe("a".repeat(43));
    const planted = visit(at.dosah);
    planted.cookie = "a".repeat(43);
    expect((await planted.get("/en/account")).status).toBe(303);
    // A sign-in over a session of this browser ends that one.
    const former = jana.cookie;
    await jana.post("/en/sign-in", { email: jana.email, password: PASSWORD });
    planted.cookie = former;
    expect((await planted.get("/en/account")).status).toBe(303);
    expect((await jana.get("/en/account")).status).toBe(200);
  });

  test("8.3: a field that the form does not have is refused", async () => {
    const jana = await newPerson(at.dosah);
    const more = { name: "Jana", locale: "en", email_verified_at: "1", role: "owner" };
    const answer = await jana.submit("/en/account", more, "/en/account/profile");
    expect([answer.status, answer.errors]).toEqual([400, ["invalid_arguments"]]);
    const twice = await jana.submit("/en/account", { name: ["A", "B"], locale: "en" }, "/en/account/profile");
    expect(twice.status).toBe(400);
  });

  test("3.4, 14.2: every private page is kept by nobody, framed by nobody, and its address goes to no other site", async () => {
    const jana = await newPerson(at.dosah);
    for (const { path, page, who, isWithoutLanguage } of privatePages) {
      if (page === undefined || who === "challenged") continue;
      const address = `${isWithoutLanguage ? "" : "/en"}${path.replace(/:\w+/g, "x")}`;
      const { headers, status } = await jana.get(address, { "Accept-Encoding": "gzip" });
      expect(status, path).toBeLessThan(500);
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("etag"), path).toBeNull();
      // The secrets of forms are masked anew in each answer, so pages may be packed.
      expect([null, "gzip"], path).toContain(headers.get("content-encoding"));
      expect(headers.get("referrer-policy"), path).toBe("same-origin");
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "evil",
    "/.//evil.example",
    "/\t/evil.example",
  ])("3.7.2: the address %j after a sign-in leads to no other site", async (next) => {
    const jana = await newPerson(at.dosah);
    const { location } = await jana.post("/en/sign-in", { email: jana.email, password: PASSWORD, next });
    expect(new URL(location ?? "", "http://localhost:3000").host).toBe("localhost:3000");
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  test("homoglyphs are different accounts; capitals, NFD and blanks are the same one", async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    const form = { name: "Jana", password: PASSWORD };
    for (const email of ["paypal@firma.sk", "pаypal@firma.sk"]) {
      expect((await stranger.submit("/en/sign-up", { ...form, email })).status).toBe(303);
    }
    await mailsTo(at.dosah, "paypal@firma.sk");
    await mailsTo(at.dosah, "pаypal@firma.sk").catch(() => []);
    await stranger.submit("/en/sign-up", { ...form, email: " PayPal@FIRMA.sk " });
    expect((await mailsTo(at.dosah, "PayPal@firma.sk", 2)).map(({ subject }) => subject)).toContain(
      "You already have an account",
    );
  });

  test("CR and LF never reach a mail header", async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    const email = "a@b.cz\r\nBcc: x@y.z";
    const answer = await stranger.submit("/en/sign-up", { name: "Jana", email, password: PASSWORD });
    expect(answer.errors).toEqual(["email_invalid"]);
    expect((await stranger.submit("/en/forgot", { email })).status).toBe(303);
    expect(outboxOf(at.dosah.dataDir).filter(({ to }) => to.includes("y.z"))).toEqual([]);
  });

  // Last: the clock goes on from here.
  test("7.5: what matters asks for the password again 16 minutes after the sign-in", async () => {
    const jana = await newPerson(at.dosah);
    const { location: organization } = await jana.submit("/en/organizations", { name: "Alfa", country: "", ico: "" });
    expect((await jana.get("/en/account/passkeys")).html).not.toContain('name="current"');
    at.pass(16 * 60);
    expect((await jana.get("/en/account/passkeys")).html).toContain('name="current"');
    const sensitive: readonly (readonly [page: string, fields: Readonly<Record<string, string>>, action?: string])[] = [
      ["/en/account/passkeys", { name: "Phone", credential: "{}" }],
      ["/en/account/keys", { name: "Agent", expires: "" }],
      ["/en/account", { password: OTHER }, "/en/account/password"],
      ["/en/account", { email: "another@firma.sk" }, "/en/account/email"],
      ["/en/account/two-factor", {}, "/en/account/two-factor/start"],
      ["/en/account/delete", { confirm: jana.email }],
      [`${organization}/settings`, { confirm: "Alfa" }, `${organization}/delete`],
    ];
    for (const [page, fields, action] of sensitive) {
      const asked = await jana.submit(page, { ...fields, current: "" }, action);
      expect([action ?? page, asked.status, asked.errors]).toEqual([action ?? page, 400, ["password_or_code_wrong"]]);
    }
    // The password opens one, and the next quarter of an hour with it.
    expect((await jana.submit("/en/account/keys", { name: "Agent", expires: "", current: PASSWORD })).status).toBe(200);
    expect((await jana.submit("/en/account/keys", { name: "Another", expires: "" })).status).toBe(200);
  });

  test("7.3: a session ends after 12 hours unused and after 14 days at most, whatever it is used", {
    timeout: 60_000,
  }, async () => {
    const [idle, busy] = [await newPerson(at.dosah), await newPerson(at.dosah)];
    at.pass(11 * 3600);
    expect((await busy.get("/en/account")).status).toBe(200);
    at.pass(2 * 3600);
    expect((await idle.get("/en/account")).status).toBe(303);
    expect((await busy.get("/en/account")).status).toBe(200);
    const first = busy.cookie;
    let hours = 13;
    for (; hours < 14 * 24 - 11; hours += 11) {
      at.pass(11 * 3600);
      expect((await busy.get("/en/account")).status, `after ${hours} hours`).toBe(200);
    }
    expect(busy.cookie, "the token is replaced every day").not.toBe(first);
    at.pass(24 * 3600);
    expect((await busy.get("/en/account")).status).toBe(303);
  });

  test("11.4.2, 16.2: the table holds argon2id alone, and no password, token or secret is in the log or the database", async () => {
    const { person, secret } = await withSecondFactor(at);
    const logged = at.dosah.logged.join("\n");
    for (const hidden of [PASSWORD, OTHER, person.cookie ?? "", secret]) expect(logged).not.toContain(hidden);
    const files = readdirSync(at.dosah.dataDir).filter((file) => file.startsWith("state.db"));
    const stored = files.map((file) => readFileSync(join(at.dosah.dataDir, file), "latin1")).join("");
    for (const hidden of [PASSWORD, OTHER, person.cookie ?? "", secret]) expect(stored).not.toContain(hidden);
    if (files.length > 0) expect(stored).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  });
});
