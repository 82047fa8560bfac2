import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { mailsTo, visit } from "./visitor.fixture.ts";

/** The bytes of every file below a folder. */
function bytesBelow(dir: string): string {
  return readdirSync(dir, { recursive: true })
    .map((name) => join(dir, String(name)))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

describeOnBoth("secrets", (install, kind) => {
  test("14.2, 16.2: no password, session, key, link or invitation stands in the log, the database, a backup or a page that refuses", {
    timeout: 120_000,
  }, async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { service, operator, run } = here;
    const browser = visit(service);
    await browser.submit("/sk/sign-up", { name: "Jana", email: "jana@firma.sk", password: PASSWORD });
    const verify = (await mailsTo(service, "jana@firma.sk"))[0]?.link ?? "";
    await browser.submit(verify, {});
    await browser.submit("/sk/sign-in", { email: "jana@firma.sk", password: PASSWORD });
    const session = browser.cookie ?? "";
    const issued = await browser.submit("/sk/account/keys", { name: "agent", expires: "" });
    const key = /dosah_[0-9A-Za-z]{49}/.exec(issued.html)?.[0] ?? "";
    const owner = await person(here);
    const org = await organization(here, owner);
    const invited = await owner.browser.submit(
      `/sk/organizations/${org}/members`,
      { email: "new@firma.sk", role: "member" },
      `/sk/organizations/${org}/invitations`,
    );
    const invitation = /invitations\/([\w-]{43})"/.exec(invited.html)?.[1] ?? "";
    const reset = new URL((await run("user reset-link --email jana@firma.sk")).out).searchParams.get("token") ?? "";
    const secrets = [PASSWORD, session, key, verify.split("token=")[1] ?? "", invitation, reset];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);

    // Pages that refuse, with each secret in every place where somebody might put it.
    const pages: string[] = [];
    for (const secret of secrets) {
      const asked = await Promise.all([
        service.fetch(`/api/v1/audit-log?key=${encodeURIComponent(secret)}`),
        service.fetch("/api/v1/audit-log", { headers: { Authorization: `Bearer ${secret}x` } }),
        service.fetch("/sk/sign-in", {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
          body: new URLSearchParams({ email: "jana@firma.sk", password: `${secret}x` }),
        }),
        service.fetch("/api/mcp", { method: "POST", headers: { "Content-Type": "application/json" }, body: secret }),
      ]);
      for (const response of asked) pages.push(await response.text());
    }
    expect((await run(`backup --to ${join(operator.dir, "all.backup")}`)).code).toBe(0);
    const tables = ["account", "session", "mail_token", "invitation", "api_key", "audit_entry", "mail", "job"];
    const rows = await Promise.all(
      tables.map((table) => operator.opened.state.all(composedSql(`SELECT * FROM ${table}`))),
    );
    const places = {
      log: [...service.logged, ...operator.logged].join("\n"),
      database: JSON.stringify(rows),
      ...(kind === "sqlite" ? { file: bytesBelowState(join(operator.dir, "data")) } : {}),
      backup: zstdDecompressSync(readFileSync(join(operator.dir, "all.backup"))).toString("latin1"),
      pages: pages.join("\n"),
    };
    expect(places.backup).toContain("jana@firma.sk");
    for (const [place, text] of Object.entries(places)) {
      for (const [index, secret] of secrets.entries()) {
        expect(text.includes(secret), `secret ${index} in the ${place}`).toBe(false);
      }
    }
    // A mail has the link that it is for, and nothing else of it.
    const outbox = bytesBelow(join(service.dataDir, "outbox"));
    for (const secret of [PASSWORD, session, key, reset]) expect(outbox).not.toContain(secret);
  });
});

/** `state.db` with what is not yet in it. */
function bytesBelowState(dir: string): string {
  return readdirSync(dir)
    .filter((name) => name.startsWith("state.db"))
    .map((name) => readFileSync(join(dir, name), "latin1"))
    .join("\n");
}
