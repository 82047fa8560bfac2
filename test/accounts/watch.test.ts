import { expect, test } from "vitest";
import type { Services } from "../../src/capabilities/contexts.ts";
import { watchedOf } from "../../src/capabilities/lists/watched.ts";
import { watchFirms } from "../../src/capabilities/watch/watch-firms.ts";
import type { Company } from "../../src/core/company.ts";
import type { Ico } from "../../src/core/ico.ts";
import { newId } from "../../src/core/random-id.ts";
import { editedKnowledge } from "../../src/knowledge/edited-copy.fixture.ts";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import type { Lookup } from "../../src/sources/registers/register.ts";
import { icoAt } from "../../src/sources/registers/snapshot/importing/register-files.fixture.ts";
import { keepWatched } from "../../src/state/firm-lists.ts";
import { organizationStore } from "../../src/state/organization-store.ts";
import { composedSql } from "../../src/state/sql.ts";
import { addSupplier } from "../../src/state/suppliers.ts";
import { watchRun } from "../../src/state/watch.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const AT = NOW.getTime();

/** A firm of a register file that a test makes up; `undefined` in a file: it lacks the firm. */
function firm(ico: string, size: "12" | "24", more: Partial<Company> = {}): Company {
  return {
    country: "SK",
    ico: ico as Ico,
    name: `Elektráreň ${ico}`,
    address: "Žilina",
    status: "active",
    foundedOn: "2001-02-03",
    ceasedOn: null,
    legalForm: "121",
    sizeCode: size,
    headcount: null,
    registerVerdict: null,
    nace: [{ code: "35110", revision: "2" }],
    provenance: [
      { source: "ruz", facts: ["nace", "size"], retrievedAt: "2026-11-20" },
      { source: "rpo", facts: ["name", "address", "status", "legalForm"], retrievedAt: "2026-11-20" },
    ],
    ...more,
  } as Company;
}

/** The services as they are with a register file; files are numbered in the order of their days. */
function withFile(services: Services, number: number, firms: readonly Company[]): Services {
  const byIco = new Map(firms.map((each) => [each.ico, each]));
  const builtAt = `2027-01-0${number}T00:00:00.000Z`;
  return {
    ...services,
    registers: {
      ...services.registers,
      findStored: async (ico): Promise<Lookup> => {
        const company = byIco.get(ico);
        return company === undefined ? { kind: "absent" } : { kind: "found", company };
      },
      holdings: () => services.registers.holdings().map((holding) => ({ ...holding, isSample: false })),
      snapshot: () => ({ ...services.registers.snapshot(), builtAt, health: "ok" }),
    },
  };
}

const icos = (count: number) => Array.from({ length: count }, (_, index) => icoAt(index));

