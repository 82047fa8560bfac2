import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { createMemoryLimiter } from "../../limits/memory-limiter.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { type Capability, defineCapability, type Keeps } from "../capability.ts";
import { capabilities } from "../index.ts";
import { createCall } from "./call.ts";
import { createKeptAnswers } from "./kept-answers.ts";

const JANA = { address: "192.0.2.1" };

/** A capability that counts how often it really ran; its answer rests on the knowledge and the day. */
function counted() {
  let runs = 0;
  const capability = defineCapability({
    access: "public",
    name: "counted",
    dependsOn: ({ knowledge: ground, today }) => [ground, today()],
    input: z.strictObject({ word: z.string().default("none") }),
    run: ({ word }, { today }) => {
      runs++;
      return { text: `${word} ${today()}` };
    },
  });
  return { capability, runs: () => runs };
}

/** A capability over one row that can be changed or taken away, which counts how often its answer was made. */
function overOneRow(keeps: Keeps) {
  const row = { text: "Čistiareň", version: 1, isPublic: true, isWhole: true };
  let made = 0;
  const of = async ({ word }: { word: string }, services: { readonly knowledge: unknown }) => {
    if (!row.isPublic) throw new Error("not public");
    const make = () => ({ answer: { text: `${word} ${row.text}`, made: ++made }, isLasting: row.isWhole });
    return { key: word, dependsOn: [services.knowledge, row.version], make };
  };
  const capability = defineCapability({
    access: "public",
    name: "over_one_row",
    input: z.strictObject({ word: z.string().default("a") }),
    cacheKey: { keeps, of },
    run: async (asked, services) => (await of(asked, services)).make().answer,
  });
  let ground = knowledge;
  const services = {
    ...bareServices(knowledge),
    get knowledge() {
      return ground;
    },
  };
  const call = createCall(services, unlimited);
  const ask = (word = "a") => call(capability, { word }, [], JANA);
  const timesMade = async (word?: string) => (await ask(word)).answer.made;
  return { row, ask, made: timesMade, changeKnowledge: () => (ground = { ...knowledge }) };
}

describe("an answer that depends on little is made once", () => {
  test("for the same arguments, until the day or the knowledge changes", async () => {
    const { capability, runs } = counted();
    let today = "2026-11-20";
    let ground = knowledge;
    const services = {
      ...bareServices(knowledge, { today: () => today }),
      get knowledge() {
        return ground;
      },
    };
    const call = createCall(services, unlimited);
    const ask = async (args: object) => (await call(capability, args, [], JANA)).answer.text;
    expect([await ask({}), await ask({}), await ask({ word: "a" }), await ask({ word: "a" })]).toEqual([
      "none 2026-11-20",
      "none 2026-11-20",
      "a 2026-11-20",
      "a 2026-11-20",
    ]);
    expect(runs()).toBe(2);
    today = "2026-11-21";
    expect([await ask({ word: "a" }), runs()]).toEqual(["a 2026-11-21", 3]);
    ground = { ...knowledge };
    expect([await ask({ word: "a" }), runs()]).toEqual(["a 2026-11-21", 4]);
  });

  test("wrong arguments are refused after right ones as before them", async () => {
    const { capability } = counted();
    const call = createCall(bareServices(knowledge), unlimited);
    for (let times = 0; times < 2; times++) {
      await call(capability, {}, [], JANA);
      await expect(call(capability, { other: 1 }, [], JANA)).rejects.toThrow();
      await expect(call(capability, { word: true }, [], JANA)).rejects.toThrow();
    }
  });

  test("and every caller is counted alone, and gets a limit of his own", async () => {
    const { capability, runs } = counted();
    const rules = [{ name: "counted", perMinute: 2, shared: false, counts: ["tool counted"], note: "" }];
    const call = createCall(bareServices(knowledge), createMemoryLimiter({ rules, now: () => 0 }));
    const left = async (address: string) => (await call(capability, {}, ["counted"], { address })).limits[0]?.remaining;
    expect([await left("192.0.2.1"), await left("192.0.2.2"), await left("192.0.2.1")]).toEqual([1, 1, 0]);
    await expect(left("192.0.2.1")).rejects.toThrow();
    expect(await left("192.0.2.2")).toBe(0);
    expect(runs()).toBe(1);
  });

  test("and midnight that comes while it is made leaves it unkept", async () => {
    let today = "2026-11-20";
    const capability = defineCapability({
      access: "public",
      name: "at_midnight",
      dependsOn: (services) => [services.today()],
      input: z.strictObject({}),
      run: () => {
        const text = today;
        today = "2026-11-21";
        return { text };
      },
    });
    const call = createCall(bareServices(knowledge, { today: () => today }), unlimited);
    const ask = async () => (await call(capability, {}, [], JANA)).answer.text;
    const first = await ask();
    today = "2026-11-20";
    expect([first, await ask(), await ask()]).toEqual(["2026-11-20", "2026-11-20", "2026-11-21"]);
  });
});

