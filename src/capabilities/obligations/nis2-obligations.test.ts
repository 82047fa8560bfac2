import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Obligation } from "../../knowledge/obligations.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";
import { asPublished } from "../published.fixture.ts";
import { nis2Obligations } from "./nis2-obligations.ts";
import { catalogOf, catalogSchema } from "./obligation-catalog.ts";

/** The service without its outside; `byCode` replaces the catalog. */
function servicesWith(byCode = knowledge.obligations.byCode): Services {
  return bareServices({ ...knowledge, obligations: { ...knowledge.obligations, byCode } });
}

/** What the tool answers. */
async function answerOf(args: object, services = servicesWith()) {
  const { answer } = await createCall(services, unlimited)(nis2Obligations, args, [], { address: null });
  return answer;
}

/** The whole catalog, as the tool answers where nothing is left out. */
async function ask(args: object, services = servicesWith()) {
  return catalogSchema.parse(await answerOf(args, services));
}

/** The catalog in which one item is changed. */
function changed(code: string, change: (item: Obligation) => Obligation): Services {
  const byCode = new Map(knowledge.obligations.byCode);
  const item = byCode.get(code);
  if (item === undefined) throw new Error(`no obligation ${code}`);
  return servicesWith(byCode.set(code, change(item)));
}

async function itemOf(code: string, locale: Locale, services = servicesWith()) {
  return (await ask({ locale }, services)).items.find((item) => item.code === code);
}

