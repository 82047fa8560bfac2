import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { createMemoryLimiter } from "../../limits/memory-limiter.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { type Capability, defineCapability } from "../capability.ts";
import { capabilities } from "../index.ts";
import { createCall } from "./call.ts";
import { createReadyAnswers, keepRenderings, renderingsOf } from "./ready-answers.ts";

const JANA = { address: "192.0.2.1" };

/** A capability that counts how often it really ran. */
function counted() {
  let runs = 0;
  const capability = defineCapability({
    name: "counted",
    title: { sk: "", cs: "", en: "" },
    description: "",
    access: "public",
    restsOn: ({ knowledge: ground, today }) => [ground, today()],
    input: z.strictObject({ word: z.string().default("none") }),
    output: z.object({ text: z.string() }),
    run: ({ word }, { today }) => {
      runs++;
      return { text: `${word} ${today()}` };
    },
  });
  return { capability, runs: () => runs };
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
      ...["none 2026-11-20", "none 2026-11-20", "a 2026-11-20", "a 2026-11-20"],
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
      await expect(call(capability, { word: 1 }, [], JANA)).rejects.toThrow();
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
});

test("what is kept is bounded in bytes, and what was not asked for longest goes first", () => {
  const { capability } = counted();
  const services = bareServices(knowledge);
  const kept = createReadyAnswers(10_000);
  const make = (word: string) => {
    kept.find(capability as Capability, { word }, services);
    const entry = kept.keep(capability as Capability, { word }, services, { answer: word, args: {} });
    entry?.rendered("mcp", () => "x".repeat(2_000));
  };
  const has = (word: string) => kept.find(capability as Capability, { word }, services) !== undefined;
  for (const word of ["a", "b", "c"]) make(word);
  expect(["a", "b", "c"].map(has)).toEqual([true, true, true]);
  has("a");
  make("d");
  expect(["a", "b", "c", "d"].map(has)).toEqual([true, false, true, true]);
});

test("only public capabilities that change nothing are kept", () => {
  const kept = capabilities.filter(({ restsOn }) => restsOn !== undefined);
  expect(kept.map(({ name }) => name).sort()).toEqual([
    ...["ai_act_classify", "nis2_obligations", "nis2_questionnaire", "nis2_stats"],
  ]);
  for (const { access, effect } of kept) expect([access, effect]).toEqual(["public", undefined]);
});

test("what a face makes of an answer that many callers get is made once, and of any other one each time", () => {
  const answer = { word: "a" };
  keepRenderings(answer, () => {});
  let made = 0;
  const make = () => `made ${++made}`;
  expect([renderingsOf(answer)?.rendered("rest", make), renderingsOf(answer)?.rendered("rest", make)]).toEqual([
    "made 1",
    "made 1",
  ]);
  expect(renderingsOf(answer)?.rendered("mcp", make)).toBe("made 2");
  expect([renderingsOf({ word: "a" }), renderingsOf("a"), renderingsOf(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
