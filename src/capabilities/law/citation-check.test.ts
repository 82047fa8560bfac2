import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";
import { asPublished } from "../published.fixture.ts";
import { citationCheck } from "./citation-check.ts";

const services: Services = bareServices(knowledge);

async function ask(args: object) {
  const { answer } = await createCall(services, unlimited)(citationCheck, args, [], { address: null });
  return asPublished(citationCheck, answer);
}

async function codeOf(args: object) {
  const error = await ask(args).catch((thrown: unknown) => thrown);
  return error instanceof ServiceError ? [error.problem.code, error.problem.field] : error;
}

describe("citation check", () => {
  test("says of each citation whether it exists", async () => {
    const text =
      "Podľa čl. 21 ods. 2 smernice (EÚ) 2022/2555, § 23 zákona č. 69/2018 Z. z. a čl. 5 nariadenia (EÚ) 2022/2554.";
    expect(await ask({ text })).toMatchObject({
      valid: false,
      count: 3,
      citations: [
        { text: "čl. 21 ods. 2 smernice (EÚ) 2022/2555", act: "nis2", unit: "21(2)", verdict: "confirmed" },
        { text: "§ 23 zákona č. 69/2018 Z. z.", act: "sk-69-2018", unit: "23", verdict: "not_confirmed" },
        { text: "čl. 5 nariadenia (EÚ) 2022/2554", act: null, unit: "5", verdict: "unrecognized" },
      ],
    });
  });

  test("leads to the official text of a confirmed citation, and of no other", async () => {
    const { citations } = await ask({ text: "§ 17 ods. 2 zákona č. 69/2018 Z. z. a § 23 zákona č. 69/2018 Z. z." });
    expect(citations.map(({ link }) => link)).toEqual([
      {
        url: "https://static.slov-lex.sk/static/SK/ZZ/2018/69/20260101.html#paragraf-17.odsek-2",
        language: "sk",
        level: "unit",
        title: "§ 17 ods. 2 zákona č. 69/2018 Z. z.",
      },
      null,
    ]);
  });

  test("a text without citations is valid, with nothing listed", async () => {
    expect(await ask({ text: "Zálohujte denne." })).toMatchObject({ valid: true, count: 0, citations: [] });
  });

  test.each(LOCALES)("says in %s that it is indicative, and of which day the acts are", async (locale) => {
    const answer = await ask({ text: "NIS2", locale });
    expect(answer).toMatchObject({ indicative: true, dataAsOf: "2026-11-20" });
    expect(answer.disclaimer).toMatch({ sk: /orientačný/, cs: /orientační/, en: /indicative/ }[locale]);
  });

  test("a text that is nothing but citations gets a list of bounded length and a verdict over all of them", async () => {
    const answer = await ask({ text: `${"§ 20 zákona č. 69/2018 Z. z.; ".repeat(1_500)}§ 99 zákona č. 69/2018 Z. z.` });
    expect(answer).toMatchObject({ valid: false, count: 1_501 });
    expect(answer.citations).toHaveLength(1_000);
  });

  test.each<[string, object, string | undefined]>([
    ["no text", {}, "text"],
    ["an empty text", { text: "" }, "text"],
    ["a text that is too long", { text: "a".repeat(200_001) }, "text"],
    ["something that is no text", { text: ["NIS2"] }, "text"],
    ["an unknown language", { text: "NIS2", locale: "de" }, "locale"],
    ["an argument that nobody knows", { text: "NIS2", country: "SK" }, undefined],
  ])("%s is refused", async (_case, args, field) => {
    expect(await codeOf(args)).toEqual(["invalid_arguments", field]);
  });

  test("the longest text allowed is checked", async () => {
    expect((await ask({ text: "§".repeat(200_000) })).valid).toBe(false);
  });
});
