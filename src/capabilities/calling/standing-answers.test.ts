import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { defineCapability } from "../capability.ts";
import { createCall } from "./call.ts";
import { createStandingAnswers } from "./standing-answers.ts";

const CALLER = { address: "192.0.2.1" };

/** A capability over one row that can be changed or taken away, which counts how often its answer was made. */
function overOneRow() {
  const row = { text: "Čistiareň", version: 1, isPublic: true };
  let made = 0;
  const standing = async ({ word }: { word: string }) => {
    if (!row.isPublic) throw new Error("not public");
    const make = () => ({ text: `${word} ${row.text}`, made: ++made });
    return { key: word, restsOn: [row.version], make };
  };
  const capability = defineCapability({
    name: "over_one_row",
    title: { sk: "", cs: "", en: "" },
    description: "",
    access: "public",
    input: z.strictObject({ word: z.string().default("a") }),
    output: z.object({ text: z.string(), made: z.number() }),
    standing,
    run: async (asked) => (await standing(asked)).make(),
  });
  return { row, capability };
}

describe("an answer that stands", () => {
  test("is made once for its key, and again when something that it rests on has changed", async () => {
    const { row, capability } = overOneRow();
    const call = createCall(bareServices(knowledge), unlimited);
    const ask = async (word: string) => (await call(capability, { word }, [], CALLER)).answer;
    expect([await ask("a"), await ask("a"), await ask("b")]).toEqual([
      { text: "a Čistiareň", made: 1 },
      { text: "a Čistiareň", made: 1 },
      { text: "b Čistiareň", made: 2 },
    ]);
    row.version = 2;
    row.text = "Pekáreň";
    expect([await ask("a"), await ask("a")]).toEqual([
      { text: "a Pekáreň", made: 3 },
      { text: "a Pekáreň", made: 3 },
    ]);
  });

  test("is not given any more from the moment on when it is refused, though it is kept", async () => {
    const { row, capability } = overOneRow();
    const call = createCall(bareServices(knowledge), unlimited);
    await call(capability, {}, [], CALLER);
    row.isPublic = false;
    await expect(call(capability, {}, [], CALLER)).rejects.toThrow("not public");
    row.isPublic = true;
    expect((await call(capability, {}, [], CALLER)).answer.made).toBe(1);
  });

  test("goes with the knowledge that it was made of", async () => {
    const { capability } = overOneRow();
    let ground = knowledge;
    const services = {
      ...bareServices(knowledge),
      get knowledge() {
        return ground;
      },
    };
    const call = createCall(services, unlimited);
    const made = async () => (await call(capability, {}, [], CALLER)).answer.made;
    expect([await made(), await made()]).toEqual([1, 1]);
    ground = { ...knowledge };
    expect(await made()).toBe(2);
  });

  test("is for the faces the bytes of its JSON", async () => {
    const { capability } = overOneRow();
    const { ready } = await createCall(bareServices(knowledge), unlimited)(capability, {}, [], CALLER);
    expect(Buffer.from(ready?.json ?? "", "latin1").toString("utf8")).toBe('{"text":"a Čistiareň","made":1}');
  });
});

test("what is kept is bounded in bytes, and what was not asked for longest goes first", async () => {
  const kept = createStandingAnswers(10_000);
  let made = 0;
  const ask = async (key: string) => {
    const make = () => ({ text: "x".repeat(1_000), made: ++made });
    return (await kept.of("one", { key, restsOn: [], make }, knowledge)).answer as { made: number };
  };
  const numberOf = async (key: string) => (await ask(key)).made;
  for (const key of ["a", "b", "c", "d", "e", "f"]) await ask(key);
  expect([await numberOf("a"), made]).toEqual([1, 6]);
  await ask("g");
  expect([await numberOf("a"), await numberOf("c"), await numberOf("g")]).toEqual([1, 3, 7]);
  expect(await numberOf("b")).toBe(8);
});