/** An organization with lists of the same firms, which were looked at once. */
async function watched(here: Installation, firms: readonly Company[], lists = 1) {
  const { state, services } = here.operator.opened;
  const jana = await person(here);
  const org = await organization(here, jana);
  const names: string[] = [];
  await state.transaction(async (tx) => {
    const store = organizationStore({ db: tx, accountId: jana.id, orgId: org });
    for (let n = 0; n < lists; n++) {
      const id = newId("firmList");
      names.push(id);
      await store.addList({ id, name: `Zoznam ${n}`, country: null }, AT);
      const rows = firms.map(({ country, ico }) => ({ country, ico, label: "", tags: "", note: "" }));
      await store.putRows(id, rows, AT);
    }
  });
  const file = (number: number, now: readonly Company[]) => withFile(services, number, now);
  const first = file(1, firms);
  const judged = firms.flatMap((company) => watchedOf({ company, silent: [] }, first) ?? []);
  // Long enough ago to be compared with the month before.
  await keepWatched(state, judged, AT - 60 * 86_400_000);
  const run = (at: Services, more: { readonly atOnce?: number; readonly state?: typeof state } = {}) =>
    watchFirms({
      state,
      services: at,
      massChange: 5,
      now: () => AT,
      signal: new AbortController().signal,
      ...more,
    });
  const events = async () => {
    const rows = await state.all<{ type: string; ico: string | null; severity: string; detail: string }>(
      composedSql("SELECT type, ico, severity, detail FROM event ORDER BY place"),
    );
    return rows.map(({ detail, ...rest }) => ({ ...rest, ...JSON.parse(detail) }));
  };
  const count = async (table: string) =>
    Number((await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${table}`)))?.n);
  return { state, jana, org, names, file, run, events, count };
}

describeOnBoth("the watch of firms", (install, kind) => {
  test("has each register file and rule set compared by one job of all instances", async () => {
    const here = await install({ limits: GENEROUS });
    const { state } = here.operator.opened;
    const jobs = () =>
      state.all<{ key: string }>(
        composedSql(
          "SELECT key FROM job WHERE kind = 'watch.snapshot' UNION ALL SELECT key FROM job_history WHERE kind = 'watch.snapshot'",
        ),
      );
    const jana = await person(here);
    const inside = { db: state, accountId: jana.id, orgId: await organization(here, jana) };
    expect(await jobs()).toEqual([]);
    await addSupplier(inside, { country: "SK", ico: "31322832" }, NOW.getTime());
    here.service.pass(61);
    await expect.poll(async () => (await jobs()).length).toBe(1);
    const [job] = await jobs();
    expect(job?.key).toMatch(/^\d{4}-\d\d-\d\dT\S+ \d+\.\d+$/);
    await expect((await here.service.fetch("/readyz")).json()).resolves.toMatchObject({ watch: "ok" });
    // Beside other instances a job lets the start pass.
    if (kind === "postgres") return;
    await expect.poll(async () => (await watchRun(state)).snapshot).toContain("T");
    expect(await watchRun(state)).toMatchObject({ state: "done" });
  });

  test("tells a change once with its cause, however many lists hold the firm, and nothing for the same file", async () => {
    const here = await install({ limits: GENEROUS });
    const [a = "", b = ""] = icos(2);
    const { run, file, events, names, jana, org } = await watched(here, [firm(a, "12"), firm(b, "12")], 2);
    const second = file(2, [
      firm(a, "24"),
      // Blanks, case and days of reading are no change.
      firm(b, "12", {
        name: `ELEKTRÁREŇ   ${b}`,
        provenance: firm(b, "12").provenance.map((each) => ({ ...each, retrievedAt: "2026-12-20" })),
      }),
    ]);
    expect(await run(second)).toEqual({ outcome: "done", changed: 1 });
    expect(await run(second)).toEqual({ outcome: "idle", changed: 1 });
    const told = await events();
    expect(told).toEqual([
      expect.objectContaining({ type: "firm.category_changed", ico: a, severity: "warning", cause: "register" }),
    ]);
    expect(told[0].lists.toSorted()).toEqual(names.toSorted());
    const page = (await jana.browser.get(`/en/organizations/${org}/lists/${names[0]}/compare`)).html;
    expect(page).toContain('data-cause="register"');
    expect(page).toContain("Size in the register: 50-99 → 250-499 employees.");
    // Another source in the place of the register is not another firm.
    const moved = firm(b, "24", {
      provenance: [
        {
          source: "nis2-open-data",
          facts: ["nace", "size", "name", "address", "status", "legalForm"],
          retrievedAt: "2026-12-24",
        },
      ],
    });
    await run(file(3, [firm(a, "24"), moved]));
    expect((await events()).at(-1)).toMatchObject({ type: "firm.category_changed", ico: b, cause: "source" });
  });

  test("says nothing of a firm that is missing once; twice it is lost, back it is found, and its category stands", async () => {
    const here = await install({ limits: GENEROUS });
    const [a = "", b = ""] = icos(2);
    const { run, file, events, state } = await watched(here, [firm(a, "12"), firm(b, "12")]);
    const types = async () => (await events()).map(({ type }) => type);
    await run(file(2, [firm(b, "12")]));
    expect(await types()).toEqual([]);
    await run(file(3, [firm(b, "12")]));
    expect(await types()).toEqual(["firm.lost"]);
    await run(file(4, [firm(b, "12")]));
    expect(await types()).toEqual(["firm.lost"]);
    const kept = await state.get(composedSql("SELECT category FROM watched_firm WHERE ico = ?"), a);
    expect(kept).toEqual({ category: "important" });
    await run(file(5, [firm(a, "12"), firm(b, "12")]));
    expect(await types()).toEqual(["firm.lost", "firm.found"]);
    // An older file than the last one is not looked at.
    expect((await run(file(3, [firm(a, "24"), firm(b, "24")]))).outcome).toBe("older");
    expect(await types()).toHaveLength(2);
  });

  test("holds a file that changes many firms at once until the operator releases or discards it", async () => {
    const here = await install({ limits: GENEROUS });
    const all = icos(60);
    const { run, file, events, count, state } = await watched(
      here,
      all.map((ico) => firm(ico, "12")),
    );
    const many = file(
      2,
      all.map((ico) => firm(ico, "24")),
    );
    expect(await run(many)).toEqual({ outcome: "held", changed: 60 });
    expect(await run(many)).toEqual({ outcome: "held", changed: 60 });
    expect([await events(), await count("verdict_change")]).toEqual([[], 0]);
    expect((await here.run("watch status")).out).toContain("held");
    expect((await here.run("watch discard")).out).toContain("done");
    // The next file is compared with the last one that was told.
    expect(
      await run(
        file(
          3,
          all.map((ico) => firm(ico, "12")),
        ),
      ),
    ).toEqual({ outcome: "done", changed: 0 });
    expect(
      (
        await run(
          file(
            4,
            all.map((ico) => firm(ico, "24")),
          ),
        )
      ).outcome,
    ).toBe("held");
    await state.run(composedSql("UPDATE watch_run SET released = snapshot"));
    expect(
      await run(
        file(
          4,
          all.map((ico) => firm(ico, "24")),
        ),
      ),
    ).toEqual({ outcome: "done", changed: 60 });
    expect([(await events()).length, await count("verdict_change")]).toEqual([60, 60]);
  });

  test("goes on where it was killed, and two that run at once write each change and each event once", async () => {
    const here = await install({ limits: GENEROUS });
    const all = icos(50);
    const { run, file, events, count, state } = await watched(
      here,
      all.map((ico) => firm(ico, "12")),
    );
    const next = file(
      2,
      all.map((ico) => firm(ico, "24")),
    );
    // A process that ends before or after one of its transactions.
    const dying = (after: number, isWritten: boolean) => {
      let left = after;
      const transaction: typeof state.transaction = async (work) => {
        if (left-- > 0) return state.transaction(work);
        if (isWritten) await state.transaction(work);
        throw new Error("killed");
      };
      return new Proxy(state, {
        get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
      });
    };
    for (let step = 0; step < 4; step++) {
      await expect(run(next, { atOnce: 6, state: dying(step % 2, step > 1) })).rejects.toThrow("killed");
    }
    await Promise.all([run(next, { atOnce: 6 }), run(next, { atOnce: 6 })]);
    await run(next, { atOnce: 6 });
    expect(await watchRun(state)).toMatchObject({ state: "done" });
    expect([await count("verdict_change"), new Set((await events()).map(({ ico }) => ico)).size]).toEqual([50, 50]);
    expect(await events()).toHaveLength(50);
  });
});

describeOnBoth("the watch of own firms", (install) => {
  test("tells of the rules, the calendar and the register, each as the cause that it is", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { state, services } = here.operator.opened;
    const jana = await person(here);
    const [ico = ""] = icos(1);
    const org = await organization(here, jana);
    await state.run(composedSql("UPDATE organization SET country = 'SK', ico = ? WHERE id = ?"), ico, org);
    const run = (at: Services, now = AT) =>
      watchFirms({ state, services: at, massChange: 5, now: () => now, signal: new AbortController().signal });
    // Under other rules a firm with 50 to 99 employees is small; on that day no national act was in force.
    const dir = editedKnowledge("nis2/size-thresholds.yaml", "staffBelow: 50", "staffBelow: 100");
    const other = loadKnowledge(dir);
    const { changelog } = services.knowledge;
    const scope = { ...changelog.byPart.scope, version: "0.9" };
    const knowledge = { ...other, changelog: { ...changelog, byPart: { ...changelog.byPart, scope } } };
    const before = { ...services, knowledge, today: () => "2024-12-30" };
    const month = 30 * 86_400_000;
    await run(withFile(before, 1, [firm(ico, "12")]), AT - 3 * month);
    const told = async () => {
      const rows = await state.all<{ type: string; severity: string; detail: string }>(
        composedSql("SELECT type, severity, detail FROM event ORDER BY place"),
      );
      return rows.map(({ detail, ...rest }) => ({ ...rest, ...JSON.parse(detail) }));
    };
    expect(await told()).toEqual([]);
    // The same facts by the rules of now, on the same day.
    await run({ ...withFile(services, 1, [firm(ico, "12")]), today: () => "2024-12-30" }, AT - month);
    expect((await told()).at(-1)).toMatchObject({ own: true, cause: "law", severity: "warning" });
    // The same facts and rules on another day.
    await run(withFile(services, 2, [firm(ico, "12")]));
    expect((await told()).at(-1)).toMatchObject({
      cause: "calendar",
      before: { category: "important", regime: null },
      after: { category: "important", regime: expect.any(String) },
    });
    await run(withFile(services, 3, [firm(ico, "24")]));
    expect((await told()).at(-1)).toMatchObject({ cause: "register", after: { category: "essential" } });
    expect(await told()).toHaveLength(3);
    // Nothing is new, so nothing is told; a firm that vanished stays what it was.
    await run(withFile(services, 3, [firm(ico, "24")]));
    await run(withFile(services, 4, []));
    expect(await told()).toHaveLength(3);

    const answer = await compared(here, jana);
    expect(answer.counts).toMatchObject({ rows: 1, changed: 1, notComparable: 0 });
    expect(answer.rows).toMatchObject([
      { organizationId: org, ico, from: { category: "important" }, to: { category: "essential" }, steps: 2 },
    ]);
    const page = (await jana.browser.get("/en/organizations/compare")).html;
    expect(page).toContain('data-cause="both"');
    expect((await jana.browser.get("/en/organizations/compare.csv")).status).toBe(200);
    expect((await jana.browser.get(`/en/organizations/${org}/verdict`)).status).toBe(200);
  });

  test("compares what an organization says of itself in the change that saves it", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { state, services } = here.operator.opened;
    const jana = await person(here);
    const org = await organization(here, jana);
    await state.run(composedSql("UPDATE organization SET country = 'SK', ico = '31322832' WHERE id = ?"), org);
    const run = () =>
      watchFirms({
        state,
        services,
        massChange: 5,
        now: () => AT - 60 * 86_400_000,
        signal: new AbortController().signal,
      });
    await run();
    const path = `/en/organizations/${org}/verdict`;
    const saved = await jana.browser.submit(path, {
      version: "0",
      employees: "5",
      turnoverEur: "1000",
      balanceSheetEur: "1000",
    });
    expect(saved.status).toBe(303);
    const answer = await compared(here, jana);
    expect(answer.byCause).toMatchObject({ stated: 1 });
    expect(answer.rows).toMatchObject([
      { cause: "stated", why: "What the organization says of itself changed.", from: { category: "essential" } },
    ]);
    const events = await state.all<{ type: string; ico: string; detail: string }>(
      composedSql("SELECT type, ico, detail FROM event"),
    );
    expect(events.map(({ detail, ...rest }) => ({ ...rest, ...JSON.parse(detail) }))).toMatchObject([
      { type: "firm.category_changed", ico: "31322832", own: true, cause: "stated" },
    ]);
  });

  const compared = async (here: Installation, jana: Awaited<ReturnType<typeof person>>) => {
    const key = (await here.run(`key issue --email ${jana.email} --name k --scope read`)).out.trim();
    const response = await here.service.fetch("/api/v1/organizations/compare?locale=en", {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Json;
  };
});
