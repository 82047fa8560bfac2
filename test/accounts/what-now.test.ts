import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { Value } from "../../src/state/state-database.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { statementsOf } from "./statements.fixture.ts";

const AT = NOW.getTime();
const DAY = 86_400_000;
const TODAY = "2026-11-21";

/** A text that must stay text wherever it comes from. */
const HOSTILE = '<script>alert("now")</script>';

interface Line {
  readonly key: string;
  readonly kind: string;
  readonly band: string;
  readonly due: string;
  readonly weight: string;
  readonly minutes: string;
  readonly assignee: string;
  readonly version: string;
  readonly html: string;
}

/** The lines of a list as its page shows them. */
function linesOf(html: string): readonly Line[] {
  return html
    .split("<li data-task=")
    .slice(1)
    .map((part) => {
      const hook = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(part)?.[1] ?? "";
      const [, key = ""] = /^"([^"]*)"/.exec(part) ?? [];
      const { kind, band, due, weight } = Object.fromEntries(
        ["kind", "band", "due", "weight"].map((name) => [name, hook(name)]),
      ) as Record<string, string>;
      return {
        key,
        kind: kind ?? "",
        band: band ?? "",
        due: due ?? "",
        weight: weight ?? "",
        minutes: hook("minutes"),
        assignee: hook("assignee"),
        version: hook("version"),
        html: part.split("</li>")[0] ?? "",
      };
    });
}

