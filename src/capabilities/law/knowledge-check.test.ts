import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { knowledgeCheck } from "./knowledge-check.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

async function check(args: object = {}) {
  return (await dosah.call(knowledgeCheck, args, [], { address: null })).answer;
}

test("the shipped knowledge has no mistake, and every citation of every text in every language is confirmed", async () => {
  const { files, texts, citations, failures } = await check();
  expect(failures).toEqual([]);
  expect(files).toBeGreaterThan(30);
  expect(texts).toBeGreaterThan(1_000);
  expect(citations).toBeGreaterThan(100);
});

test("a text with an article that does not exist is a failure with file, line, path and language", async () => {
  const { failures } = await check({
    dir: editedKnowledge("nis2/verdict-texts.yaml", "sk: ", "sk: Podľa čl. 99 smernice (EÚ) 2022/2555. "),
  });
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatchObject({ locale: "sk", reason: expect.stringContaining("not_confirmed") });
  expect(failures[0]?.file).toContain("verdict-texts.yaml");
  expect(failures[0]?.line).toBeGreaterThan(0);
  expect(failures[0]?.path).not.toBe("");
});

test("a regulation outside the registry is a failure", async () => {
  const { failures } = await check({
    dir: editedKnowledge("nis2/verdict-texts.yaml", "en: ", "en: Under Article 5 of Regulation (EU) 2022/2554. "),
  });
  expect(failures).toMatchObject([{ locale: "en", reason: expect.stringContaining("unrecognized") }]);
});

test("a section number without a named act is a failure", async () => {
  const { failures } = await check({
    dir: editedKnowledge("nis2/verdict-texts.yaml", "sk: ", "sk: Podľa § 17 ods. 1. "),
  });
  expect(failures).toMatchObject([{ locale: "sk", reason: expect.stringContaining("unrecognized") }]);
});

test("a file that does not fit is a failure with its line instead of a stop", async () => {
  const { failures, texts } = await check({ dir: editedKnowledge("nis2/authorities.yaml", "url:", "urll:") });
  expect(texts).toBe(0);
  expect(failures.length).toBeGreaterThan(0);
  expect(failures[0]?.file).toContain("authorities.yaml");
  expect(failures[0]?.line).toBeGreaterThan(0);
});
