import { expect, test } from "vitest";
import { type EntryToSave, saveRegisterEntry } from "../../src/state/register-entries.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const TODAY = NOW.toISOString().slice(0, 10);
const CODE = "NIS2-20-1";
const ENTRY = { status: "met", evidenceNote: "", responsiblePerson: "", lastReviewedAt: "", nextReviewAt: "" };

describeOnBoth("the obligation register on its pages", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here, { name: "Jana Nová" });
    const peter = await person(here, { name: "Peter Starý" });
    const viewer = await person(here, { name: "Viera" });
    const org = await organization(here, jana, { member: peter, viewer });
    const list = `/sk/organizations/${org}/obligations`;
    return { here, jana, peter, viewer, org, list, entry: `${list}/${CODE}` };
  };

  test("an entry is saved with its dates, shown in the list and kept in the history", async () => {
    const { jana, list, entry, here, org } = await open();
    const empty = await jana.browser.get(list);
    expect(empty.html).toContain('data-completion="0"');
    expect(empty.html.match(/<tr id="NIS2-/g)).toHaveLength(30);
    const saved = await jana.browser.submit(entry, {
      ...ENTRY,
      evidenceNote: "Zápisnica\nz 3. 11.",
      status: "partial",
    });
    expect([saved.status, saved.location]).toEqual([303, `${list}#${CODE}`]);
    const shown = await jana.browser.get(entry);
    expect(shown.html).toContain("Jana Nová");
    expect(shown.html).toContain("Zápisnica\nz 3. 11.");
    expect(shown.html).toContain(`value="${TODAY}"`);
    expect((await jana.browser.get(list)).html).toContain('data-completion="1"');
    expect((await jana.browser.get(`/sk/organizations/${org}/audit-log`)).html).toContain("obligation.changed");
    expect((await here.run("audit verify")).code).toBe(0);
  });

  test("what is wrong is said field by field, and what was typed stays", async () => {
    const { jana, entry } = await open();
    const faults = async (fields: Partial<typeof ENTRY>) => {
      const got = await jana.browser.submit(entry, { ...ENTRY, ...fields });
      return [got.status, ...got.errors];
    };
    expect(await faults({ status: "not_applicable" })).toEqual([400, "reason_missing"]);
    expect(await faults({ lastReviewedAt: "2999-01-01" })).toEqual([400, "date_invalid"]);
    expect(await faults({ lastReviewedAt: "1999-12-31" })).toEqual([400, "date_invalid"]);
    expect(await faults({ lastReviewedAt: "2026-02-30" })).toEqual([400, "date_invalid"]);
    expect(await faults({ lastReviewedAt: TODAY, nextReviewAt: TODAY })).toEqual([400, "date_invalid"]);
    expect(await faults({ evidenceNote: "x".repeat(4001) })).toEqual([400, "note_long"]);
    expect(await faults({ responsiblePerson: "x".repeat(121) })).toEqual([400, "note_long"]);
    expect(await faults({ status: "done" })).toEqual([400, "invalid_arguments"]);
    const again = await jana.browser.submit(entry, { ...ENTRY, status: "not_applicable", responsiblePerson: "Eva" });
    expect(again.html).toContain('value="Eva"');
    expect(await faults({ evidenceNote: "x".repeat(4000), responsiblePerson: "š".repeat(120) })).toEqual([303]);
  });

  test("who saves over what somebody else saved meanwhile sees both versions and loses no word", async () => {
    const { jana, peter, entry } = await open();
    const hidden = /name="version" value="(\d+)"/;
    const version = hidden.exec((await jana.browser.get(entry)).html)?.[1] ?? "";
    const csrf = /name="csrf" value="([^"]+)"/.exec((await jana.browser.get(entry)).html)?.[1] ?? "";
    await peter.browser.submit(entry, { ...ENTRY, status: "not_met", evidenceNote: "Petrov text" });
    const clash = await jana.browser.post(entry, { ...ENTRY, csrf, version, evidenceNote: "Janin text" });
    expect([clash.status, clash.errors]).toEqual([409, ["changed_meanwhile"]]);
    expect(clash.html).toContain("Petrov text");
    expect(clash.html).toContain("Janin text");
    const next = hidden.exec(clash.html)?.[1] ?? "";
    const saved = await jana.browser.post(entry, { ...ENTRY, csrf, version: next, evidenceNote: "Janin text" });
    expect(saved.status).toBe(303);
    const shown = (await jana.browser.get(entry)).html;
    expect(shown).toContain("Petrov text");
    expect(shown).toContain("Peter Starý");
  });

  test("the list is narrowed by status, overdue reviews and words, and the completion stays that of the whole", async () => {
    const { jana, list } = await open();
    const save = (code: string, fields: Partial<typeof ENTRY>) =>
      jana.browser.submit(`${list}/${code}`, { ...ENTRY, ...fields });
    await save(CODE, { status: "met", lastReviewedAt: "2024-01-31" });
    await save("NIS2-21-1", { status: "partial", responsiblePerson: "Šimon Žilka" });
    const codes = async (query: string) =>
      [...(await jana.browser.get(`${list}${query}`)).html.matchAll(/<tr id="(NIS2-[^"]+)"/g)].map(([, code]) => code);
    expect(await codes("?status=met")).toEqual([CODE]);
    expect(await codes("?status=none")).toHaveLength(28);
    expect(await codes("?overdue=1")).toEqual([CODE]);
    expect(await codes("?q=zilka")).toEqual(["NIS2-21-1"]);
    expect((await codes("?sort=person")).at(0)).toBe("NIS2-21-1");
    // What does not apply now stands after the rest, and each of the two in the order that is asked for.
    const byCode = async (query: string, applies: boolean) =>
      [...(await jana.browser.get(`${list}${query}`)).html.matchAll(/<tr id="(NIS2-[^"]+)"[^>]*>/g)]
        .filter(([row]) => row.includes('data-applies="no"') !== applies)
        .map(([, code]) => code);
    expect((await byCode("?sort=code&dir=desc", true)).at(-1)).toBe(CODE);
    const isFolded = await byCode("?sort=code&dir=desc", false);
    expect(isFolded.length).toBeGreaterThan(1);
    expect((await codes("?sort=code&dir=desc")).slice(-isFolded.length)).toEqual(isFolded);
    for (const applies of [true, false]) {
      const rising = await byCode("?sort=code", applies);
      expect(await byCode("?sort=code&dir=desc", applies)).toEqual(rising.toReversed());
    }
    expect((await jana.browser.get(`${list}?status=met`)).html).toContain('data-completion="5"');
  });

  test("files hold the whole register; formulas stay text, and a calendar neither notes nor persons", async () => {
    const { jana, list } = await open();
    const hostile = { ...ENTRY, evidenceNote: '=HYPERLINK("http://a.b")', responsiblePerson: "@Eva; BEGIN:VEVENT" };
    await jana.browser.submit(`${list}/${CODE}`, hostile);
    const csv = (await jana.browser.get(`${list}.csv`)).html;
    expect(csv.split("\r\n")[0]?.replace("\u{feff}", "")).toBe(
      "code;name;status;statusText;statusSource;scanId;lastReviewedAt;nextReviewAt;reviewIntervalMonths;overdue;" +
        "legalBasisSK;legalBasisCZ;legalBasisEU;evidenceNote;responsiblePerson;workDueAt;answered",
    );
    expect(csv).toContain(`"'=HYPERLINK(""http://a.b"")"`);
    expect(csv).toContain(`"'@Eva; BEGIN:VEVENT"`);
    const json = JSON.parse((await jana.browser.get(`${list}.json`)).html);
    expect(json).toMatchObject({ completion: 3, indicative: true });
    expect(json.items[0]).toMatchObject({ code: CODE, status: "met", reviewIntervalMonths: 12 });
    const ics = (await jana.browser.get(`${list}.ics`)).html;
    expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(ics).not.toContain("Eva");
    expect(ics).not.toContain("HYPERLINK");
    expect((await jana.browser.get(`${list}.ics`)).html).toBe(ics);
  });

  test("an obligation that the catalog no longer has stays readable below and out of the completion", async () => {
    const { jana, here, org, list } = await open();
    const { state } = here.operator.opened;
    const gone: EntryToSave = {
      code: "NIS2-99-9",
      status: "not_met",
      status_source: "manual",
      scan_id: null,
      evidence_note: "stará",
      responsible_person: "",
      last_reviewed_at: "2020-01-01",
      next_review_at: "2021-01-01",
      updated_at: NOW.getTime(),
      updated_by: jana.id,
    };
    await state.transaction((tx) => saveRegisterEntry({ db: tx, orgId: org }, undefined, gone));
    const shown = (await jana.browser.get(list)).html;
    expect(shown).toContain('id="NIS2-99-9"');
    expect(shown).toContain('data-completion="0"');
    const entry = await jana.browser.get(`${list}/NIS2-99-9`);
    expect([entry.status, entry.html.includes("stará"), entry.html.includes('name="evidenceNote"')]).toEqual([
      200,
      true,
      false,
    ]);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await jana.browser.get(`${list}/${CODE}`)).html)?.[1] ?? "";
    expect((await jana.browser.post(`${list}/NIS2-99-9`, { ...ENTRY, csrf, version: "1" })).status).toBe(404);
    expect((await jana.browser.get(`${list}/NIS2-98-9`)).status).toBe(404);
  });

  test("a viewer sees no form; a stranger sees nothing", async () => {
    const { viewer, here, list, entry } = await open();
    expect((await viewer.browser.get(entry)).html).not.toContain('name="evidenceNote"');
    const stranger = await person(here);
    for (const path of [list, entry, `${list}.csv`, `${list}.json`, `${list}.ics`]) {
      expect((await stranger.browser.get(path)).status, path).toBe(404);
    }
  });
});
