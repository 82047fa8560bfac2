import { expect, onTestFinished, test } from "vitest";
import { composedSql } from "../../src/state/sql.ts";
import { organization, person } from "../accounts/organization.fixture.ts";
import { hiddenOf } from "../accounts/visitor.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, startTestService } from "../promises/service.fixture.ts";
import {
  agent,
  allow,
  authorizePath,
  callMcp,
  callOwn,
  decide,
  exchange,
  membersOf,
  openConsent,
  refresh,
} from "./agent.fixture.ts";

const SETTINGS = { env: { TRUST_PROXY: "loopback" }, limits: GENEROUS };

// SQLite belongs to one service; two share a PostgreSQL.
describeOnBoth("an agent at two instances", (install, kind) => {
  /** Two instances, and a service that sends each request to the other one than the last. */
  async function two() {
    const here = await install(SETTINGS);
    const other = await startTestService({ limits: GENEROUS, env: { ...here.env } });
    onTestFinished(other.close);
    const both = [here.service, other] as const;
    let count = 0;
    const turns = {
      ...here.service,
      fetch: (...request: Parameters<typeof other.fetch>) => both[count++ % 2 === 0 ? 0 : 1].fetch(...request),
      pass: (seconds: number) => {
        for (const each of both) each.pass(seconds);
      },
    };
    return { ...here, service: turns, both };
  }

  test.skipIf(kind === "sqlite")(
    "goes the whole way with each request at the other one, and what ends at one has ended at both",
    async () => {
      const here = await two();
      const { service, both } = here;
      const jana = await person(here);
      const org = await organization(here, jana);
      const made = await agent(service);
      const { address, page } = await openConsent(jana.browser, authorizePath(made));
      expect(page.status).toBe(200);
      const decided = await decide(jana.browser, address, { decision: "allow", reach: "chosen", organization: org });
      const { code = "" } = membersOf(decided.location);
      const { body: tokens } = await exchange(service, made, code);
      for (const one of both) {
        expect((await callOwn(one, tokens.access_token, "my_obligations")).items.length).toBeGreaterThan(20);
      }
      // Both refresh the same token at once, as claude.ai does from two addresses.
      const pairs = await Promise.all(both.map((one) => refresh(one, made, tokens.refresh_token)));
      expect(pairs.map(({ status }) => status)).toEqual([200, 200]);
      // Side by side it gives ten pairs, never eleven.
      const many = await Promise.all(
        Array.from({ length: 12 }, (_, index) => refresh(both[index % 2 === 0 ? 0 : 1], made, tokens.refresh_token)),
      );
      expect(many.filter(({ status }) => status === 200)).toHaveLength(8);
      // Late, it is theft: at both at once the connection ends once, with one entry and one mail.
      service.pass(121);
      const late = await Promise.all(both.map((one) => refresh(one, made, tokens.refresh_token)));
      expect(late.map(({ status }) => status)).toEqual([400, 400]);
      for (const one of both) expect((await callMcp(one, pairs[0]?.body.access_token, "ping")).status).toBe(401);
      const { state } = here.operator.opened;
      const entries = await state.all<Json>(
        composedSql(
          "SELECT action, count(*) AS n FROM audit_entry WHERE action LIKE 'oauth.%' GROUP BY action ORDER BY 1",
        ),
      );
      // In the log of the person and of the organization.
      expect(entries.map(({ action, n }) => [action, Number(n)])).toEqual([
        ["oauth.connected", 2],
        ["oauth.reuse_detected", 2],
      ]);
    },
  );

  test.skipIf(kind === "sqlite")("a code and a decision at both at once work at one of them alone", async () => {
    const here = await two();
    const { service, both } = here;
    const jana = await person(here);
    await organization(here, jana);
    const made = await agent(service);
    const code = await allow(jana, made);
    const answers = await Promise.all([...both, ...both].map((one) => exchange(one, made, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const { address } = await openConsent(jana.browser, authorizePath(made));
    const fields = { ...hiddenOf((await jana.browser.get(address)).html, address), decision: "deny" };
    const decisions = await Promise.all([1, 2, 3].map(() => jana.browser.post(address, fields)));
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([303, 404, 404]);
  });
});
