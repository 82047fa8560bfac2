import { expect, test } from "vitest";
import { addDays } from "../../src/core/calendar.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { hiddenOf } from "./visitor.fixture.ts";

const TODAY = NOW.toISOString().slice(0, 10);
const CODE = "NIS2-21-2-C";

describeOnBoth("people and work in the register", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here, { name: "Jana Nová" });
    const peter = await person(here, { name: "Peter Starý" });
    const viewer = await person(here, { name: "Viera" });
    const org = await organization(here, jana, { member: peter, viewer });
    const list = `/sk/organizations/${org}/obligations`;
    const itemOf = async (code = CODE) => {
      const json = JSON.parse((await jana.browser.get(`${list}.json`)).html);
      return json.items.find((each: { code: string }) => each.code === code);
    };
    return { here, jana, peter, viewer, org, list, entry: `${list}/${CODE}`, itemOf };
  };

  test("a member is responsible by their account, others by a name; nobody else's account is taken", async () => {
    const { here, jana, peter, list, entry, itemOf } = await open();
    const save = (fields: Record<string, string>) => jana.browser.submit(entry, { status: "in_progress", ...fields });
    expect((await save({ responsible: peter.id })).status).toBe(303);
    expect((await itemOf()).untrusted.responsiblePerson).toBe("Peter Starý");
    expect((await jana.browser.get(list)).html).toContain("<bdi>Peter Starý</bdi>");
    // A form of before says nothing of it.
    expect((await save({ responsiblePerson: "" })).status).toBe(303);
    expect((await itemOf()).untrusted.responsiblePerson).toBe("Peter Starý");
    expect((await save({ responsible: "text", responsiblePerson: "Eva z firmy" })).status).toBe(303);
    expect((await itemOf()).untrusted.responsiblePerson).toBe("Eva z firmy");
    expect((await save({ responsible: "" })).status).toBe(303);
    expect((await itemOf()).untrusted.responsiblePerson).toBeNull();
    const stranger = await person(here);
    for (const responsible of [stranger.id, "acc_0", "x"]) {
      const refused = await save({ responsible });
      expect([refused.status, refused.errors], responsible).toEqual([400, ["responsible_unknown"]]);
    }
  });

  test("when a member leaves, their name stays and the entry says that they left", async () => {
    const { jana, peter, org, list, entry, itemOf } = await open();
    await jana.browser.submit(entry, { status: "in_progress", responsible: peter.id });
    expect((await peter.browser.submit(`/sk/organizations/${org}/leave`, {})).status).toBe(303);
    expect((await itemOf()).untrusted.responsiblePerson).toBe("Peter Starý");
    const none = (await jana.browser.get(`${list}?person=none`)).html;
    expect(none).toContain(`id="${CODE}"`);
    expect(none).toContain("už nie je členom");
    await jana.browser.submit(entry, { status: "in_progress", responsible: jana.id });
    expect((await jana.browser.get(`${list}?person=none`)).html).not.toContain(`id="${CODE}"`);
  });

  test("work has a day: not past, at most ten years ahead; a stored one stays", async () => {
    const { jana, list, entry } = await open();
    const save = (workDueAt: string) => jana.browser.submit(entry, { status: "in_progress", workDueAt });
    for (const day of [addDays(TODAY, -1), "2036-12-31", "2026-02-30", "x"]) {
      expect([(await save(day)).status, (await save(day)).errors], day).toEqual([400, ["date_invalid"]]);
    }
    expect((await save(addDays(TODAY, 5))).status).toBe(303);
    const html = (await jana.browser.get(list)).html;
    expect(html).toMatch(new RegExp(`<tbody><tr id="${CODE}"`));
    expect(html).toContain('data-work="due"');
    const ics = (await jana.browser.get(`${list}.ics`)).html;
    expect(ics).toContain(`UID:work-${CODE}-`);
    const csv = (await jana.browser.get(`${list}.csv`)).html;
    expect(csv).toContain(`${addDays(TODAY, 5)};\r\n`);
    expect((await jana.browser.get(`${list}?work=overdue`)).html).not.toContain(`id="${CODE}"`);
  });

  test("several entries are changed at once, all or none, each with its history and audit entry", async () => {
    const { jana, peter, viewer, org, list, itemOf } = await open();
    const bulk = `${list}/bulk`;
    const [one, two] = ["NIS2-20-1", "NIS2-20-2"];
    const page = (await jana.browser.get(list)).html;
    const { csrf = "" } = hiddenOf(page, bulk);
    const versions = [`${one}:0`, `${two}:0`];
    const send = (fields: Record<string, string | string[]>) => jana.browser.post(bulk, { csrf, versions, ...fields });
    expect((await send({ set: "status", status: "met" })).errors).toEqual(["nothing_chosen"]);
    expect((await send({ codes: [one, "NIS2-98-9"], set: "status", status: "met" })).status).toBe(404);
    const done = await send({
      codes: [one, two],
      set: ["status", "responsible", "workDueAt"],
      status: "in_progress",
      responsible: peter.id,
      workDueAt: addDays(TODAY, 10),
    });
    expect([done.status, done.location, done.done]).toEqual([303, `${list}?n=2`, "bulk"]);
    for (const code of [one, two]) {
      expect(await itemOf(code)).toMatchObject({
        status: "in_progress",
        untrusted: { responsiblePerson: "Peter Starý" },
      });
    }
    await peter.browser.submit(`${list}/${one}`, { status: "partial" });
    const clash = await send({ codes: [one, two], versions: [`${one}:1`, `${two}:1`], set: "status", status: "met" });
    expect([clash.status, /data-clash="([^"]*)"/.exec(clash.html)?.[1]]).toEqual([409, one]);
    expect((await itemOf(two)).status).toBe("in_progress");
    const log = (await jana.browser.get(`/sk/organizations/${org}/audit-log`)).html;
    expect(log.match(/data-action="obligation.changed"/g)).toHaveLength(3);
    expect((await viewer.browser.get(list)).html).not.toContain('name="codes"');
    const reasoned = await send({
      codes: [two],
      versions: [],
      set: "status",
      status: "not_applicable",
      reason: "Nemáme riadiaci orgán.",
    });
    expect(reasoned.status).toBe(303);
    expect((await itemOf(two)).untrusted.evidenceNote).toBe("Nemáme riadiaci orgán.");
  });

  test("a person and a day that are set for several leave what a questionnaire filled its own", async () => {
    const { jana, peter, org, list, itemOf } = await open();
    const begun = await jana.browser.submit(`/sk/organizations/${org}/questionnaires`, { mode: "quick" });
    const draft = (begun.location ?? "").replace(/\/risk_mgmt.*$/, "");
    await jana.browser.submit(`${draft}/bcm`, { "bcm-01": "yes" });
    await jana.browser.submit(`${draft}/complete`, { prefill: "1" });
    const { csrf = "" } = hiddenOf((await jana.browser.get(list)).html, `${list}/bulk`);
    const fields = { csrf, codes: CODE, set: "responsible", responsible: peter.id };
    expect((await jana.browser.post(`${list}/bulk`, fields)).status).toBe(303);
    expect(await itemOf()).toMatchObject({
      statusSource: "questionnaire",
      basis: { answered: 1, asked: 11, gaps: 0 },
      untrusted: { responsiblePerson: "Peter Starý" },
    });
  });

  test("what the verdict leaves out is marked with its reason, after a look at it", async () => {
    const { jana, list, itemOf } = await open();
    const html = (await jana.browser.get(list)).html;
    const rest = Number(/data-rest="(\d+)"/.exec(html)?.[1]);
    expect(rest).toBeGreaterThan(0);
    const shown = await jana.browser.get(`${list}/rest`);
    const codes = [...shown.html.matchAll(/data-code="([^"]+)"/g)].map(([, code = ""]) => code);
    expect(codes).toHaveLength(rest);
    const { csrf = "", reason = "" } = hiddenOf(shown.html, `${list}/bulk`);
    const fields = {
      csrf,
      codes,
      versions: codes.map((code) => `${code}:0`),
      set: "status",
      status: "not_applicable",
      reason,
    };
    expect((await jana.browser.post(`${list}/bulk`, fields)).status).toBe(303);
    const marked = await itemOf(codes[0]);
    expect(marked).toMatchObject({ status: "not_applicable", statusSource: "manual" });
    expect(marked.untrusted.evidenceNote).toMatch(/^Podľa posúdenia z /);
    expect((await jana.browser.get(`${list}/rest`)).html).toContain("Niet čo označiť.");
  });
});
