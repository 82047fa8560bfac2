import { expect, test } from "vitest";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { hiddenOf, outboxOf } from "./visitor.fixture.ts";

const SLOVNAFT = "SK-31322832";
/** Another firm of the shipped sample. */
const POST = "SK-36631124";

const suppliersOf = (org: string, part = "") => `/en/organizations/${org}/suppliers${part}`;

describeOnBoth("suppliers, several at once and for programs", (install) => {
  const opened = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, viewer] = [await person(here, { name: "Jana Nová" }), await person(here, { name: "Viera" })];
    const org = await organization(here, owner, { owner, viewer }, "Customer <b>Alfa</b>");
    return { here, owner, viewer, org };
  };
  const paste = async ({ browser }: PersonOfTest, org: string, text: string) => {
    const preview = await browser.submit(suppliersOf(org, "/import"), { text });
    const plan = /name="plan" value="([^"]+)"/.exec(preview.html)?.[1] ?? "";
    const saved = await browser.submit(suppliersOf(org, "/import"), { text, plan });
    expect(saved.status).toBe(303);
  };
  const keys = new Map<string, string>();
  const read = async (here: Installation, { email }: PersonOfTest, path: string) => {
    const key = keys.get(email) ?? (await here.run(`key issue --email ${email}`)).out.trim();
    keys.set(email, key);
    const response = await here.service.fetch(`/api/v1/suppliers${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  test("a key reads the list a page at a time, narrowed as the page is, and one supplier; whom nobody lists does not exist", async () => {
    const { here, owner, viewer, org } = await opened();
    const rows = ["ičo;dôležitosť;kontakt;poznámka", "31322832;critical;a@slovnaft.sk;<b>x</b>", "36631124;low;;"];
    await paste(owner, org, rows.join("\n"));
    const all = await read(here, viewer, `?organizationId=${org}`);
    expect(all.status).toBe(200);
    expect(all.body.nextCursor).toBeNull();
    expect(all.body.items.map(({ supplier }: { supplier: string }) => supplier).sort()).toEqual([SLOVNAFT, POST]);
    const first = await read(here, owner, "?limit=1");
    expect([first.body.items.length, typeof first.body.nextCursor]).toEqual([1, "string"]);
    const second = await read(here, owner, `?limit=1&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ items: [{}], nextCursor: null });
    expect(second.body.items[0].supplier).not.toBe(first.body.items[0].supplier);
    const named = async (query: string) =>
      (await read(here, owner, query)).body.items.map(({ supplier }: { supplier: string }) => supplier);
    expect(await named("?criticality=critical")).toEqual([SLOVNAFT]);
    expect(await named("?q=slovnaft")).toEqual([SLOVNAFT]);
    expect(await named("?q=3663")).toEqual([POST]);
    expect(await named("?ask=asked")).toEqual([]);
    expect(await named("?state=none")).toHaveLength(2);
    const one = await read(here, owner, `/${SLOVNAFT}`);
    expect(one.status).toBe(200);
    expect(one.body).toMatchObject({
      supplier: SLOVNAFT,
      category: "essential",
      criticality: "critical",
      ask: "none",
      profile: { state: "none" },
      untrusted: { note: "<b>x</b>", contactEmail: "a@slovnaft.sk" },
    });
    for (const [path, status] of [
      ["/SK-31340822", 404],
      ["/slovnaft", 404],
      ["?state=sold", 400],
      ["?limit=201", 400],
      ["?cursor=x", 400],
      ["?due=1", 400],
    ] as const) {
      expect((await read(here, owner, path)).status, path).toBe(status);
    }
    const stranger = await person(here);
    expect((await read(here, stranger, `?organizationId=${org}`)).status).toBe(404);
  });

  test("are asked at once: every addressee is shown, nothing goes without the tick, and all of them or none", async () => {
    const { here, owner, viewer, org } = await opened();
    const rows = [
      "ičo;dôležitosť;kontakt",
      "31322832;critical;a@slovnaft.sk",
      "36631124;low;b@nobody.sk",
      "31340822;;b@nobody.sk",
      "CZ49240901;high;",
    ];
    await paste(owner, org, rows.join("\n"));
    const page = await owner.browser.get(suppliersOf(org, "/ask"));
    expect([...page.html.matchAll(/data-addressee="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      "a@slovnaft.sk",
      "b@nobody.sk",
      "b@nobody.sk",
    ]);
    expect(page.html).toContain('data-left="20"');
    expect(page.html).toContain('data-hindrance="no_contact"');
    const chosen = await owner.browser.get(suppliersOf(org, `/ask?suppliers=${SLOVNAFT}&suppliers=SK-31340822`));
    expect([...chosen.html.matchAll(/name="suppliers" value="([^"]*)" checked/g)].map(([, each]) => each)).toEqual([
      SLOVNAFT,
      "SK-31340822",
    ]);
    const send = (suppliers: readonly string[], confirm = "1", who = owner) =>
      who.browser.submit(suppliersOf(org, "/ask"), { suppliers, ...(confirm === "" ? {} : { confirm }) });
    for (const [suppliers, confirm, code] of [
      [[SLOVNAFT], "", "confirm_missing"],
      [[], "1", "nothing_chosen"],
      [[SLOVNAFT, "CZ-49240901"], "1", "email_invalid"],
      [[POST, "SK-31340822"], "1", "ask_limit"],
    ] as const) {
      const refused = await send(suppliers, confirm);
      expect([refused.status >= 400, refused.errors[0]], code).toEqual([true, code]);
    }
    expect((await send([SLOVNAFT, "SK-00000000"])).status).toBe(404);
    expect(outboxOf(here.service.dataDir)).toHaveLength(0);
    expect((await viewer.browser.get(suppliersOf(org, "/ask"))).status).toBe(403);
    const sent = await send([SLOVNAFT, POST]);
    expect([sent.status, sent.location, sent.done]).toEqual([303, suppliersOf(org, "?n=2"), "done"]);
    expect((await read(here, owner, "?ask=asked")).body.items).toHaveLength(2);
    // Asked again in the same week, none of them gets another one.
    const { csrf = "" } = hiddenOf(page.html, suppliersOf(org, "/ask"));
    const again = { csrf, suppliers: [SLOVNAFT, POST], confirm: "1" };
    expect((await owner.browser.post(suppliersOf(org, "/ask"), again)).errors[0]).toBe("ask_limit");
    const later = await owner.browser.get(suppliersOf(org, "/ask"));
    expect(later.html).toContain('data-left="18"');
    expect(later.html.match(/data-hindrance="lately"/g)).toHaveLength(3);
  });

  test("are added from a verdict or a table of firms to the organization that the person chooses", async () => {
    const { here, owner, org } = await opened();
    const address = `/en/suppliers/add?firms=${encodeURIComponent(`${SLOVNAFT},${POST}`)}`;
    // The only organization needs no question.
    const firms = encodeURIComponent(`${SLOVNAFT},${POST}`);
    const led = await owner.browser.get(address);
    expect([led.status, led.location]).toEqual([303, suppliersOf(org, `/add?firms=${firms}`)]);
    const other = await organization(here, owner, { owner }, "Second");
    const asked = (await owner.browser.get(address)).html;
    for (const id of [org, other]) expect(asked).toContain(`/en/organizations/${id}/suppliers/add?firms=${firms}`);
    await owner.browser.submit(suppliersOf(org), { country: "SK", ico: "31322832" });
    const shown = (await owner.browser.get(suppliersOf(org, `/add?firms=${firms}`))).html;
    expect(shown).toContain("SLOVNAFT");
    expect(shown).toMatch(/value="SK-36631124" checked/);
    expect(shown).not.toMatch(/value="SK-31322832" checked/);
    const added = await owner.browser.submit(
      suppliersOf(org, `/add?firms=${firms}`),
      { firm: [POST] },
      suppliersOf(org),
    );
    expect([added.status, added.done]).toEqual([303, "created"]);
    expect((await read(here, owner, `?organizationId=${org}`)).body.items).toHaveLength(2);
    // Who is in no organization is told so; a made-up firm is none; signed out, the way leads back.
    const stranger = await person(here);
    expect((await stranger.browser.get(address)).html).toContain("/en/organizations/new");
    expect((await owner.browser.get("/en/suppliers/add?firms=%3Cb%3E,SK-1")).html).toContain("names no firm");
    stranger.browser.cookie = undefined;
    expect((await stranger.browser.get(address)).location).toBe(`/en/sign-in?next=${encodeURIComponent(address)}`);
  });
});
