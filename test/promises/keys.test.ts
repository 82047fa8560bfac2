import { expect, test } from "vitest";
import { nearMiss } from "../../src/core/near-miss.fixture.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, PASSWORD } from "./installation.fixture.ts";
import type { Json, TestService } from "./service.fixture.ts";

async function rpc(service: TestService, method: string, params: object, key?: string): Promise<Json> {
  const response = await service.fetch("/api/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()).result;
}

const tool = async (service: TestService, name: string, args: object, key?: string): Promise<Json> =>
  rpc(service, "tools/call", { name, arguments: { locale: "en", ...args } }, key);

const toolNames = async (service: TestService, key?: string): Promise<readonly string[]> =>
  (await rpc(service, "tools/list", {}, key)).tools.map((each: Json) => each.name);

const KEY_TOOLS = ["my_obligations", "my_organizations", "my_scan_detail", "my_scans"];

describeOnBoth("keys", (open) => {
  test("from nothing to an agent's answer: a person, an organization, a key; after leaving, the next call is refused", async () => {
    const { run, service, operator } = await open();
    const user = await run("user add --email jana@firma.sk --password-stdin --name Jana", `${PASSWORD}\n`);
    expect(user.code, user.err).toBe(0);
    expect(user.out).toMatch(/^acc_[0-9a-z]{26}$/);
    const owner = await run("user add --email owner@firma.sk --password-stdin", PASSWORD);
    expect(owner.code).toBe(0);
    const org = await run('org add --name "Alfa <b>s.r.o.</b>" --owner owner@firma.sk --country SK --ico 31322832');
    expect(org.out, org.err).toMatch(/^org_[0-9a-z]{26}$/);
    expect((await run(`member add --organization ${org.out} --email jana@firma.sk --role viewer`)).code).toBe(0);
    const issued = await run("key issue --email jana@firma.sk --name agent");
    expect(issued.out, issued.err).toMatch(/^dosah_[0-9A-Za-z]{49}$/);
    const key = issued.out;

    expect(await toolNames(service)).not.toEqual(expect.arrayContaining(["my_scans"]));
    expect(await toolNames(service, key)).toEqual(expect.arrayContaining(KEY_TOOLS));
    expect(await toolNames(service, nearMiss(key))).not.toContain("my_scans");

    const mine = await tool(service, "my_organizations", {}, key);
    expect(mine.structuredContent.organizations).toEqual([
      { id: org.out, role: "viewer", active: true, untrusted: { name: "Alfa <b>s.r.o.</b>" } },
    ]);
    expect(mine.content[0].text).not.toContain("Alfa");
    expect((await tool(service, "my_scans", { organizationId: org.out }, key)).structuredContent).toEqual({
      scans: [],
    });
    const { items, completion } = (await tool(service, "my_obligations", {}, key)).structuredContent;
    expect(items.length).toBeGreaterThan(20);
    expect(items[0]).toMatchObject({ status: null, statusSource: null, overdue: false });
    expect(completion).toBe(0);

    const foreign = await run("org add --name Beta --owner owner@firma.sk");
    const bytes = new Set<string>();
    for (const organizationId of [foreign.out, `org_${"0".repeat(26)}`, "x", ""]) {
      bytes.add(JSON.stringify(await tool(service, "my_scans", { organizationId }, key)));
    }
    expect(bytes.size).toBe(1);
    expect([...bytes][0]).toContain('"code":"not_found"');
    const scans = new Set<string>();
    for (const scanId of [`scn_${"0".repeat(26)}`, "x"])
      scans.add(JSON.stringify(await tool(service, "my_scan_detail", { scanId }, key)));
    expect(scans.size).toBe(1);

    expect((await run(`member remove --organization ${org.out} --email jana@firma.sk`)).code).toBe(0);
    const refused = await tool(service, "my_scans", { organizationId: org.out }, key);
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "not_found" } } });
    expect((await tool(service, "my_organizations", {}, key)).structuredContent).toEqual({ organizations: [] });

    expect((await run("key revoke --email jana@firma.sk --name agent")).code).toBe(0);
    expect(await tool(service, "my_organizations", {}, key)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "unauthorized" } },
    });
    const audit = await run("audit verify");
    expect(audit.code, audit.err).toBe(0);

    // Neither the key nor the password is anywhere in the database.
    const stored = JSON.stringify([
      await operator.opened.state.all(composedSql("SELECT * FROM api_key")),
      await operator.opened.state.all(composedSql("SELECT * FROM account")),
      await operator.opened.state.all(composedSql("SELECT * FROM audit_entry")),
    ]);
    expect(stored).not.toContain(key.slice(6, 40));
    expect(stored).not.toContain(PASSWORD);
  });

  test("my_obligations holds every obligation with what the register says, its legal basis and the completion", async () => {
    const { run, service } = await open();
    await run("user add --email jana@firma.sk --password-stdin", PASSWORD);
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    await run("org add --name Beta --owner jana@firma.sk");
    const key = (await run("key issue --email jana@firma.sk")).out;
    const read = async (args: object = {}) => (await tool(service, "my_obligations", args, key)).structuredContent;
    const { items: untouched } = await read();
    const codes: readonly string[] = untouched.map((item: Json) => item.code);
    const statuses = ["met", "partial", "in_progress", "not_met", "not_applicable"];
    for (const [index, status] of statuses.entries()) {
      const words = `--code ${codes[index]} --status ${status} --email jana@firma.sk --note "note ${index}"`;
      expect((await run(`register set --organization ${org} ${words}`)).code).toBe(0);
    }
    const { items, completion, indicative } = await read({ organizationId: org });
    expect(items.map(({ code }: Json) => code)).toEqual(codes);
    expect(items.map(({ status }: Json) => status).slice(0, 6)).toEqual([...statuses, null]);
    expect(items[0]).toMatchObject({
      statusSource: "manual",
      lastReviewedAt: "2026-11-21",
      nextReviewAt: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      overdue: false,
      untrusted: { evidenceNote: "note 0", responsiblePerson: null },
    });
    expect(items[0].legalBasis.EU.length).toBeGreaterThan(0);
    expect(items[5]).toMatchObject({ status: null, statusSource: null, lastReviewedAt: null, nextReviewAt: null });
    expect([completion, indicative]).toEqual([Math.floor(150 / (codes.length - 1)), true]);
    // Without an id it is the active organization, the first one; the language is chosen by locale.
    expect((await read()).items).toEqual(items);
    expect((await read({ locale: "cs" })).items[0].name).not.toBe(items[0].name);
  });

  test("wrong words and values are refused with what to do: exit 2; what does not exist: exit 1", async () => {
    const { run } = await open();
    await run("user add --email jana@firma.sk --password-stdin", PASSWORD);
    const codes = async (words: string, stdin?: string) => (await run(words, stdin)).code;
    expect(await codes("user add --email jana@firma.sk --password-stdin", PASSWORD)).toBe(2);
    expect(await codes("user add --email JANA@firma.sk --password-stdin", PASSWORD)).toBe(2);
    expect(await codes("user add --email new@firma.sk --password-stdin", "short")).toBe(2);
    expect(await codes("user add --email new@firma.sk --password-stdin", "passwordpassword")).toBe(2);
    expect(await codes("user add --email no-address --password-stdin", PASSWORD)).toBe(2);
    expect(await codes("user add --email new@firma.sk")).toBe(2);
    expect(await codes("org add --name Alfa --owner nobody@firma.sk")).toBe(1);
    expect(await codes("member list --organization org_x")).toBe(1);
    expect(await codes("key issue --email nobody@firma.sk")).toBe(1);
    expect(await codes("key issue --email jana@firma.sk --expires 2020-01-01")).toBe(2);
    expect(await codes("key issue --email jana@firma.sk --scope admin")).toBe(2);
    expect(await codes("key issue --email jana@firma.sk --name a")).toBe(0);
    expect(await codes("key issue --email jana@firma.sk --name a")).toBe(2);
    expect(await codes("key revoke --email jana@firma.sk")).toBe(2);
    expect(await codes("key revoke --email jana@firma.sk --name b")).toBe(1);
    expect(await codes("key revoke --email jana@firma.sk --all")).toBe(0);
  });
});
