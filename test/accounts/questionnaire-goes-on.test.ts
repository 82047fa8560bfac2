import { expect, test } from "vitest";
import { readEntriesAnew } from "../../src/capabilities/assessments/read-entries-anew.ts";
import { addDays } from "../../src/core/calendar.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { auditOfStream } from "../../src/state/audit-log.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";

const TODAY = NOW.toISOString().slice(0, 10);
const BCM = { "bcm-01": "yes", "bcm-02": "yes", "bcm-03": "yes" };

describeOnBoth("a questionnaire that goes on", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here, { name: "Jana Nová" });
    const peter = await person(here, { name: "Peter Starý" });
    const org = await organization(here, jana, { member: peter });
    const base = `/sk/organizations/${org}`;
    const start = async (who: PersonOfTest, mode = "quick", from = "") => {
      const begun = await who.browser.submit(`${base}/questionnaires`, { mode, from });
      expect(begun.status).toBe(303);
      return (begun.location ?? "").replace(/\/risk_mgmt.*$/, "");
    };
    const complete = (draft: string) => jana.browser.submit(`${draft}/complete`, { prefill: "1" });
    const idOf = (draft: string) => draft.split("/").at(-1) ?? "";
    const { state } = here.operator.opened;
    const age = (draft: string, question: string, days: number) =>
      state.run(
        composedSql("UPDATE assessment_answer SET at = ? WHERE assessment_id = ? AND question_id = ?"),
        Date.parse(`${addDays(TODAY, -days)}T08:00:00Z`),
        idOf(draft),
        question,
      );
    const statusOf = async (code: string) => {
      const { html } = await jana.browser.get(`${base}/obligations`);
      return new RegExp(`<tr id="${code}" data-status="([^"]*)"`).exec(html)?.[1];
    };
    return { here, jana, peter, org, base, start, complete, idOf, state, age, statusOf };
  };
  const carriedIn = (html: string) =>
    [...html.matchAll(/data-carried="([^"]*)"(?: data-confirm="([^"]*)")?/g)].map(([, day, confirm]) => [day, confirm]);
  const answersIn = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="([a-z_]+-\d\d)" value="(\w*)" checked/g)].map(([, id, value]) => [id, value]),
    );

  test("copies answers with their notes; those of 90 days count at once, those of 91 days when confirmed", async () => {
    const { jana, base, start, complete, idOf, age } = await open();
    const source = await start(jana);
    await jana.browser.submit(`${source}/bcm`, { ...BCM, "note.bcm-01": "denne v noci" });
    await age(source, "bcm-01", 90);
    await age(source, "bcm-02", 91);
    await complete(source);
    const list = await jana.browser.get(`${base}/questionnaires`);
    expect(list.html).toContain(`value="${idOf(source)}" selected`);
    const draft = await start(jana, "extended", idOf(source));
    const area = (await jana.browser.get(`${draft}/bcm`)).html;
    expect(answersIn(area)).toMatchObject({ ...BCM, "bcm-04": "" });
    expect(area).toContain("denne v noci");
    expect(carriedIn(area)).toEqual([
      [addDays(TODAY, -90), undefined],
      [addDays(TODAY, -91), "needed"],
      [TODAY, undefined],
    ]);
    expect((await jana.browser.get(`${base}/questionnaires`)).html).toMatch(
      /data-answered="2" data-to-confirm="1" data-open="119"/,
    );
    expect((await jana.browser.get(`${draft}/complete`)).html).toContain('data-to-confirm="1"');
    await jana.browser.submit(`${draft}/bcm`, { "confirm.bcm-02": "1" });
    expect(carriedIn((await jana.browser.get(`${draft}/bcm`)).html)[1]).toEqual([addDays(TODAY, -91), "done"]);
    await complete(draft);
    const items = JSON.parse((await jana.browser.get(`${base}/obligations.json`)).html).items;
    expect(items.find(({ code }: { code: string }) => code === "NIS2-21-2-C").basis).toEqual({
      answered: 3,
      asked: 11,
      gaps: 0,
    });
    // The source stays.
    expect((await jana.browser.get(`${source}/bcm`)).html).not.toContain("data-carried");
  });

  test("an old answer that nobody confirmed does not count; a whole area is confirmed at once", async () => {
    const { jana, start, complete, idOf, age, statusOf } = await open();
    const source = await start(jana);
    await jana.browser.submit(`${source}/bcm`, { "bcm-01": "no", "bcm-02": "no" });
    for (const id of ["bcm-01", "bcm-02"]) await age(source, id, 200);
    const first = await start(jana, "quick", idOf(source));
    await jana.browser.submit(`${first}/crypto`, { "crypto-01": "yes" });
    await complete(first);
    expect(await statusOf("NIS2-21-2-C")).toBe("none");
    const second = await start(jana, "quick", idOf(source));
    const confirmed = await jana.browser.submit(`${second}/bcm`, { confirm: "area" });
    expect([confirmed.status, confirmed.location]).toEqual([303, `${second}/bcm`]);
    expect(carriedIn((await jana.browser.get(`${second}/bcm`)).html).map(([, confirm]) => confirm)).toEqual([
      "done",
      "done",
    ]);
    await complete(second);
    expect(await statusOf("NIS2-21-2-C")).toBe("not_met");
  });

  test("goes on from a questionnaire of its own organization alone", async () => {
    const { here, jana, base, start } = await open();
    const stranger = await person(here);
    const theirs = await organization(here, stranger, {}, "Beta");
    const page = `/sk/organizations/${theirs}/questionnaires`;
    const foreign = (await stranger.browser.submit(page, { mode: "quick" })).location?.split("/").at(-2) ?? "";
    for (const from of [foreign, "asm_0", "x"]) {
      expect((await jana.browser.submit(`${base}/questionnaires`, { mode: "quick", from })).status, from).toBe(404);
    }
    expect(await start(jana)).toContain("/questionnaires/asm_");
  });

  test("every way out of an area saves it", async () => {
    const { jana, start } = await open();
    const draft = await start(jana);
    const ways = {
      overview: draft,
      complete: `${draft}/complete`,
      crypto: `${draft}/crypto`,
      "": `${draft}/supply_chain`,
    };
    for (const [go, location] of Object.entries(ways)) {
      const got = await jana.browser.submit(`${draft}/bcm`, { "bcm-01": go === "" ? "no" : "yes", go });
      expect([got.status, got.location], go).toEqual([303, location]);
    }
    expect(answersIn((await jana.browser.get(`${draft}/bcm`)).html)).toMatchObject({ "bcm-01": "no" });
  });

  test("each answer is saved as it is chosen; somebody else's other answer is told, not lost", async () => {
    const { jana, peter, base, start } = await open();
    const draft = await start(jana);
    const page = (await jana.browser.get(`${draft}/bcm`)).html;
    expect(page).toContain(`data-autosave="${draft}/answers"`);
    const send = async (who: PersonOfTest, fields: Record<string, string>) => {
      const { html } = await who.browser.get(`${draft}/bcm`);
      const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
      const headers = { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost:3000", Accept: "application/json" };
      const got = await who.browser.post(`${draft}/answers`, { csrf, ...fields }, headers);
      return { status: got.status, body: JSON.parse(got.html) };
    };
    const saved = await send(jana, { question: "bcm-01", answer: "yes", seen: "" });
    expect(saved).toMatchObject({
      status: 200,
      body: { saved: true, question: "bcm-01", answer: "yes", answered: 1, asked: 32, toConfirm: 0 },
    });
    const clash = await send(peter, { question: "bcm-01", answer: "no", seen: "" });
    expect(clash).toEqual({ status: 409, body: { saved: false, question: "bcm-01", stored: "yes" } });
    expect((await send(jana, { question: "bcm-01", note: "denne", seen: "yes" })).status).toBe(200);
    expect((await send(jana, { question: "bcm-01", note: "x".repeat(1001), seen: "yes" })).body.code).toBe(
      "text_length",
    );
    expect((await send(jana, { question: "none-01", answer: "yes", seen: "" })).body.code).toBe("answers_unreadable");
    const html = (await jana.browser.get(`${draft}/bcm`)).html;
    expect(answersIn(html)).toMatchObject({ "bcm-01": "yes" });
    expect(html).toContain("denne");
    expect((await jana.browser.get(`${draft}/answers`)).status).toBe(404);
    expect(base).toContain("/organizations/");
  });

  test("next reviews come apart from each other where the form says so", async () => {
    const { jana, base, start } = await open();
    const draft = await start(jana);
    const all = { "crypto-01": "yes", "crypto-02": "no" };
    await jana.browser.submit(`${draft}/crypto`, all);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    await jana.browser.submit(`${draft}/complete`, { prefill: "1", spread: "1" });
    const items = JSON.parse((await jana.browser.get(`${base}/obligations.json`)).html).items as {
      nextReviewAt: string;
    }[];
    const days = items.flatMap(({ nextReviewAt }) => nextReviewAt ?? []);
    expect(days.length).toBeGreaterThan(1);
    expect(new Set(days).size).toBe(days.length);
  });

  test("a note that is too long costs only its question; nobody's note is lost", async () => {
    const { jana, peter, start } = await open();
    const draft = await start(jana);
    const long = await jana.browser.submit(`${draft}/bcm`, {
      "bcm-01": "yes",
      "bcm-02": "no",
      "note.bcm-01": "x".repeat(1001),
      "note.bcm-02": "<b>dôvod</b>",
    });
    expect([long.status, long.errors]).toEqual([400, ["text_length"]]);
    expect(answersIn((await jana.browser.get(`${draft}/bcm`)).html)).toMatchObject({ "bcm-01": "", "bcm-02": "no" });
    expect(long.html).toContain("&lt;b&gt;dôvod");
    const hers = await jana.browser.get(`${draft}/bcm`);
    await peter.browser.submit(`${draft}/bcm`, { "note.bcm-02": "Petrova" });
    const form = Object.fromEntries(
      [...hers.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    const clash = await jana.browser.post(`${draft}/bcm`, { ...form, "note.bcm-02": "Janina" });
    expect([clash.status, clash.errors]).toEqual([409, ["changed_meanwhile"]]);
    expect(clash.html).toContain("Petrova");
    expect(clash.html).toContain("Janina");
  });

  test("what does not apply is believed with a reason alone; what lacks one is named before", async () => {
    const { jana, base, start, complete, statusOf } = await open();
    const draft = await start(jana);
    await jana.browser.submit(`${draft}/incidents`, { "incidents-03": "not_applicable" });
    expect((await jana.browser.get(`${draft}/complete`)).html).toMatch(
      /data-question="incidents-03" data-reason="missing"/,
    );
    await complete(draft);
    expect(await statusOf("NIS2-23-3")).toBe("none");
    const next = await start(jana);
    await jana.browser.submit(`${next}/incidents`, {
      "incidents-03": "not_applicable",
      "note.incidents-03": "Zatiaľ žiadna služba.",
    });
    expect((await jana.browser.get(`${next}/complete`)).html).not.toContain("data-reason");
    await complete(next);
    expect(await statusOf("NIS2-23-3")).toBe("not_applicable");
    expect((await jana.browser.get(`${base}/obligations/NIS2-23-3`)).html).toContain("Zatiaľ žiadna služba.");
  });

  test("a status that an earlier version filled otherwise is read anew once, by the service", async () => {
    const { jana, org, base, start, complete, statusOf, state } = await open();
    const draft = await start(jana);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    await jana.browser.submit(`${draft}/incidents`, { "incidents-02": "yes" });
    await complete(draft);
    // As the release before wrote them.
    await state.run(
      composedSql(
        "UPDATE register_entry SET status = 'met', basis_answered = NULL, basis_asked = NULL, basis_gaps = NULL, " +
          "basis_version = NULL WHERE org_id = ? AND status_source = 'questionnaire'",
      ),
      org,
    );
    const anew = () => readEntriesAnew(state, knowledge, () => NOW.getTime());
    expect([await anew(), await anew()]).toEqual([1, 0]);
    expect(await statusOf("NIS2-21-2-C")).toBe("partial");
    expect(await statusOf("NIS2-23-4-A")).toBe("met");
    const shown = (await jana.browser.get(`${base}/obligations/NIS2-21-2-C`)).html;
    expect(shown).toContain("zatiaľ bez nedostatkov, zodpovedané 3 z 11");
    expect(shown).toContain("služba Dosah");
    const entries = await auditOfStream(state, `org:${org}`, 0, 1000);
    const last = entries.filter(({ action, via }) => action === "obligation.changed" && via === "system");
    expect(last.map(({ target_id }) => target_id)).toEqual(["NIS2-21-2-C"]);
  });
});