describe("the catalog", () => {
  test.each(LOCALES)("has every item of the knowledge files, whole and fit for its schema (%s)", async (locale) => {
    const answer = await ask({ locale });
    expect(asPublished(nis2Obligations, answer)).toEqual(answer);
    expect(answer.items.map(({ code }) => code)).toEqual([...knowledge.obligations.byCode.keys()]);
    expect(answer.count).toBe(answer.items.length);
    const text = JSON.stringify(answer);
    expect(text).not.toContain("null");
    expect(text).not.toMatch(/[{](nis2|sk-|cz-|cir-)/);
  });

  test.each(LOCALES)("every text that leaves passes the citation check (%s)", async (locale) => {
    const { items, disclaimer } = await ask({ locale });
    for (const { article, name, description, legalBasis } of items) {
      const texts = [article, name, description, ...legalBasis.SK, ...legalBasis.CZ, ...legalBasis.EU];
      for (const text of texts) expect(confirmText(text ?? "", knowledge.acts)).toBe(text);
    }
    expect(confirmText(disclaimer, knowledge.acts)).toBe(disclaimer);
  });

  test("an item carries its article and the law of both countries in the reader's language", async () => {
    expect(await itemOf("NIS2-27-3", "sk")).toEqual({
      code: "NIS2-27-3",
      article: "čl. 27 ods. 3 smernice (EÚ) 2022/2555",
      name: "Oznamovanie zmien údajov",
      description:
        "Zmenu registračných údajov oznámiť bezodkladne, podľa čl. 3 ods. 4 smernice (EÚ) 2022/2555 do dvoch týždňov; tri mesiace majú podľa čl. 27 ods. 3 smernice (EÚ) 2022/2555 len digitálni poskytovatelia, ktorých vymenúva čl. 27 ods. 1 smernice (EÚ) 2022/2555. Lehotu určuje vnútroštátny právny predpis, a nie vždy je kratšia.",
      questions: ["governance-05"],
      reviewIntervalMonths: 3,
      legalBasis: {
        SK: [
          "§ 17 ods. 6 zákona č. 69/2018 Z. z.",
          "§ 19 ods. 7 zákona č. 69/2018 Z. z.",
          "§ 21 ods. 3 zákona č. 69/2018 Z. z.",
        ],
        CZ: [
          "§ 9 ods. 1 zákona č. 264/2025 Sb.",
          "§ 11 ods. 2 zákona č. 264/2025 Sb.",
          "§ 34 ods. 2 zákona č. 264/2025 Sb.",
        ],
        EU: ["čl. 27 ods. 3 smernice (EÚ) 2022/2555"],
      },
      legalBasisMatch: { SK: "direct", CZ: "direct", EU: "none" },
    });
    expect((await itemOf("NIS2-21-2-A", "cs"))?.article).toBe("čl. 21 odst. 2 písm. a) směrnice (EU) 2022/2555");
    expect((await itemOf("NIS2-21-2-A", "en"))?.legalBasis.CZ[0]).toBe("§ 14(1)(a), point 1, of Act No. 264/2025 Sb.");
  });

  test("an item belongs to article 20, 21, 23, 27 or 29 of the directive", async () => {
    const { items } = await ask({ locale: "en" });
    const articles = items.map(
      ({ article }) => /^Article (\d+)\(.* of Directive \(EU\) 2022\/2555$/.exec(article ?? "")?.[1],
    );
    const counts = Object.fromEntries(
      [...Map.groupBy(articles, (each) => each)].map(([each, all]) => [each, all.length]),
    );
    expect(counts).toEqual({ 20: 2, 21: 16, 23: 8, 27: 2, 29: 2 });
  });

  test("no item is split by the category of the entity", async () => {
    const { items } = await ask({});
    for (const item of items)
      expect(Object.keys(item).filter((key) => /categor|essential|important/i.test(key))).toEqual([]);
  });

  test("an item names the questions that pre-fill it, and one is set by hand", async () => {
    const { items } = await ask({});
    const questions = knowledge.questionnaire.areas.flatMap((area) => area.questions);
    for (const { code, questions: ids } of items) {
      const pointing = questions.filter(({ obligations }) => obligations.includes(code));
      expect(ids, code).toEqual(pointing.map(({ id }) => id));
    }
    expect(items.filter(({ questions: ids }) => ids.length === 0).map(({ code }) => code)).toEqual(["NIS2-21-5"]);
  });

  test("where no law was found the list is empty and says so", async () => {
    const item = await itemOf("NIS2-29-4", "sk");
    expect(item?.legalBasis.SK).toEqual([]);
    expect(item?.legalBasisMatch.SK).toBe("none");
  });

  test("the acts it names stand beside it with their official texts", async () => {
    const { sources } = await ask({ locale: "cs" });
    expect(sources).toContainEqual({
      name: "zákon č. 264/2025 Sb.",
      url: "https://e-sbirka.gov.cz/eli/cz/sb/2025/264/2025-11-01",
      checkedOn: "2026-11-20",
    });
    expect(sources.map(({ name }) => name)).not.toContain("nařízení (EU) 2024/1689");
  });

  test("is indicative and dated by the knowledge", async () => {
    expect(await ask({})).toMatchObject({ indicative: true, dataAsOf: knowledge.asOf });
  });

  test("the line for agents counts the obligations in each language", async () => {
    const summary = (count: number, locale: Locale) =>
      nis2Obligations.mcp?.summary({ ...asPublished(nis2Obligations, whole), count }, locale);
    const whole = await ask({});
    expect(summary(30, "sk")).toBe(
      "Katalóg NIS2: 30 povinností s právnym základom v slovenskom, českom a európskom práve.",
    );
    expect(summary(1, "sk")).toContain("1 povinnosť ");
    expect(summary(4, "sk")).toContain("4 povinnosti ");
    expect(summary(30, "cs")).toContain("30 povinností ");
    expect(summary(2, "cs")).toContain("2 povinnosti ");
    expect(summary(30, "en")).toBe("NIS2 catalog: 30 obligations with the legal basis in Slovak, Czech and EU law.");
    expect(summary(1, "en")).toContain("1 obligation ");
  });
});

describe("less than the whole catalog", () => {
  test.each(LOCALES)(
    "is not what a call without a filter gets: that is the catalog, byte for byte (%s)",
    async (locale) => {
      const catalog = JSON.stringify(catalogOf(servicesWith(), locale));
      expect(JSON.stringify(await answerOf({ locale }))).toBe(catalog);
      expect(JSON.stringify(await answerOf({ locale, detail: "full" }))).toBe(catalog);
    },
  );

  test.each(LOCALES)(
    "detail: concise names every obligation with its article in under 2,000 tokens (%s)",
    async (locale) => {
      const answer = await answerOf({ locale, detail: "concise" });
      const { items } = await ask({ locale });
      expect(answer.items).toEqual(
        items.map(({ code, article, name, reviewIntervalMonths }) => ({ code, article, name, reviewIntervalMonths })),
      );
      expect(asPublished(nis2Obligations, answer)).toEqual(answer);
      expect(countTokens(JSON.stringify(answer))).toBeLessThan(2000);
      expect(countTokens(JSON.stringify(items))).toBeGreaterThan(2000);
    },
  );

  test("code gives one obligation whole, with the acts that it names", async () => {
    const answer = await answerOf({ code: "NIS2-27-3", locale: "en" });
    expect(answer).toMatchObject({ count: 1, items: [await itemOf("NIS2-27-3", "en")] });
    expect(answer.sources?.map(({ name }) => name)).toEqual([
      "Act No. 264/2025 Sb.",
      "Directive (EU) 2022/2555",
      "Act No. 69/2018 Z. z.",
    ]);
  });

  test.each([
    ["SK", "CZ", ["NIS2-29-4"]],
    ["CZ", "SK", []],
  ] as const)(
    "country %s leaves out the law of %s and names the obligations without a provision",
    async (country, other, without) => {
      const answer = await answerOf({ country, locale: "en" });
      const { items } = await ask({ locale: "en" });
      expect(asPublished(nis2Obligations, answer)).toEqual(answer);
      expect(answer.withoutNationalLaw).toEqual(without);
      expect(answer.items.map(({ code }) => code)).toEqual(
        items.map(({ code }) => code).filter((code) => !without.some((left) => left === code)),
      );
      for (const { code, legalBasis, legalBasisMatch } of answer.items) {
        const item = items.find((each) => each.code === code);
        expect(legalBasis).toEqual({ [country]: item?.legalBasis[country], EU: item?.legalBasis.EU });
        expect(legalBasisMatch).not.toHaveProperty(other);
      }
      expect(answer.sources?.some(({ name }) => name.includes(other === "CZ" ? "Sb." : "Z. z."))).toBe(false);
    },
  );

  test("filters work together", async () => {
    expect(await answerOf({ country: "SK", code: "NIS2-29-4", detail: "concise" })).toMatchObject({
      count: 0,
      items: [],
      withoutNationalLaw: ["NIS2-29-4"],
    });
  });

  test("a code is found in small letters too, and an empty one asks for all", async () => {
    const found = await answerOf({ code: "nis2-21-1" });
    expect(found).toMatchObject({ count: 1, items: [{ code: "NIS2-21-1" }] });
    expect(await answerOf({ code: "" })).toEqual(await answerOf({}));
  });

  test.each(["NIS2-99-1", "toString"])("code %j, which the catalog has not, is refused", async (code) => {
    const error = await answerOf({ code }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ problem: { code: "invalid_arguments", field: "code" } });
  });
});

describe("arguments", () => {
  test("the language is Slovak unless another is asked for", async () => {
    expect(await ask({})).toEqual(await ask({ locale: "sk" }));
    expect(await ask({ locale: "en" })).not.toEqual(await ask({ locale: "cs" }));
  });

  test.each<[string, object, string | undefined]>([
    ["a language we do not speak", { locale: "de" }, "locale"],
    ["a category, since the catalog is not split", { category: "essential" }, undefined],
    ["a misspelt name", { lokale: "sk" }, "locale"],
  ])("%s is refused", async (_case, args, field) => {
    const error = await ask(args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    if (error instanceof ServiceError) {
      expect(error.problem.code).toBe("invalid_arguments");
      expect(error.problem.field).toBe(field);
    }
  });
});

describe("a text whose citation is not confirmed does not leave", () => {
  const wrong = "podľa čl. 999 smernice (EÚ) 2022/2555";

  test("a description with a wrong article is null, and nothing else", async () => {
    const services = changed("NIS2-20-1", (item) => ({
      ...item,
      description: { ...item.description, sk: `${item.description.sk} ${wrong}` },
    }));
    const whole = await itemOf("NIS2-20-1", "sk");
    expect(await itemOf("NIS2-20-1", "sk", services)).toEqual({ ...whole, description: null });
    expect(await itemOf("NIS2-20-1", "en", services)).toEqual(await itemOf("NIS2-20-1", "en"));
  });

  test("a name with a section of no named act is null", async () => {
    const services = changed("NIS2-20-1", (item) => ({ ...item, name: { ...item.name, sk: "Povinnosť podľa § 20" } }));
    expect(await itemOf("NIS2-20-1", "sk", services)).toMatchObject({ name: null });
  });

  test("an article that does not exist is null", async () => {
    const services = changed("NIS2-20-1", (item) => ({ ...item, article: "nis2 20(9)" }));
    expect(await itemOf("NIS2-20-1", "cs", services)).toMatchObject({ article: null, code: "NIS2-20-1" });
  });

  test("a legal basis that does not exist or is not registered is null in its place", async () => {
    const services = changed("NIS2-27-3", (item) => ({
      ...item,
      legalBasis: {
        ...item.legalBasis,
        SK: { match: "direct", references: ["sk-69-2018 17(6)", "sk-69-2018 17(99)", "cz-181-2014 3"] },
      },
    }));
    expect((await itemOf("NIS2-27-3", "sk", services))?.legalBasis.SK).toEqual([
      "§ 17 ods. 6 zákona č. 69/2018 Z. z.",
      null,
      null,
    ]);
    const answer = await ask({}, services);
    expect(asPublished(nis2Obligations, answer)).toEqual(answer);
    expect(JSON.stringify(answer)).not.toMatch(/17 ods\. 99|181/);
  });
});
