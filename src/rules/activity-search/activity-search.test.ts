import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { loadActivities } from "../../knowledge/activities.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { SECTOR_IDS } from "../../knowledge/nis2-ids.ts";
import { loadServices } from "../../knowledge/services.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { checkCitations } from "../citations/check.ts";
import { expandCitations } from "../citations/expand.ts";
import { type ActivityHit, createActivityFinder, servicesOf } from "./activity-search.ts";

const finder = createActivityFinder(knowledge);

function find(query: string, locale: Locale = "sk", country: Country | null = null, limit = 10) {
  const found = finder.find(query, country, locale, limit);
  return found.readAs === "words" ? found.hits : [];
}

function firstCode(query: string, locale: Locale = "sk", country: Country | null = null): string | undefined {
  const activity = find(query, locale, country).find((hit) => hit.kind === "activity");
  return activity?.suggested.code.code;
}

describe("every phrase of the list finds its own trade among the first three", () => {
  test.each(LOCALES)("in %s", (locale) => {
    const lost = knowledge.activities.words.flatMap(({ words }) =>
      words[locale].filter(
        (phrase) =>
          !find(phrase, locale, null, 3).some((hit) => hit.kind === "activity" && hit.words === words[locale]),
      ),
    );
    expect(lost).toEqual([]);
  });

  test("whatever the language of the reader", () => {
    for (const { words } of knowledge.activities.words.filter((_row, index) => index % 20 === 0)) {
      for (const phrase of LOCALES.flatMap((locale) => words[locale])) {
        const hits = find(phrase, "en", null, 20);
        expect(
          hits.some((hit) => hit.kind === "activity" && hit.words === words.en),
          phrase,
        ).toBe(true);
      }
    }
  });
});

describe("misspelt, inflected and unaccented words find the trade", () => {
  test.each<[string, string]>([
    ["pekaren", "1071"],
    ["PEKÁREŇ", "1071"],
    ["pekarna", "1071"],
    ["pekárne", "1071"],
    ["bakery", "1071"],
    ["pekráeň", "1071"],
    ["zvaracna", "2511"],
    ["zváračne", "2511"],
    ["zvaranie hliniku", "2511"],
    ["zvarovňa", "2511"],
    ["svařovna", "2511"],
    ["spravce site", "6203"],
    ["správa počítačových sietí", "6203"],
    ["hostingova firma", "6311"],
    ["hosting", "6311"],
    ["webhostingu", "6311"],
    ["e-shop", "4791"],
    ["eshopy", "4791"],
    ["nemocnicia", "8610"],
    ["nemocnice", "8610"],
    ["hospitals", "8610"],
    ["solarni elektrarna", "3511"],
    ["solárne elektrárne", "3511"],
    ["vodarna", "3600"],
    ["odvoz odpadku", "3811"],
    ["autobusova doprava", "4931"],
    ["účtovnícka firma", "6920"],
    ["automobilku", "2910"],
    ["vyroba aut", "2910"],
    ["výrobca čokolády", "1082"],
    ["kaderníčka", "9602"],
    ["kadeřnictví", "9602"],
  ])("%s", (typed, code) => {
    expect(firstCode(typed)).toBe(code);
  });
});

test("nothing is found for words that nobody uses, and every text is answered", () => {
  expect(find("qwxzvq")).toEqual([]);
  expect(find("!!!")).toEqual([]);
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), fc.constantFrom(...LOCALES), (text, locale) => {
      expect(find(text, locale).length).toBeLessThanOrEqual(10);
    }),
  );
});

test("a hit says whether it is an activity of NIS2", () => {
  const sectorOf = (query: string) => {
    const hit = find(query).find((one) => one.kind === "activity");
    return hit?.suggested.row?.sectorId ?? null;
  };
  expect(sectorOf("pekáreň")).toBe("food");
  expect(sectorOf("nemocnica")).toBe("health");
  expect(sectorOf("kaderníctvo")).toBeNull();
});

test("the words lead to every sector of both annexes", () => {
  const rows = knowledge.activities.words.map(({ words }) => find(words.en[0] ?? "", "en", null, 3));
  const sectors = new Set(
    rows
      .flat()
      .flatMap((hit) => (hit.kind === "activity" ? [hit.suggested.row?.sectorId, hit.other.row?.sectorId] : [])),
  );
  expect(SECTOR_IDS.filter((id) => !sectors.has(id))).toEqual([]);
});

test("the code is of Rev. 2, and of Rev. 2.1 for Czech makers of electronics, machines and vehicles", () => {
  const suggested = (query: string, country: Country) => {
    const hit = find(query, "cs", country).find((one) => one.kind === "activity");
    return hit?.suggested.code;
  };
  expect(suggested("automobilka", "CZ")).toEqual({ code: "2910", revision: "2.1" });
  expect(suggested("automobilka", "SK")).toEqual({ code: "2910", revision: "2" });
  expect(suggested("pekárna", "CZ")).toEqual({ code: "1071", revision: "2" });
});

