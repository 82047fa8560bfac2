import { expect, test } from "vitest";
import { hasValidCheckDigit, parseIco } from "../../src/core/ico.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { hiddenOf } from "./visitor.fixture.ts";

const OPTIONS = { limits: GENEROUS, env: { TRUST_PROXY: "loopback" } } as const;

/** Numbers whose check digits hold, from a first one on. */
function numbersFrom(first: number, count: number): string[] {
  const found: string[] = [];
  for (let number = first; found.length < count; number++) {
    const ico = parseIco(String(number).padStart(8, "0"));
    if (ico !== undefined && hasValidCheckDigit(ico)) found.push(ico);
  }
  return found;
}

const figureIn = (html: string, name: string) =>
  Number(new RegExp(`data-${name}="(\\d+)"`).exec(html)?.[1] ?? Number.NaN);

const figuresIn = (html: string) =>
  Object.fromEntries(
    ["rows", "added", "updated", "unchanged", "errors"].map((name) => [name, figureIn(html, name)] as const),
  );

describeOnBoth("a pasted list of suppliers", (install) => {
  const opened = async () => {
    const here = await install(OPTIONS);
    const [owner, viewer] = [await person(here), await person(here)];
    const org = await organization(here, owner, { owner, viewer });
    return { here, owner, viewer, org, page: `/en/organizations/${org}/suppliers/import` };
  };
  const look = ({ browser }: PersonOfTest, page: string, text: string) => browser.submit(page, { text });
  const save = ({ browser }: PersonOfTest, page: string, html: string) => browser.post(page, hiddenOf(html, page));
  const listOf = async ({ browser }: PersonOfTest, org: string) =>
    JSON.parse((await browser.get(`/en/organizations/${org}/suppliers.json`)).html).suppliers;

  const TABLE = [
    "Názov;IČO;Krajina;Dôležitosť;E-mail;Preskúmanie;Poznámka;Telefón",
    "SLOVNAFT, a.s.;31 322 832;SK;kritická;mailto:bezpecnost@slovnaft.sk;1. 3. 2027;Zmluva;0905",
    "DIAMO;2739;CZ;nízka;;;;",
    "SLOVNAFT znova;SK31322832;;vysoká;;;;",
    "Cudzia;ATU12345678;;;;;;",
    "Zle;31322833;SK;;;;;",
    "Zlá dôležitosť;36403008;SK;obrovská;;;;",
    "Zlý deň;36403008;SK;;;31. 2. 2027;;",
  ].join("\r\n");

  test("is read first, with what would change and every bad line; only then, once, it is saved", async () => {
    const { owner, org, page } = await opened();
    const shown = await look(owner, page, TABLE);
    expect([shown.status, figuresIn(shown.html)]).toEqual([
      200,
      { rows: 7, added: 2, updated: 0, unchanged: 0, errors: 4 },
    ]);
    for (const code of ["tax_number", "not_found", "invalid_value"]) {
      expect(shown.html).toContain(`data-row-error="${code}"`);
    }
    expect(shown.html).toContain('data-row-warning="zeros_added"');
    expect(shown.html).toContain("Telefón");
    expect(await listOf(owner, org)).toEqual([]);
    const saved = await save(owner, page, shown.html);
    expect([saved.status, saved.location]).toEqual([303, `/en/organizations/${org}/suppliers`]);
    const list = await listOf(owner, org);
    expect(list).toHaveLength(2);
    expect(list.find(({ ico }: { ico: string }) => ico === "31322832")).toMatchObject({
      country: "SK",
      criticality: "high",
      nextReviewAt: "2027-03-01",
      untrusted: { contactEmail: "bezpecnost@slovnaft.sk", note: "Zmluva" },
    });
    // The plan was for the list of then; the same text again changes nothing.
    const stale = await save(owner, page, shown.html);
    expect([stale.status, stale.errors[0]]).toEqual([409, "plan_stale"]);
    expect(figuresIn((await look(owner, page, TABLE)).html)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    // Empty cells clear nothing.
    const less = await look(owner, page, "ico;krajina;kritickosť;e-mail\n31322832;SK;;");
    expect(figuresIn(less.html)).toMatchObject({ updated: 0, unchanged: 1 });
  });

  test("a thousand lines of a spreadsheet are saved whole, nothing lost and nothing doubled; more are refused", async () => {
    const { owner, org, page } = await opened();
    const numbers = numbersFrom(40_000_000, 998);
    const text = [
      "ičo;krajina;poznámka",
      ...numbers.map((ico) => `${ico};SK;Žltý kôň ${ico}`),
      `${numbers[0]};SK;dvakrát`,
    ].join("\n");
    const shown = await look(owner, page, text);
    expect(figuresIn(shown.html)).toEqual({ rows: 999, added: 998, updated: 0, unchanged: 0, errors: 0 });
    expect((await save(owner, page, shown.html)).status).toBe(303);
    expect(await listOf(owner, org)).toHaveLength(998);
    expect(figuresIn((await look(owner, page, text)).html)).toMatchObject({ added: 0, unchanged: 998 });
    const more = numbersFrom(50_000_000, 1_003).join("\n");
    const refused = await look(owner, page, more);
    expect([refused.status, refused.errors[0]]).toEqual([400, "too_many_rows"]);
  });

  test("a plan of another organization, a broken one, and one of who only reads save nothing", async () => {
    const { here, owner, viewer, org, page } = await opened();
    const other = await organization(here, owner, { owner });
    const elsewhere = page.replace(org, other);
    const shown = await look(owner, page, TABLE);
    const { plan = "" } = hiddenOf(shown.html, page);
    for (const sent of [plan, plan.slice(1), "x"]) {
      const got = await owner.browser.submit(elsewhere, { plan: sent });
      expect([got.status, got.errors[0]]).toEqual([409, "plan_stale"]);
    }
    expect((await viewer.browser.submit(page, { plan })).status).toBe(403);
    expect(await listOf(owner, other)).toEqual([]);
  });
});

describeOnBoth("several suppliers at once", (install) => {
  test("get the same plan, all or none; a member alone may be responsible; filters find them", async () => {
    const here = await install(OPTIONS);
    const [owner, stranger] = [await person(here), await person(here)];
    const org = await organization(here, owner, { owner });
    const path = (part = "") => `/en/organizations/${org}/suppliers${part}`;
    const firms = ["SK-31322832", "SK-36403008", "CZ-45274649"];
    expect((await owner.browser.submit(path(), { firm: firms, country: "" })).status).toBe(303);
    const bulk = (fields: Readonly<Record<string, string | readonly string[]>>) =>
      owner.browser.submit(path(), fields, path("/bulk"));
    const set = { suppliers: firms.slice(0, 2), set: ["criticality", "nextReviewAt", "responsible"] };
    const plan = { criticality: "critical", nextReviewAt: "2026-12-01", responsible: owner.id };
    expect((await bulk({ ...set, ...plan })).location).toBe(path("?n=2"));
    for (const [fields, code] of [
      [{ ...set, ...plan, suppliers: [] }, "nothing_chosen"],
      [{ ...set, ...plan, set: [] }, "nothing_chosen"],
      [{ ...set, ...plan, responsible: stranger.id }, "responsible_unknown"],
      [{ ...set, ...plan, nextReviewAt: "2026-02-30" }, "date_invalid"],
    ] as const) {
      const got = await bulk(fields);
      expect([got.status, got.errors[0]]).toEqual([400, code]);
    }
    expect((await bulk({ ...set, ...plan, suppliers: [firms[0] ?? "", "SK-12345679"] })).status).toBe(404);
    const rowsOf = async (query: string) =>
      [...(await owner.browser.get(path(query))).html.matchAll(/<tr id="([A-Z]{2}-\d{8})"/g)].map(([, id]) => id);
    expect((await rowsOf("?criticality=critical")).toSorted()).toEqual(firms.slice(0, 2).toSorted());
    expect(await rowsOf("?criticality=none")).toEqual(["CZ-45274649"]);
    expect((await rowsOf("?due=1")).toSorted()).toEqual(firms.slice(0, 2).toSorted());
    expect(await rowsOf("?ask=published")).toEqual([]);
    expect((await rowsOf("?sort=criticality")).at(-1)).toBe("CZ-45274649");
    // The form of one supplier has the same fields, and what is left out stays.
    const one = path("/SK-31322832");
    const saved = await owner.browser.submit(one, { judgement: "suitable", note: "x", contactEmail: "a@slovnaft.sk" });
    expect(saved.status).toBe(303);
    const [row] = JSON.parse((await owner.browser.get(path(".json"))).html).suppliers.filter(
      ({ supplier }: { supplier: string }) => supplier === "SK-31322832",
    );
    expect(row).toMatchObject({ criticality: "critical", judgement: "suitable", responsibleId: owner.id });
    expect(row.untrusted).toMatchObject({ contactEmail: "a@slovnaft.sk", responsible: owner.name });
    expect((await owner.browser.get(path("/SK-31322832/ask"))).html).toContain('value="a@slovnaft.sk"');
  });
});
