import { StatementSync } from "node:sqlite";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { recordShareUses } from "../../src/capabilities/trust/share-uses.ts";
import { newId } from "../../src/core/random-id.ts";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { setCalendar } from "../../src/state/calendars.ts";
import { composedSql } from "../../src/state/sql.ts";
import { addTrustShare } from "../../src/state/trust-shares.ts";
import { describeOnBoth, type Install } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { callTool } from "./organization.fixture.ts";
import { publishedProfile } from "./trust-profile.fixture.ts";

const AT = NOW.getTime();
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What reading notes, and at what distance in seconds it may do so again. */
const reads: Readonly<Record<string, { readonly every: number; readonly look: (world: World) => Promise<number> }>> = {
  session: {
    every: MINUTE,
    look: async ({ owner, org }) => (await owner.browser.get(`/en/organizations/${org}/members`)).status,
  },
  key: {
    every: MINUTE,
    look: async ({ here, key, org }) => {
      const answer = await callTool(here, key, "my_scans", { organizationId: org });
      return answer.isError === true ? 500 : 200;
    },
  },
  "share link": {
    every: HOUR,
    look: async ({ here, share }) => (await here.service.fetch(`/en/trust/slovnaft?share=${share}`, {})).status,
  },
  calendar: {
    every: DAY,
    look: async ({ here, calendar }) => (await here.service.fetch(`/calendar/${calendar}.ics`, {})).status,
  },
};

/** Pages whose every look is an entry, with the reason. */
const NOTED: Readonly<Record<string, string>> = {
  "/account/export": "whoever takes everything about a person with them is in the log",
  "/organizations/:organizationId/audit-log.csv": "an export of the log is an event of the log",
  "/organizations/:organizationId/audit-log.json": "an export of the log is an event of the log",
};

async function world(install: Install) {
  const { here, owner, org } = await publishedProfile(install);
  const { state } = here.operator.opened;
  const [share, calendar, id] = [newToken(), newToken(), newId("shareLink")];
  const times = { created_at: AT, expires_at: AT + 90 * DAY * 1000 };
  const link = { id, label: "customer", tokenHash: hashToken(share), created_by: owner.id };
  await addTrustShare({ db: state, orgId: org }, { ...link, ...times });
  await setCalendar({ db: state, accountId: owner.id, orgId: org }, hashToken(calendar), AT);
  const key = (await here.run(`key issue --email ${owner.email}`)).out;
  return { here, state, owner, org, share, shareId: id, calendar, key };
}

type World = Awaited<ReturnType<typeof world>>;

/** The changes that work makes, as SQL; those of jobs, which come when they like, are left out. */
async function writesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sqlite = vi.spyOn(StatementSync.prototype, "run");
  const postgres = vi.spyOn(pg.Client.prototype, "query");
  await work();
  // What is noted beside the answer.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const texts = [
    ...sqlite.mock.contexts.map((statement) => (statement as StatementSync).sourceSQL),
    ...postgres.mock.calls.map(([asked]) => (typeof asked === "string" ? asked : String(Reflect.get(asked, "text")))),
  ];
  sqlite.mockRestore();
  postgres.mockRestore();
  return texts.filter(
    (text) => /^\s*(INSERT|UPDATE|DELETE)/.test(text) && !/\b(job|state_mark|mail|feed_\w+|day_counts)\b/.test(text),
  );
}

describeOnBoth("reading", (install) => {
  test.each(Object.entries(reads))("by a %s notes its use at most once in its time", async (_name, { every, look }) => {
    const at = await world(install);
    const looks = (count: number) => async () => {
      for (let n = 0; n < count; n++) expect(await look(at)).toBe(200);
    };
    await looks(1)();
    expect(await writesOf(looks(20))).toEqual([]);
    at.here.service.pass(every);
    const tables = (await writesOf(looks(3))).map(
      (text) => /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(text)?.[1],
    );
    // Each table at most once: an entry of the log has its head, and a share its own row.
    expect(tables.filter((table, index) => tables.indexOf(table) !== index && !table?.startsWith("audit_"))).toEqual(
      [],
    );
  });

  test("a page that was shown a moment ago writes nothing, whichever it is", async () => {
    const at = await world(install);
    for (const { path, page } of privatePages) {
      if (page === undefined || Object.hasOwn(NOTED, path)) continue;
      const filled = path.replace(":organizationId", at.org).replaceAll(/:\w+/g, "0");
      const look = () => at.owner.browser.get(`/en${filled}`);
      await look();
      expect([path, await writesOf(look)]).toEqual([path, []]);
    }
  });

  test("a hundred looks through a share link are one entry on their day, and one in the night that counts them", async () => {
    const at = await world(install);
    const { here, state, share, shareId, org } = at;
    const look = async () =>
      expect((await here.service.fetch(`/en/trust/slovnaft?share=${share}`, {})).status).toBe(200);
    const entries = async () => {
      const sql = composedSql(
        "SELECT details FROM audit_entry WHERE action = 'trust.share_used' AND org_id = ? ORDER BY seq",
      );
      return (await state.all<{ details: string }>(sql, org)).map(({ details }) => JSON.parse(details));
    };
    for (let n = 0; n < 60; n++) await look();
    here.service.pass(HOUR + 1);
    for (let n = 0; n < 40; n++) await look();
    expect(await entries()).toEqual([{ share: shareId }]);
    // The first look of another day writes what the night has not written yet.
    here.service.pass(DAY);
    await look();
    const counted = [{ share: shareId }, { share: shareId, count: 100 }, { share: shareId }];
    expect(await entries()).toEqual(counted);
    await look();
    here.service.pass(HOUR + 1);
    await look();
    for (let night = 0; night < 2; night++) {
      await recordShareUses(state, AT + 3 * DAY * 1000, new AbortController().signal);
      expect(await entries()).toEqual([...counted, { share: shareId, count: 3 }]);
    }
  });
});
