import { expect, test } from "vitest";
import { unzip } from "../../src/documents/unzip.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";

/** A firm of the sample: essential by its register. */
const FIRM = "31322832";

describeOnBoth("an organization's own verdict", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const owner: PersonOfTest = await person(here);
    const org = await organization(here, owner);
    return { here, owner, org, page: `/sk/organizations/${org}/verdict` };
  };
  const read = async ({ owner, page }: Awaited<ReturnType<typeof open>>) =>
    JSON.parse((await owner.browser.get(`${page}.json`)).html);

  test("rests on the register first, then on what the organization says of itself", async () => {
    const at = await open();
    const { owner, page } = at;
    const said = { country: "SK", ico: FIRM };
    expect(await owner.browser.submit(page, said)).toMatchObject({ status: 303, location: page });
    const before = await read(at);
    expect(before).toMatchObject({ version: 1, register: { outcome: "found" } });
    expect(before.verdict.category).toBe("essential");

    const more = {
      ...said,
      employees: "5",
      turnoverEur: "300 000",
      balanceSheetEur: "100000",
      "a.linkedEnterprises": "no",
    };
    expect((await owner.browser.submit(page, more)).status).toBe(303);
    const after = await read(at);
    expect(after).toMatchObject({
      version: 2,
      stated: { employees: 5, turnoverEur: 300_000, balanceSheetEur: 100_000, answers: { linkedEnterprises: false } },
    });
    expect(after.said).toContainEqual(expect.objectContaining({ id: "employees", own: "5" }));
    expect(after.verdict.category).toBe("out_of_scope");
    const { html } = await owner.browser.get(page);
    expect(html).toContain(`data-category="${after.verdict.category}"`);
  });

  test("shows the regime with what it asks for, and deadlines as dates, also as a calendar", async () => {
    const at = await open();
    const { owner, page } = at;
    await owner.browser.submit(page, { country: "SK", ico: FIRM });
    const days = { country: "SK", ico: FIRM, "d.M": "2026-11-01", "d.E": "2026-11-10" };
    expect((await owner.browser.submit(page, days)).status).toBe(303);
    const { verdict, obligations } = await read(at);
    expect(verdict.nationalRegime.id).toBe("pkzs");
    expect(obligations.length).toBeGreaterThan(20);
    expect(obligations.flatMap(({ dates }: { dates: object[] }) => dates).length).toBeGreaterThan(0);
    const calendar = await owner.browser.get(`${page}.ics`);
    expect(calendar.headers.get("Content-Type")).toMatch(/^text\/calendar/);
    expect(calendar.html).toContain("DTSTART;VALUE=DATE:20261231");
    expect(calendar.html).not.toContain("Jana");
  });

  test("is saved over the version that was read, and over no other; what was typed stays", async () => {
    const { owner, page } = await open();
    await owner.browser.submit(page, { country: "SK", ico: FIRM, employees: "60" });
    const late = await owner.browser.submit(page, { country: "SK", ico: FIRM, employees: "70", version: "0" });
    expect(late).toMatchObject({ status: 409, errors: ["changed_meanwhile"] });
    expect(late.html).toContain('value="70"');
    expect(late.html).toContain("<strong>60</strong>");
  });

  test("says beside the field what is wrong with it", async () => {
    const { owner, page } = await open();
    await owner.browser.submit(page, { country: "SK", ico: FIRM });
    for (const [wrong, field] of [
      [{ employees: "many" }, "employees"],
      [{ turnoverEur: "a lot" }, "turnoverEur"],
      [{ ico: "12" }, "ico"],
      [{ "d.E": "2026-02-30" }, "day-E"],
      [{ country: "" }, "country"],
      [{ activities: "no-such-service" }, "activities"],
    ] as const) {
      const refused = await owner.browser.submit(page, { country: "SK", ico: FIRM, ...wrong });
      expect(refused.status, field).toBe(400);
      expect(refused.html).toContain(`href="#${field}"`);
    }
  });

  test("says what to do about a value that it cannot read", async () => {
    const { owner, page } = await open();
    const refused = await owner.browser.submit(page, { country: "SK", ico: FIRM, employees: "many" });
    expect(refused.html).toMatch(/href="#employees">[^<]+ Opravte to a uložte znova\.</);
  });

  test("leaves one audit entry that names fields and holds no value", async () => {
    const { owner, org, page } = await open();
    await owner.browser.submit(page, { country: "SK", ico: FIRM, employees: "61234", "d.M": "2026-11-01" });
    const log = await owner.browser.get(`/sk/organizations/${org}/audit-log.json`);
    expect(log.html.match(/organization\.facts_changed/g)).toHaveLength(1);
    expect(log.html).toContain("employees");
    expect(log.html).toContain("days.conditionsMet");
    expect(log.html).not.toContain("61234");
  });

  test("is handed over as PDF and DOCX, the same content with the same bytes", async () => {
    const { here, owner, page } = await open();
    await owner.browser.submit(page, { country: "SK", ico: FIRM, employees: "60" });
    const bytes = async (format: string) => {
      const cookie = `dosah_session=${owner.browser.cookie}`;
      const response = await here.service.fetch(`${page}.${format}`, { headers: { Cookie: cookie } });
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Disposition")).toContain(`.${format}`);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      return new Uint8Array(await response.arrayBuffer());
    };
    const pdf = await bytes("pdf");
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(await bytes("pdf")).toEqual(pdf);
    const docx = await bytes("docx");
    expect(await bytes("docx")).toEqual(docx);
    const text = unzip(docx).get("word/document.xml") ?? "";
    for (const part of ["Alfa s.r.o.", "Register uvádza", "Záväzne rozhoduje", page]) expect(text).toContain(part);
  });

  test("a viewer reads it and is shown no form", async () => {
    const { here, owner } = await open();
    const viewer = await person(here);
    const org = await organization(here, owner, { viewer });
    const { status, html } = await viewer.browser.get(`/sk/organizations/${org}/verdict`);
    expect(status).toBe(200);
    expect(html).not.toContain('name="version"');
  });
});
