import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SCAN_CHECK_IDS } from "../../src/scanner/checks/index.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import type { Site } from "./flawless.ts";
import { type Laboratory, laboratorySettings } from "./laboratory.ts";
import { openTrustedLaboratory, type People, setUpPeople } from "./scan-service.fixture.ts";

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
});
afterAll(() => opened.close());

/** Publishes a TXT record, or takes it away. */
const publish = (domain: string, value: string | null) =>
  value === null
    ? lab.resolver.names.delete(`_dosah-challenge.${domain}`)
    : lab.resolver.names.set(`_dosah-challenge.${domain}`, { TXT: [value] });

describeOnBoth("proof of ownership", (install) => {
  const start = async () => {
    const installation = await install({ env: laboratorySettings(lab) });
    const people = await setUpPeople(installation);
    return { ...installation, people, owner: await people.key("owner") };
  };
  const full = (people: People, key: string, domain: string) =>
    people.ask(key, "POST", "/api/v1/scan", { domain, profile: "full" });

  test("by a DNS record: added, published, verified; then a full scan runs, 29 checks of 56 points", async () => {
    const { people, owner } = await start();
    const { domain } = await lab.site();
    const added = await people.ask(owner, "POST", "/api/v1/domain", { domain });
    expect(added.status).toBe(201);
    const { proof } = added.body;
    expect(proof.dns.name).toBe(`_dosah-challenge.${domain}`);
    expect(proof.dns.value).toMatch(/^dosah-domain-verification=[\w-]{43}$/);
    expect(proof.file).toEqual({
      url: `https://${domain}/.well-known/dosah-domain-verification.txt`,
      content: `${proof.dns.value}\n`,
    });
    // Again: the same token.
    const again = await people.ask(owner, "POST", "/api/v1/domain", { domain: domain.toUpperCase() });
    expect([again.status, again.body.proof]).toEqual([200, proof]);
    expect((await full(people, owner, domain)).body.code).toBe("domain_not_verified");

    const verify = () => people.ask(owner, "POST", `/api/v1/domain/${domain}/verify`);
    expect((await verify()).body).toMatchObject({ found: false, verified: false });
    publish(domain, proof.dns.value);
    expect((await verify()).body).toMatchObject({ found: true, verified: true, method: "dns" });
    const scan = await full(people, owner, domain);
    expect(scan.status).toBe(202);
    await vi.waitFor(
      async () => {
        const { body } = await people.ask(owner, "GET", `/api/v1/scan/${scan.body.id}`);
        expect(body).toMatchObject({ status: "completed", scores: { technical: 100 }, counts: { pass: 29 } });
      },
      { timeout: 60_000 },
    );
    // The proof of the apex covers names below it, and is looked up anew for each full scan.
    publish(domain, null);
    const refused = await full(people, owner, `eshop.${domain}`);
    expect([refused.status, refused.body.code]).toEqual([403, "domain_not_verified"]);
    expect((await people.ask(owner, "DELETE", `/api/v1/domain/${domain}`)).body).toEqual({ domain });
    expect((await people.ask(owner, "GET", "/api/v1/domain")).body).toEqual({ domains: [] });
  });

  test("by a file: text/plain on the same host, whatever the certificate; a redirect elsewhere proves nothing", async () => {
    const { people, owner } = await start();
    let page: NonNullable<Site["https"]>[string] = { status: 404, body: "" };
    const { domain } = await lab.site((site) => {
      site.tls = { identity: lab.certificate({ name: "other", names: ["other-lab.sk"] }) };
      site.https = {
        ...site.https,
        "/.well-known/dosah-domain-verification.txt": (request, response) => {
          if (typeof page === "function") return page(request, response);
          response.writeHead(page.status ?? 200, (page.headers ?? []).flat()).end(page.body ?? "");
          return undefined;
        },
      };
    });
    const { proof } = (await people.ask(owner, "POST", "/api/v1/domain", { domain })).body;
    const verify = async () => (await people.ask(owner, "POST", `/api/v1/domain/${domain}/verify`)).body.found;
    const text = [["Content-Type", "text/plain; charset=utf-8"]] as const;
    const cases: readonly [NonNullable<Site["https"]>[string], boolean][] = [
      [{ headers: text, body: proof.file.content }, true],
      [{ headers: [["Content-Type", "text/html"]], body: proof.file.content }, false],
      [{ headers: text, body: "dosah-domain-verification=another" }, false],
      [{ headers: text, body: `${proof.file.content}more` }, false],
      [{ status: 302, headers: [["Location", "https://elsewhere-lab.sk/x"]] }, false],
      [{ status: 302, headers: [["Location", "http://127.0.0.1/"]] }, false],
    ];
    for (const [answer, expected] of cases) {
      page = answer;
      expect(await verify(), JSON.stringify(answer)).toBe(expected);
    }
  });

  test("each organization has its own token; another's proves nothing, and both may prove the same domain", async () => {
    const { people, owner, run } = await start();
    const { domain } = await lab.site();
    const other = (await run("org add --name Beta --owner person1@firma.sk")).out;
    const own = { domain, organizationId: people.orgId };
    const mine = (await people.ask(owner, "POST", "/api/v1/domain", own)).body.proof.dns.value;
    const theirs = (await people.ask(owner, "POST", "/api/v1/domain", { domain, organizationId: other })).body.proof
      .dns;
    expect(theirs.value).not.toBe(mine);
    publish(domain, theirs.value);
    const verify = async (organizationId: string) =>
      (await people.ask(owner, "POST", `/api/v1/domain/${domain}/verify`, { organizationId })).body.found;
    expect([await verify(people.orgId), await verify(other)]).toEqual([false, true]);
    lab.resolver.names.set(theirs.name, { TXT: [theirs.value, mine] });
    expect([await verify(people.orgId), await verify(other)]).toEqual([true, true]);
    publish(domain, null);
  });

  test("three failures in a row end a proof, with an entry in the audit log and a mail to the owner; one found between begins anew", async () => {
    const { people, owner, operator, service } = await start();
    const { domain } = await lab.site();
    const { proof } = (await people.ask(owner, "POST", "/api/v1/domain", { domain })).body;
    const sent = () => service.logged.filter((line) => line.includes("a mail lies in the outbox")).length;
    const verify = async () => (await people.ask(owner, "POST", `/api/v1/domain/${domain}/verify`)).body.verified;
    publish(domain, proof.dns.value);
    expect(await verify()).toBe(true);
    publish(domain, null);
    expect([await verify(), await verify()]).toEqual([true, true]);
    publish(domain, proof.dns.value);
    expect(await verify()).toBe(true);
    publish(domain, null);
    const before = sent();
    expect([await verify(), await verify(), await verify()]).toEqual([true, true, false]);
    await vi.waitFor(() => expect(sent()).toBe(before + 1), { timeout: 60_000 });
    const { state } = operator.opened;
    const actions = await state.all<{ action: string }>(
      composedSql("SELECT action FROM audit_entry WHERE target_type = 'domain' ORDER BY seq"),
    );
    expect(actions.map(({ action }) => action)).toEqual(["domain.added", "domain.proved", "domain.lost"]);
  });

  test("members and viewers read the list without the token, and may not add; strangers get 404", async () => {
    const { people, owner, run } = await start();
    await people.ask(owner, "POST", "/api/v1/domain", { domain: "vlastna-lab.sk" });
    for (const role of ["member", "viewer"] as const) {
      const key = await people.key(role);
      const { body } = await people.ask(key, "GET", "/api/v1/domain");
      expect(body.domains).toMatchObject([{ domain: "vlastna-lab.sk", verified: false, proof: null }]);
      expect((await people.ask(key, "POST", "/api/v1/domain", { domain: "x-lab.sk" })).status).toBe(403);
      expect((await people.ask(key, "DELETE", "/api/v1/domain/vlastna-lab.sk")).status).toBe(403);
    }
    expect((await people.ask(await people.key("admin"), "POST", "/api/v1/domain", { domain: "x-lab.sk" })).status).toBe(
      201,
    );
    await run("user add --email stranger@firma.sk --password-stdin", "seven green tables on a roof");
    await run("org add --name Gama --owner stranger@firma.sk");
    const stranger = (await run("key issue --email stranger@firma.sk --scope scan:write")).out;
    for (const [method, path] of [
      ["GET", `/api/v1/domain?organizationId=${people.orgId}`],
      ["DELETE", `/api/v1/domain/vlastna-lab.sk?organizationId=${people.orgId}`],
    ] as const) {
      expect((await people.ask(stranger, method, path)).status).toBe(404);
    }
    expect((await people.ask(owner, "POST", "/api/v1/domain/nothing-lab.sk/verify")).status).toBe(404);
    expect((await people.ask(owner, "POST", "/api/v1/domain", { domain: "10.0.0.1" })).body.field).toBe("domain");
  });
});

