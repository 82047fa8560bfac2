import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { unzip } from "../../src/documents/unzip.fixture.ts";
import { addDomain, noteProof } from "../../src/state/domains.ts";
import { composedSql } from "../../src/state/sql.ts";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { type Got, type VisitorOfTest, visit } from "../accounts/visitor.fixture.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";

const WHO = ["owner", "admin", "member", "viewer", "stranger", "nobody"] as const;

const ALL = "owner admin member viewer";
const CHANGERS = "owner admin member";
const MANAGERS = "owner admin";

const CHECK = { weight: 3, article: ["h"], untrusted: { record: "<b>v=DMARC1</b>" } };

/** What one cell of the table is about, made for it alone. */
interface Cell {
  readonly here: Installation;
  readonly org: string;
  /** Two completed scans, the later first, and a domain that is proved. */
  readonly scans: readonly [string, string];
  readonly domain: string;
}

type Act = (browser: VisitorOfTest, cell: Cell) => Promise<Got>;

const at = (org: string, part: string) => `/sk/organizations/${org}${part}`;
const get =
  (part: (cell: Cell) => string): Act =>
  (browser, cell) =>
    browser.get(at(cell.org, part(cell)));

/** Sends a form with the secret of the browser's own session, whether or not a page would have shown the form. */
const send =
  (part: (cell: Cell) => string, fields: Readonly<Record<string, string>> = {}): Act =>
  async (browser, cell) => {
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get("/sk/account")).html)?.[1];
    return browser.post(at(cell.org, part(cell)), csrf === undefined ? fields : { csrf, ...fields });
  };

const TABLE: readonly (readonly [what: string, who: string, act: Act])[] = [
  ["read the list of scans", ALL, get(() => "/scans")],
  ["read a scan", ALL, get(({ scans }) => `/scans/${scans[0]}`)],
  ["read its findings as CSV", ALL, get(({ scans }) => `/scans/${scans[0]}.csv`)],
  ["read it as a report", ALL, get(({ scans }) => `/scans/${scans[0]}.pdf`)],
  ["read it as a report for Word", ALL, get(({ scans }) => `/scans/${scans[0]}.docx`)],
  ["compare two scans", ALL, get(({ scans }) => `/scans/compare?a=${scans[1]}&b=${scans[0]}`)],
  ["read the domains", ALL, get(() => "/domains")],
  ["start a scan", CHANGERS, send(() => "/scans", { domain: "firma.sk", profile: "public" })],
  ["remove a scan", CHANGERS, send(({ scans }) => `/scans/${scans[0]}/remove`)],
  ["set up a regular scan", CHANGERS, send(({ domain }) => `/domains/${domain}/schedule`, { every: "week" })],
  ["add a domain", MANAGERS, send(() => "/domains", { domain: "nova.sk" })],
  ["remove a domain", MANAGERS, send(({ domain }) => `/domains/${domain}/remove`)],
];

