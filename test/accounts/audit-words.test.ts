import { expect, test } from "vitest";
import { appendAudit } from "../../src/state/audit-log.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

describeOnBoth("the words of the log of an organization", (install) => {
  test("say who was behind an entry, name what it is about, and narrow it by the kind of actor", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, first, second] = [await person(here), await person(here), await person(here)];
    const org = await organization(here, owner, { admin: first, member: second });
    for (const one of [second, first]) {
      await one.browser.submit(`/en/organizations/${org}/suppliers`, {
        country: "SK",
        ico: one === first ? "31322832" : "36631124",
      });
      await one.browser.submit(`/en/organizations/${org}/leave`, {}, `/en/organizations/${org}/leave`);
    }
    const { state } = here.operator.opened;
    const target = { type: "organization", id: org } as const;
    for (const [action, via] of [
      ["trust.share_used", "web"],
      ["supplier.ask_declined", "web"],
      ["trust.access_requested", "web"],
      ["supplier.reminded", "system"],
      ["made.up", "web"],
      ["member.added", "cli"],
    ] as const) {
      await state.transaction((tx) =>
        appendAudit(tx, { action, actorId: null, orgId: org, target, via, ipPrefix: null }, NOW.getTime()),
      );
    }
    const kindsOf = async (query = "") => {
      const { html, status } = await owner.browser.get(`/en/organizations/${org}/audit-log${query}`);
      expect(status).toBe(200);
      return { html, kinds: [...html.matchAll(/data-actor-kind="([a-z_]+)"/g)].map(([, kind = ""]) => kind) };
    };
    const { html, kinds } = await kindsOf();
    expect(new Set(kinds)).toEqual(
      new Set(["person", "operator", "link_holder", "addressee", "requester", "service", "unknown"]),
    );
    expect(html).toContain("SLOVNAFT");
    expect(html).toContain("(SK 31322832)");
    // Numbered as they first appear, the same on every page.
    for (const former of ["former member 1", "former member 2"]) expect(html).toContain(former);
    for (const kind of new Set(kinds)) {
      const narrowed = (await kindsOf(`?actor=${kind}`)).kinds;
      expect([kind, new Set(narrowed), narrowed.length]).toEqual([
        kind,
        new Set([kind]),
        kinds.filter((each) => each === kind).length,
      ]);
    }
    for (const locale of ["sk", "cs"]) {
      const page = (await owner.browser.get(`/${locale}/organizations/${org}/audit-log`)).html;
      expect(page).not.toMatch(/prevádzkovateľ|provozovatel/);
    }
  });
});
