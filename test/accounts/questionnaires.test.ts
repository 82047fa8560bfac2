import { expect, test } from "vitest";
import { formatDay } from "../../src/core/text.ts";
import { readPdf } from "../../src/documents/pdf/read-pdf.fixture.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { type Got, hiddenOf } from "./visitor.fixture.ts";

/** Three of the eleven answers on NIS2-21-2-C. */
const BCM = { "bcm-01": "yes", "bcm-02": "yes", "bcm-03": "yes" };

const entry = { evidenceNote: "Plán", responsiblePerson: "Eva", lastReviewedAt: "", nextReviewAt: "" };

describeOnBoth("a saved questionnaire", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here, { name: "Jana Nová" });
    const peter = await person(here, { name: "Peter Starý" });
    const viewer = await person(here, { name: "Viera" });
    const org = await organization(here, jana, { member: peter, viewer });
    const base = `/sk/organizations/${org}`;
    const start = async (who: PersonOfTest, mode = "quick") => {
      const begun = await who.browser.submit(`${base}/questionnaires`, { mode });
      expect(begun.status).toBe(303);
      return (begun.location ?? "").replace(/\/risk_mgmt.*$/, "");
    };
    const key = (await here.run(`key issue --email ${jana.email} --name agent`)).out.trim();
    const tool = async (name: string, args: object) => {
      const init = {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${key}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
      };
      const answer = (await (await here.service.fetch("/api/mcp", init)).json()) as {
        result: { structuredContent: Record<string, never> };
      };
      return answer.result.structuredContent as Record<string, unknown>;
    };
    return { here, jana, peter, viewer, org, base, start, tool };
  };
  const statusOf = (html: string, code: string) => new RegExp(`<tr id="${code}" data-status="([^"]*)"`).exec(html)?.[1];
  const answersIn = ({ html }: Got) =>
    Object.fromEntries(
      [...html.matchAll(/name="([a-z_]+-\d\d)" value="(\w*)" checked/g)].map(([, id, value]) => [id, value]),
    );

  test("is answered area by area, previewed, completed as a scan and fills the register", async () => {
    const { jana, base, start, tool, here } = await open();
    await jana.browser.submit(`${base}/obligations/NIS2-23-3`, { ...entry, status: "in_progress" });
    const draft = await start(jana);
    const nothing = await jana.browser.get(`${draft}/complete`);
    expect(nothing.html).not.toContain('name="prefill"');
    const csrf = /name="csrf" value="([^"]+)"/.exec(nothing.html)?.[1] ?? "";
    const refused = await jana.browser.post(`${draft}/complete`, { csrf, prefill: "1" });
    expect([refused.status, refused.errors]).toEqual([400, ["answers_none"]]);
    const early = await jana.browser.submit(`${draft}/bcm`, {}, `${draft}/bcm`);
    expect([early.status, early.location]).toEqual([303, `${draft}/supply_chain`]);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    await jana.browser.submit(`${draft}/incidents`, { "incidents-03": "no", "incidents-02": "partial" });
    expect(answersIn(await jana.browser.get(`${draft}/bcm`))).toMatchObject(BCM);

    const preview = (await jana.browser.get(`${draft}/complete`)).html;
    expect(preview).toMatch(/data-planned="filled" data-code="NIS2-21-2-C"/);
    expect(preview).toMatch(/data-planned="kept" data-code="NIS2-23-3"/);
    const done = await jana.browser.submit(`${draft}/complete`, { prefill: "1" });
    expect(done.status).toBe(303);
    const [resultOf = ""] = (done.location ?? "").split("?");
    const scanId = resultOf.split("/").at(-1) ?? "";
    expect(scanId).toMatch(/^scn_/);

    const register = (await jana.browser.get(`${base}/obligations`)).html;
    // No status says more than the answers did: eight questions on it were not asked.
    expect(statusOf(register, "NIS2-21-2-C")).toBe("partial");
    expect(register).toContain("zatiaľ bez nedostatkov, zodpovedané 3 z 11");
    expect(statusOf(register, "NIS2-23-4-A")).toBe("partial");
    expect(statusOf(register, "NIS2-23-3")).toBe("in_progress");
    // The scan of a questionnaire leads to its result.
    const scan = await jana.browser.get(resultOf);
    expect([scan.status, scan.location]).toEqual([303, draft]);
    const result = (await jana.browser.get(draft)).html;
    expect(result).toMatch(/data-score="\d+"/);
    expect(result.match(/data-first-step="/g)).toHaveLength(5);
    expect(result).toMatch(/data-code="NIS2-21-2-C" data-status="partial" data-answered="3" data-asked="11"/);
    const gaps = result.match(/data-gap="/g)?.length ?? 0;
    expect(gaps).toBe(32 - 3);
    const some = (await jana.browser.get(`${draft}?area=incidents&weight=3`)).html;
    expect([...some.matchAll(/data-gap="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      "incidents-01",
      "incidents-03",
      "incidents-02",
    ]);
    const scores = [...result.matchAll(/data-area="\w+" data-score="(\d+)"/g)].map(([, score]) => Number(score));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    const again = await jana.browser.get(`${draft}/complete`);
    expect(again.location).toBe(resultOf);
    expect((await jana.browser.submit(`${draft}/bcm`, BCM)).status).not.toBe(303);

    const { items } = (await tool("my_obligations", {})) as { items: Record<string, unknown>[] };
    expect(items.find(({ code }) => code === "NIS2-21-2-C")).toMatchObject({
      statusSource: "questionnaire",
      scanId,
      basis: { answered: 3, asked: 11, gaps: 0 },
    });
    expect(items.find(({ code }) => code === "NIS2-23-3")).toMatchObject({ statusSource: "manual" });
    expect(items.find(({ code }) => code === "NIS2-23-3")).not.toHaveProperty("scanId");
    expect(items.find(({ code }) => code === "NIS2-23-3")).not.toHaveProperty("basis");
    const { scans } = (await tool("my_scans", {})) as { scans: { scores: { questionnaire: number } }[] };
    const score = scans[0]?.scores.questionnaire;
    expect(scans).toMatchObject([
      {
        id: scanId,
        domain: null,
        status: "completed",
        scores: { technical: null, questionnaire: score, overall: score },
      },
    ]);
    const detail = (await tool("my_scan_detail", { scanId })) as {
      areas: Record<string, unknown>[];
      checks: unknown[];
    };
    expect([detail.areas.length, detail.checks.length]).toEqual([13, 0]);
    expect(detail.areas.find(({ id }) => id === "bcm")).toMatchObject({ score: 100, answered: 3, questions: 3 });
    expect(detail.areas.find(({ id }) => id === "crypto")).toMatchObject({ score: 0, answered: 0 });
    expect((await here.run("audit verify")).code).toBe(0);
    const log = (await jana.browser.get(`${base}/audit-log`)).html;
    expect(log).toContain('data-action="questionnaire.completed"');
  });

  test("as a file says which version it is, to which day the law was checked and who decides", async () => {
    const { jana, here, start } = await open();
    const draft = await start(jana);
    const read = async (ending: string) => {
      const headers = { Cookie: `dosah_session=${jana.browser.cookie}` };
      const response = await here.service.fetch(`${draft}.${ending}`, { headers });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const { version, dataAsOf, disclaimer } = JSON.parse(new TextDecoder().decode(await read("json")));
    expect([version, dataAsOf]).toEqual([knowledge.questionnaire.version, knowledge.asOf]);
    const text = readPdf(await read("pdf")).text.replace(/\s+/g, " ");
    expect(text).toContain(`Verzia dotazníka ${version}`);
    expect(text).toContain(`Právny stav ${formatDay(dataAsOf, "sk")}`);
    expect(disclaimer).toContain("Národný bezpečnostný úrad");
    expect(text).toContain("Národný bezpečnostný úrad");
  });

  test("an entry saved by hand becomes manual, and the next questionnaire leaves it alone", async () => {
    const { jana, base, start } = await open();
    const complete = async (answers: Readonly<Record<string, string>>) => {
      const draft = await start(jana);
      await jana.browser.submit(`${draft}/bcm`, answers);
      await jana.browser.submit(`${draft}/complete`, { prefill: "1" });
    };
    const status = async () => statusOf((await jana.browser.get(`${base}/obligations`)).html, "NIS2-21-2-C");
    await complete({ "bcm-01": "no" });
    expect(await status()).toBe("not_met");
    await complete(BCM);
    expect(await status()).toBe("partial");
    await jana.browser.submit(`${base}/obligations/NIS2-21-2-C`, { ...entry, status: "met" });
    await complete({ "bcm-01": "no" });
    expect(await status()).toBe("met");
    const json = JSON.parse((await jana.browser.get(`${base}/obligations.json`)).html);
    const found = json.items.find(({ code }: { code: string }) => code === "NIS2-21-2-C");
    expect(found).toMatchObject({
      statusSource: "manual",
      untrusted: { evidenceNote: "Plán", responsiblePerson: "Eva" },
    });
    expect(found).not.toHaveProperty("scanId");
    expect(found).not.toHaveProperty("basis");
  });

  test("without the tick the register stays as it is", async () => {
    const { jana, base, start } = await open();
    const draft = await start(jana);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    expect((await jana.browser.submit(`${draft}/complete`, {})).status).toBe(303);
    expect((await jana.browser.get(`${base}/obligations`)).html).toContain('data-completion="0"');
  });

  test("a general obligation that is met while a special one is not is pointed out before and on the entry", async () => {
    const { jana, base, start } = await open();
    const draft = await start(jana, "extended");
    for (const { id, questions } of knowledge.questionnaire.areas) {
      const about = questions.filter(({ obligations }) => obligations.includes("NIS2-21-1"));
      if (about.length === 0) continue;
      const other = id === "risk_mgmt" ? { "risk_mgmt-01": "no" } : {};
      const yes = Object.fromEntries(about.map((question) => [question.id, "yes"]));
      await jana.browser.submit(`${draft}/${id}`, { ...yes, ...other });
    }
    const preview = (await jana.browser.get(`${draft}/complete`)).html;
    expect(preview).toContain('data-contradiction="NIS2-21-1"');
    await jana.browser.submit(`${draft}/complete`, { prefill: "1" });
    const shown = await jana.browser.get(`${base}/obligations/NIS2-21-1`);
    expect(shown.html).toContain(`${base}/obligations/NIS2-21-2-A"`);
  });

  test("a question that an area does not have is refused, not dropped; an area that does not exist is not found", async () => {
    const { jana, start } = await open();
    const draft = await start(jana);
    for (const other of ["bcm-01", "risk_mgmt-99"]) {
      const got = await jana.browser.submit(`${draft}/risk_mgmt`, { "risk_mgmt-01": "yes", [other]: "yes" });
      expect([got.status, got.errors]).toEqual([400, ["answers_unreadable"]]);
    }
    const { html } = await jana.browser.get(`${draft}/risk_mgmt`);
    expect(new Set(Object.values(answersIn({ html } as Got)))).toEqual(new Set([""]));
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const asked = await jana.browser.get(`${draft}/no_area`);
    const sent = await jana.browser.post(`${draft}/no_area`, { csrf });
    expect([asked.status, sent.status]).toEqual([404, 404]);
  });

  test("two people in one area and an import at once: no answer is lost, and both see it", async () => {
    const { jana, peter, base, start } = await open();
    const draft = await start(jana);
    const area = `${draft}/bcm`;
    const [hers, his] = [await jana.browser.get(area), await peter.browser.get(area)];
    const form = (got: Got) => hiddenOf(got.html, area);
    const letters = "https://dosah.example/sk/questionnaire/result?mode=quick&bcm=nnn&crypto=y";
    const importing = `${base}/questionnaires/import`;
    const csrf = form(his).csrf ?? "";
    const [saved, imported] = await Promise.all([
      jana.browser.post(area, { ...form(hers), "bcm-01": "yes", "bcm-02": "partial" }),
      peter.browser.post(importing, { csrf, answers: letters, mode: "quick" }),
    ]);
    expect([saved.status, imported.status]).toEqual([303, 303]);
    const clash = await peter.browser.post(area, { ...form(his), "bcm-01": "no", "bcm-03": "yes" });
    expect([clash.status, clash.errors]).toEqual([409, ["changed_meanwhile"]]);
    // His other answer is saved, hers stands, and the form still holds what he said.
    expect(answersIn(await jana.browser.get(area))).toMatchObject({
      "bcm-01": "yes",
      "bcm-02": "partial",
      "bcm-03": "yes",
    });
    expect(answersIn(clash)["bcm-01"]).toBe("no");
    expect(clash.html).toContain("Jana Nová");
    const answered = await peter.browser.post(area, { ...form(clash), "bcm-01": "no" });
    expect(answered.status).toBe(303);
    // She reads that her answer was replaced, by whom, and what it was.
    const page = (await jana.browser.get(area)).html;
    expect(page).toMatch(/<bdi>Peter Starý<\/bdi>: nie[\s\S]{0,300}predtým vy: áno/i);
    const other = (imported.location ?? "").replace("/risk_mgmt", "/bcm");
    expect(answersIn(await peter.browser.get(other))).toMatchObject({ "bcm-01": "no", "bcm-02": "no", "bcm-03": "no" });
  });

  test("a preview that is no longer true is shown anew before anything happens", async () => {
    const { jana, peter, start } = await open();
    const draft = await start(jana);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    const preview = hiddenOf((await jana.browser.get(`${draft}/complete`)).html, `${draft}/complete`);
    await peter.browser.submit(`${draft}/bcm`, { "bcm-01": "no" });
    const late = await jana.browser.post(`${draft}/complete`, { ...preview, prefill: "1" });
    expect([late.status, late.errors]).toEqual([409, ["changed_meanwhile"]]);
    expect((await jana.browser.submit(`${draft}/complete`, { prefill: "1" })).status).toBe(303);
  });

  test("two completions at once are one scan", async () => {
    const { jana, peter, base, start } = await open();
    const draft = await start(jana);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    const [one, two] = await Promise.all([
      jana.browser.submit(`${draft}/complete`, { prefill: "1" }),
      peter.browser.submit(`${draft}/complete`, { prefill: "1" }),
    ]);
    expect(one.location).toBe(two.location);
    expect(
      (await jana.browser.get(`${base}/audit-log`)).html.match(/data-action="questionnaire.completed"/g),
    ).toHaveLength(1);
  });

  test("a draft is discarded with its answers, but not with one that somebody gave meanwhile", async () => {
    const { jana, peter, viewer, base, start, here } = await open();
    const draft = await start(jana);
    const path = `${draft}/discard`;
    await jana.browser.submit(`${draft}/bcm`, BCM);
    await peter.browser.submit(`${draft}/crypto`, { "crypto-01": "yes" });
    const shown = await jana.browser.get(path);
    expect([...shown.html.matchAll(/data-answers="(\d)"/g)].map(([, count]) => count)).toEqual(["3", "1"]);
    expect(shown.html).toContain("<bdi>Peter Starý</bdi>");
    expect((await viewer.browser.get(path)).html).not.toContain('name="seen"');
    await peter.browser.submit(`${draft}/crypto`, { "crypto-01": "no" });
    const late = await jana.browser.post(path, hiddenOf(shown.html, path));
    expect([late.status, late.errors]).toEqual([409, ["changed_meanwhile"]]);
    const done = await jana.browser.post(path, hiddenOf(late.html, path));
    expect([done.status, done.location]).toEqual([303, `${base}/questionnaires`]);
    for (const part of ["", "/bcm", "/complete", "/discard"]) {
      expect((await jana.browser.get(`${draft}${part}`)).status).toBe(404);
    }
    const last = await peter.browser.get(`${base}/questionnaires`);
    expect(last.html).not.toContain(draft);
    expect((await jana.browser.get(`${base}/audit-log`)).html).toContain('data-action="questionnaire.discarded"');
    expect((await here.run("audit verify")).code).toBe(0);
  });

  test("a completed questionnaire cannot be discarded, nor can one of another organization", async () => {
    const { jana, base, start, here } = await open();
    const draft = await start(jana);
    await jana.browser.submit(`${draft}/bcm`, BCM);
    const path = `${draft}/discard`;
    const asked = hiddenOf((await jana.browser.get(path)).html, path);
    await jana.browser.submit(`${draft}/complete`, { prefill: "1" });
    const refused = await jana.browser.post(path, asked);
    expect([refused.status, refused.errors]).toEqual([409, ["questionnaire_completed"]]);
    expect((await jana.browser.get(path)).html).not.toContain('name="seen"');
    expect((await jana.browser.get(draft)).status).toBe(200);
    const stranger = await person(here);
    const foreign = await organization(here, stranger);
    const csrf = asked.csrf ?? "";
    const theirs = `${base.replace(/org_.*/, foreign)}/questionnaires/${draft.split("/").at(-1)}/discard`;
    expect((await stranger.browser.get(theirs)).status).toBe(404);
    expect((await stranger.browser.post(theirs, { csrf })).status).not.toBe(303);
  });

  test("answers given without an account are taken over from their address, and nonsense is refused", async () => {
    const { jana, viewer, base } = await open();
    const query = "mode=extended&risk_mgmt=yyp-n&bcm=x";
    const choice = await jana.browser.get(`/sk/questionnaires/import?${query}`);
    const path = `${base}/questionnaires/import`;
    expect(hiddenOf(choice.html, path)).toMatchObject({ mode: "extended" });
    const made = await jana.browser.submit(`/sk/questionnaires/import?${query}`, {}, path);
    expect(made.status).toBe(303);
    const shown = answersIn(await jana.browser.get(made.location ?? ""));
    expect(shown).toMatchObject({
      "risk_mgmt-01": "yes",
      "risk_mgmt-03": "partial",
      "risk_mgmt-04": "",
      "risk_mgmt-05": "no",
    });
    const wrong = await jana.browser.submit(path, { answers: "hello", mode: "quick" });
    expect([wrong.status, wrong.errors]).toEqual([400, ["answers_unreadable"]]);
    expect((await viewer.browser.get(path)).html).not.toContain('name="answers"');
  });

  test("two questionnaires are compared question by question; a foreign one is as if there were none", async () => {
    const { jana, here, base, start } = await open();
    const one = await start(jana);
    await jana.browser.submit(`${one}/bcm`, { "bcm-01": "no", "bcm-02": "yes" });
    const two = await start(jana);
    await jana.browser.submit(`${two}/bcm`, { "bcm-01": "yes", "bcm-03": "yes" });
    const id = (path: string) => path.split("/").at(-1) ?? "";
    const shown = (await jana.browser.get(`${base}/questionnaires/compare?a=${id(one)}&b=${id(two)}`)).html;
    expect([...shown.matchAll(/data-change="(\w+)"/g)].map(([, change]) => change).sort()).toEqual([
      "better",
      "gone",
      "new",
    ]);
    const stranger = await person(here);
    const foreign = await organization(here, stranger);
    for (const path of [
      `${base}/questionnaires/compare?a=${id(one)}&b=asm_0`,
      `${base}/questionnaires/asm_0`,
      `${base}/questionnaires/asm_0/bcm`,
      `${base}/questionnaires/asm_0/complete`,
      `${one}/nothing`,
    ]) {
      expect((await jana.browser.get(path)).status, path).toBe(404);
    }
    const theirs = `/sk/organizations/${foreign}/questionnaires/${id(one)}`;
    expect((await stranger.browser.get(theirs)).status).toBe(404);
    expect((await stranger.browser.get(one)).status).toBe(404);
  });

  test("a Slovak organization is cited Slovak law first, and nothing of the other country", async () => {
    const { jana, start } = await open();
    const html = (await jana.browser.get(`${await start(jana)}/bcm`)).html;
    expect(html).toContain("69/2018");
    expect(html).not.toContain("264/2025");
  });
});
