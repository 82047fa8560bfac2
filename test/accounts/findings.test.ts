import { expect, test } from "vitest";
import { addMonths } from "../../src/core/calendar.ts";
import { newId } from "../../src/core/random-id.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";

const TODAY = NOW.toISOString().slice(0, 10);
const CHECK = "mail.dmarc";
const PASSES = "mail.spf";

/** One failed check and one that passes, as a scan keeps them. */
const DETAIL = JSON.stringify({
  checks: [
    { id: CHECK, status: "fail", reason: "missing", weight: 3, article: ["h"], untrusted: {} },
    { id: PASSES, status: "pass", reason: "strict", weight: 3, article: ["h"], untrusted: {} },
  ],
});

describeOnBoth("what is done about a finding", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback", SCAN_WORKER: "off" } });
    const jana = await person(here, { name: "Jana Nová" });
    const peter = await person(here, { name: "Peter Starý" });
    const viewer = await person(here, { name: "Viera" });
    const org = await organization(here, jana, { member: peter, viewer });
    const { state } = here.operator.opened;
    const scan = newId("scan");
    await state.run(
      composedSql(
        "INSERT INTO scan (org_id, id, domain, profile, status, created_at, finished_at, technical, rule_set_version, detail) " +
          "VALUES (?, ?, 'firma.sk', 'public', 'completed', ?, ?, 50, '1', ?)",
      ),
      org,
      scan,
      NOW.getTime(),
      NOW.getTime(),
      DETAIL,
    );
    const page = `/sk/organizations/${org}/scans/${scan}`;
    const send = async (who: PersonOfTest, fields: Record<string, string>, check = CHECK) => {
      const csrf = /name="csrf" value="([^"]+)"/.exec((await who.browser.get(page)).html)?.[1] ?? "";
      return who.browser.post(`${page}/checks/${check}`, { csrf, ...fields });
    };
    const stateOf = async () =>
      new RegExp(`data-finding="${CHECK}" data-finding-state="(\\w+)"`).exec((await jana.browser.get(page)).html)?.[1];
    return { here, jana, peter, viewer, org, page, send, stateOf, state };
  };

  test("it becomes work of a member, is accepted for a reason and a time, and is as found again", async () => {
    const { jana, peter, org, page, send, stateOf } = await open();
    expect(await stateOf()).toBe("found");
    const work = await send(peter, { act: "work", responsible: peter.id, workDueAt: TODAY, version: "0" });
    expect([work.status, work.location, work.done]).toEqual([303, `${page}#${CHECK}`, "saved"]);
    expect(await stateOf()).toBe("work");
    const late = await send(peter, { act: "work", version: "0" });
    expect([late.status, late.errors]).toEqual([409, ["changed_meanwhile"]]);
    const until = addMonths(TODAY, 12);
    const reason = "<b>Záložný plán</b> máme.";
    expect((await send(peter, { act: "accept", reason, until, version: "1" })).status).toBe(403);
    expect((await send(jana, { act: "accept", reason: "krátke", until, version: "1" })).errors).toEqual([
      "reason_short",
    ]);
    expect((await send(jana, { act: "accept", reason, until: addMonths(TODAY, 13), version: "1" })).errors).toEqual([
      "until_too_far",
    ]);
    expect((await send(jana, { act: "accept", reason, until, version: "1" })).status).toBe(303);
    expect(await stateOf()).toBe("accepted");
    const shown = (await jana.browser.get(page)).html;
    expect(shown).toContain("&lt;b&gt;Záložný plán");
    expect((await send(peter, { act: "reopen", version: "2" })).status).toBe(303);
    expect(await stateOf()).toBe("found");
    const log = (await jana.browser.get(`/sk/organizations/${org}/audit-log`)).html;
    for (const action of ["work", "accepted", "reopened"]) expect(log).toContain(`data-action="finding.${action}"`);
    expect(log).not.toContain("Záložný");
  });

  test("only a failed check of the organization's own scan has a state, and only members give it one", async () => {
    const { here, jana, viewer, page, send } = await open();
    expect((await send(jana, { act: "work" }, PASSES)).status).toBe(404);
    expect((await send(jana, { act: "work" }, "no.such")).status).toBe(404);
    expect((await send(jana, { act: "work", code: "NIS2-98-9" })).status).toBe(404);
    const stranger = await person(here);
    expect((await send(jana, { act: "work", responsible: stranger.id })).errors).toEqual(["responsible_unknown"]);
    expect((await viewer.browser.get(page)).html).not.toContain('name="act"');
    expect((await stranger.browser.get(page)).status).toBe(404);
  });

  test("work of a member who left is nobody's", async () => {
    const { jana, peter, org, page, send } = await open();
    await send(jana, { act: "work", responsible: peter.id });
    expect((await jana.browser.get(page)).html).toContain("<bdi>Peter Starý</bdi>");
    expect((await peter.browser.submit(`/sk/organizations/${org}/leave`, {})).status).toBe(303);
    expect((await jana.browser.get(page)).html).not.toContain("<bdi>Peter Starý</bdi>");
  });
});
