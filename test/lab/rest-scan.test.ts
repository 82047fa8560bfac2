import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RULE_SET_VERSION } from "../../src/scanner/judge.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { type Laboratory, laboratorySettings } from "./laboratory.ts";
import { openTrustedLaboratory, type People, setUpPeople } from "./scan-service.fixture.ts";

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
});
afterAll(() => opened.close());

/** The scan once it has ended. */
const ended = (people: People, key: string, id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await people.ask(key, "GET", `/api/v1/scan/${id}?locale=en`);
      expect(["completed", "failed"]).toContain(body.status);
      return body;
    },
    { timeout: 120_000, interval: 100 },
  );

describeOnBoth("scans over REST", (install) => {
  const start = async () => {
    const installation = await install({ env: laboratorySettings(lab) });
    const people = await setUpPeople(installation);
    return { ...installation, people, owner: await people.key("owner") };
  };

  test("from the request to the findings: 202 with its address, then what calls for action, sorted", async () => {
    const { people, owner, service } = await start();
    const { domain } = await lab.site((site) => {
      delete site.records[`_dmarc.${site.domain}`];
      site.https = { ...site.https, "/.well-known/security.txt": { status: 404, body: "" } };
    });
    const begun = await people.ask(owner, "POST", "/api/v1/scan?locale=en", { domain });
    expect([begun.status, begun.headers.get("cache-control"), begun.headers.get("vary")]).toEqual([
      202,
      "private, no-store",
      "Authorization",
    ]);
    expect(begun.headers.get("access-control-allow-origin")).toBeNull();
    const { id } = begun.body;
    expect(begun.headers.get("location")).toBe(`/api/v1/scan/${id}`);
    expect(begun.body).toMatchObject({ domain, status: "queued", profile: "public", earlier: false, checks: [] });

    const scan = await ended(people, owner, id);
    expect(scan).toMatchObject({
      id,
      domain,
      profile: "public",
      status: "completed",
      ruleSetVersion: RULE_SET_VERSION,
      error: null,
      progress: null,
      scores: { technical: 79, questionnaire: null, overall: null },
      cap: { at: 79, checks: ["mail.dmarc"] },
      counts: { pass: 24, warn: 1, fail: 1, info: 4, notApplicable: 4, error: 0 },
      areas: [],
      untrusted: { refused: [] },
    });
    expect(scan.checks.map((check: { id: string; status: string }) => [check.id, check.status])).toEqual([
      ["mail.dmarc", "fail"],
      ["web.securityTxt", "warn"],
    ]);
    expect(scan.checks[0]).toEqual({
      id: "mail.dmarc",
      status: "fail",
      reason: "missing",
      weight: 3,
      article: ["h"],
      title: expect.any(String),
      obligations: ["NIS2-21-2-E", "NIS2-21-2-H"],
      finding: "The domain has no DMARC record.",
      remedy: "Begin with p=none and a report address, read the reports, then move to quarantine and reject.",
      effort: "days",
      who: "dns_admin",
      references: ["RFC 9989", "RFC 9990"],
      untrusted: { record: null },
    });

    // The same words for agents, and the list.
    const detail = await service.fetch("/api/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${owner}`,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "my_scan_detail", arguments: { scanId: id, locale: "en" } },
      }),
    });
    const { nextScanAt, ...findings } = scan;
    expect(Date.parse(nextScanAt)).toBeGreaterThan(Date.parse(scan.createdAt));
    expect((await detail.json()).result.structuredContent).toEqual(findings);
    const list = await people.ask(owner, "GET", "/api/v1/scan");
    expect(list.body).toEqual({
      scans: [{ id, domain, webHost: domain, status: "completed", createdAt: scan.createdAt, scores: scan.scores }],
      nextCursor: null,
    });

    const again = await people.ask(owner, "POST", "/api/v1/scan", { domain });
    expect([again.status, again.body.id, again.body.earlier, again.headers.get("location")]).toEqual([
      200,
      id,
      true,
      null,
    ]);
  });

  test("who may: no key 401, a key that only reads 403, a viewer 403, a stranger 404 with the bytes of what does not exist", async () => {
    const { people, owner, run } = await start();
    const { domain } = await lab.site();
    const post = (key: string | undefined, body: object) => people.ask(key, "POST", "/api/v1/scan", body);
    expect((await post(undefined, { domain })).status).toBe(401);
    await run("user add --email reader@firma.sk --password-stdin", "seven green tables on a roof");
    await run(`member add --organization ${people.orgId} --email reader@firma.sk --role owner`);
    const reader = (await run("key issue --email reader@firma.sk")).out;
    const refused = await post(reader, { domain });
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect(refused.text).toContain("scan:write");
    expect((await post(await people.key("viewer"), { domain })).status).toBe(403);
    const made = (await post(await people.key("member"), { domain })).body.id;

    await run("user add --email stranger@firma.sk --password-stdin", "seven green tables on a roof");
    await run("org add --name Beta --owner stranger@firma.sk");
    const stranger = (await run("key issue --email stranger@firma.sk --scope scan:write")).out;
    const bytes = new Set<string>();
    for (const [method, id] of [
      ...[made, `scn_${"0".repeat(26)}`, "x", "org_1"].flatMap((each) => [
        ["GET", each] as const,
        ["DELETE", each] as const,
      ]),
    ]) {
      const { status, text } = await people.ask(stranger, method, `/api/v1/scan/${id}`);
      bytes.add(`${status} ${text}`);
    }
    bytes.add(
      await people
        .ask(stranger, "GET", `/api/v1/scan?organizationId=${people.orgId}`)
        .then(({ status, text }) => `${status} ${text}`),
    );
    bytes.add(
      await people
        .ask(stranger, "POST", "/api/v1/scan", { domain, organizationId: people.orgId })
        .then(({ status, text }) => `${status} ${text}`),
    );
    expect(bytes.size).toBe(1);
    expect([...bytes][0]).toMatch(/^404 /);
    await ended(people, owner, made);
  });

  test("what is no domain is refused before any look-up; full without a proof is refused", async () => {
    const { people, owner } = await start();
    const asked = lab.resolver.questions.length;
    for (const domain of ["localhost", "10.0.0.1", "http://firma.sk", "firma.sk/x", "github.io", "a.internal", ""]) {
      const { status, body } = await people.ask(owner, "POST", "/api/v1/scan", { domain });
      expect([domain, status, body.code, body.field]).toEqual([domain, 400, "invalid_arguments", "domain"]);
    }
    for (const body of [{}, { domain: 5 }, { domain: "firma.sk", profile: "deep" }, { domain: "firma.sk", x: 1 }]) {
      expect((await people.ask(owner, "POST", "/api/v1/scan", body)).status).toBe(400);
    }
    const full = await people.ask(owner, "POST", "/api/v1/scan", { domain: "firma-lab.sk", profile: "full" });
    expect([full.status, full.body.code]).toEqual([403, "domain_not_verified"]);
    expect(lab.resolver.questions.length).toBe(asked);
  });

  test("a domain that does not exist is a failed scan", async () => {
    const { people, owner } = await start();
    const { body } = await people.ask(owner, "POST", "/api/v1/scan", { domain: "nowhere-lab.sk" });
    expect(await ended(people, owner, body.id)).toMatchObject({
      status: "failed",
      error: { code: "domain_not_found", message: "The domain does not exist: the DNS does not know it." },
      scores: { technical: null, overall: null },
      checks: [],
    });
  });

  test("a scan that has ended is deleted, one that has not is cancelled; both stand in the audit log", async () => {
    const { people, owner, run } = await start();
    const { domain } = await lab.site();
    const { id } = (await people.ask(owner, "POST", "/api/v1/scan", { domain })).body;
    await ended(people, owner, id);
    expect((await people.ask(owner, "DELETE", `/api/v1/scan/${id}`)).body).toEqual({ id, outcome: "deleted" });
    expect((await people.ask(owner, "GET", `/api/v1/scan/${id}`)).status).toBe(404);

    const silent = await lab.site((site) => {
      site.flag = "silent";
    });
    const slow = (await people.ask(owner, "POST", "/api/v1/scan", { domain: silent.domain })).body.id;
    const gone = await people.ask(owner, "DELETE", `/api/v1/scan/${slow}`);
    expect(gone.body).toEqual({ id: slow, outcome: "cancelled" });
    expect((await people.ask(owner, "GET", `/api/v1/scan/${slow}`)).body).toMatchObject({
      status: "failed",
      error: { code: "cancelled" },
    });
    const audit = await run(`audit export --organization ${people.orgId} --format json`);
    expect(audit.code, audit.err).toBe(0);
    const actions = [...audit.out.matchAll(/"action":\s*"(scan\.[a-z]+)"/g)].map(([, action]) => action);
    expect(actions.toSorted()).toEqual([
      "scan.cancelled",
      "scan.completed",
      "scan.deleted",
      "scan.started",
      "scan.started",
    ]);
    expect((await run("audit verify")).code).toBe(0);
  });

  test("pages of the list follow each other; a cursor of another list or a broken one is refused", async () => {
    const { people, owner, service } = await start();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      service.pass(1);
      const { domain } = await lab.site();
      ids.unshift((await people.ask(owner, "POST", "/api/v1/scan", { domain })).body.id);
    }
    const first = (await people.ask(owner, "GET", "/api/v1/scan?limit=2")).body;
    expect(first.scans.map((scan: { id: string }) => scan.id)).toEqual(ids.slice(0, 2));
    const second = (await people.ask(owner, "GET", `/api/v1/scan?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ scans: [{ id: ids[2] }], nextCursor: null });
    for (const cursor of ["x", "", `${first.nextCursor}x`, first.nextCursor.slice(2)]) {
      const { status, body } = await people.ask(owner, "GET", `/api/v1/scan?cursor=${cursor}`);
      expect([cursor, status, body.field]).toEqual([cursor, 400, "cursor"]);
    }
    for (const limit of [0, 101, "x"]) {
      expect((await people.ask(owner, "GET", `/api/v1/scan?limit=${limit}`)).status).toBe(400);
    }
  });
});
