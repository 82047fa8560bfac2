import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { setCalendar } from "../../src/state/calendars.ts";
import { GRANTS, grantsIn } from "../../src/state/grants.ts";
import { acceptInvitation, addInvitation, invitationByToken } from "../../src/state/invitations.ts";
import { addMember } from "../../src/state/organizations.ts";
import { dueSchedules, scheduleOf, setSchedule } from "../../src/state/scan-schedules.ts";
import { composedSql } from "../../src/state/sql.ts";
import { addTrustShare } from "../../src/state/trust-shares.ts";
import { describeOnBoth, type Install, type Installation, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person, signIn } from "./organization.fixture.ts";
import { publishedProfile } from "./trust-profile.fixture.ts";

const AT = NOW.getTime();
const DAY = 86_400_000;
const OPTIONS = { limits: GENEROUS, env: { TRUST_PROXY: "loopback" } } as const;

/** Everything that somebody can grant, made by one administrator of an organization. */
async function granted(install: Install) {
  const { here, owner, org } = await publishedProfile(install);
  const { state } = here.operator.opened;
  const [second, issuer] = [await person(here), await person(here, { name: "Peter" })];
  here.service.pass(1);
  await addMember(state, { accountId: second.id, orgId: org, role: "owner" }, AT + 1);
  await addMember(state, { accountId: issuer.id, orgId: org, role: "admin" }, AT + 1);
  const tokens = { invitation: newToken(), share: newToken(), calendar: newToken() };
  const [invitation, share] = [newId("invitation"), newId("shareLink")];
  const scope = { db: state, orgId: org };
  await state.transaction(async (tx) => {
    const inside = { db: tx, orgId: org };
    const sent = { org_id: org, email_key: "eva@firma.sk", role: "viewer", invited_by: issuer.id } as const;
    const times = { created_at: AT, expires_at: AT + 7 * DAY };
    await addInvitation(tx, { id: invitation, tokenHash: hashToken(tokens.invitation), ...sent, ...times });
    const link = { id: share, label: "Beta <b>", tokenHash: hashToken(tokens.share), created_by: issuer.id };
    await addTrustShare(inside, { ...link, ...times });
    const plan = {
      domain: "slovnaft.sk",
      every: "week",
      profile: "public",
      next_at: LATER,
      created_by: issuer.id,
    } as const;
    await setSchedule(inside, plan);
    await setCalendar({ ...inside, accountId: issuer.id }, hashToken(tokens.calendar), AT);
  });
  /** Whether each grant lets somebody in now. */
  const held = async () => {
    const calendar = await here.service.fetch(`/calendar/${tokens.calendar}.ics`, {});
    const shown = await here.service.fetch(`/en/trust/slovnaft?share=${tokens.share}`, {});
    expect(shown.status).toBe(200);
    return {
      invitation: (await here.service.fetch(`/en/invitations/${tokens.invitation}`, {})).status === 200,
      trust_share: (await shown.text()).includes("You also see answers"),
      scan_schedule: (await dueSchedules(state, LATER, 10)).length === 1,
      calendar: calendar.status === 200,
    };
  };
  const entries = async () =>
    (
      await state.all<{ action: string; details: string }>(
        composedSql(
          "SELECT action, details FROM audit_entry WHERE action IN ('invitation.ended', 'trust.share_ended', 'scan.schedule_moved', 'scan.unscheduled', 'calendar.revoked') ORDER BY seq",
        ),
      )
    ).map(({ action, details }) => [action, JSON.parse(details)] as const);
  return { here, state, org, owner, second, issuer, ids: { invitation, share }, tokens, scope, held, entries };
}

type World = Awaited<ReturnType<typeof granted>>;

/** The service's own clock stands before it: whether a scan is due is asked here alone. */
const LATER = AT + 7 * DAY;

const ALL = { invitation: true, trust_share: true, scan_schedule: true, calendar: true };
const at = (org: string, part: string) => `/en/organizations/${org}${part}`;
const remove = ({ org, issuer }: World) => at(org, `/members/${issuer.id}/remove`);
const lower = ({ org, issuer }: World, role: string) => at(org, `/members/${issuer.id}/role?role=${role}`);
const grantsOn = (html: string) => [...html.matchAll(/data-grant="([^"]+)"/g)].map(([, id]) => id);

