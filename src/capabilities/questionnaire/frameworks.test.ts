import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Framework } from "../../knowledge/frameworks.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";
import { asPublished } from "../published.fixture.ts";
import { frameworks } from "./frameworks.ts";

/** The service without its outside; the frameworks can be replaced. */
function servicesWith(loaded: readonly Framework[] = knowledge.frameworks): Services {
  return bareServices({ ...knowledge, frameworks: loaded });
}

async function ask(args: object, services = servicesWith()) {
  const { answer } = await createCall(services, unlimited)(frameworks, args, [], { address: null });
  return answer;
}

test("the four frameworks in their order with the number of areas and questions", async () => {
  const { count, frameworks: listed } = await ask({});
  expect(count).toBe(4);
  expect(listed.map(({ id, name, version, areas, questions }) => ({ id, name, version, areas, questions }))).toEqual([
    { id: "nis2", name: "NIS2", version: "Directive (EU) 2022/2555", areas: 13, questions: 122 },
    { id: "iso27001", name: "ISO 27001", version: "ISO/IEC 27001:2022", areas: 11, questions: 123 },
    { id: "gdpr", name: "GDPR", version: "Regulation (EU) 2016/679", areas: 8, questions: 42 },
    { id: "dora", name: "DORA", version: "Regulation (EU) 2022/2554", areas: 5, questions: 46 },
  ]);
});

test("numbers are counted from what is loaded, never typed in", async () => {
  const fewer = knowledge.frameworks.map((framework) => ({
    ...framework,
    areas: framework.areas.slice(0, 2).map((area) => ({ ...area, questions: area.questions.slice(0, 1) })),
  }));
  const { frameworks: listed } = await ask({}, servicesWith(fewer));
  expect(listed.map(({ areas, questions }) => [areas, questions])).toEqual([
    [2, 2],
    [2, 2],
    [2, 2],
    [2, 2],
  ]);
});

test.each(LOCALES)(
  "every area is named in the reader's language and the answer fits its schema (%s)",
  async (locale) => {
    const answer = await ask({ locale });
    expect(asPublished(frameworks, answer)).toEqual(answer);
    for (const { areaCounts, areas, questions } of answer.frameworks) {
      expect(areaCounts).toHaveLength(areas);
      expect(areaCounts.reduce((sum, area) => sum + area.questions, 0)).toBe(questions);
      for (const { title } of areaCounts) expect(confirmText(title ?? "", knowledge.acts)).toBe(title);
    }
    expect(answer).toMatchObject({ indicative: true, dataAsOf: knowledge.asOf });
  },
);

test("the titles differ by language", async () => {
  const title = async (locale: string) => (await ask({ locale })).frameworks[1]?.areaCounts[1]?.title;
  expect([await title("sk"), await title("cs"), await title("en")]).toEqual(["Vedenie", "Vedení", "Leadership"]);
});

test("a title whose citation is not confirmed is null", async () => {
  const corrupted = knowledge.frameworks.map((framework) => ({
    ...framework,
    areas: framework.areas.map((area) => ({ ...area, title: { ...area.title, sk: "Oblasť podľa čl. 5" } })),
  }));
  const answer = await ask({}, servicesWith(corrupted));
  expect(answer.frameworks[0]).toMatchObject({ name: "NIS2", areas: 13, questions: 122 });
  expect(answer.frameworks[0]?.areaCounts[0]).toEqual({ id: "risk_mgmt", title: null, questions: 10 });
  expect(asPublished(frameworks, answer)).toEqual(answer);
});

describe("the endpoint", () => {
  test("is GET /api/v1/frameworks, without a limit, and may be cached", () => {
    expect(frameworks.rest).toEqual([
      { method: "GET", path: "/api/v1/frameworks", cost: { constant: "version" }, maxAge: 300 },
    ]);
    expect(frameworks.mcp).toBeUndefined();
  });

  test.each([{ locale: "de" }, { id: "nis2" }])("refuses %j", async (args) => {
    await expect(ask(args)).rejects.toBeInstanceOf(ServiceError);
  });
});
