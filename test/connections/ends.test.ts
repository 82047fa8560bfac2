import { expect, test } from "vitest";
import { endExpiredConnections } from "../../src/capabilities/connections/end-connection.ts";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { composedSql } from "../../src/state/sql.ts";
import { removeEnded } from "../../src/state/table-ends.ts";
import { organization, person } from "../accounts/organization.fixture.ts";
import { hiddenOf, mailsTo } from "../accounts/visitor.fixture.ts";
import { describeOnBoth, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, NOW } from "../promises/service.fixture.ts";
import {
  agent,
  allow,
  authorizePath,
  callMcp,
  decide,
  exchange,
  openConsent,
  refresh,
  register,
} from "./agent.fixture.ts";

const SETTINGS = { env: { TRUST_PROXY: "loopback" }, limits: GENEROUS };
const DAY = 86_400;

describeOnBoth("a connection ends", (install) => {
  async function connected() {
    const here = await install(SETTINGS);
    const jana = await person(here);
    const org = await organization(here, jana);
    const made = await agent(here.service);
    const code = await allow(jana, made, { reach: "chosen", organization: org });
    const { body: tokens } = await exchange(here.service, made, code);
    const { state } = here.operator.opened;
    const all = (text: string) => state.all<Json>(composedSql(text));
    return { ...here, jana, org, made, tokens, state, all };
  }

  test("with a reset of the password, which lists it ticked; a change of it leaves it", async () => {
    const { service, jana, tokens, all } = await connected();
    await jana.browser.post("/en/forgot", { email: jana.email });
    const mails = await mailsTo(service, jana.email, 2);
    const link = mails.at(-1)?.link ?? "";
    const page = await jana.browser.get(link);
    expect(page.html).toMatch(/data-way="connection:con_[0-9a-z]{26}"/);
    const [, way = ""] = /value="(connection:con_[0-9a-z]{26})"/.exec(page.html) ?? [];
    expect(page.html).toMatch(new RegExp(`value="${way}" checked`));
    const path = link.split("?")[0] ?? "";
    const sent = await jana.browser.post(path, { ...hiddenOf(page.html, path), password: PASSWORD, end: way });
    expect(sent.status, sent.errors.join()).toBe(303);
    expect((await callMcp(service, tokens.access_token, "ping")).status).toBe(401);
    const ended = await all("SELECT ended_why FROM oauth_connection");
    expect(ended).toEqual([{ ended_why: "reset" }]);
  });

  test("when 30 days pass without a refresh, with an entry by the night; refreshed it lives on, for a year at most", async () => {
    const { service, made, tokens, state, all } = await connected();
    let token = tokens.refresh_token;
    for (let day = 25; day <= 350; day += 25) {
      service.pass(25 * DAY);
      const { status, body } = await refresh(service, made, token);
      expect([day, status]).toEqual([day, 200]);
      token = body.refresh_token;
    }
    service.pass(16 * DAY);
    expect((await refresh(service, made, token)).status).toBe(400);
    await endExpiredConnections(state, NOW.getTime() + 366 * DAY * 1000);
    expect(await all("SELECT ended_why FROM oauth_connection")).toEqual([{ ended_why: "expired" }]);
    const entries = await all("SELECT action, via, actor_id FROM audit_entry WHERE action = 'oauth.disconnected'");
    expect(entries).toEqual(new Array(2).fill({ action: "oauth.disconnected", via: "system", actor_id: null }));
  });

  test("with the account and by the operator; the export of its person names it without a hash", async () => {
    const { service, jana, run, tokens, all, org } = await connected();
    const file = await jana.browser.get("/en/account/export");
    const exported = JSON.parse(file.html);
    expect(exported.connections).toMatchObject([
      { host: "localhost", scopes: ["read"], reach: "chosen", organizations: [org], untrusted: { client: "Agent" } },
    ]);
    expect(file.html).not.toContain(tokens.access_token.slice(6));
    const listed = await run(`oauth connection list --email ${jana.email}`);
    const [, id = ""] = /^(con_[0-9a-z]{26})/.exec(listed.out) ?? [];
    expect((await run(`oauth connection end --email ${jana.email} --id con_0`)).code).toBe(1);
    expect((await run(`oauth connection end --email ${jana.email} --id ${id}`)).code).toBe(0);
    expect((await callMcp(service, tokens.access_token, "ping")).status).toBe(401);
    expect(await all("SELECT ended_why FROM oauth_connection")).toEqual([{ ended_why: "operator" }]);
    const members = await jana.browser.get(`/en/organizations/${org}/members`);
    expect(members.html).toContain('data-connections="0"');
    await run(`user delete --email ${jana.email} --yes`);
    expect(await all("SELECT hash FROM oauth_token")).toEqual([]);
  });

  test("members see how many connections reach the organization; the thirty-first is refused", async () => {
    const { service, jana, org, state, all } = await connected();
    const [row = {}] = await all("SELECT * FROM oauth_connection");
    for (let count = 1; count < 30; count++) {
      await state.run(
        composedSql(
          "INSERT INTO oauth_connection (id, account_id, client_id, client_name, client_host, resource, scopes, reach, created_at, consented_at, expires_at) " +
            "VALUES (?, ?, ?, 'x', 'x', ?, 'read', 'all', ?, ?, ?)",
        ),
        `con_${count}`,
        row.account_id,
        `dcl_${count}`,
        row.resource,
        row.created_at,
        row.created_at,
        row.expires_at,
      );
    }
    expect((await jana.browser.get(`/en/organizations/${org}/members`)).html).toContain('data-connections="30"');
    const made = await agent(service);
    const { address } = await openConsent(jana.browser, authorizePath(made));
    const refused = await decide(jana.browser, address, { decision: "allow", reach: "all" });
    expect([refused.status, refused.errors]).toEqual([400, ["connection_limit"]]);
  });

  test("its rows are swept as they declare; of 10 001 applications without a connection the oldest goes", async () => {
    const { service, state, all, made } = await connected();
    const old = await agent(service);
    const at = NOW.getTime();
    await removeEnded(state, MIGRATIONS, at + 2 * DAY * 1000);
    const left = (await all("SELECT id FROM oauth_client")).map(({ id }) => id);
    expect([left.includes(made.clientId), left.includes(old.clientId)]).toEqual([true, false]);
    expect(await all("SELECT hash FROM oauth_code")).toEqual([]);
    expect((await all("SELECT kind FROM oauth_token")).map(({ kind }) => kind)).toEqual(["refresh"]);
    await state.run(composedSql("UPDATE oauth_connection SET ended_at = ?, ended_why = 'person'"), at);
    await removeEnded(state, MIGRATIONS, at + 91 * DAY * 1000);
    expect(await all("SELECT id FROM oauth_connection")).toEqual([]);
    await removeEnded(state, MIGRATIONS, at + 92 * DAY * 1000);
    expect(await all("SELECT id FROM oauth_client")).toEqual([]);
    await state.run(
      composedSql(
        "WITH RECURSIVE made(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM made WHERE i < 9999) " +
          "INSERT INTO oauth_client (id, kind, name, metadata, created_at) " +
          "SELECT 'dcl_' || i, 'registered', 'x', '{}', CAST(? AS bigint) + i FROM made",
      ),
      at - 20_000,
    );
    expect((await register(service)).status).toBe(201);
    const [{ n } = { n: 0 }] = await all("SELECT count(*) AS n FROM oauth_client");
    expect(Number(n)).toBe(10_000);
    expect(await all("SELECT id FROM oauth_client WHERE id = 'dcl_0'")).toEqual([]);
  });
});