describe("an answer that stands, kept as bytes,", () => {
  test("is made once for its key, and again when something that it rests on has changed", async () => {
    const { row, ask } = overOneRow("bytes");
    const answer = async (word: string) => (await ask(word)).answer;
    expect([await answer("a"), await answer("a"), await answer("b")]).toEqual([
      { text: "a Čistiareň", made: 1 },
      { text: "a Čistiareň", made: 1 },
      { text: "b Čistiareň", made: 2 },
    ]);
    row.version = 2;
    row.text = "Pekáreň";
    expect([await answer("a"), await answer("a")]).toEqual([
      { text: "a Pekáreň", made: 3 },
      { text: "a Pekáreň", made: 3 },
    ]);
  });

  test("is not given any more from the moment on when it is refused, though it is kept", async () => {
    const { row, made } = overOneRow("bytes");
    await made();
    row.isPublic = false;
    await expect(made()).rejects.toThrow("not public");
    row.isPublic = true;
    expect(await made()).toBe(1);
  });

  test("goes with the knowledge that it was made of", async () => {
    const { made, changeKnowledge } = overOneRow("bytes");
    expect([await made(), await made()]).toEqual([1, 1]);
    changeKnowledge();
    expect(await made()).toBe(2);
  });

  test("is for the faces the bytes of its JSON", async () => {
    const { ready } = await overOneRow("bytes").ask();
    expect(Buffer.from(ready?.json ?? "", "latin1").toString("utf8")).toBe('{"text":"a Čistiareň","made":1}');
  });
});

describe("an answer that stands, kept as it is,", () => {
  test("is given again once it was asked for twice", async () => {
    const { made } = overOneRow("answers");
    const asked: number[] = [];
    for (const word of ["a", "a", "a", "b", "a", "b", "b"]) asked.push(await made(word));
    expect(asked).toEqual([1, 2, 2, 3, 2, 4, 4]);
  });

  test("and not when more other questions came between than answers may be kept", async () => {
    const { made } = overOneRow("answers");
    await made("a");
    for (let other = 0; other < 1_000; other++) await made(`other ${other}`);
    const again = await made("a");
    expect(await made("a")).not.toBe(again);
  });

  test("and not where it must be looked at again", async () => {
    const { row, made } = overOneRow("answers");
    row.isWhole = false;
    expect([await made(), await made(), await made()]).toEqual([1, 2, 3]);
    row.isWhole = true;
    expect([await made(), await made()]).toEqual([4, 4]);
  });

  test("with what a face made of it, and never what it made of the one before", async () => {
    const { row, ask } = overOneRow("answers");
    const render = async (text: string) => (await ask()).ready?.rendered("mcp", () => text);
    expect([await render("none"), await render("first"), await render("second")]).toEqual([
      undefined,
      "first",
      "first",
    ]);
    row.version = 2;
    expect(await render("third")).toBe("third");
  });

  test("and nobody can change it", async () => {
    const { ask } = overOneRow("answers");
    await ask();
    const { answer } = await ask();
    expect(() => Object.assign(answer, { made: 0 })).toThrow(TypeError);
  });
});

describe("what an answer rests on is compared one by one:", () => {
  const firm = { ico: "27082440" };
  test.each([
    ["another value", [firm, "2026-11-24"]],
    ["fewer", [firm]],
    ["more", [firm, "2026-11-23", null]],
    ["an equal firm that was read anew", [{ ...firm }, "2026-11-23"]],
  ])("%s", (_what, other) => {
    const kept = createKeptAnswers();
    kept.keep("a", [firm, "2026-11-23"], { answer: 1 });
    expect(kept.find("a", [firm, "2026-11-23"])?.answer).toBe(1);
    expect(kept.find("a", other)).toBeUndefined();
    expect(kept.find("a", [firm, "2026-11-23"])).toBeUndefined();
  });
});

describe("what is kept is bounded in bytes, and what was not asked for longest goes first", () => {
  test("as it is, with what the faces made of it", () => {
    const kept = createKeptAnswers("answers", 14_000);
    const has = (key: string) => kept.find(key, []) !== undefined;
    for (const key of ["a", "b", "c"]) kept.keep(key, [], { answer: key });
    expect(["a", "b", "c"].map(has)).toEqual([true, true, true]);
    has("a");
    kept.find("a", [])?.rendered("mcp", () => "x".repeat(3_000));
    expect(["a", "b", "c"].map(has)).toEqual([true, false, true]);
    const gone = kept.find("c", []);
    gone?.rendered("mcp", () => "x".repeat(30_000));
    expect(has("c")).toBe(false);
    expect(gone?.rendered("mcp", () => "")).toHaveLength(30_000);
  });

  test("as bytes", () => {
    const kept = createKeptAnswers("bytes", 10_000);
    const keep = (key: string) => kept.keep(key, [], { answer: { text: "x".repeat(1_000) } });
    for (const key of ["a", "b", "c", "d", "e", "f"]) keep(key);
    expect(kept.find("a", [])?.answer).toEqual({ text: "x".repeat(1_000) });
    keep("g");
    expect(["a", "b", "c", "g"].map((key) => kept.find(key, []) !== undefined)).toEqual([true, false, true, true]);
  });
});

test("only public capabilities that change nothing are kept", () => {
  const kept = capabilities.filter(({ dependsOn, cacheKey }) => dependsOn !== undefined || cacheKey !== undefined);
  const names = (all: readonly Capability[]) => all.map(({ name }) => name).sort();
  const known = kept.filter(({ dependsOn }) => dependsOn !== undefined);
  expect(names(known.filter(({ keepsNoAnswers }) => keepsNoAnswers !== true))).toEqual([
    "ai_act_classify",
    "incident_guide",
    "nis2_obligations",
    "nis2_questionnaire",
    "nis2_stats",
    "opendata_index",
    "opendata_scan_checks",
    "radar_chart",
    "sector_guide",
  ]);
  expect(names(kept.filter(({ cacheKey }) => cacheKey !== undefined))).toEqual([
    "company_search",
    "nis2_scope_check",
    "supplier_trust_profile",
  ]);
  for (const { access, effect } of kept) expect([access, effect]).toEqual(["public", undefined]);
});
