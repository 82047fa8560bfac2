import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { addAssessment, saveAnswer } from "../../src/state/assessments.ts";
import { addInvitation } from "../../src/state/invitations.ts";
import { addMember, roleOf } from "../../src/state/organizations.ts";
import { addSupplier } from "../../src/state/suppliers.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { type Got, type VisitorOfTest, visit, withoutCsrf } from "./visitor.fixture.ts";

/** Those who are refused come first: an organization that nobody changed serves the next one too. */
const WHO = ["nobody", "stranger", "viewer", "member", "admin", "owner"] as const;

/** An organization with two owners, two administrators, and two of each other role. */
interface Cell {
  readonly here: Installation;
  readonly org: string;
  readonly others: Readonly<Record<"owner" | "admin" | "member" | "viewer", PersonOfTest>>;
}

type Act = (browser: VisitorOfTest, cell: Cell) => Promise<Got>;

/** What leaves an organization as it was. */
const READS = new Set<Act>();

const at = (org: string, part = "") => `/sk/organizations/${org}${part}`;
const get = (part: string): Act => {
  const act: Act = (browser, { org }) => browser.get(at(org, part));
  READS.add(act);
  return act;
};

/** Sends a form with the secret of the browser's own session, whether or not a page would have shown the form. */
const send =
  (part: string | ((cell: Cell) => string), fields: Readonly<Record<string, string>> = {}): Act =>
  async (browser, cell) => {
    const csrf = await csrfOf(browser);
    const path = at(cell.org, typeof part === "string" ? part : part(cell));
    return browser.post(path, csrf === undefined ? fields : { csrf, ...fields });
  };

async function csrfOf(browser: VisitorOfTest): Promise<string | undefined> {
  return /name="csrf" value="([^"]+)"/.exec((await browser.get("/sk/account")).html)?.[1];
}

/** An open invitation for a role, to be withdrawn. */
const withdraw =
  (role: "viewer" | "admin"): Act =>
  async (browser, cell) => {
    const id = newId("invitation");
    const times = { created_at: NOW.getTime(), expires_at: NOW.getTime() + 86_400_000 };
    const { state } = cell.here.operator.opened;
    const whom = { email_key: `${id}@firma.sk`, role, tokenHash: id, invited_by: cell.others.owner.id };
    await addInvitation(state, { id, org_id: cell.org, ...whom, ...times });
    return send(`/invitations/${id}/withdraw`)(browser, cell);
  };

/** With a questionnaire of the organization that has an answer. */
const withDraft =
  (act: (id: string) => Act): Act =>
  async (browser, cell) => {
    const id = newId("assessment");
    const by = cell.others.owner.id;
    const at = NOW.getTime();
    const { state } = cell.here.operator.opened;
    await state.transaction(async (tx) => {
      const draft = { id, mode: "quick", questionnaire_version: "1.0", created_at: at, created_by: by } as const;
      await addAssessment({ db: tx, orgId: cell.org }, draft);
      const answer = { question_id: "bcm-01", answer: "yes", at, by, replaced: null, replaced_by: null } as const;
      await saveAnswer({ db: tx, orgId: cell.org }, id, answer);
    });
    return act(id)(browser, cell);
  };

const SUPPLIER = "SK-31322832";

/** With a supplier on the list of the organization. */
const withSupplier =
  (act: Act): Act =>
  async (browser, cell) => {
    const { state } = cell.here.operator.opened;
    await addSupplier(
      { db: state, accountId: cell.others.owner.id, orgId: cell.org },
      { country: "SK", ico: "31322832" },
      NOW.getTime(),
    );
    return act(browser, cell);
  };

const member = (role: keyof Cell["others"], what: string) => (cell: Cell) => `/members/${cell.others[role].id}/${what}`;

const CHANGERS = "owner admin member";
const ALL = "owner admin member viewer";
const MANAGERS = "owner admin";
const OWNERS = "owner";

