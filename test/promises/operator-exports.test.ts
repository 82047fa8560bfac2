import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeOnBoth, PASSWORD } from "./installation.fixture.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "dosah-export-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describeOnBoth("for people and organizations the operator", (install) => {
  test("writes the files that their pages give, readable for the owner alone and never over another", async () => {
    const { run } = await install();
    const to = folder();
    const id = (await run("user add --email jana@firma.sk --password-stdin", PASSWORD)).out;
    const org = (await run("org add --name Firma --owner jana@firma.sk")).out;
    const mine = join(to, "jana.json");
    expect(await run(`user export --email jana@firma.sk --to ${mine}`)).toEqual({ code: 0, out: mine, err: "" });
    expect(JSON.parse(readFileSync(mine, "utf8"))).toMatchObject({ account: { id } });
    expect(statSync(mine).mode & 0o777).toBe(0o600);
    expect(await run(`user export --email jana@firma.sk --to ${mine}`)).toMatchObject({ code: 1 });
    expect(await run(`user export --email nobody@firma.sk --to ${join(to, "nobody")}`)).toMatchObject({ code: 1 });

    const files = join(to, "firma");
    const done = await run(`org export --organization ${org} --to ${files}`);
    expect(done.code, done.err).toBe(0);
    expect(readdirSync(files).sort()).toEqual(done.out.split("\n").sort());
    const formats = ["csv", "docx", "ics", "json", "pdf", "xlsx"];
    expect(readdirSync(files)).toEqual(expect.arrayContaining(formats.map((format) => `nis2-obligations.${format}`)));
    expect(readdirSync(files)).toEqual(expect.arrayContaining(["suppliers.csv", "dosah-audit-log.json"]));
    expect(JSON.parse(readFileSync(join(files, "nis2-obligations.json"), "utf8")).items.length).toBeGreaterThan(10);
    expect(await run(`org export --organization ${org} --to ${files}`)).toMatchObject({ code: 1 });
    expect(await run(`org export --organization org_none --to ${join(to, "none")}`)).toMatchObject({ code: 1 });
    expect(readdirSync(to).sort()).toEqual(["firma", "jana.json"]);
  });

  test("sees how the installation fares, and sends a mail to see whether it arrives", async () => {
    const { run } = await install();
    const status = await run("status --json");
    expect(JSON.parse(status.out)).toMatchObject({
      state: { health: "ok", layout: expect.any(Number) },
      registers: expect.arrayContaining([expect.objectContaining({ country: "SK", isSample: true })]),
      mailsWaiting: 0,
      backups: { folder: null, last: null, rehearsed: null },
      budgets: [],
    });
    expect((await run("status")).out).toMatch(/^state {6}ok {2}layout \d+ {2}/m);
    expect((await run("mail test --to jana@firma.sk")).out).toMatch(/MAIL_URL is not set: the mail lies in/);
    expect((await run("mail list")).out).toContain("jana@firma.sk");
  });
});