describeOnBoth("dosah scan and dosah domain", (install) => {
  const start = async () => {
    const installation = await install({ env: laboratorySettings(lab) });
    const people = await setUpPeople(installation);
    return { ...installation, people };
  };

  test("without an organization the whole result is printed and nothing is stored; exit 0 whatever was found, 3 without a result, 2 for what is no domain", async () => {
    const { run, operator } = await start();
    const { domain } = await lab.site();
    const scanned = await run(`scan ${domain} --json`);
    expect(scanned.code, scanned.err).toBe(0);
    const result = JSON.parse(scanned.out);
    expect(result).toMatchObject({ domain, profile: "public", status: "completed", error: null });
    expect(result.checks).toHaveLength(SCAN_CHECK_IDS.length);
    const text = await run(`scan ${domain}`);
    expect([text.code, text.out]).toEqual([0, expect.stringContaining("/100")]);
    const failed = await run("scan nowhere-lab.sk --json");
    expect(failed.code).toBe(3);
    expect(JSON.parse(failed.out)).toMatchObject({ status: "failed", error: { code: "domain_not_found" } });
    for (const words of [
      "scan localhost",
      "scan http://firma.sk:8080",
      `scan ${domain} --full`,
      "scan",
      `scan ${domain} x`,
    ]) {
      expect((await run(words)).code, words).toBe(2);
    }
    const { state } = operator.opened;
    for (const table of ["scan", "scan_observation", "scan_target"]) {
      expect(await state.all(composedSql(`SELECT 1 AS one FROM ${table}`)), table).toEqual([]);
    }
  });

  test("full with the owner's consent is in the audit log; with an organization the result is stored", async () => {
    const { run, people, operator } = await start();
    const { domain } = await lab.site();
    const looked = JSON.parse((await run(`scan ${domain} --full --owner-confirmed --json`)).out);
    expect(looked).toMatchObject({ profile: "full", scores: { technical: expect.any(Number) } });
    const stored = await run(`scan ${domain} --full --owner-confirmed --organization ${people.orgId} --json`);
    expect(stored.code, stored.err).toBe(0);
    const { id } = JSON.parse(stored.out);
    const list = await people.ask(await people.key("owner"), "GET", "/api/v1/scan");
    expect(list.body.scans).toMatchObject([{ id, domain, status: "completed" }]);
    const entries = await operator.opened.state.all<{ stream: string; details: string }>(
      composedSql("SELECT stream, details FROM audit_entry WHERE action = 'scan.started' ORDER BY stream"),
    );
    expect(entries).toEqual([
      { stream: `org:${people.orgId}`, details: '{"profile":"full","ownerConfirmed":true}' },
      { stream: "system", details: '{"profile":"full","ownerConfirmed":true}' },
    ]);
    const again = await run(`scan ${domain} --organization ${people.orgId} --json`);
    expect(JSON.parse(again.out).id).toBe(id);
    const without = await run(`scan ${(await lab.site()).domain} --full --organization ${people.orgId}`);
    expect(without.code).not.toBe(0);
    expect((await run("audit verify")).code).toBe(0);
  });

  test("domain add, list, verify and remove; verify exits with 1 where the proof is not found", async () => {
    const { run, people, operator } = await start();
    const { domain } = await lab.site();
    const words = `--organization ${people.orgId} --json`;
    const { proof } = JSON.parse((await run(`domain add ${domain} ${words}`)).out);
    const missing = await run(`domain verify ${domain} ${words}`);
    expect([missing.code, JSON.parse(missing.out)]).toEqual([
      1,
      expect.objectContaining({ domain, verified: false, proof }),
    ]);
    const unproved = await run(`domain verify ${domain} --organization ${people.orgId}`);
    expect([unproved.code, unproved.err]).toEqual([1, expect.stringContaining("neither in the DNS nor on the site")]);
    publish(domain, proof.dns.value);
    const verified = await run(`domain verify ${domain} ${words}`);
    expect([verified.code, JSON.parse(verified.out)]).toEqual([
      0,
      expect.objectContaining({ domain, verified: true, proof }),
    ]);
    // Found once more: no second event.
    expect((await run(`domain verify ${domain} ${words}`)).code).toBe(0);
    const proved = await operator.opened.state.all(
      composedSql("SELECT id FROM audit_entry WHERE action = 'domain.proved'"),
    );
    expect(proved).toHaveLength(1);
    publish(domain, null);
    expect(JSON.parse((await run(`domain list ${words}`)).out).domains).toMatchObject([{ domain, verified: true }]);
    expect((await run(`domain remove ${domain} ${words}`)).code).toBe(0);
    expect((await run(`domain remove ${domain} ${words}`)).code).toBe(1);
    expect((await run(`domain add localhost ${words}`)).code).toBe(2);
  });
});