/** The table of roles: what is done, and who may. */
const TABLE: readonly (readonly [what: string, who: string, act: Act])[] = [
  ["see the organization", ALL, get("")],
  ["see the names of members", ALL, get("/members")],
  ["make it the active one", ALL, send("/activate")],
  ["leave it", ALL, send("/leave")],
  ["read its register", ALL, get("/obligations")],
  ["read an entry of its register", ALL, get("/obligations/NIS2-20-1")],
  ["export its register as CSV", ALL, get("/obligations.csv")],
  ["export its register as JSON", ALL, get("/obligations.json")],
  ["export its next reviews", ALL, get("/obligations.ics")],
  ["export its register as PDF", ALL, get("/obligations.pdf")],
  ["export its register as DOCX", ALL, get("/obligations.docx")],
  ["export its register as XLSX", ALL, get("/obligations.xlsx")],
  ["read what its regime asks for", ALL, get("/obligations?regime=1")],
  ["change its register", CHANGERS, send("/obligations/NIS2-20-1", { status: "met", version: "0" })],
  [
    "change several entries of its register",
    CHANGERS,
    send("/obligations/bulk", { codes: "NIS2-20-1", set: "status", status: "met" }),
  ],
  ["see what its verdict leaves out", ALL, get("/obligations/rest")],
  ["comment on an entry of its register", CHANGERS, send("/obligations/NIS2-20-1/comments", { text: "Hotovo?" })],
  ["see one's calendar address", ALL, get("/calendar")],
  ["make a calendar address", ALL, send("/calendar")],
  ["end one's calendar address", ALL, send("/calendar/revoke")],
  ["list its questionnaires", ALL, get("/questionnaires")],
  ["read a questionnaire", ALL, withDraft((id) => get(`/questionnaires/${id}`))],
  ["read an area of a questionnaire", ALL, withDraft((id) => get(`/questionnaires/${id}/bcm`))],
  ["see what completing would change", ALL, withDraft((id) => get(`/questionnaires/${id}/complete`))],
  ["compare questionnaires", ALL, withDraft((id) => get(`/questionnaires/compare?a=${id}&b=${id}`))],
  ["begin a questionnaire", CHANGERS, send("/questionnaires", { mode: "quick" })],
  ["answer a questionnaire", CHANGERS, withDraft((id) => send(`/questionnaires/${id}/bcm`, { "bcm-02": "no" }))],
  [
    "save one answer of a questionnaire",
    CHANGERS,
    withDraft((id) => send(`/questionnaires/${id}/answers`, { question: "bcm-02", answer: "no", seen: "" })),
  ],
  ["complete a questionnaire", CHANGERS, withDraft((id) => send(`/questionnaires/${id}/complete`, { prefill: "1" }))],
  ["discard a questionnaire", CHANGERS, withDraft((id) => send(`/questionnaires/${id}/discard`))],
  [
    "take over answers given without an account",
    CHANGERS,
    send("/questionnaires/import", { mode: "quick", answers: "bcm=yyp" }),
  ],
  ["list its suppliers", ALL, get("/suppliers")],
  ["compare its suppliers on two days", ALL, get("/suppliers/compare")],
  ["export the comparison of its suppliers", ALL, get("/suppliers/compare.csv")],
  ["export its suppliers as CSV", ALL, get("/suppliers.csv")],
  ["export its suppliers as XLSX", ALL, get("/suppliers.xlsx")],
  ["export its suppliers as JSON", ALL, get("/suppliers.json")],
  ["read about a supplier", ALL, withSupplier(get(`/suppliers/${SUPPLIER}`))],
  ["add a supplier", CHANGERS, send("/suppliers", { country: "SK", ico: "31322832" })],
  [
    "judge a supplier",
    CHANGERS,
    withSupplier(send(`/suppliers/${SUPPLIER}`, { judgement: "suitable", note: "", version: "1" })),
  ],
  ["see what would be asked of a supplier", CHANGERS, withSupplier(get(`/suppliers/${SUPPLIER}/ask`))],
  [
    "ask a supplier",
    CHANGERS,
    withSupplier(send(`/suppliers/${SUPPLIER}/ask`, { email: "supplier@firma.sk", confirm: "1" })),
  ],
  ["remove a supplier", CHANGERS, withSupplier(send(`/suppliers/${SUPPLIER}/remove`))],
  ["read its verdict", ALL, get("/verdict")],
  ["save its verdict as JSON", ALL, get("/verdict.json")],
  ["save its verdict as PDF", ALL, get("/verdict.pdf")],
  ["save its verdict as DOCX", ALL, get("/verdict.docx")],
  ["state facts for its verdict", CHANGERS, send("/verdict", { employees: "5", version: "0" })],
  ["see its settings", MANAGERS, get("/settings")],
  ["change its settings", MANAGERS, send("/settings", { name: "Beta", country: "CZ", ico: "" })],
  ["read its audit log", MANAGERS, get("/audit-log")],
  ["export its audit log as CSV", MANAGERS, get("/audit-log.csv")],
  ["export its audit log as JSON", MANAGERS, get("/audit-log.json")],
  ["invite a viewer", MANAGERS, send("/invitations", { email: "new@firma.sk", role: "viewer" })],
  ["invite a member", MANAGERS, send("/invitations", { email: "new@firma.sk", role: "member" })],
  ["invite an administrator", OWNERS, send("/invitations", { email: "new@firma.sk", role: "admin" })],
  ["invite an owner", OWNERS, send("/invitations", { email: "new@firma.sk", role: "owner" })],
  ["withdraw the invitation of a viewer", MANAGERS, withdraw("viewer")],
  ["withdraw the invitation of an administrator", OWNERS, withdraw("admin")],
  ["make a viewer a member", MANAGERS, send(member("viewer", "role"), { role: "member" })],
  ["make a member a viewer", MANAGERS, send(member("member", "role"), { role: "viewer" })],
  ["make a member an administrator", OWNERS, send(member("member", "role"), { role: "admin" })],
  ["make a member an owner", OWNERS, send(member("member", "role"), { role: "owner" })],
  ["make an administrator a member", OWNERS, send(member("admin", "role"), { role: "member" })],
  ["make an owner a member", OWNERS, send(member("owner", "role"), { role: "member" })],
  ["remove a viewer", MANAGERS, send(member("viewer", "remove"))],
  ["remove a member", MANAGERS, send(member("member", "remove"))],
  ["remove an administrator", OWNERS, send(member("admin", "remove"))],
  ["remove an owner", OWNERS, send(member("owner", "remove"))],
  ["delete it", OWNERS, send("/delete", { confirm: "Alfa s.r.o." })],
];