describeOnBoth("pages of scans and domains", (install) => {
  const start = async () => {
    // Nothing is looked at: scans stay queued.
    const env = { TRUST_PROXY: "loopback", SCAN_WORKER: "off" };
    const here = await install({ limits: GENEROUS, env });
    const people = {
      owner: await person(here),
      admin: await person(here),
      member: await person(here),
      viewer: await person(here),
      stranger: await person(here),
    };
    return { here, people };
  };

  const cellOf = async (here: Installation, { owner, admin, member, viewer }: Record<string, PersonOfTest>) => {
    if (owner === undefined || admin === undefined || member === undefined || viewer === undefined)
      throw new Error("somebody is missing");
    const org = await organization(here, owner, { admin, member, viewer });
    const { state } = here.operator.opened;
    const domain = "nasa.sk";
    await addDomain({ db: state, orgId: org }, { domain, token: "t", added_by: owner.id }, 1);
    await noteProof({ db: state, orgId: org }, domain, "dns", 1);
    const scan = async (ago: number, status: "pass" | "fail", technical: number) => {
      const id = newId("scan");
      const checks = [{ id: "mail.dmarc", status, reason: status === "fail" ? "missing" : "enforced", ...CHECK }];
      await state.run(
        composedSql(
          "INSERT INTO scan (org_id, id, domain, profile, status, created_at, started_at, finished_at, technical, overall, rule_set_version, detail) " +
            "VALUES (?, ?, ?, 'public', 'completed', ?, 1, 2, ?, ?, '1.0.0', ?)",
        ),
        org,
        id,
        domain,
        NOW.getTime() - ago,
        technical,
        technical,
        JSON.stringify({ checks }),
      );
      return id;
    };
    const older = await scan(2_000_000, "pass", 90);
    return { here, org, domain, scans: [await scan(1_000_000, "fail", 79), older] } as const;
  };

  test("say who may do what: members of each role, a stranger and nobody, cell by cell", async () => {
    const { here, people } = await start();
    for (const [what, allowed, act] of TABLE) {
      for (const who of WHO) {
        const cell = await cellOf(here, people);
        const got = await act(who === "nobody" ? visit(here.service) : people[who].browser, cell);
        const name = `${who}: ${what}`;
        if (who === "nobody") {
          expect([got.status, got.location?.startsWith("/sk/sign-in?next=")], name).toEqual([303, true]);
        } else if (who === "stranger") expect(got.status, name).toBe(404);
        else if (!allowed.split(" ").includes(who)) {
          expect([got.status, got.errors[0]], name).toEqual([403, "forbidden"]);
        } else expect([200, 303], `${name} ${got.status} ${got.errors}`).toContain(got.status);
        if (got.status === 200) expect(got.headers.get("Cache-Control"), name).toBe("no-store");
      }
    }
    expect((await here.run("audit verify")).code).toBe(0);
  });

  test("forms that are not allowed are not shown", async () => {
    const { here, people } = await start();
    const { org, scans } = await cellOf(here, people);
    const formsAt = async (who: PersonOfTest, part: string) => {
      const { html } = await who.browser.get(at(org, part));
      return [...html.matchAll(/<form[^>]*action="([^"]*)"/g)]
        .map(([, action = ""]) => action)
        .filter((action) => action.includes(`/organizations/${org}/`));
    };
    for (const part of ["/scans", `/scans/${scans[0]}`, "/domains"]) {
      expect(await formsAt(people.viewer, part), part).toEqual([]);
      expect((await formsAt(people.owner, part)).length, part).toBeGreaterThan(0);
    }
    expect(await formsAt(people.member, "/domains")).toEqual([expect.stringMatching(/\/domains\/nasa\.sk\/schedule$/)]);
  });

  test("a full scan of a domain that is not proved is refused on its form, which leads to the proof; its schedule too", async () => {
    const { here, people } = await start();
    const cell = await cellOf(here, people);
    const { browser } = people.owner;
    const full = { domain: "firma.sk", profile: "full" };
    const refused = await send(() => "/scans", full)(browser, cell);
    expect([refused.status, refused.errors]).toEqual([403, ["domain_not_verified"]]);
    expect(refused.html).toMatch(/name="domain"[^>]*value="firma.sk"|value="firma.sk"[^>]*name="domain"/);
    expect(refused.html).toContain(at(cell.org, "/domains"));
    await addDomain(
      { db: here.operator.opened.state, orgId: cell.org },
      { domain: "firma.sk", token: "t", added_by: people.owner.id },
      NOW.getTime(),
    );
    const schedule = { every: "week", profile: "full" };
    const scheduled = await send(() => "/domains/firma.sk/schedule", schedule)(browser, cell);
    expect([scheduled.status, scheduled.errors]).toEqual([403, ["domain_not_verified"]]);
  });

  test("a foreign and a missing scan, domain or organization get the same bytes", async () => {
    const { here, people } = await start();
    const theirs = await cellOf(here, people);
    const own = await organization(here, people.stranger);
    const { browser } = people.stranger;
    const bytesOf = async (acts: readonly Promise<Got>[]) => {
      const seen = new Set<string>();
      for (const each of acts) {
        const { status, html } = await each;
        seen.add(
          `${status} ${html.replaceAll(/(?:org|scn)_[0-9a-z]{26}(?:\.(?:csv|pdf|docx))?|not-an-id(?:\.(?:csv|pdf|docx))?|name="csrf" value="[^"]*"/g, "")}`,
        );
      }
      return seen;
    };
    const ids = [theirs.scans[0], newId("scan"), newId("organization"), "not-an-id"];
    for (const part of [
      (id: string) => `/scans/${id}`,
      (id: string) => `/scans/${id}.csv`,
      (id: string) => `/scans/${id}.pdf`,
      (id: string) => `/scans/${id}.docx`,
    ]) {
      const found = await bytesOf(ids.map((id) => browser.get(at(own, part(id)))));
      expect(found.size).toBe(1);
      expect([...found][0]).toMatch(/^404 /);
    }
    const compared = await bytesOf(ids.map((id) => browser.get(at(own, `/scans/compare?a=${id}&b=${id}`))));
    expect([compared.size, [...compared][0]?.slice(0, 3)]).toEqual([1, "404"]);
    const organizations = [theirs.org, newId("organization"), "not-an-id"];
    for (const part of ["/scans", `/scans/${theirs.scans[0]}`, "/domains"]) {
      const found = await bytesOf(organizations.map((org) => browser.get(at(org, part))));
      expect([found.size, [...found][0]?.slice(0, 3)], part).toEqual([1, "404"]);
    }
    const removed = await bytesOf(ids.map((id) => send(() => `/scans/${id}/remove`)(browser, { ...theirs, org: own })));
    expect([removed.size, [...removed][0]?.slice(0, 3)]).toEqual([1, "404"]);
    // Removing a member ends access at the next call.
    const { viewer } = people;
    expect((await viewer.browser.get(at(theirs.org, "/scans"))).status).toBe(200);
    await here.run(`member remove --organization ${theirs.org} --email ${viewer.email}`);
    expect((await viewer.browser.get(at(theirs.org, "/scans"))).status).toBe(404);
  });

  test("findings as CSV: one row a finding in the reader's language, ready for a spreadsheet", async () => {
    const { here, people } = await start();
    const { org, scans } = await cellOf(here, people);
    const got = await people.viewer.browser.get(at(org, `/scans/${scans[0]}.csv`));
    expect(got.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(got.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[a-z0-9-]+-(sken|scan)-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = got.html.replace("\ufeff", "").trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("mail.dmarc");
    expect(lines[1]).toContain("Začnite s p=none");
    expect(lines[1]).toContain("NIS2-21-2-E NIS2-21-2-H");
  });

  test("a report as PDF: the same bytes each time", async () => {
    const { here, people } = await start();
    const { org, scans } = await cellOf(here, people);
    const read = () => people.viewer.browser.get(at(org, `/scans/${scans[0]}.pdf`));
    const [one, other] = [await read(), await read()];
    expect(one.headers.get("Content-Type")).toBe("application/pdf");
    expect(one.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[a-z0-9-]+-(sken|scan)-[a-z0-9-]+-\d{4}-\d\d-\d\d\.pdf"$/,
    );
    expect(one.html).toMatch(/^%PDF-1\.\d/);
    expect(other.html).toBe(one.html);
  });

  test("a report as DOCX, which the page links to: what the target sent is plain text, the same bytes each time", async () => {
    const { here, people } = await start();
    const { org, scans } = await cellOf(here, people);
    const address = at(org, `/scans/${scans[0]}.docx`);
    expect((await people.viewer.browser.get(at(org, `/scans/${scans[0]}`))).html).toContain(`href="${address}"`);
    const read = async () => {
      const headers = { Cookie: `dosah_session=${people.viewer.browser.cookie}` };
      const response = await here.service.fetch(address, { headers });
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
    };
    const [one, other] = [await read(), await read()];
    expect(one.response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[a-z0-9-]+-(sken|scan)-[a-z0-9-]+-\d{4}-\d\d-\d\d\.docx"$/,
    );
    expect(one.response.headers.get("Content-Type")).toMatch(/wordprocessingml/);
    const text = unzip(one.bytes).get("word/document.xml") ?? "";
    expect(text).toContain("Začnite s");
    expect(text).toContain("&lt;b&gt;v=DMARC1&lt;/b&gt;");
    // The law of the organization's country and of the Union, whom it binds, and who decides.
    const plain = text.replaceAll("\u00a0", " ");
    for (const part of [
      "§ 20 ods. 2 písm. h) zákona č. 69/2018 Z. z.",
      "príloha bod 6.7.2 vykonávacieho nariadenia (EÚ) 2024/2690",
      "zaväzuje len subjekty, ktoré uvádza jeho článok 1",
      "Národný bezpečnostný úrad",
      "Právny stav",
    ]) {
      expect(plain).toContain(part);
    }
    expect(plain).not.toContain("409/2025");
    expect(other.bytes).toEqual(one.bytes);
  });

  test("a scan that is worse than the one before says so in the comparison; what the target sent is escaped", async () => {
    const { here, people } = await start();
    const { org, scans } = await cellOf(here, people);
    const { html } = await people.owner.browser.get(at(org, `/scans/compare?a=${scans[1]}&b=${scans[0]}`));
    expect(html).toContain("DMARC");
    const detail = await people.owner.browser.get(at(org, `/scans/${scans[0]}`));
    expect(detail.html).toContain("&lt;b&gt;v=DMARC1&lt;/b&gt;");
    expect(detail.html).not.toContain("<b>v=DMARC1");
  });
});