/** Each way in which somebody's right shrinks, and what is left of the grants after it. */
const WAYS: readonly {
  readonly name: string;
  readonly why: string;
  readonly act: (world: World) => Promise<unknown>;
  readonly left: typeof ALL;
  /** Who has the schedule after it; without it nobody else. */
  readonly heir?: "owner" | "second" | "issuer";
}[] = [
  {
    name: "is removed",
    why: "removed",
    act: ({ second, ...world }) => second.browser.submit(remove({ second, ...world }), {}),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: false },
    heir: "second",
  },
  {
    name: "becomes a member",
    why: "role",
    act: ({ second, ...world }) => second.browser.submit(lower({ second, ...world }, "member"), {}),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: true },
    heir: "issuer",
  },
  {
    name: "becomes a viewer",
    why: "role",
    act: ({ second, ...world }) => second.browser.submit(lower({ second, ...world }, "viewer"), {}),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: true },
    heir: "second",
  },
  {
    name: "leaves",
    why: "left",
    act: ({ issuer, org }) => issuer.browser.submit(at(org, "/leave"), {}),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: false },
    heir: "owner",
  },
  {
    name: "deletes the account",
    why: "account",
    act: ({ issuer }) => issuer.browser.submit("/en/account/delete", { confirm: issuer.email, current: "" }),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: false },
    heir: "owner",
  },
  {
    name: "is deleted by a command",
    why: "account",
    act: ({ here, issuer }) => here.run(`user delete --email ${issuer.email} --yes`),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: false },
    heir: "owner",
  },
  {
    name: "gets a lower role by a command",
    why: "role",
    act: ({ here, issuer, org }) => here.run(`member add --organization ${org} --email ${issuer.email} --role viewer`),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: true },
    heir: "owner",
  },
  {
    name: "is removed by a command",
    why: "removed",
    act: ({ here, issuer, org }) => here.run(`member remove --organization ${org} --email ${issuer.email}`),
    left: { invitation: false, trust_share: false, scan_schedule: true, calendar: false },
    heir: "owner",
  },
];