describe("a code", () => {
  test.each(["25.62", "25,62", "25 62", "C25.62", "25.62.0"])("%s means two things and has to be chosen", (typed) => {
    expect(finder.find(typed, null, "sk", 10)).toMatchObject({
      readAs: "code",
      digits: "2562",
      change: "other activity",
      mustChoose: true,
      meanings: [{ code: { revision: "2" } }, { code: { revision: "2.1" } }],
    });
  });

  test.each([
    "25.30",
    "25.40",
    "35.12",
    "35.13",
    "35.14",
    "46.71",
    "63.91",
    "47.91",
    "38.31",
    "61.20",
    "20.51",
    "25.61",
  ])("%s is never assumed to be of one revision", (typed) => {
    expect(finder.find(typed, "SK", "sk", 10)).toMatchObject({ mustChoose: true });
  });

  test("that means the same in both is not asked about", () => {
    expect(finder.find("25,11", null, "sk", 10)).toMatchObject({ mustChoose: false, meanings: [{}, {}] });
  });

  test("of one revision has one meaning, and one of none has none", () => {
    expect(finder.find("46.77", null, "sk", 10)).toMatchObject({ meanings: [{ code: { revision: "2" } }] });
    expect(finder.find("04.11", null, "sk", 10)).toMatchObject({ readAs: "code", meanings: [] });
  });
});

describe("services", () => {
  test("are those of the decree, with one of the directive beside", () => {
    expect(knowledge.activities.services).toHaveLength(103);
    const inDecree = knowledge.activities.services.filter(({ CZ }) => CZ !== undefined);
    for (const { id } of inDecree) expect(knowledge.acts.byId.get("cz-408-2025")?.units).toContain(`annex/${id}`);
    expect(inDecree).toHaveLength(102);
  });

  test("stand under every sector in both countries", () => {
    for (const country of COUNTRIES) {
      for (const sector of SECTOR_IDS) {
        expect(servicesOf(sector, country, knowledge.activities).length, `${country} ${sector}`).toBeGreaterThan(0);
      }
    }
  });

  test("that only Czech law knows are not offered in Slovakia", () => {
    const isOffered = (hits: readonly ActivityHit[]) =>
      hits.some((hit) => hit.kind === "service" && hit.service.id === "21.1");
    expect(isOffered(find("výroba vojenského materiálu", "sk", "CZ"))).toBe(true);
    expect(isOffered(find("výroba vojenského materiálu", "sk", "SK"))).toBe(false);
  });

  test("are found by their name, and a sector brings its services", () => {
    expect(find("Sieť na sprístupňovanie obsahu")[0]).toMatchObject({ kind: "service", service: { id: "16.10" } });
    expect(find("content delivery network", "en")).toContainEqual(
      expect.objectContaining({ kind: "service", service: expect.objectContaining({ id: "16.10" }) }),
    );
    const sector = find("energetika").find((hit) => hit.kind === "sector");
    expect(sector?.services.map(({ id }) => id)).toContain("2.1");
  });
});

test("every note, name and condition is confirmed in three languages", () => {
  const { words, services } = knowledge.activities;
  const texts = [
    ...words.flatMap(({ note }) => (note === null ? [] : [note])),
    ...services.flatMap(({ name, CZ }) => [name, ...(CZ?.condition === undefined ? [] : [CZ.condition])]),
  ];
  for (const text of texts) {
    for (const locale of LOCALES) {
      expect(checkCitations(expandCitations(text[locale], locale, knowledge.acts), knowledge.acts).valid).toBe(true);
    }
  }
});

test.each([
  [
    "a code that does not exist",
    "nis2/activity-words.csv",
    "35.11,35.11,energySource",
    "35.19,35.11,energySource",
    /:2 nace_rev2: no code/,
  ],
  ["a note that nobody wrote", "nis2/activity-words.csv", "energySource", "energySorce", /:2 note: no entry/],
  ["a language without words", "nis2/activity-words.csv", "elektráreň,elektrárna,", "elektráreň,,", /:2 words_cs/],
  ["an unknown kind of change", "nis2/codes-that-changed.csv", "14.2,other activity", "14.2,other", /:2 change/],
  [
    "a service that is not in the decree",
    "nis2/services.yaml",
    'id: "2.10"',
    'id: "2.11"',
    /id: a number of the decree/,
  ],
  [
    "a question that nobody asks",
    "nis2/services.yaml",
    "question: czFillingStations",
    "question: czStations",
    /question: no question/,
  ],
])("%s stops the start", (_case, file, from, to, message) => {
  const dir = join(editedKnowledge(file, from, to), "nis2");
  const isQuestion = (id: string) => knowledge.nis2.missingFactById.has(id);
  const load = () => {
    const services = loadServices(dir, knowledge.acts, knowledge.naceTitles, isQuestion);
    return loadActivities(dir, knowledge.acts, knowledge.naceTitles, services);
  };
  expect(load).toThrow(message);
});

test.each<[string, Locale]>([
  ["preklady", "sk"],
  ["prekladateľ", "sk"],
  ["prekladateľská agentúra", "sk"],
  ["překlady", "cs"],
  ["překlady textů", "cs"],
  ["tlumočení", "cs"],
  ["translations", "en"],
])("%s means translations and no transshipment of goods", (query, locale) => {
  expect(firstCode(query, locale)).toBe("7430");
  const codes = find(query, locale).map((hit) => (hit.kind === "activity" ? hit.suggested.code.code : ""));
  expect(codes).not.toContain("5224");
});
