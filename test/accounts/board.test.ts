import { expect, test } from "vitest";
import { readPdf } from "../../src/documents/pdf/read-pdf.fixture.ts";
import { auditOfStream } from "../../src/state/audit-log.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const HOSTILE = "<script>alert(1)</script>";

describeOnBoth("the page for the management", (install) => {
  const opened = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, viewer, stranger] = [
      await person(here, { name: HOSTILE }),
      await person(here, { name: "Eva" }),
      await person(here),
    ];
    const org = await organization(here, owner, { viewer }, `Alfa ${HOSTILE}`);
    const page = `/sk/organizations/${org}`;
    const file = async (query = "") => {
      const headers = { Cookie: `dosah_session=${owner.browser.cookie}` };
      const response = await here.service.fetch(`${page}/board.pdf${query}`, { headers });
      return new Uint8Array(await response.arrayBuffer());
    };
    return { here, owner, viewer, stranger, org, page, file };
  };

  test("says on one page where the organization stands and what is to be decided", async () => {
    const { owner, viewer, stranger, page, file } = await opened();
    const save = (code: string, status: string, next: string) =>
      owner.browser.submit(`${page}/obligations/${code}`, {
        status,
        lastReviewedAt: "2025-01-01",
        nextReviewAt: next,
        responsiblePerson: HOSTILE,
      });
    await save("NIS2-21-2-A", "met", "2026-01-01");
    await save("NIS2-21-2-B", "not_met", "2026-11-30");
    const { html } = await owner.browser.get(`${page}/board`);
    expect(html).toContain("data-board");
    expect(html).toContain("NIS2-21-2-A");
    expect(html).not.toContain(HOSTILE);
    const decisions = [...html.matchAll(/data-decision="([^"]*)"/g)].map(([, key]) => key);
    expect(decisions).toEqual(["deadline:sk-critical", "deadline:sk-notice", "question:verdict"]);
    expect(html.match(/data-signature/g)?.length).toBeGreaterThanOrEqual(3);
    expect(html).toMatch(/data-state="met" data-count="1"/);
    const chosen = await viewer.browser.get(`${page}/board?decision=review:NIS2-21-2-A&decision=no:such`);
    expect([...chosen.html.matchAll(/data-decision="([^"]*)"/g)].map(([, key]) => key)).toEqual(["review:NIS2-21-2-A"]);
    for (const path of ["/board", "/board.pdf"])
      expect((await stranger.browser.get(`${page}${path}`)).status).toBe(404);
    const first = await file();
    expect(Buffer.compare(first, await file())).toBe(0);
    const pdf = readPdf(first);
    expect(pdf.text).toContain("O čo žiadame rozhodnutie");
    expect(pdf.text).toContain("Podpis");
    expect(Buffer.compare(first, await file("?decision=review:NIS2-21-2-A"))).not.toBe(0);
  });

  test("is noted as held, and the register is reviewed on that day", async () => {
    const { here, owner, viewer, org, page } = await opened();
    const held = (heldOn: string) => owner.browser.submit(`${page}/board`, { heldOn });
    for (const wrong of ["", "2026-11-22", "2026-02-30"]) {
      const refused = await held(wrong);
      expect([refused.status, refused.errors]).toEqual([400, ["date_invalid"]]);
    }
    const noted = await held("2026-11-20");
    expect([noted.status, noted.location, noted.done]).toEqual([303, `${page}/board`, "held"]);
    const { items } = JSON.parse((await owner.browser.get(`${page}/obligations.json`)).html);
    expect(items.find((item: { code: string }) => item.code === "NIS2-20-1")).toMatchObject({
      status: "in_progress",
      lastReviewedAt: "2026-11-20",
      nextReviewAt: "2027-11-20",
    });
    const entry = (await auditOfStream(here.operator.opened.state, `org:${org}`, 0, 100)).at(-1);
    expect(entry).toMatchObject({ action: "board.held", actor_id: owner.id, via: "web" });
    const csrf = /name="csrf" value="([^"]*)"/.exec((await viewer.browser.get(page)).html)?.[1] ?? "";
    expect((await viewer.browser.post(`${page}/board`, { csrf, heldOn: "2026-11-20" })).status).toBe(403);
  });
});