describeOnBoth("grants", (install) => {
  test.each(WAYS)(
    "who $name leaves no way in behind, and the scans go on",
    async ({ act, left, why, heir = "owner" }) => {
      const world = await granted(install);
      const { state, org, issuer, ids } = world;
      expect(await world.held()).toEqual(ALL);
      await act(world);
      expect(await world.held()).toEqual(left);
      const plan = await scheduleOf(state, org, "slovnaft.sk");
      expect(plan?.created_by).toBe(world[heir].id);
      const entries = await world.entries();
      const expected = ["invitation.ended", "trust.share_ended"];
      if (heir !== "issuer") expected.push("scan.schedule_moved");
      // The address of a deleted account goes with it.
      if (!left.calendar) expected.push("calendar.revoked");
      expect(entries.map(([action]) => action).toSorted()).toEqual(expected.toSorted());
      for (const [, details] of entries) expect(details).toMatchObject({ why, from: issuer.id });
      const ended = await state.get(
        composedSql(
          "SELECT i.withdrawn_at, i.ended_at, i.ended_why, s.revoked_at, s.ended_at AS share_ended, s.ended_why AS share_why " +
            "FROM invitation i JOIN trust_share s ON s.org_id = i.org_id WHERE i.id = ? AND s.id = ?",
        ),
        ids.invitation,
        ids.share,
      );
      const row = { withdrawn_at: expect.any(Number), ended_at: expect.any(Number), ended_why: why };
      expect(ended).toEqual({
        ...row,
        revoked_at: expect.any(Number),
        share_ended: expect.any(Number),
        share_why: why,
      });
      expect((await world.here.run("audit verify")).code).toBe(0);
    },
  );

  test("what ends is listed before, and what is ticked goes on in the name of who ticked it", async () => {
    const world = await granted(install);
    const { state, org, second, issuer, ids } = world;
    const members = await second.browser.get(at(org, "/members"));
    expect(/id="([^"]+)" data-grants="4"/.exec(members.html)?.[1]).toBe(issuer.id);
    const page = await second.browser.get(remove(world));
    expect(grantsOn(page.html)).toEqual([ids.invitation, ids.share]);
    expect(page.html).toContain("eva@firma.sk");
    expect(page.html).toContain("Beta &lt;b&gt;");
    expect(page.html).toContain('data-schedules="1"');
    expect(page.html).not.toMatch(/name="keep"[^>]*checked/);
    // A role that allows as much ends nothing.
    expect(grantsOn((await second.browser.get(lower(world, "owner"))).html)).toEqual([]);
    const done = await second.browser.submit(remove(world), { keep: [ids.invitation, ids.share] });
    expect([done.status, done.errors]).toEqual([303, []]);
    expect(await world.held()).toEqual({ ...ALL, calendar: false });
    const grants = (await grantsIn({ db: state, orgId: org }, AT)).map(({ issuer: by }) => by);
    expect(grants).toEqual([second.id, second.id, second.id]);
    expect((await world.entries()).map(([action]) => action).toSorted()).toEqual([
      "calendar.revoked",
      "scan.schedule_moved",
    ]);
  });

  test("what does not end, or is not one's to have, is kept by nobody", async () => {
    const world = await granted(install);
    const { org, owner, second, issuer, ids, here } = world;
    const csrf = await second.browser.get(remove(world));
    expect(csrf.status).toBe(200);
    for (const keep of [["inv_none"], [ids.invitation, "slovnaft.sk"], [org]]) {
      const refused = await second.browser.submit(remove(world), { keep });
      expect([keep, refused.status]).toEqual([keep, 403]);
    }
    expect(await world.held()).toEqual(ALL);
    // A member who is an administrator no more may keep nothing of their own.
    const self = at(org, `/members/${second.id}/role?role=viewer`);
    const mine = newId("invitation");
    const sent = { email_key: "mine@firma.sk", role: "viewer", invited_by: second.id } as const;
    const times = { created_at: AT, expires_at: AT + DAY };
    await addInvitation(world.state, { id: mine, org_id: org, tokenHash: hashToken(newToken()), ...sent, ...times });
    expect((await second.browser.submit(self, { keep: mine })).status).toBe(403);
    expect((await second.browser.submit(self, {})).status).toBe(303);
    expect((await owner.browser.submit(remove(world), {})).status).toBe(303);
    expect((await here.run(`member list --organization ${org}`)).out).not.toContain(issuer.id);
  });

  test("the grants of somebody who is disabled rest until they are enabled again", async () => {
    const world = await granted(install);
    const { here, issuer } = world;
    await here.run(`user disable --email ${issuer.email}`);
    expect(await world.held()).toEqual({
      invitation: false,
      trust_share: false,
      scan_schedule: false,
      calendar: false,
    });
    await here.run(`user enable --email ${issuer.email}`);
    expect(await world.held()).toEqual(ALL);
    expect(await world.entries()).toEqual([]);
  });

  test("an owner who became less does not come back by an invitation of their own", async () => {
    const world = await granted(install);
    const { state, org, owner, second } = world;
    const token = newToken();
    const invitation = { id: newId("invitation"), org_id: org, email_key: second.email, role: "owner" as const };
    const times = { created_at: AT, expires_at: AT + DAY };
    await addInvitation(state, { ...invitation, tokenHash: hashToken(token), invited_by: second.id, ...times });
    expect(await invitationByToken(state, hashToken(token), AT)).toBeDefined();
    // By a way that ends nothing, as a statement of an operator in the database would be.
    await state.run(
      composedSql("UPDATE membership SET role = 'admin' WHERE account_id = ? AND org_id = ?"),
      second.id,
      org,
    );
    expect(await invitationByToken(state, hashToken(token), AT)).toBeUndefined();
    expect(await acceptInvitation(state, invitation.id, AT)).toBe(false);
    expect((await second.browser.get(`/en/invitations/${token}`)).status).toBe(404);
    expect((await owner.browser.get(at(org, "/members"))).status).toBe(200);
  });

  test("whoever invites an owner shows that it is them, as whoever makes one", async () => {
    const here = await install(OPTIONS);
    const owner = await person(here);
    const org = await organization(here, owner);
    expect((await here.run(`user add --email twin@firma.sk --password-stdin`, PASSWORD)).code).toBe(0);
    const twin = await personOf(here, "twin@firma.sk", owner);
    expect((await here.run(`member add --organization ${org} --email twin@firma.sk --role owner`)).code).toBe(0);
    await signIn(here, twin, AT - 16 * 60_000);
    const invite = (fields: Readonly<Record<string, string>>) =>
      twin.browser.submit(at(org, "/members"), { email: "new@firma.sk", ...fields }, at(org, "/invitations"));
    for (const current of ["", "not my password"]) {
      const refused = await invite({ role: "owner", current });
      expect([refused.status, refused.errors]).toEqual([400, ["password_or_code_wrong"]]);
      expect(refused.html).toContain('href="#current"');
    }
    expect((await invite({ role: "admin" })).status).toBe(200);
    expect((await invite({ role: "owner", current: PASSWORD })).status).toBe(200);
  });
});

