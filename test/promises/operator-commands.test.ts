import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashToken } from "../../src/identity/token.ts";
import { type AuditEntry, auditOfStream } from "../../src/state/audit-log.ts";
import { findMailToken } from "../../src/state/mail-tokens.ts";
import { confirmTotp, findTotp, setBackupCodes, startTotp } from "../../src/state/second-factors.ts";
import { addSession, findSession } from "../../src/state/sessions.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation, PASSWORD } from "./installation.fixture.ts";
import { NOW } from "./service.fixture.ts";

const AT = NOW.getTime();

/** What docs/audit-log.md tells an auditor to run. */
const SCRIPT =
  /```bash\n(.*?)```/s.exec(readFileSync(new URL("../../docs/audit-log.md", import.meta.url), "utf8"))?.[1] ?? "";

describeOnBoth("commands of the operator", (install) => {
  /** Adds a person and returns the id. */
  async function person({ run }: Installation, email: string): Promise<string> {
    const added = await run(`user add --email ${email} --password-stdin`, PASSWORD);
    expect(added.code, added.err).toBe(0);
    return added.out;
  }

  async function session({ operator }: Installation, accountId: string, hash: string): Promise<void> {
    const instants = { created_at: AT, seen_at: AT, expires_at: AT + 86_400_000, authenticated_at: AT };
    const rest = { stage: "full", assurance: "one", ip_prefix: null, agent: "Firefox" } as const;
    await addSession(operator.opened.state, { hash, account_id: accountId, ...instants, ...rest });
  }

  const isSignedIn = async ({ operator }: Installation, hash: string) =>
    (await findSession(operator.opened.state, hash, AT)) !== undefined;

  async function actions({ operator }: Installation, stream: string): Promise<readonly AuditEntry[]> {
    return auditOfStream(operator.opened.state, stream, 0, 1000);
  }

  async function listed({ service }: Installation, key: string): Promise<boolean> {
    const response = await service.fetch("/api/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
    return (await response.text()).includes("my_organizations");
  }

  test("a disabled account has no session and no key that works, until it is enabled again", async () => {
    const here = await install();
    const { run } = here;
    const id = await person(here, "jana@firma.sk");
    const key = (await run("key issue --email jana@firma.sk")).out;
    await session(here, id, "first");
    expect(await listed(here, key)).toBe(true);
    expect(await run("user disable --email jana@firma.sk")).toMatchObject({ code: 0, out: id });
    expect(await isSignedIn(here, "first")).toBe(false);
    expect(await listed(here, key)).toBe(false);
    expect((await run("user list")).out).toContain("(disabled)");
    expect(await run("user enable --email jana@firma.sk --json")).toMatchObject({ code: 0 });
    expect(await listed(here, key)).toBe(true);
    expect(await isSignedIn(here, "first")).toBe(false);
    expect((await actions(here, `acc:${id}`)).map(({ action, actor_id, via }) => [action, actor_id, via])).toEqual([
      ["account.created", null, "cli"],
      ["key.issued", id, "cli"],
      ["account.disabled", null, "cli"],
      ["account.enabled", null, "cli"],
    ]);
    for (const words of ["user disable", "user enable", "user reset-link", "user reset-second-factor"]) {
      expect((await run(`${words} --email nobody@firma.sk`)).code, words).toBe(1);
      expect((await run(words)).code, words).toBe(2);
    }
  });

  test("deleting a person takes what is only his, and is refused where others would be without an owner", async () => {
    const here = await install();
    const { run, operator } = here;
    const jana = await person(here, "jana@firma.sk");
    const peter = await person(here, "peter@firma.sk");
    const alone = (await run("org add --name Alone --owner jana@firma.sk")).out;
    const shared = (await run("org add --name Shared --owner jana@firma.sk")).out;
    await run(`member add --organization ${shared} --email peter@firma.sk --role member`);
    await run("key issue --email jana@firma.sk");
    await session(here, jana, "first");

    expect((await run("user delete --email jana@firma.sk")).code).toBe(2);
    const refused = await run("user delete --email jana@firma.sk --yes");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("needs an owner") });
    expect(await isSignedIn(here, "first")).toBe(true);
    expect((await run("org list")).out).toContain("Alone");

    await run(`member add --organization ${shared} --email peter@firma.sk --role owner`);
    expect(await run("user delete --email jana@firma.sk --yes")).toMatchObject({ code: 0, out: jana });
    expect(await isSignedIn(here, "first")).toBe(false);
    expect((await run("org list")).out).toBe(`${shared}  Shared`);
    expect((await run(`member list --organization ${shared}`)).out).toContain(peter);
    for (const table of ["session", "api_key", "membership", "mail_token", "totp", "backup_code", "passkey"]) {
      const rows = await operator.opened.state.all(
        composedSql(`SELECT account_id FROM ${table} WHERE account_id = ?`),
        jana,
      );
      expect(rows, table).toEqual([]);
    }
    expect((await actions(here, `org:${alone}`)).at(-1)?.action).toBe("organization.deleted");
    expect((await actions(here, `org:${shared}`)).at(-1)).toMatchObject({
      action: "member.left",
      details: '{"before":"owner","after":null}',
    });
    expect((await actions(here, `acc:${jana}`)).at(-1)?.action).toBe("account.deleted");
    // The address is free again.
    expect(await person(here, "jana@firma.sk")).not.toBe(jana);
    expect((await run("audit verify")).code).toBe(0);
  });

  test("a link for a new password is printed once, works for an hour and ends the older one", async () => {
    const here = await install();
    const { run, operator } = here;
    const id = await person(here, "jana@firma.sk");
    const find = (link: string, at: number) =>
      findMailToken(operator.opened.state, hashToken(new URL(link).searchParams.get("token") ?? ""), "reset", at);
    const first = (await run("user reset-link --email jana@firma.sk")).out;
    expect(first).toMatch(/^http:\/\/localhost:3000\/sk\/reset\?token=[\w-]{43}$/);
    expect(await find(first, AT + 3_599_000)).toMatchObject({ account_id: id });
    expect(await find(first, AT + 3_600_000)).toBeUndefined();
    const second = JSON.parse((await run("user reset-link --email jana@firma.sk --json")).out);
    expect(second.expiresAt).toBe(new Date(AT + 3_600_000).toISOString());
    expect(await find(first, AT)).toBeUndefined();
    expect(await find(second.link, AT)).toMatchObject({ account_id: id });
    const token = new URL(second.link).searchParams.get("token") ?? "";
    expect(JSON.stringify(await operator.opened.state.all(composedSql("SELECT * FROM mail_token")))).not.toContain(
      token,
    );
    expect(here.operator.logged.join("")).not.toContain(token);
  });

  test("a lost second factor is switched off with its codes, and the sessions end", async () => {
    const here = await install();
    const { run, operator } = here;
    const { state } = operator.opened;
    const id = await person(here, "jana@firma.sk");
    expect((await run("user reset-second-factor --email jana@firma.sk")).code).toBe(1);
    await startTotp(state, id, "sealed");
    await confirmTotp(state, { account_id: id, sealed: "sealed" }, 5, AT);
    await setBackupCodes(state, id, ["one", "two"]);
    await session(here, id, "first");
    expect((await run("user reset-second-factor --email jana@firma.sk")).code).toBe(0);
    expect(await findTotp(state, id)).toBeUndefined();
    expect(await state.all(composedSql("SELECT hash FROM backup_code"))).toEqual([]);
    expect(await isSignedIn(here, "first")).toBe(false);
    expect((await actions(here, `acc:${id}`)).at(-1)?.action).toBe("two_factor.disabled");
  });

  test("sessions of one person or of everybody end, and each person's log says so", async () => {
    const here = await install();
    const { run } = here;
    const [jana, peter] = [await person(here, "jana@firma.sk"), await person(here, "peter@firma.sk")];
    for (const [id, hash] of [
      [jana, "a"],
      [jana, "b"],
      [peter, "c"],
    ] as const)
      await session(here, id, hash);
    expect((await run("session end")).code).toBe(2);
    expect((await run("session end --email jana@firma.sk --all")).code).toBe(2);
    expect((await run("session end --email nobody@firma.sk")).code).toBe(1);
    expect(await run("session end --email jana@firma.sk")).toMatchObject({ code: 0, out: "2" });
    expect(await isSignedIn(here, "c")).toBe(true);
    await session(here, jana, "d");
    expect(JSON.parse((await run("session end --all --json")).out)).toEqual({ ended: 2 });
    for (const hash of ["a", "b", "c", "d"]) expect(await isSignedIn(here, hash), hash).toBe(false);
    expect((await actions(here, `acc:${peter}`)).at(-1)).toMatchObject({
      action: "session.ended",
      details: '{"count":1}',
    });
    expect((await run("session end --all")).out).toBe("0");
  });

  test("an organization is deleted only with --yes, its members stay without it, and its log stays", async () => {
    const here = await install();
    const { run } = here;
    await person(here, "jana@firma.sk");
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    expect((await run(`org delete --id ${org}`)).code).toBe(2);
    expect((await run("org delete --id org_x --yes")).code).toBe(1);
    expect(await run(`org delete --id ${org} --yes`)).toMatchObject({ code: 0, out: org });
    expect((await run("org list")).out).toBe("");
    expect((await run("user list")).out).toContain("jana@firma.sk");
    expect((await actions(here, `org:${org}`)).map(({ action }) => action)).toEqual([
      "organization.created",
      "organization.deleted",
    ]);
    expect((await run("audit verify")).code).toBe(0);
  });

  test("an exported log can be recomputed without Dosah, and the export is in the log itself", async () => {
    const here = await install();
    const { run } = here;
    await person(here, "jana@firma.sk");
    await person(here, "peter@firma.sk");
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    await run(`member add --organization ${org} --email peter@firma.sk --role viewer`);
    await run(`member remove --organization ${org} --email peter@firma.sk`);

    const { stream, previousHash, entries } = JSON.parse(
      (await run(`audit export --organization ${org} --format json`)).out,
    );
    expect(stream).toBe(`org:${org}`);
    expect(entries.map(({ action }: AuditEntry) => action)).toEqual([
      "organization.created",
      "member.joined",
      "member.removed",
    ]);
    const roles = entries.slice(1).map(({ details }: AuditEntry) => JSON.parse(details));
    expect(roles).toEqual([
      { before: null, after: "viewer" },
      { before: "viewer", after: null },
    ]);
    const file = join(here.operator.dir, "export.json");
    const asDocumented = (content: object) => {
      writeFileSync(file, JSON.stringify(content));
      return spawnSync("bash", ["-c", SCRIPT, "verify", file], { encoding: "utf8" }).stdout.trim();
    };
    if (spawnSync("jq", ["--version"]).status === 0) {
      expect(asDocumented({ stream, previousHash, entries })).toBe("whole");
      const forged = entries.with(1, { ...entries[1], action: "member.left" });
      expect(asDocumented({ stream, previousHash, entries: forged })).toBe("number 2 does not fit");
    }
    let previous: string = previousHash;
    for (const { hash, ...columns } of entries) {
      const sorted = JSON.stringify(Object.fromEntries(Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1))));
      expect(hashToken(`${previous}\n${sorted}`)).toBe(hash);
      previous = hash;
    }

    const csv = (await run(`audit export --organization ${org} --format csv`)).out.split("\r\n");
    expect(csv[0]).toBe(
      "instant,action,actor_id,at,details,id,ip_prefix,org_id,seq,stream,target_id,target_type,via,hash",
    );
    expect(csv).toHaveLength(5);
    expect(csv[4]).toContain("audit.exported");
    expect((await actions(here, `org:${org}`)).at(-1)).toMatchObject({
      action: "audit.exported",
      details: '{"from":null,"to":null,"count":4}',
    });
    expect((await run("audit export --organization org_x --format csv")).code).toBe(1);
    expect((await run(`audit export --organization ${org} --format xml`)).code).toBe(2);
  });

  test("heads kept elsewhere notice an end that was rewritten together with its head", async () => {
    const here = await install();
    const { run, operator } = here;
    const { state } = operator.opened;
    await person(here, "jana@firma.sk");
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    const file = join(operator.dir, "heads");
    const verify = async (content: string) => {
      writeFileSync(file, content);
      return run(`audit verify --expect ${file}`);
    };
    const asJson = (await run("audit verify --json")).out;
    const asLines = (await run("audit verify")).out;
    const [head] = JSON.parse(asJson).heads.filter((each: { stream: string }) => each.stream === `org:${org}`);
    const asLog = `{"level":30,"msg":"something else"}\n${JSON.stringify({ level: 30, ...head, msg: "audit head" })}\n`;
    // What is added behind a kept head is no fault.
    await run(`audit export --organization ${org} --format csv`);
    for (const kept of [asJson, asLines, asLog]) expect((await verify(kept)).code, kept).toBe(0);
    expect((await verify("nothing of use")).code).toBe(1);
    expect((await run(`audit verify --expect ${file}.missing`)).code).toBe(1);

    // Somebody with the database rewrites the last entry and its head: the chain alone fits again.
    await state.run(composedSql("DELETE FROM audit_entry WHERE stream = ? AND seq = 2"), `org:${org}`);
    await state.run(composedSql("UPDATE audit_head SET seq = 1, hash = ? WHERE stream = ?"), head.hash, `org:${org}`);
    expect((await run("audit verify")).code).toBe(0);
    expect((await verify(asJson)).code).toBe(0);
    const later = JSON.stringify({ heads: [{ ...head, seq: 2 }] });
    expect(await verify(later)).toMatchObject({ code: 1, err: expect.stringContaining("(missing)") });
    const other = JSON.stringify({ heads: [{ ...head, hash: "0".repeat(64) }] });
    expect(await verify(other)).toMatchObject({ code: 1, err: expect.stringContaining("(not_as_kept)") });
  });

  test("a status is set in the name of a member who may change the register, with its history and without its text in the log", async () => {
    const here = await install();
    const { run, operator } = here;
    const jana = await person(here, "jana@firma.sk");
    await person(here, "viewer@firma.sk");
    await person(here, "stranger@firma.sk");
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    await run(`member add --organization ${org} --email viewer@firma.sk --role viewer`);
    const set = (words: string, email = "jana@firma.sk") =>
      run(`register set --organization ${org} --email ${email} --json ${words}`);
    const first = await set('--code NIS2-20-1 --status partial --note "Zápisnica z 3. 11."');
    expect(first.code, first.err).toBe(0);
    expect(JSON.parse(first.out)).toEqual({
      code: "NIS2-20-1",
      status: "partial",
      lastReviewedAt: "2026-11-21",
      nextReviewAt: expect.stringMatching(/^202[78]-/),
      version: 1,
    });
    expect(JSON.parse((await set("--code NIS2-20-1 --status met")).out)).toMatchObject({ status: "met", version: 2 });
    expect(JSON.parse((await set("--code NIS2-20-1 --status none")).out)).toMatchObject({ status: null, version: 3 });
    expect((await set("--code NIS2-20-1 --status met", "viewer@firma.sk")).code).toBe(1);
    expect((await set("--code NIS2-20-1 --status met", "stranger@firma.sk")).code).toBe(1);
    expect((await set("--code NIS2-99-9 --status met")).code).toBe(1);
    expect((await set("--code NIS2-20-1 --status perfect")).code).toBe(2);
    expect((await set("--code NIS2-21-1 --status not_applicable")).code).toBe(2);
    expect((await set("--code NIS2-21-1 --status not_applicable --note Nemáme")).code).toBe(0);

    const entries = (await actions(here, `org:${org}`)).filter(({ action }) => action === "obligation.changed");
    expect(entries.map(({ actor_id, target_id, via }) => [actor_id, target_id, via])).toEqual([
      [jana, "NIS2-20-1", "cli"],
      [jana, "NIS2-20-1", "cli"],
      [jana, "NIS2-20-1", "cli"],
      [jana, "NIS2-21-1", "cli"],
    ]);
    expect(entries.map(({ details }) => JSON.parse(details))).toMatchObject([
      { before: null, after: "partial", fields: ["status", "evidenceNote", "lastReviewedAt", "nextReviewAt"] },
      { before: "partial", after: "met", fields: ["status"] },
      { before: "met", after: null, fields: ["status", "lastReviewedAt", "nextReviewAt"] },
      { before: null, after: "not_applicable" },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Zápisnica");
    const history = await operator.opened.state.all<{ version: number; after: string }>(
      composedSql("SELECT version, after FROM register_change WHERE code = 'NIS2-20-1' ORDER BY version"),
    );
    expect(history.map(({ version, after }) => [version, JSON.parse(after).evidence_note])).toEqual([
      [1, "Zápisnica z 3. 11."],
      [2, "Zápisnica z 3. 11."],
      [3, "Zápisnica z 3. 11."],
    ]);
  });

  test("a register is shown as lines, as JSON and as a spreadsheet in which no text is a formula", async () => {
    const here = await install();
    const { run } = here;
    await person(here, "jana@firma.sk");
    const org = (await run("org add --name Alfa --owner jana@firma.sk")).out;
    const hostile = "=HYPERLINK(1); a, b\nsecond line";
    await run(
      `register set --organization ${org} --email jana@firma.sk --code NIS2-20-1 --status met --note "${hostile}"`,
    );
    const show = async (words = "") => (await run(`register show --organization ${org} ${words}`)).out;
    expect((await show()).split("\n")[0]).toMatch(/^NIS2-20-1 {2}met {2}20\d\d-\d\d-\d\d$/);
    expect(await show()).toMatch(/\n3 %$/);
    const whole = JSON.parse(await show("--format json"));
    expect(whole.items[0]).toMatchObject({
      code: "NIS2-20-1",
      status: "met",
      statusSource: "manual",
      reviewIntervalMonths: expect.any(Number),
      untrusted: { evidenceNote: hostile, responsiblePerson: null },
    });
    expect(JSON.parse(await show("--json"))).toEqual(whole);
    const english = await show("--format csv");
    expect(english.split("\r\n")[0]).toBe(
      "\ufeffcode,name,status,statusText,statusSource,scanId,lastReviewedAt,nextReviewAt,reviewIntervalMonths,overdue," +
        "legalBasisSK,legalBasisCZ,legalBasisEU,evidenceNote,responsiblePerson,workDueAt,answered",
    );
    expect(english).toContain(`"'=HYPERLINK(1); a, b\nsecond line"`);
    expect((await run("register show --organization org_x")).code).toBe(1);
    expect((await run(`register show --organization ${org} --format xml`)).code).toBe(2);
  });
});