describeOnBoth("what now", (install) => {
  const opened = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, member, viewer, stranger] = [
      await person(here, { name: "Jana Nová" }),
      await person(here, { name: `Peter ${HOSTILE}` }),
      await person(here, { name: "Eva" }),
      await person(here, { name: "Adam" }),
    ];
    const org = await organization(here, owner, { member, viewer });
    const page = `/sk/organizations/${org}`;
    return { here, owner, member, viewer, stranger, org, page };
  };
  type World = Awaited<ReturnType<typeof opened>>;
  const run = ({ here }: World, text: string, ...values: readonly Value[]) =>
    here.operator.opened.state.run(composedSql(text), ...values);
  const listOf = async ({ page }: World, { browser }: PersonOfTest, query = "") =>
    linesOf((await browser.get(`${page}/todo${query}`)).html);
  const keysOf = async (world: World, who: PersonOfTest = world.owner, query = "") =>
    (await listOf(world, who, query)).map(({ key }) => key);
  const act = ({ page }: World, { browser }: PersonOfTest, fields: Readonly<Record<string, string>>) =>
    browser.submit(`${page}/todo`, fields);
  const aside = async (world: World) => {
    for (const step of ["verdict", "questionnaire", "domain", "register", "people", "profile"])
      await act(world, world.owner, { key: `setup:${step}`, act: "done" });
  };
  const dated = ({ page }: World, { browser }: PersonOfTest, days: Readonly<Record<string, string>>) =>
    browser.submit(`${page}/verdict`, { country: "SK", ico: "31322832", ...days });
  const review = ({ page }: World, { browser }: PersonOfTest, code: string, next: string, last = "2026-01-01") =>
    browser.submit(`${page}/obligations/${code}`, {
      status: "met",
      lastReviewedAt: last,
      nextReviewAt: next,
      responsiblePerson: HOSTILE,
    });
  const addDomain = async (world: World, domain: string, more: Readonly<Record<string, number | null>> = {}) => {
    const { verified_at = AT, checked_at = AT, failures = 0 } = more;
    await run(
      world,
      "INSERT INTO domain (org_id, domain, token, method, added_at, added_by, verified_at, checked_at, failures) VALUES (?, ?, 't', 'dns', ?, ?, ?, ?, ?)",
      world.org,
      domain,
      AT,
      world.owner.id,
      verified_at,
      checked_at,
      failures,
    );
  };
  const addScan = async (world: World, domain: string, technical: number, detail: object, at = AT) => {
    const id = newId("scan");
    await run(
      world,
      "INSERT INTO scan (org_id, id, domain, profile, status, created_at, technical, rule_set_version, detail) VALUES (?, ?, ?, 'public', 'completed', ?, ?, '1', ?)",
      world.org,
      id,
      domain,
      at,
      technical,
      JSON.stringify(detail),
    );
    return id;
  };
  const check = (id: string, status: string, reason: string, weight: number) => {
    return { id, status, reason, weight, article: [], untrusted: {} };
  };

  test("begins with the first steps, and with what the law may ask for already", async () => {
    const world = await opened();
    const { owner, page } = world;
    const { html } = await owner.browser.get(page);
    expect(html).toMatch(/data-figure="category" data-value="essential"/);
    expect(html).toMatch(/data-figure="deadline" data-value=""/);
    expect(html).toMatch(/data-figure="completion" data-value="0"/);
    expect(html).toMatch(/data-figure="technical" data-value="" data-trend="none"/);
    expect(html).toContain('data-setup="2/7"');
    const [first, ...others] = linesOf(html);
    expect(first).toMatchObject({ kind: "deadline", band: "now", due: "", weight: "3", version: "0" });
    expect(others.find(({ kind }) => kind === "setup")).toMatchObject({ key: "setup:verdict", minutes: "5" });
    const { state } = world.here.operator.opened;
    const nothing = await organization(world.here, owner, {}, "Nič");
    await state.run(composedSql("UPDATE organization SET country = NULL, ico = NULL WHERE id = ?"), nothing);
    expect(linesOf((await owner.browser.get(`/sk/organizations/${nothing}`)).html)).toMatchObject([
      { key: "setup:firm", minutes: "1", band: "soon" },
    ]);
  });

  test("shows legal deadlines with their day until they are done, and again with another day", async () => {
    const world = await opened();
    await dated(world, world.owner, { "d.M": "2025-01-15", "d.E": "2025-10-30" });
    const first = await listOf(world, world.owner, "?kind=deadline");
    expect(first.map(({ key, due, band }) => [key, due, band])).toContainEqual([
      "deadline:sk-measures",
      "2026-10-30",
      "now",
    ]);
    const measures = first.find(({ key }) => key === "deadline:sk-measures");
    expect(measures?.html).toContain("19");
    const line = { key: "deadline:sk-measures", version: "0" };
    const refused = async (fields: Readonly<Record<string, string>>) =>
      (await act(world, world.owner, { ...line, ...fields })).errors[0];
    expect(await refused({ act: "done", doneOn: "" })).toBe("date_invalid");
    expect(await refused({ act: "done", doneOn: "2026-11-22" })).toBe("date_invalid");
    expect(await refused({ act: "snooze", until: "2026-11-30" })).toBe("until_too_far");
    expect(await refused({ act: "done", doneOn: TODAY, version: "3" })).toBe("changed_meanwhile");
    const done = await act(world, world.owner, { ...line, act: "done", doneOn: "2026-11-20" });
    expect([done.status, done.location, done.done]).toEqual([303, `${world.page}/todo`, "done"]);
    expect(await keysOf(world)).not.toContain("deadline:sk-measures");
    expect(await keysOf(world, world.owner, "?state=done")).toEqual(["deadline:sk-measures"]);
    // Undone it is there again, and so it is with another day.
    expect((await act(world, world.owner, { ...line, act: "undo", version: "1" })).status).toBe(303);
    expect(await keysOf(world)).toContain("deadline:sk-measures");
    await act(world, world.owner, { ...line, act: "done", doneOn: TODAY, version: "2" });
    await dated(world, world.owner, { "d.M": "2025-01-15", "d.E": "2025-11-10", version: "1" });
    expect(await listOf(world, world.owner, "?kind=deadline")).toContainEqual(
      expect.objectContaining({ key: "deadline:sk-measures", due: "2026-11-10" }),
    );
  });

  test("lists what the register, scans and the questionnaire ask for, in one order", async () => {
    const world = await opened();
    const { owner, org, page } = world;
    await aside(world);
    expect((await review(world, owner, "NIS2-21-2-A", "2026-11-01")).status).toBe(303);
    expect((await review(world, owner, "NIS2-21-2-B", "2026-12-20")).status).toBe(303);
    expect((await review(world, owner, "NIS2-21-2-C", "2026-12-22")).status).toBe(303);
    await addDomain(world, "alfa.sk", { failures: 1 });
    await addDomain(world, "beta.sk", { verified_at: null });
    const found = [
      check("mail.dmarc", "fail", "missing", 3),
      check("dns.dnssec", "fail", "unsigned", 2),
      check("dns.caa", "fail", "missing", 1),
      check("web.csp", "warn", "missing", 3),
    ];
    await addScan(world, "alfa.sk", 82, { checks: [] }, AT - DAY);
    const scan = await addScan(world, "alfa.sk", 78, { checks: found, certificateEnds: "2026-12-01" });
    await addScan(world, "beta.sk", 10, { checks: found });
    const overview = (await owner.browser.get(page)).html;
    expect(overview).toMatch(/data-figure="technical" data-value="78" data-trend="down"/);
    expect(overview).toContain(`/scans/${scan}"`);
    const lines = (await listOf(world, owner)).filter(({ kind }) => kind !== "deadline");
    expect(lines.map(({ key }) => key)).toEqual([
      "review:NIS2-21-2-A",
      "finding:alfa.sk/mail.dmarc",
      "expiry:proof/beta.sk",
      "expiry:proof/alfa.sk",
      "expiry:certificate/alfa.sk",
      "review:NIS2-21-2-B",
      "question:verdict",
      "finding:alfa.sk/dns.dnssec",
    ]);
    expect(lines[0]).toMatchObject({ key: "review:NIS2-21-2-A", band: "now", due: "2026-11-01", weight: "2" });
    expect(lines.at(-1)).toMatchObject({ key: "finding:alfa.sk/dns.dnssec", band: "soon", due: "" });
    // A name of the register and of a person stay text.
    expect(lines[0]?.html).toContain("&lt;script&gt;");
    expect(lines[0]?.html).not.toContain("<script>");
    // A grave finding is put off for a month at most.
    const grave = { key: "finding:alfa.sk/mail.dmarc", act: "snooze", version: "0" };
    expect((await act(world, owner, { ...grave, until: "2026-12-22" })).errors).toEqual(["until_too_far"]);
    expect((await act(world, owner, { ...grave, until: "2026-12-21" })).done).toBe("snoozed");
    expect(await keysOf(world)).not.toContain(grave.key);
    expect(await keysOf(world, owner, "?state=snoozed")).toEqual([grave.key]);
    expect((await act(world, owner, { ...grave, act: "done", version: "1" })).status).toBe(400);
    const log = await owner.browser.get(`/sk/organizations/${org}/audit-log.json`);
    expect(log.html).toContain("task.snoozed");
  });

  test("gives lines to members, and shows each theirs", async () => {
    const world = await opened();
    const { owner, member, viewer, stranger, page } = world;
    await review(world, owner, "NIS2-21-2-A", "2026-11-01");
    const key = "review:NIS2-21-2-A";
    const give = (who: PersonOfTest, assignee: string, version: string) =>
      act(world, who, { key, act: "assign", assignee, version });
    expect((await give(owner, stranger.id, "0")).errors).toEqual(["responsible_unknown"]);
    expect((await give(owner, member.id, "0")).done).toBe("assigned");
    expect(await keysOf(world, member, "?mine=1")).toEqual([key]);
    expect(await keysOf(world, owner, "?mine=1")).toEqual([]);
    expect(await listOf(world, owner, "?kind=review")).toMatchObject([{ assignee: member.id, version: "1" }]);
    expect((await give(member, "", "1")).status).toBe(303);
    expect(await keysOf(world, member, "?mine=1")).toEqual([]);
    // A viewer reads; a stranger is told nothing; a key that is not in the list is none.
    expect(await keysOf(world, viewer)).toContain(key);
    expect((await viewer.browser.get(`${page}/todo`)).html).not.toContain('name="act"');
    const csrf = /name="csrf" value="([^"]*)"/.exec((await viewer.browser.get(page)).html)?.[1] ?? "";
    const fields = { csrf, key, act: "assign", assignee: viewer.id, version: "2" };
    expect((await viewer.browser.post(`${page}/todo`, fields)).status).toBe(403);
    const missing = await act(world, owner, { key: "review:NIS2-21-2-D", act: "assign", assignee: "", version: "0" });
    expect(missing.status).toBe(404);
    for (const path of [page, `${page}/todo`]) expect((await stranger.browser.get(path)).status).toBe(404);
  });

  test("names what ends: a key to its owner alone, an invitation to those who manage it", async () => {
    const world = await opened();
    const { here, owner, member, viewer, org } = world;
    await here.run(`key issue --email ${member.email} --expires 2026-12-01`);
    const invitation = newId("invitation");
    await run(
      world,
      "INSERT INTO invitation (id, org_id, email_key, role, token_hash, invited_by, created_at, expires_at) VALUES (?, ?, 'x@firma.sk', 'viewer', 'h', ?, ?, ?)",
      invitation,
      org,
      owner.id,
      AT - 4 * DAY,
      AT + 3 * DAY,
    );
    await run(
      world,
      "INSERT INTO supplier_entry (org_id, country, ico, note, version, created_at, created_by, updated_at, updated_by) VALUES (?, 'SK', '36536776', ?, 1, ?, ?, ?, ?)",
      org,
      HOSTILE,
      AT,
      owner.id,
      AT,
      owner.id,
    );
    await run(
      world,
      `INSERT INTO supplier_ask (org_id, country, ico, email_key, at, "by") VALUES (?, 'SK', '36536776', 'y@firma.sk', ?, ?)`,
      org,
      AT - 15 * DAY,
      owner.id,
    );
    const kinds = async (who: PersonOfTest) =>
      (await listOf(world, who)).map(({ key }) => key).filter((key) => /^(expiry|invitation|supplier)/.test(key));
    const ask = "supplier:SK-36536776/ask";
    expect(await kinds(owner)).toEqual([ask, `invitation:${invitation}`]);
    expect(await kinds(viewer)).toEqual([ask]);
    const [first, second] = await kinds(member);
    expect([first, second?.startsWith("expiry:key/key_")]).toEqual([ask, true]);
    expect((await act(world, member, { key: `invitation:${invitation}`, act: "assign", version: "0" })).status).toBe(
      404,
    );
    expect(await listOf(world, owner, "?kind=supplier")).toMatchObject([{ due: "2026-11-20", assignee: owner.id }]);
  });

  test("lists the gaps of the completed questionnaire, and asks for it again after a year", async () => {
    const world = await opened();
    const { owner, org } = world;
    await aside(world);
    const add = async (id: string, state: string, at: number, answers: Readonly<Record<string, string>>) => {
      await run(
        world,
        "INSERT INTO assessment (org_id, id, mode, questionnaire_version, state, created_at, created_by, completed_at) VALUES (?, ?, 'quick', '1', ?, ?, ?, ?)",
        org,
        id,
        state,
        at,
        owner.id,
        state === "completed" ? at : null,
      );
      for (const [question, answer] of Object.entries(answers))
        await run(
          world,
          'INSERT INTO assessment_answer (org_id, assessment_id, question_id, answer, at, "by") VALUES (?, ?, ?, ?, ?, ?)',
          org,
          id,
          question,
          answer,
          at,
          owner.id,
        );
    };
    const { areas } = knowledge.questionnaire;
    const heavy = areas.flatMap(({ questions }) => questions).filter(({ quick, weight }) => quick && weight === 3);
    const [one, two] = heavy.map(({ id }) => id);
    if (one === undefined || two === undefined) throw new Error("the short questionnaire has no heavy questions");
    const old = AT - 340 * DAY;
    await add(newId("assessment"), "completed", old, { [one]: "yes", [two]: "no" });
    const gaps = (await keysOf(world)).filter((key) => key.startsWith("gap:"));
    expect(gaps).toHaveLength(10);
    expect(gaps).toContain(`gap:${two}`);
    expect(gaps).not.toContain(`gap:${one}`);
    expect(await listOf(world, owner, "?kind=carry")).toMatchObject([
      { key: "again:questionnaire", due: "2026-12-16", weight: "1", minutes: "20" },
    ]);
    await add(newId("assessment"), "draft", AT, { [two]: "yes" });
    const after = await keysOf(world);
    expect(after).not.toContain(`gap:${two}`);
    expect(after).not.toContain("again:questionnaire");
  });

  test("settles the firm first, and asks nothing of whom the law does not reach", async () => {
    const world = await opened();
    const { owner, page } = world;
    await run(world, "UPDATE organization SET firm_other = 'CZ-45274649' WHERE id = ?", world.org);
    expect(linesOf((await owner.browser.get(page)).html).map(({ key }) => key)).toContain("firm:conflict");
    expect((await owner.browser.get(page)).html).toContain('data-facts="resting"');
    await run(world, "UPDATE organization SET firm_other = NULL WHERE id = ?", world.org);
    const small = { employees: "5", turnoverEur: "300000", balanceSheetEur: "100000", "a.linkedEnterprises": "no" };
    await dated(world, owner, small);
    const { html } = await owner.browser.get(page);
    expect(html).toMatch(/data-figure="category" data-value="out_of_scope"/);
    expect(html).toContain("Nemusíte nič");
    expect(linesOf(html).map(({ key }) => key)).toEqual(["question:verdict"]);
  });

  test("is the same for programs and on the command line", async () => {
    const world = await opened();
    const { here, owner, org } = world;
    await review(world, owner, "NIS2-21-2-A", "2026-11-01");
    const key = (await here.run(`key issue --email ${owner.email}`)).out.trim();
    const asked = async (
      query: string,
      headers: Readonly<Record<string, string>> = { Authorization: `Bearer ${key}` },
    ) => {
      const response = await here.service.fetch(`/api/v1/tasks?organizationId=${org}${query}`, { headers });
      return { status: response.status, body: await response.json() };
    };
    const all = await asked("");
    expect(all.status).toBe(200);
    expect(all.body.items.map((item: { key: string }) => item.key)).toEqual(await keysOf(world));
    expect(all.body.items[0]).not.toHaveProperty("path");
    expect(all.body.figures.category.value).toBe("essential");
    const item = all.body.items.find((each: { key: string }) => each.key === "review:NIS2-21-2-A");
    expect(item).toMatchObject({ dueAt: "2026-11-01", overdue: true, assignee: { type: "text" }, state: "open" });
    expect(item.untrusted.assignee).toBe(HOSTILE);
    const first = await asked("&limit=1");
    const second = await asked(`&limit=1&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items].map((each) => each.key)).toEqual(
      all.body.items.slice(0, 2).map((each: { key: string }) => each.key),
    );
    expect((await asked("&limit=201")).status).toBe(400);
    expect((await asked("", {})).status).toBe(401);
    const listed = await here.run(`todo list --organization ${org} --email ${owner.email}`);
    expect(listed.code).toBe(0);
    expect(listed.out).toContain("review:NIS2-21-2-A");
    const json = JSON.parse((await here.run(`todo list --organization ${org} --email ${owner.email} --json`)).out);
    expect(json.items.map((each: { key: string }) => each.key)).toEqual(await keysOf(world));
  });

  test("needs at most fourteen statements for the overview, however much there is", async () => {
    const world = await opened();
    const { owner, org, page } = world;
    for (const domain of ["a.sk", "b.sk", "c.sk"]) {
      await addDomain(world, domain);
      await addScan(world, domain, 70, { checks: [] });
    }
    for (let n = 0; n < 200; n++)
      await run(
        world,
        "INSERT INTO supplier_entry (org_id, country, ico, note, version, seen_revision, created_at, created_by, updated_at, updated_by) VALUES (?, 'CZ', ?, '', 1, 1, ?, ?, ?, ?)",
        org,
        String(10_000_000 + n),
        AT,
        owner.id,
        AT,
        owner.id,
      );
    await owner.browser.get(page);
    expect(await statementsOf(() => owner.browser.get(page))).toBeLessThanOrEqual(14);
  });
});
