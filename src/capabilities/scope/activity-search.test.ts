import { expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices } from "../bare-services.fixture.ts";
import { activitySearch } from "./activity-search.ts";

const services = bareServices(knowledge);

async function search(query: string, more: object = {}) {
  return activitySearch.run(activitySearch.input.parse({ query, ...more }), services);
}

test("words lead to a code with its sector and the remark to know before it is picked", async () => {
  const { readAs, hits } = await search("softvér ako služba");
  expect(readAs).toBe("words");
  expect(hits[0]).toMatchObject({
    kind: "activity",
    nace: { code: "6311", revision: "2" },
    sector: { id: "digital-infrastructure", annex: "I", name: "Digitálna infraštruktúra" },
    otherRevision: { nace: { revision: "2.1" } },
    note: expect.stringContaining("cloudová služba"),
  });
});

test("an activity outside NIS2 says so", async () => {
  expect((await search("kaderníctvo")).hits[0]).toMatchObject({ kind: "activity", sector: null, confidence: null });
});

test.each(LOCALES)("a code with two meanings gives both and asks, in %s", async (locale) => {
  const { mustChoose, question, hits } = await search("46,71", { locale });
  expect(mustChoose).toBe(true);
  expect(question).toMatch(/\?$/);
  const names = hits.flatMap((hit) => (hit.kind === "code" ? [hit.nace.name] : []));
  expect(new Set(names).size).toBe(2);
});

test("a code that does not exist has no hit and is not searched as words", async () => {
  expect(await search("04.11")).toMatchObject({
    readAs: "code",
    count: 0,
    hits: [],
    mustChoose: false,
    question: null,
  });
});

test("a Czech condition is shown to a Czech firm and not to a Slovak one", async () => {
  const conditionIn = async (country: "SK" | "CZ") => {
    const { hits } = await search("cloud computing", { country });
    const service = hits.find((hit) => hit.kind === "service");
    return service?.service.condition;
  };
  expect(await conditionIn("CZ")).toContain("režim vyšších povinností");
  expect(await conditionIn("SK")).toBeNull();
});

test("one letter and an endless text are refused", () => {
  expect(activitySearch.input.safeParse({ query: "a" }).success).toBe(false);
  expect(activitySearch.input.safeParse({ query: "a".repeat(101) }).success).toBe(false);
  expect(activitySearch.input.safeParse({ query: "hosting", country: "PL" }).success).toBe(false);
});