/** Somebody whom a command added, in the browser of a test. */
async function personOf(here: Installation, email: string, like: PersonOfTest): Promise<PersonOfTest> {
  const { state } = here.operator.opened;
  const row = await state.get<{ id: string }>(composedSql("SELECT id FROM account WHERE email = ?"), email);
  return { ...like, id: row?.id ?? "", email, browser: (await person(here)).browser };
}

describeOnBoth("the list of grants", (install) => {
  /** Columns that name a secret or a maker and let nobody in later, with the reason. */
  const NOTES: Readonly<Record<string, string>> = {
    "audit_entry.hash": "a link of the chain",
    "audit_head.hash": "a link of the chain",
    "spent.hash": "what was used up opens nothing",
    "session.hash": "a session is somebody's own, and is asked for its account at each request",
    "mail_token.hash": "a link to the person's own address",
    "oauth_code.hash": "a code and its tokens open what a connection allows, which is in the list",
    "oauth_token.hash": "likewise: the connection is asked for at each call",
    "backup_code.hash": "a way of the person to sign in",
    "organization.created_by": "who founded it, for the log alone",
    "scan.created_by": "who ordered it, for the list alone",
    "assessment.created_by": "who began it, for the list alone",
    "trust_evidence.created_by": "who attached it, for the list alone",
    "supplier_ask.token_hash": "the page of a request says who asks and what, and shows nothing of the organization",
    "supplier_entry.created_by": "who added it, for the list alone",
    "trust_request.token_hash":
      "proves the address of whoever asks; what is opened then is a link, which is in the list",
    "firm_list.created_by": "who made it, for the list alone",
  };

  test("holds every table that has an issuer or the hash of a secret, unless a note says why it lets nobody in", async () => {
    const { operator } = await install();
    const { state } = operator.opened;
    const listed = new Set<string>();
    const columns = await columnsOf(state);
    for (const [table, column] of columns) {
      if (!["token_hash", "hash", "created_by", "invited_by"].includes(column)) continue;
      const isKnown = Object.hasOwn(GRANTS, table) || Object.hasOwn(NOTES, `${table}.${column}`);
      expect(isKnown, `${table}.${column} is in neither list`).toBe(true);
      listed.add(`${table}.${column}`);
    }
    for (const note of Object.keys(NOTES)) expect(listed, note).toContain(note);
    for (const [table, { issuer }] of Object.entries(GRANTS)) {
      expect(
        columns.some(([name, column]) => name === table && column === issuer),
        table,
      ).toBe(true);
    }
  });
});

async function columnsOf(
  state: Installation["operator"]["opened"]["state"],
): Promise<readonly (readonly [string, string])[]> {
  const statement =
    state.kind === "sqlite"
      ? 'SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = \'table\''
      : 'SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = \'dosah\'';
  return (await state.all<{ table: string; column: string }>(composedSql(statement))).map((row) => [
    row.table,
    row.column,
  ]);
}