describeOnBoth("the table of roles", (install) => {
  test("8.2: says who may do what: members of each role, a stranger and nobody, cell by cell", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const add = (name: string) => person(here, { name });
    const people = {
      owner: await add("owner"),
      admin: await add("admin"),
      member: await add("member"),
      viewer: await add("viewer"),
      stranger: await add("stranger"),
    };
    const others = {
      owner: await add("other owner"),
      admin: await add("other admin"),
      member: await add("other member"),
      viewer: await add("other viewer"),
    };
    const { owner, admin, member: one, viewer } = people;
    const { state } = here.operator.opened;
    const made = async () => {
      const id = await organization(here, owner, { admin, member: one, viewer });
      for (const role of ["owner", "admin", "member", "viewer"] as const) {
        expect(await addMember(state, { accountId: others[role].id, orgId: id, role }, NOW.getTime())).toBe(true);
      }
      return id;
    };
    const walked: string[] = [];
    let untouched: string | undefined;
    for (const [what, allowed, act] of TABLE) {
      for (const who of WHO) {
        const org = untouched ?? (await made());
        const browser = who === "nobody" ? visit(here.service) : people[who].browser;
        const got = await act(browser, { here, org, others });
        const mayDo = allowed.split(" ").includes(who);
        const cell = `${who}: ${what}`;
        if (who === "nobody") {
          expect([got.status, got.location?.startsWith("/sk/sign-in?next=")], cell).toEqual([303, true]);
        } else if (who === "stranger") expect(got.status, cell).toBe(404);
        else if (!mayDo) expect([got.status, got.errors[0]], cell).toEqual([403, "forbidden"]);
        else expect([200, 303], `${cell} ${got.status} ${got.errors}`).toContain(got.status);
        walked.push(`${cell} ${got.status}`);
        untouched = mayDo && !READS.has(act) ? undefined : org;
      }
    }
    expect(walked).toHaveLength(TABLE.length * WHO.length);
    const audit = await here.run("audit verify");
    expect(audit.code, audit.err).toBe(0);
  });

  test("8.3.1: nobody gives himself more than he has, and an owner who is the last one stays", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, admin, viewer] = [await person(here), await person(here), await person(here)];
    const org = await organization(here, owner, { admin, viewer });
    const { state } = here.operator.opened;
    const cell = { here, org } as Cell;
    for (const [who, role] of [
      [admin, "owner"],
      [admin, "admin"],
      [viewer, "member"],
    ] as const) {
      const got = await send(`/members/${who.id}/role`, { role })(who.browser, cell);
      expect(got.status).toBe(403);
      const text = got.html.replace(/\s/g, " ");
      expect(text).toContain("Na toto vaša rola nestačí. Požiadajte vlastníka alebo správcu.");
    }
    for (const [part, fields] of [
      ["/leave", {}],
      [`/members/${owner.id}/role`, { role: "admin" }],
      [`/members/${owner.id}/remove`, {}],
    ] as const) {
      const got = await send(part, fields)(owner.browser, cell);
      expect([got.status, got.errors], part).toEqual([400, ["last_owner"]]);
    }
    expect(await roleOf(state, owner.id, org)).toBe("owner");
    expect(await roleOf(state, admin.id, org)).toBe("admin");
  });

  test("16.3.2: a refusal is in the log with who and by which rule, and without what was asked for", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, viewer, stranger] = [await person(here), await person(here), await person(here)];
    const org = await organization(here, owner, { viewer });
    const key = (await here.run(`key issue --email ${viewer.email}`)).out;
    const cell = { here, org } as Cell;
    await get("/settings")(viewer.browser, cell);
    await get("")(stranger.browser, cell);
    await get("")(stranger.browser, { here, org: "no-such-organization" } as Cell);
    await send(`/members/${owner.id}/remove`)(viewer.browser, cell);
    await owner.browser.post(at(org, "/leave"), { csrf: "forged" });
    await here.service.fetch("/api/v1/scan", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ organizationId: org, domain: "example.sk" }),
    });
    const lines = here.service.logged.filter((line) => line.includes("access_refused"));
    const refused = lines.map((line) => JSON.parse(line)).map(({ account, rule, target }) => [account, rule, target]);
    expect(refused).toEqual([
      [viewer.id, "role", "organization"],
      [stranger.id, "membership", "organization"],
      [stranger.id, "membership", "organization"],
      [viewer.id, "role", "organization"],
      [owner.id, "form", "page"],
      [viewer.id, "scope", "organization"],
    ]);
    for (const hidden of [org, "no-such-organization", key, "forged", "example.sk"]) {
      expect(lines.join("\n")).not.toContain(hidden);
    }
  });

  test("of two owners who leave at once one remains", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await person(here), await person(here)];
      const org = await organization(here, first);
      await here.run(`member add --organization ${org} --email ${second.email} --role owner`);
      const cell = { here, org } as Cell;
      const both = await Promise.all([first, second].map(({ browser }) => send("/leave")(browser, cell)));
      expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
      expect((await here.run(`member list --organization ${org}`)).out.split("\n")).toHaveLength(1);
    }
  });

  test("8.2.2: a foreign and a missing organization get the same bytes, whatever is asked and sent", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, stranger] = [await person(here), await person(here)];
    const org = await organization(here, owner);
    const parts: readonly Act[] = [
      ...["", "/members", "/settings", "/audit-log", "/audit-log.csv"].map(get),
      send("/settings", { name: "", country: "XX", ico: "abc" }),
      send("/activate"),
      send("/leave"),
      send("/delete", { confirm: "x" }),
      send(`/members/${owner.id}/role`, { role: "owner" }),
      send("/invitations", { email: "no address", role: "owner" }),
    ];
    for (const act of parts) {
      const seen = new Set<string>();
      for (const id of [org, newId("organization"), newId("account"), "not-an-id"]) {
        const got = await act(stranger.browser, { here, org: id } as Cell);
        expect(got.status).toBe(404);
        seen.add(withoutCsrf(got.html).replaceAll(id, "ID"));
      }
      expect(seen.size).toBe(1);
    }
  });

  test("whatever is sent, membership comes before role, and role before what is wrong with the form", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, viewer, stranger] = [await person(here), await person(here), await person(here)];
    const org = await organization(here, owner, { viewer });
    /** What a viewer may do too. */
    const open = ["/activate", "/leave", "/calendar", "/calendar/revoke"];
    const nonsense = { country: "ZZ", version: "z", employees: "-1", mode: "z", role: "boss", status: "z", every: "z" };
    let walked = 0;
    for (const { path, form } of privatePages) {
      const part = path.split("/organizations/:organizationId")[1]?.replace(/:\w+/g, "1");
      if (form === undefined || part === undefined) continue;
      const { fields } = form;
      const hasField = typeof fields === "function" ? fields : (name: string) => fields.includes(name);
      const wrong = Object.fromEntries(Object.entries(nonsense).filter(([name]) => hasField(name)));
      for (const sent of [{ noSuchField: "1" }, { ...wrong, isOwner: "1" }, ...(part === "/leave" ? [] : [wrong])]) {
        const what = `${part} ${JSON.stringify(sent)}`;
        const of = async ({ browser }: PersonOfTest) => send(part, sent)(browser, { here, org } as Cell);
        expect((await of(stranger)).status, what).toBe(404);
        const { status, errors } = await of(viewer);
        // A list is found by its own id first, and there is none: nobody has it.
        if (part.startsWith("/lists/1")) expect([status, errors[0]], what).toEqual([404, "not_found"]);
        else if (open.includes(part))
          expect(sent === wrong ? [200, 303] : [400], `${what} ${errors}`).toContain(status);
        else expect([status, errors[0]], what).toEqual([403, "forbidden"]);
        walked++;
      }
      // The owner reads what is wrong, and nothing was done.
      const isOfList = part.startsWith("/lists/1");
      const byOwner = await send(part, { ...wrong, isOwner: "1" })(owner.browser, { here, org } as Cell);
      expect(byOwner.status, part).toBe(isOfList ? 404 : 400);
    }
    expect(walked).toBeGreaterThan(90);
    const { state } = here.operator.opened;
    expect(await roleOf(state, owner.id, org)).toBe("owner");
    expect(await roleOf(state, viewer.id, org)).toBe("viewer");
  });
});
